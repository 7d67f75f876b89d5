import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import IconAlertCircle from '@tabler/icons-react/icons/IconAlertCircle';
import IconArrowBackUp from '@tabler/icons-react/icons/IconArrowBackUp';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconFileCheck from '@tabler/icons-react/icons/IconFileCheck';
import IconHelpCircle from '@tabler/icons-react/icons/IconHelpCircle';
import IconHourglass from '@tabler/icons-react/icons/IconHourglass';
import IconX from '@tabler/icons-react/icons/IconX';
import type { ReactNode } from 'react';
import { counted, money, monthName } from '../parts/shown-values.ts';
import classes from './drop.module.css';
import { type DropEntry, hasTotals } from './drop-entry.ts';

interface Look {
  readonly word: string;
  readonly icon: Icon;
  readonly color: string;
}

const LOOKS = {
  ask: { word: 'To answer', icon: IconHelpCircle, color: 'var(--kind-check)' },
  ready: { word: 'Ready', icon: IconFileCheck, color: 'var(--kind-more)' },
  busy: { word: 'Reading', icon: IconHourglass, color: 'var(--kind-other)' },
  sending: { word: 'Adding', icon: IconHourglass, color: 'var(--kind-other)' },
  done: { word: 'Added', icon: IconCircleCheck, color: 'var(--kind-new)' },
  failed: { word: 'Not added', icon: IconAlertCircle, color: 'var(--kind-gone)' },
  undoing: { word: 'Taking back', icon: IconHourglass, color: 'var(--kind-other)' },
  undone: { word: 'Taken back', icon: IconArrowBackUp, color: 'var(--kind-other)' },
} as const satisfies Record<string, Look>;

interface DropRowProps {
  readonly entry: DropEntry;
  readonly look: keyof typeof LOOKS;
  readonly actions?: ReactNode;
}

/** A line of the list: what became of the file, its name, its carrier, month, members and total, and what can be done. */
export function DropRow({ entry, look, actions }: DropRowProps) {
  const { word, icon: Icon, color } = LOOKS[look];
  const { file, carrier, period } = entry;
  const figures = figuresOf(entry);
  return (
    <div className={classes.row}>
      <span className={classes.state}>
        <Icon size={16} stroke={1.75} color={color} aria-hidden />
        {word}
      </span>
      <span className={classes.name} title={file.name}>
        {file.name}
      </span>
      <span className={classes.fact} title={carrier?.name}>
        {carrier?.name}
      </span>
      <span className={classes.fact}>{period === null ? '' : monthName(period)}</span>
      <span className={classes.number}>{figures === null ? '' : counted(figures.members, 'member')}</span>
      <span className={classes.number}>{figures === null ? '' : money(figures.total)}</span>
      <span className={classes.actions}>{actions}</span>
    </div>
  );
}

/** The figures of the file as the service read it. A file whose layout was shown has those of the month that it made. */
function figuresOf(entry: DropEntry): { readonly members: number; readonly total: number } | null {
  const { stage, identified } = entry;
  const statement = hasTotals(entry) ? (identified?.statement ?? null) : null;
  if (statement !== null) return { members: statement.members, total: statement.commissionTotal };
  const stats = stage.kind === 'done' ? stage.job.stats : null;
  return stats === null ? null : { members: stats.members ?? 0, total: stats.commissionTotal ?? 0 };
}

interface DropBodyProps {
  /** Names what it is about for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Shows under the line of a file what is to be said or answered about it. */
export function DropBody({ label, children }: DropBodyProps) {
  return (
    <fieldset className={classes.body} aria-label={label}>
      {children}
    </fieldset>
  );
}

interface LeaveOutProps {
  readonly name: string;
  readonly onClick: () => void;
}

/** Takes a file off the list. */
export function LeaveOut({ name, onClick }: LeaveOutProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Leave it out: ${name}`}
      title="Leave it out"
      onClick={onClick}
    >
      <IconX size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
