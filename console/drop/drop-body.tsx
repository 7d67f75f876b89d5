import { ActionIcon } from '@mantine/core';
import IconX from '@tabler/icons-react/icons/IconX';
import type { ReactNode } from 'react';
import classes from './drop.module.css';

interface DropBodyProps {
  /** Names what it is about for screen readers. */
  readonly label: string;
  readonly children: ReactNode;
}

/** Shows under the line of a file what is to be said or answered about it. */
export function DropBody({ label, children }: DropBodyProps) {
  return (
    <fieldset className={classes.body} aria-label={label}>
      {children}
    </fieldset>
  );
}

interface LeaveOutProps {
  readonly name: string;
  readonly onClick: () => void;
}

/** Takes a file off the list. */
export function LeaveOut({ name, onClick }: LeaveOutProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`Leave it out: ${name}`}
      title="Leave it out"
      onClick={onClick}
    >
      <IconX size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
