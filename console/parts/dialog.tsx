import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './parts.module.css';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Shows a dialog over the page. The page behind it may be scrolled, because locking it would take a style element. Mantine's own head of a
 * dialog is not used: it is a `header`, which screen readers take for a second header of the page.
 */
export function Dialog({ title, isOpen, onClose, children }: DialogProps) {
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size="xl" lockScroll={false}>
      <Modal.Overlay />
      <Modal.Content>
        <div className={classes.head}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
