import { createTheme, Drawer, Modal } from '@mantine/core';

/** Locking the page behind a dialog would add a style element, which the Content-Security-Policy refuses. */
const UNLOCKED = { lockScroll: false } as const;

/** The defaults of Mantine's components; colors are in theme.css, because style elements are refused. */
export const theme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  components: {
    Modal: Modal.extend({ defaultProps: UNLOCKED }),
    Drawer: Drawer.extend({ defaultProps: UNLOCKED }),
  },
});
