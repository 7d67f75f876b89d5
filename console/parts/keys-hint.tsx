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
