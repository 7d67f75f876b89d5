import { createSignInClient } from '../../client/sign-in-client.ts';
import { clientBaseUrl } from '../api/base-url.ts';

/** The client by which a person signs in to the service of this page. */
export const signIn = createSignInClient({ baseUrl: clientBaseUrl() });
