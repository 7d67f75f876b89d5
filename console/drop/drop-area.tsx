import { Button, FileButton, Text } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useRights } from '../session/use-session.ts';
import classes from './drop.module.css';

interface DropAreaProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onFiles: (files: readonly File[]) => void;
  readonly isLarge?: boolean;
  /** Another button of the screen is the primary one. */
  readonly isQuiet?: boolean;
  /** Names the area for screen readers. */
  readonly label?: string;
}

/** A large area that takes dragged files, with a button for everybody who does not drag. Only people who may change something get it. */
export function DropArea(props: DropAreaProps) {
  const { mayChange } = useRights();
  return mayChange ? (
    <OpenArea {...props} />
  ) : (
    <p>Statements are added by people who may change things. Ask an owner of the agency.</p>
  );
}

function OpenArea({
  title,
  children,
  onFiles,
  isLarge = false,
  isQuiet = false,
  label = 'Add statements',
}: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length > 0) onFiles(files);
  };
  const show = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      aria-label={label}
      className={classes.area}
      data-over={isOver || undefined}
      data-large={isLarge || undefined}
      data-quiet={isQuiet || undefined}
      onDragEnter={show}
      onDragOver={show}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      {!isQuiet && <UploadMark />}
      <Text className={classes.title}>{title}</Text>
      {!isQuiet && (
        <Text c="dimmed" maw="34rem">
          {children}
        </Text>
      )}
      <FileButton multiple onChange={(files) => files.length > 0 && onFiles(files)}>
        {(props) => (
          <Button {...props} size={isLarge ? 'md' : 'sm'} variant={isQuiet ? 'default' : 'filled'}>
            Choose files
          </Button>
        )}
      </FileButton>
    </section>
  );
}

function UploadMark() {
  return (
    <svg viewBox="0 0 24 24" width="40" height="40" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d="M12 16V4m0 0L7.5 8.5M12 4l4.5 4.5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3" />
    </svg>
  );
}
