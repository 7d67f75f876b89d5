import type { Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import type { InvitationStore, Invitee, LinkHolder } from './people-ports.ts';

/** The use cases of a person who was invited, and of a link before it is used (docs/reference/people.md#invitations). */

/** Lists the invitations that the person of a session has not answered. Refuses an unknown session. */
export async function listInvitations(
  invitations: Pick<InvitationStore, 'find'>,
  sessionId: string | null,
): Promise<Invitee | Refused> {
  return (sessionId === null ? null : await invitations.find(sessionId)) ?? notSignedIn();
}

/** Accepts or declines an invitation of the person of a session. Returns null when done; refuses any other invitation. */
export async function answerInvitation(
  invitations: Pick<InvitationStore, 'accept' | 'decline'>,
  { sessionId, invitationId, answer }: InvitationAnswer,
): Promise<Refused | null> {
  if (sessionId === null) return notSignedIn();
  const isDone = await invitations[answer]({ sessionId, invitationId });
  return isDone ? null : refuse('not_found', 'You have no such invitation.');
}

export interface InvitationAnswer {
  readonly sessionId: string | null;
  readonly invitationId: string;
  readonly answer: 'accept' | 'decline';
}

/** Returns whom a link would sign in, without using the link. Refuses a link that does not work. */
export async function findLinkHolder(
  invitations: Pick<InvitationStore, 'findLinkHolder'>,
  token: string,
): Promise<LinkHolder | Refused> {
  return (await invitations.findLinkHolder(token)) ?? refuse('not_found', 'This link does not work any more.');
}

const notSignedIn = () => refuse('unauthorized', 'Sign in first.');
