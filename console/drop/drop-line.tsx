import { Button, Loader, Paper, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { problemOf } from '../api/api.ts';
import { SamePersonsOf } from '../changes/same-person.tsx';
import { inOwnersWords } from '../layout/role-labels.ts';
import { LinkButton } from '../parts/link-button.tsx';
import { monthName } from '../parts/shown-values.ts';
import { useDropQueue } from './drop-context.tsx';
import type { DropEntry, Mode, Stage } from './drop-entry.ts';
import classes from './drop-line.module.css';
import { DropQuestion } from './drop-question.tsx';
import { DropWarnings } from './drop-warnings.tsx';
import { factsOf, resultOf } from './result-sentence.ts';

interface DropLineProps {
  readonly entry: DropEntry;
  readonly workspaceId: string | null;
}

/** Shows one dropped file: what it is, the question about it, and its result. */
export function DropLine({ entry, workspaceId }: DropLineProps) {
  return (
    <Paper component="li" withBorder p="md" className={classes.line} data-stage={entry.stage.kind} tabIndex={-1}>
      <Text size="sm" c="dimmed" className={classes.name}>
        {entry.file.name}
      </Text>
      <fieldset className={classes.body} aria-label={entry.file.name}>
        <LineBody entry={entry} workspaceId={workspaceId} />
      </fieldset>
    </Paper>
  );
}

function LineBody({ entry, workspaceId }: DropLineProps) {
  const { stage } = entry;
  switch (stage.kind) {
    case 'reading':
      return <Busy text="Reading it …" />;
    case 'question':
      return <DropQuestion entry={entry} workspaceId={workspaceId} />;
    case 'taken':
      return <TakenMonth entry={entry} stage={stage} workspaceId={workspaceId} />;
    case 'unknown-layout':
      return <UnknownLayout entry={entry} />;
    case 'sending':
      return (
        <Sending entry={entry} text={stage.percent === 0 ? 'Waiting to be sent' : 'Sending'} percent={stage.percent} />
      );
    case 'working':
      return <Sending entry={entry} text="Comparing with the month before" percent={stage.percent} />;
    case 'done':
      return <Done entry={entry} sentence={resultOf(stage.job)} warnings={stage.job.warnings} />;
    case 'failed':
      return <Failed entry={entry} sentence={stage.sentence} again={stage.again} workspaceId={workspaceId} />;
    case 'undoing':
      return <Busy text="Taking it back …" />;
    case 'undone':
      return <Undone entry={entry} keepsLayout={stage.keepsLayout} />;
  }
}

function Busy({ text }: { readonly text: string }) {
  return (
    <div className={classes.busy} role="status">
      <Loader size="xs" aria-hidden />
      <Text>{text}</Text>
    </div>
  );
}

interface SendingProps {
  readonly entry: DropEntry;
  readonly text: string;
  readonly percent: number;
}

function Sending({ entry, text, percent }: SendingProps) {
  return (
    <div>
      <Text fw={600}>{factsOf(entry)}</Text>
      <Text size="sm" role="status">
        {text} …
      </Text>
      <Progress value={percent} animated mt={6} aria-label={`${text}: ${entry.file.name}`} />
    </div>
  );
}

function UnknownLayout({ entry }: { readonly entry: DropEntry }) {
  const queue = useDropQueue();
  return (
    <div>
      <Text fw={600}>We have not seen a statement like this before.</Text>
      <Text size="sm" c="dimmed">
        If a carrier sent it, show us once which column is which. From then on it is read by itself.
      </Text>
      <div className={classes.buttons}>
        <LinkButton size="xs" to="/layout/$draft" params={{ draft: entry.id }}>
          Show how to read it
        </LinkButton>
        <RemoveButton onClick={() => queue.remove(entry.id)} />
      </div>
    </div>
  );
}

function RemoveButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button size="xs" variant="default" onClick={onClick}>
      Leave it out
    </Button>
  );
}

interface DoneProps {
  readonly entry: DropEntry;
  readonly sentence: string;
  readonly warnings: readonly { readonly code: string; readonly detail: string }[];
}

function Done({ entry, sentence, warnings }: DoneProps) {
  const queue = useDropQueue();
  const [fault, setFault] = useState<string | null>(null);
  const undo = () => void queue.undo(entry.id).catch((error: unknown) => setFault(problemOf(error).message));
  const { carrier, period } = entry;
  return (
    <div>
      <Text fw={600}>
        <span className={classes.tick} aria-hidden>
          ✓
        </span>{' '}
        {carrier?.name}, {period === null ? '' : monthName(period)} is in.
      </Text>
      <Text role="status">{sentence}</Text>
      {warnings.length > 0 && (
        <ul className={classes.warnings}>
          {warnings.map(({ detail }) => (
            <li key={detail}>{inOwnersWords(detail)}</li>
          ))}
        </ul>
      )}
      {carrier !== null && period !== null && warnings.some(({ code }) => code === 'members_returning') && (
        <SamePersonsOf carrierId={carrier.carrierId} period={period} />
      )}
      <div className={classes.buttons}>
        {period !== null && (
          <LinkButton size="xs" to="/months/$period" params={{ period }}>
            See {monthName(period)}
          </LinkButton>
        )}
        <Button size="xs" variant="default" onClick={undo}>
          Undo
        </Button>
      </div>
      {entry.layout !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          Undo also takes back the layout that you showed for it, unless it is the carrier’s only one.
        </Text>
      )}
      {entry.mode === 'replace' && (
        <Text size="xs" c="dimmed" mt={4}>
          Undo takes this statement back. The one that it replaced does not return; add it again if you need it.
        </Text>
      )}
      {fault !== null && (
        <Text c="red" size="sm" role="alert">
          {fault}
        </Text>
      )}
    </div>
  );
}

interface FailedProps {
  readonly entry: DropEntry;
  readonly sentence: string;
  readonly again: Extract<Stage, { kind: 'failed' }>['again'];
  readonly workspaceId: string | null;
}

function Failed({ entry, sentence, again, workspaceId }: FailedProps) {
  const queue = useDropQueue();
  const repeat = () => (again === 'read' ? queue.readAgain(entry.id) : queue.send([entry.id], entry.mode, workspaceId));
  return (
    <div role="alert">
      <Text fw={600} c="red">
        It was not added.
      </Text>
      <Text size="sm">{sentence}</Text>
      <div className={classes.buttons}>
        {again === 'layout' && (
          <LinkButton size="xs" variant="default" to="/layout/$draft" params={{ draft: entry.id }}>
            It has amounts: show how to read it
          </LinkButton>
        )}
        {(again === 'read' || again === 'send') && (
          <Button size="xs" onClick={repeat}>
            Try again
          </Button>
        )}
        {again === 'change' && (
          <Button size="xs" onClick={() => queue.ask(entry.id)}>
            Change carrier or month
          </Button>
        )}
        <RemoveButton onClick={() => queue.remove(entry.id)} />
      </div>
    </div>
  );
}

function Undone({ entry, keepsLayout }: { readonly entry: DropEntry; readonly keepsLayout: boolean }) {
  const queue = useDropQueue();
  return (
    <div>
      <Text role="status">Taken back. Nothing of it counts any more.</Text>
      {keepsLayout && (
        <Text size="sm">
          The layout that you showed for it stays, because it is the carrier’s only one. If it was wrong, add the file
          again and show how to read it.
        </Text>
      )}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={() => queue.readAgain(entry.id)}>
          Add it again
        </Button>
        <RemoveButton onClick={() => queue.remove(entry.id)} />
      </div>
    </div>
  );
}

interface TakenMonthProps {
  readonly entry: DropEntry;
  readonly stage: Extract<Stage, { kind: 'taken' }>;
  readonly workspaceId: string | null;
}

/** Asks what to do when the carrier's month has statements already. */
function TakenMonth({ entry, stage, workspaceId }: TakenMonthProps) {
  const queue = useDropQueue();
  const send = (mode: Mode) => queue.send([entry.id], mode, workspaceId);
  const month = entry.period === null ? 'This month' : monthName(entry.period);
  const list = new Intl.ListFormat('en', { type: 'conjunction' });
  return (
    <div>
      <Text fw={600}>{factsOf(entry)}</Text>
      <Text>
        {month} of {entry.carrier?.name} is here already
        {stage.names.length === 0 ? '' : `: ${list.format(stage.names)}`}. What should happen?
      </Text>
      <DropWarnings entry={entry} />
      {stage.fault !== null && (
        <Text size="sm" c="red" role="alert">
          {stage.fault}
        </Text>
      )}
      <ul className={classes.choices}>
        <Choice label="Replace" onChoose={() => send('replace')}>
          This file is the corrected one. What was there no longer counts.
        </Choice>
        <Choice label="Add" onChoose={() => send('append')}>
          The carrier sends several files a month. Both count.
        </Choice>
        <Choice label="Change" onChoose={() => queue.ask(entry.id)}>
          It is of another carrier or another month.
        </Choice>
        <Choice label="Leave" onChoose={() => queue.remove(entry.id)}>
          Keep what is there, and leave this file out.
        </Choice>
      </ul>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly children: string;
  readonly onChoose: () => void;
}

function Choice({ label, children, onChoose }: ChoiceProps) {
  return (
    <li className={classes.choice}>
      <Button size="xs" variant="default" onClick={onChoose} miw={84}>
        {label}
      </Button>
      <Text size="sm">{children}</Text>
    </li>
  );
}
