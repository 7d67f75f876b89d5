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
