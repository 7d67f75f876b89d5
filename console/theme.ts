import { Badge, createTheme, Drawer, Modal, ModalOverlay, Select } from '@mantine/core';

/**
 * The setting by which a dialog does not lock the page behind it. Locking would add a style element, which the Content-Security-Policy
 * refuses.
 */
const UNLOCKED = { lockScroll: false } as const;

/** The defaults of Mantine's components; colours are in theme.css, because the Content-Security-Policy refuses style elements. */
export const theme = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'md',
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600 } }),
    Modal: Modal.extend({ defaultProps: UNLOCKED }),
    ModalOverlay: ModalOverlay.extend({ defaultProps: { backgroundOpacity: 0.35 } }),
    // Enter chooses the first option that the typed letters find, also where it is chosen already.
    Select: Select.extend({ defaultProps: { selectFirstOptionOnChange: true, allowDeselect: false } }),
    Drawer: Drawer.extend({ defaultProps: UNLOCKED }),
  },
});
