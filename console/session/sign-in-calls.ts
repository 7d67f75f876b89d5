import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { z } from 'zod/mini';
import { refusedSignIn } from '../../client/sign-in-client.ts';
import { signIn } from './sign-in.ts';

/** The calls about invitations of the signed-in person, who may work in no agency yet. */

const inviter = z.object({ name: z.string(), email: z.nullable(z.string()) });

const invitee = z.object({
  email: z.string(),
  invitations: z.array(
    z.object({ invitationId: z.string(), accountName: z.string(), inviter, role: z.string(), invitedAt: z.string() }),
  ),
});

export type Invitee = z.infer<typeof invitee>;

export type Invitation = Invitee['invitations'][number];

const linkHolder = z.object({ email: z.string(), account: z.nullable(z.object({ name: z.string() })) });

export type LinkHolder = z.infer<typeof linkHolder>;

/** Returns the signed-in person with the open invitations; null when nobody has signed in. */
export async function readInvitee(): Promise<Invitee | null> {
  const response = await signIn.call('invitations');
  return response.ok ? invitee.parse(await response.json()) : null;
}

/** Accepts or declines an invitation. Throws `ProblemError` when it is not open any more. */
export async function answerInvitation(invitationId: string, answer: 'accept' | 'decline'): Promise<void> {
  const { ok, status } = await signIn.call(`invitations/${invitationId}/${answer}`, {});
  if (!ok) throw refusedSignIn(status, 'This invitation is not open any more. Load the page again.');
}

/** Returns whom a link would sign in, without using it; null when the link does not work any more. */
export async function readLinkHolder(token: string): Promise<LinkHolder | null> {
  const response = await signIn.showLink(token);
  return response.ok ? linkHolder.parse(await response.json()) : null;
}

/** The calls for passkeys. The browser asks the person, and the library of the service checks the answer. */

const NOT_TAKEN = 'The passkey was not taken. Try again, or get a link by email.';

/** True where passkeys work. Browsers accept none at a numeric address. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|^\[/.test(window.location.hostname);
}

async function optionsOf<Options>(path: string): Promise<Options> {
  const response = await signIn.call(path);
  if (response.status === 403 || response.status === 401)
    throw refusedSignIn(response.status, 'Sign out and in again first. That shows that it is still you.');
  if (!response.ok) throw refusedSignIn(response.status, NOT_TAKEN);
  return response.json();
}

/** Adds a passkey of this device to the signed-in person. Throws when the person cancels, or the service refuses it. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await optionsOf<PublicKeyCredentialCreationOptionsJSON>('passkey/generate-register-options');
  const answer = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    throw refusedSignIn(0, isKnown ? 'This device has a passkey for you already.' : 'No passkey was made.');
  });
  const response = await signIn.call('passkey/verify-registration', { response: answer, name });
  if (!response.ok) throw refusedSignIn(response.status, NOT_TAKEN);
}

/** Signs in with a passkey of this device. Throws when the person cancels, or the service does not know the passkey. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await optionsOf<PublicKeyCredentialRequestOptionsJSON>('passkey/generate-authenticate-options');
  const answer = await startAuthentication({ optionsJSON }).catch(() => {
    throw refusedSignIn(0, 'No passkey was chosen. Try again, or get a link by email.');
  });
  const response = await signIn.call('passkey/verify-authentication', { response: answer });
  if (!response.ok) throw refusedSignIn(response.status, 'Nobody here has this passkey. Get a link by email instead.');
}

const passkeys = z.array(z.object({ id: z.string(), name: z.nullish(z.string()), createdAt: z.nullish(z.string()) }));

type Passkey = z.infer<typeof passkeys>[number];

/** Returns the passkeys of the signed-in person. */
export async function readPasskeys(): Promise<readonly Passkey[]> {
  const response = await signIn.call('passkey/list-user-passkeys');
  if (!response.ok) throw refusedSignIn(response.status, 'Your passkeys could not be loaded.');
  return passkeys.parse(await response.json());
}

export async function removePasskey(id: string): Promise<void> {
  const response = await signIn.call('passkey/delete-passkey', { id });
  if (!response.ok) throw refusedSignIn(response.status, 'The passkey was not removed.');
}
