import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnedFocus } from './focus.ts';
import classes from './parts.module.css';

interface SidePanelProps {
  readonly title: string;
  /** Shown below the title. */
  readonly lead?: ReactNode;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel beside the page that shows one thing of a list. Escape closes it. */
export function SidePanel({ title, lead, isOpen, onClose, children }: SidePanelProps) {
  return (
    <Drawer.Root opened={isOpen} onClose={onClose} position="right" size="36rem" lockScroll={false}>
      <Drawer.Overlay backgroundOpacity={0.25} />
      <Drawer.Content>
        <div className={classes.panelHead}>
          <div>
            <Drawer.Title className={classes.panelTitle}>{title}</Drawer.Title>
            {lead}
          </div>
          <Drawer.CloseButton aria-label="Close" />
        </div>
        <Drawer.Body className={classes.body}>
          <PanelContent>{children}</PanelContent>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function PanelContent({ children }: { readonly children: ReactNode }) {
  useReturnedFocus();
  return children;
}
