import { createSignInClient } from '../../client/sign-in-client.ts';
import { clientBaseUrl } from '../api/base-url.ts';

/** Signing in to the service of this page. */
export const signIn = createSignInClient({ baseUrl: clientBaseUrl() });
