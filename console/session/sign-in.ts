import { createSignInClient } from '../../client/sign-in-client.ts';
import { clientBaseUrl } from '../api/base-url.ts';

/** The calls for passkeys. The browser asks the person, and the library of the service checks the answer. */

/** The calls about invitations of the signed-in person, who may work in no agency yet. */

/** Looking around in the agency with invented statements. */

/** The client by which a person signs in to the service of this page. */
export const signIn = createSignInClient({ baseUrl: clientBaseUrl() });
