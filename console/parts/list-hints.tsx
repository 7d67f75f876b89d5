import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './parts.module.css';

interface KeysHintProps {
  /** True where rows can be ticked. */
  readonly ticks?: boolean;
  /** True where a panel opens beside the list. */
  readonly closes?: boolean;
}

/** The keys of a list in small words. Narrow screens, which have no keys, leave them out. */
export function KeysHint({ ticks = false, closes = false }: KeysHintProps) {
  return (
    <span className={`${classes.keys} no-print`}>
      <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens
      {closes && (
        <>
          , <kbd>Esc</kbd> closes
        </>
      )}
      {ticks && (
        <>
          , <kbd>x</kbd> selects
        </>
      )}
    </span>
  );
}

interface EmptyListProps {
  readonly icon: Icon;
  /** The reason why nothing is here, as a sentence. */
  readonly words: string;
  /** The button that does something about it. */
  readonly children?: ReactNode;
}

/** Takes the place of a list that has nothing, and says what fills it. */
export function EmptyList({ icon: Icon, words, children }: EmptyListProps) {
  return (
    <div className={classes.empty}>
      <Icon size={28} stroke={1.4} aria-hidden />
      <p>{words}</p>
      {children}
    </div>
  );
}
