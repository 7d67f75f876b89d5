import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './tokens.css';
import './theme.css';
import { Badge, createTheme, Drawer, MantineProvider, Modal, ModalOverlay, Select } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createCommissionClient } from '../client/commission-client.ts';
import { ClientContext, createQueryClient } from './api/api.ts';
import { clientBaseUrl, replaceUnreadableAddress, serviceAddress } from './api/base-url.ts';
import { createConsoleRouter } from './router.tsx';
import { createTokenStore, TokenStoreContext } from './session/use-session.ts';

/**
 * The setting by which a dialog does not lock the page behind it. Locking would add a style element, which the Content-Security-Policy
 * refuses.
 */
const UNLOCKED = { lockScroll: false } as const;

/** The defaults of Mantine's components; colours are in theme.css, because the Content-Security-Policy refuses style elements. */
const theme = createTheme({
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

const element = document.getElementById('console');
if (element === null) throw new Error('The page has no element for the console.');

const tokens = createTokenStore(window.sessionStorage);
const client = createCommissionClient({ baseUrl: clientBaseUrl(), token: tokens.read });
const queries = createQueryClient();
replaceUnreadableAddress();
const router = createConsoleRouter(serviceAddress().pathname);

// Mantine's own style elements stay off: the Content-Security-Policy allows stylesheets from files only.
createRoot(element).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queries}>
        <TokenStoreContext value={tokens}>
          <ClientContext value={client}>
            <Notifications position="bottom-right" autoClose={8_000} />
            <RouterProvider router={router} />
          </ClientContext>
        </TokenStoreContext>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
