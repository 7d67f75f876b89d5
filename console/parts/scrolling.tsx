import type { ReactNode } from 'react';
import classes from './parts.module.css';

interface ScrollingProps {
  /** The name of the content for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * A part of the page, usually a table, that scrolls sideways on a narrow screen. It takes the focus, so that it can be scrolled by keyboard
 * too.
 */
export function Scrolling({ label, children }: ScrollingProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: Whoever has no pointer could not scroll it otherwise.
    <section className={classes.scrolling} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
