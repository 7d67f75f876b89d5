import { useEffect } from 'react';

interface RowKeys {
  readonly isPanelOpen: boolean;
  /** Opens the panel of a row; undefined closes it. */
  readonly onOpen: (key: string | undefined) => void;
  /** Null where rows cannot be selected. */
  readonly onSelect: ((key: string) => void) | null;
}

/** The elements in which a key writes text or chooses. */
const TYPING = 'input:not([type="checkbox"]), select, textarea, [contenteditable="true"], [role="dialog"] *';

/** Moves through the rows of a list with j and k, closes the panel with Escape and selects with x. Enter presses the focused row. */
export function useRowKeys({ isPanelOpen, onOpen, onSelect }: RowKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.matches(TYPING)) return;
      const rows: (Element | null)[] = [...document.querySelectorAll('[data-row]')];
      const at = rows.indexOf(document.activeElement);
      if (event.key === 'j' || event.key === 'k') {
        const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + (event.key === 'j' ? 1 : -1)))];
        if (next instanceof HTMLElement) next.focus();
        next?.scrollIntoView({ block: 'nearest' });
        const key = keyOfRow(next);
        if (isPanelOpen && key !== undefined) onOpen(key);
        return;
      }
      if (event.key === 'Escape' && isPanelOpen) onOpen(undefined);
      const key = keyOfRow(rows[at]);
      if (event.key === 'x' && key !== undefined) onSelect?.(key);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

const keyOfRow = (row: Element | null | undefined): string | undefined =>
  row?.closest<HTMLElement>('[data-key]')?.dataset['key'];
