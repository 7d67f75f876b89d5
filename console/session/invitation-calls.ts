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
