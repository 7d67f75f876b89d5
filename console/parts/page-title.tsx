import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './parts.module.css';

interface PageTitleProps {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
}

/** The heading of a screen. It also names the browser's tab, and takes the focus so that a screen reader reads it. */
export function PageTitle({ title, lead, actions }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Commission statements`;
  }, [title]);
  useEffect(() => {
    const isIdle = document.activeElement === null || document.activeElement === document.body;
    const isLink = document.activeElement instanceof HTMLAnchorElement;
    if (isIdle || isLink) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header className={classes.header}>
      <div>
        <Title order={1} size="h2" ref={heading} tabIndex={-1} className={classes.pageTitle}>
          {title}
        </Title>
        {lead !== undefined && (
          <Text c="dimmed" mt={4}>
            {lead}
          </Text>
        )}
      </div>
      {actions !== undefined && <div className={`${classes.actions} no-print`}>{actions}</div>}
    </header>
  );
}
