import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './tokens.css';
import './theme.css';
import { MantineProvider } from '@mantine/core';
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
import { theme } from './theme.ts';

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
