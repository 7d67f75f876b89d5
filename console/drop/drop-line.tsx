import { Button, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { problemOf } from '../api/api.ts';
import { SamePersons } from '../changes/same-person.tsx';
import { inOwnersWords } from '../layout/role-labels.ts';
import { LinkButton, TextLink } from '../parts/link-button.tsx';
import { counted, monthName } from '../parts/shown-values.ts';
import classes from './drop.module.css';
import { useDropEntries, useDropQueue } from './drop-context.tsx';
import { type DropEntry, type Job, laterOfMonth, type Mode, type Stage } from './drop-entry.ts';
import { DropQuestion } from './drop-question.tsx';
import { DropBody, DropRow, LeaveOut } from './drop-row.tsx';
import { DropWarnings, resultOf } from './drop-warnings.tsx';

interface DropLineProps {
  readonly entry: DropEntry;
  readonly workspaceId: string | null;
}

/** Shows one dropped file: what it is, the question about it, and its result. */
export function DropLine({ entry, workspaceId }: DropLineProps) {
  return (
    <li className={classes.line} data-stage={entry.stage.kind} tabIndex={-1}>
      <LineBody entry={entry} workspaceId={workspaceId} />
    </li>
  );
}

function LineBody({ entry, workspaceId }: DropLineProps) {
  const { stage } = entry;
  switch (stage.kind) {
    case 'reading':
      return <DropRow entry={entry} look="busy" />;
    case 'question':
      return <DropQuestion entry={entry} workspaceId={workspaceId} />;
    case 'here':
      return <HereAlready entry={entry} stage={stage} />;
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
      return <Done entry={entry} job={stage.job} />;
    case 'failed':
      return <Failed entry={entry} sentence={stage.sentence} again={stage.again} workspaceId={workspaceId} />;
    case 'undoing':
      return <DropRow entry={entry} look="undoing" />;
    case 'undone':
      return <Undone entry={entry} />;
  }
}

interface SendingProps {
  readonly entry: DropEntry;
  readonly text: string;
  readonly percent: number;
}

function Sending({ entry, text, percent }: SendingProps) {
  return (
    <>
      <DropRow entry={entry} look="sending" actions={<span className={classes.quiet}>{text} …</span>} />
      <Progress value={percent} size={3} animated radius={0} aria-label={`${text}: ${entry.file.name}`} />
    </>
  );
}

function UnknownLayout({ entry }: { readonly entry: DropEntry }) {
  const queue = useDropQueue();
  return (
    <DropRow
      entry={entry}
      look="ask"
      actions={
        <>
          <LinkButton size="compact-sm" variant="default" to="/layout/$draft" params={{ draft: entry.id }}>
            Show how to read it
          </LinkButton>
          <LeaveOut name={entry.file.name} onClick={() => queue.remove(entry.id)} />
        </>
      }
    />
  );
}

/** The result says it already, in the words of an owner. */
const TOLD: readonly string[] = ['month_open'];
/** Warnings from the comparison with the month before, which is not over before the last file of the month. */
const COMPARED = [
  ...TOLD,
  'baseline_gap',
  'members_continued',
  'members_returning',
  'carrier_continued',
  'carrier_event',
];

interface DoneProps {
  readonly entry: DropEntry;
  readonly job: Job;
}

function Done({ entry, job }: DoneProps) {
  const queue = useDropQueue();
  const [fault, setFault] = useState<string | null>(null);
  const undo = () => void queue.undo(entry.id).catch((error: unknown) => setFault(problemOf(error).message));
  const { carrier, period } = entry;
  const later = laterOfMonth(entry, useDropEntries());
  const warnings = job.warnings.filter(({ code }) => !(later === null ? TOLD : COMPARED).includes(code));
  return (
    <>
      <DropRow
        entry={entry}
        look="done"
        actions={
          <>
            {period !== null && (
              <LinkButton size="compact-sm" variant="default" to="/months/$period" params={{ period }}>
                See {monthName(period)}
              </LinkButton>
            )}
            <Button size="compact-sm" variant="default" onClick={undo}>
              Undo
            </Button>
          </>
        }
      />
      <DropBody label={entry.file.name}>
        <div role="status">{resultOf(job, later)}</div>
        {job.exceptionRowCount > 0 && period !== null && (
          <div>
            {counted(job.exceptionRowCount, 'row')} could not be read.{' '}
            <TextLink to="/statements" search={{ carrierId: job.carrierId, month: period }}>
              Look at them
            </TextLink>
          </div>
        )}
        {warnings.length > 0 && (
          <ul className={classes.warnings}>
            {warnings.map(({ detail }) => (
              <li key={detail}>{inOwnersWords(detail)}</li>
            ))}
          </ul>
        )}
        {carrier !== null && period !== null && warnings.some(({ code }) => code === 'members_returning') && (
          <SamePersons carrierId={carrier.carrierId} period={period} />
        )}
        {entry.layout !== null && (
          <div className={classes.quiet}>
            Undo also takes back the layout that you showed for it, unless another file was read with it.
          </div>
        )}
        {entry.mode === 'replace' && (
          <div className={classes.quiet}>
            Undo takes this statement back. The one that it replaced does not return; add it again if you need it.
          </div>
        )}
        {fault !== null && (
          <Text c="red" size="sm" role="alert">
            {fault}
          </Text>
        )}
      </DropBody>
    </>
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
  const repeat = () =>
    again === 'read' ? queue.readAgain(entry.id) : queue.send([entry.id], { mode: entry.mode, workspaceId });
  return (
    <>
      <DropRow
        entry={entry}
        look="failed"
        actions={
          <>
            {again === 'layout' && (
              <LinkButton size="compact-sm" variant="default" to="/layout/$draft" params={{ draft: entry.id }}>
                Show how to read it
              </LinkButton>
            )}
            {(again === 'read' || again === 'send') && (
              <Button size="compact-sm" variant="default" onClick={repeat}>
                Try again
              </Button>
            )}
            {again === 'change' && (
              <Button size="compact-sm" variant="default" onClick={() => queue.ask(entry.id)}>
                Change carrier or month
              </Button>
            )}
            <LeaveOut name={entry.file.name} onClick={() => queue.remove(entry.id)} />
          </>
        }
      />
      <DropBody label={entry.file.name}>
        <div role="alert">{sentence}</div>
      </DropBody>
    </>
  );
}

function Undone({ entry }: { readonly entry: DropEntry }) {
  const queue = useDropQueue();
  return (
    <>
      <DropRow
        entry={entry}
        look="undone"
        actions={
          <>
            {/* The browser keeps no bytes of a file that was added before the page was loaded. */}
            {entry.file.size > 0 && (
              <Button size="compact-sm" variant="default" onClick={() => queue.readAgain(entry.id)}>
                Add it again
              </Button>
            )}
            <LeaveOut name={entry.file.name} onClick={() => queue.remove(entry.id)} />
          </>
        }
      />
      <DropBody label={entry.file.name}>
        <div role="status">Nothing of it counts any more.</div>
      </DropBody>
    </>
  );
}

interface HereAlreadyProps {
  readonly entry: DropEntry;
  readonly stage: Extract<Stage, { kind: 'here' }>;
}

/** Says that the same file was added before. */
function HereAlready({ entry, stage }: HereAlreadyProps) {
  const queue = useDropQueue();
  const { originalFilename, carrierName, period } = stage.stored;
  const name = originalFilename === entry.file.name ? '' : `, as ${originalFilename}`;
  return (
    <>
      <DropRow entry={entry} look="ask" />
      <DropBody label={entry.file.name}>
        <div>
          This very file is in {monthName(period)} of {carrierName} already{name}. It would count twice.
        </div>
        <ul className={classes.choices}>
          <Choice label="Leave" onChoose={() => queue.remove(entry.id)}>
            Keep what is there, and leave this file out.
          </Choice>
          <Choice label="Change" onChoose={() => queue.ask(entry.id)}>
            It has rows of another month too, which are still missing.
          </Choice>
        </ul>
      </DropBody>
    </>
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
  const send = (mode: Mode) => queue.send([entry.id], { mode, workspaceId });
  const month = entry.period === null ? 'This month' : monthName(entry.period);
  const list = new Intl.ListFormat('en', { type: 'conjunction' });
  return (
    <>
      <DropRow entry={entry} look="ask" />
      <DropBody label={entry.file.name}>
        <div>
          {month} of {entry.carrier?.name} is here already
          {stage.names.length === 0 ? '' : `: ${list.format(stage.names)}`}. What should happen?
        </div>
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
      </DropBody>
    </>
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
