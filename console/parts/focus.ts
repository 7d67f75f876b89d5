import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what opened a dialog, when the component inside it goes and nothing else has taken the focus. The library does so
 * only for a dialog that stays in the page while it is closed.
 */
export function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
}

/**
 * Takes the parts of a drawing out of the tab order. Chromium stops at every SVG group that React listens on, and nothing in a chart can be
 * used by keyboard. The chart adds and replaces its groups later, so they are watched until the drawing is removed.
 */
export function keepOutOfTabOrder(drawing: HTMLElement | null) {
  if (drawing === null) return;
  const takeOut = () => {
    for (const group of drawing.querySelectorAll('g:not([tabindex])')) group.setAttribute('tabindex', '-1');
  };
  takeOut();
  const observer = new MutationObserver(takeOut);
  observer.observe(drawing, { childList: true, subtree: true });
  return () => observer.disconnect();
}
