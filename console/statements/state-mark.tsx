import { STATE_LOOKS } from './state-looks.ts';
import classes from './statements.module.css';
import type { StatementCell } from './use-statements.ts';

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
