import { Button, Text } from '@mantine/core';
import { monthName } from '../parts/month-name.ts';
import { useDropQueue } from './drop-context.tsx';
import type { DropEntry, Mode, Stage } from './drop-entry.ts';
import classes from './drop-line.module.css';
import { DropWarnings } from './drop-warnings.tsx';
import { factsOf } from './result-sentence.ts';

interface TakenMonthProps {
  readonly entry: DropEntry;
  readonly stage: Extract<Stage, { kind: 'taken' }>;
  readonly workspaceId: string | null;
}

/** Asks what to do when the carrier's month has statements already. */
export function TakenMonth({ entry, stage, workspaceId }: TakenMonthProps) {
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
