import type { Icon } from '@tabler/icons-react';
import IconAlertCircle from '@tabler/icons-react/icons/IconAlertCircle';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import IconCircleHalf2 from '@tabler/icons-react/icons/IconCircleHalf2';
import IconClockExclamation from '@tabler/icons-react/icons/IconClockExclamation';
import IconClockPause from '@tabler/icons-react/icons/IconClockPause';
import IconHourglass from '@tabler/icons-react/icons/IconHourglass';
import IconLock from '@tabler/icons-react/icons/IconLock';
import IconMinus from '@tabler/icons-react/icons/IconMinus';
import classes from './statements.module.css';
import type { StatementCell } from './use-statements.ts';

/** The words, the icon and the color of each state of a statement, on every screen. */

interface StateLook {
  readonly label: string;
  readonly icon: Icon;
  /** A token of tokens.css. */
  readonly color: string;
}

export const STATE_LOOKS: Readonly<Record<StatementCell['state'], StateLook>> = {
  complete: { label: 'Received', icon: IconCircleCheck, color: 'var(--kind-new)' },
  waiting: { label: 'Part of it', icon: IconCircleHalf2, color: 'var(--kind-check)' },
  missing: { label: 'Not yet', icon: IconClockPause, color: 'var(--kind-other)' },
  late: { label: 'Late', icon: IconClockExclamation, color: 'var(--kind-less)' },
  reading: { label: 'Reading', icon: IconHourglass, color: 'var(--kind-other)' },
  failed: { label: 'Failed', icon: IconAlertCircle, color: 'var(--kind-gone)' },
  closed: { label: 'Closed', icon: IconLock, color: 'var(--kind-other)' },
  nothing: { label: 'Nothing expected', icon: IconMinus, color: 'var(--kind-other)' },
};

interface StateMarkProps extends Pick<StatementCell, 'state'> {
  /** The words in the place of the state's word. */
  readonly words?: string;
}

/** The state of a statement as an icon and a word. */
export function StateMark({ state, words }: StateMarkProps) {
  const { label, icon: Icon, color } = STATE_LOOKS[state];
  return (
    <span className={classes.mark} data-state={state}>
      <Icon size={16} stroke={1.75} color={color} aria-hidden className={classes.icon} />
      {words ?? label}
    </span>
  );
}
