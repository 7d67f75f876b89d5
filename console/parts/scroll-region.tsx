import type { ReactNode } from 'react';
import classes from '../changes/changes.module.css';

/** Scrolls a wide table sideways on a narrow screen. It takes the focus, because a table without buttons could not be scrolled by keyboard. */
export function ScrollRegion({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls must be reached by keyboard.
    <section className={classes.scroll} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
