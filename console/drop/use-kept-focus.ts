import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps the keyboard focus in a list whose buttons vanish when they are pressed: the focus goes to the line of the vanished button, or to
 * the list when the line is gone too. Returns the attributes of the list's element.
 */
export function useKeptFocus() {
  const list = useRef<HTMLElement>(null);
  const line = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (line.current === null || document.activeElement !== document.body) return;
    (line.current.isConnected ? line.current : list.current)?.focus({ preventScroll: true });
  });
  return {
    ref: list,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      line.current = target.closest<HTMLElement>('[data-stage]') ?? list.current;
    },
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget !== null) line.current = null;
    },
  };
}
