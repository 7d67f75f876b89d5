import { useEffect } from 'react';

/** The elements in which a key writes text or chooses, and dialogs, which have keys of their own. */
const ELSEWHERE = 'input:not([type="checkbox"]), select, textarea, [contenteditable="true"], [role="dialog"] *';

/**
 * The keys of all lists: j and k move over the elements with `data-row`, Enter opens the focused one and goes into its panel, x ticks the
 * box of its row, and Escape closes the panel and goes back to the row. An open panel follows j and k. The marks in the page say what is a
 * row, so that a list has the keys without code of its own.
 */
export function useListKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.matches(ELSEWHERE)) return;
  const panel = document.querySelector('[data-panel]');
  if (event.key === 'j' || event.key === 'k') move(event.key === 'j' ? 1 : -1, panel !== null);
  if (event.key === 'x') press(rowInHand()?.querySelector('input[type="checkbox"]'));
  if (event.key === 'Escape' && panel !== null) close(panel);
  if (event.key === 'Enter' && document.activeElement?.matches('[data-active] [data-row]') && panel !== null) {
    event.preventDefault();
    focus(panel.querySelector('[data-panel-title]'));
  }
}

/** The row that has the focus, else the row whose panel is open. */
const rowInHand = () =>
  document.activeElement?.closest('[data-key]') ?? document.querySelector('[data-key][data-active]');

/** Closes a panel beside a list. The focus goes back to its row, or to the title of the page. */
function close(panel: Element): void {
  const isInside = panel.contains(document.activeElement);
  const row = document.querySelector('[data-active] [data-row]');
  press(panel.querySelector('[data-close]'));
  if (isInside) focus(row ?? document.querySelector('main h1'));
}

function focus(found: Element | null): void {
  if (found instanceof HTMLElement) found.focus();
}

function move(step: 1 | -1, hasPanel: boolean): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const isFocused = (row: HTMLElement) => row === document.activeElement;
  // A panel that took the focus belongs to the active row.
  const isActive = (row: HTMLElement) => row.closest('[data-active]') !== null;
  const at = rows.findIndex(rows.some(isFocused) ? isFocused : isActive);
  const next = rows[at === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  if (hasPanel && next?.closest('[data-active]') === null) next.click();
}

function press(found: Element | null | undefined): void {
  if (found instanceof HTMLElement) found.click();
}
