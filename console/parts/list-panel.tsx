import { CloseButton, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './list-panel.module.css';

interface ListWithPanelProps {
  readonly list: ReactNode;
  /** The panel of the opened row; null without one. */
  readonly panel: ReactNode;
  readonly isWide?: boolean;
}

/** A list, and beside it the panel of its opened row. */
export function ListWithPanel({ list, panel, isWide = false }: ListWithPanelProps) {
  const isOpen = panel !== null;
  return (
    <div className={classes.view} {...(isOpen && { 'data-open': true })} {...(isWide && { 'data-wide': true })}>
      <div>{list}</div>
      {panel}
    </div>
  );
}

interface ListPanelProps {
  /** The name of the panel for screen readers. */
  readonly label: string;
  readonly title: string;
  /** Shown below the title. */
  readonly lead?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The panel of one row, which takes the focus when it opens. It follows the list; Escape closes it. */
export function ListPanel({ label, title, lead, onClose, children }: ListPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside className={`${classes.panel} no-print`} aria-label={label} data-panel>
      <div className={classes.head}>
        <div>
          <Title order={2} size="h4" ref={heading} tabIndex={-1} data-panel-title>
            {title}
          </Title>
          {lead}
        </div>
        <CloseButton aria-label="Close" data-close onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}

/** Buttons in a row below a part of the panel. */
export function PanelButtons({ children }: { readonly children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
