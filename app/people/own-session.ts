import { randomUUID } from 'node:crypto';
import { isReservedAddress } from '../../core/people/team-rules.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { SignedInPerson } from '../accounts/issue-token.ts';
import type { AccountStore } from '../accounts/manage-accounts.ts';
import type { InvitationStore } from './manage-team.ts';
import type { Introduction, Invitee, LinkHolder, OwnAccount, SignIn, TeamStore } from './people.ts';

/**
 * The use cases of a person's own session, name and invitations, and of a link before it is used (docs/reference/people.md).
 */

/**
 * The address of the owner whom the first start creates, until the owner states another address. A `.invalid` address can never get mail.
 */
const FIRST_OWNER_EMAIL = 'owner@first-start.invalid';

/** Lists the accounts that the person of a session can work in, by name. */
export function listOwnAccounts(
  team: Pick<TeamStore, 'listAccounts'>,
  sessionId: string,
): Promise<readonly OwnAccount[]> {
  return team.listAccounts(sessionId);
}

/** Lets a session work in another account of its person. Returns null when done; refuses an account whose team the person is not in. */
export async function enterAccount(
  team: Pick<TeamStore, 'enterAccount'>,
  session: { readonly sessionId: string; readonly accountId: string },
): Promise<Refused | null> {
  return (await team.enterAccount(session)) ? null : refuse('not_found', 'You are not in the team of such an account.');
}

/**
 * Replaces the placeholder name and address of the owner whom the first start made, and the name of the agency. Returns null when done.
 * Refuses any other person, because an address proves who a person is, an address in use, and a reserved one.
 */
export async function introduceOwner(
  team: Pick<TeamStore, 'nameOwner'>,
  {
    person,
    accountId,
    ...introduction
  }: Introduction & { readonly person: SignedInPerson; readonly accountId: string },
  origin: RequestOrigin,
): Promise<Refused | null> {
  if (person.email !== FIRST_OWNER_EMAIL)
    return refuse('conflict', 'Your address is known already. An owner can remove you and invite your new address.');
  const email = introduction.email.toLowerCase();
  if (isReservedAddress(email)) return refuseField('email', 'must be an address that can get mail');
  return team.nameOwner({ userId: person.userId, accountId }, { ...introduction, email }, origin);
}

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

/**
 * Adds the agent of a signed-in agent to a filter without one. The database restricts an agent's reads in any case; with the filter, counts
 * come from the agent's rows and not from the account's sums (docs/reference/people.md#agents).
 */
export function filterByOwnAgent<Filter extends { readonly agent?: string | undefined }>(
  person: SignedInPerson | null,
  filter: Filter,
): Filter {
  const own = person?.agentRecordId ?? person?.agent ?? null;
  return own === null || filter.agent !== undefined ? filter : { ...filter, agent: own };
}

interface FirstOwnerDeps {
  readonly accounts: Pick<AccountStore, 'list' | 'create'>;
  readonly team: TeamStore;
  readonly signIn: Pick<SignIn, 'makeLink'>;
}

/**
 * Makes a link for the first owner of an installation that nobody has signed in to, together with the owner and, if there is none, the
 * first account. Returns null when somebody has signed in before. Each start makes a new link until it is used.
 */
export async function linkFirstOwner({ accounts, team, signIn }: FirstOwnerDeps): Promise<string | null> {
  if (!(await team.isUnused())) return null;
  let accountId = (await team.findReserved(FIRST_OWNER_EMAIL))?.accountId ?? null;
  if (accountId === null) {
    const origin: RequestOrigin = { actor: 'first start', ip: null, requestId: randomUUID() };
    const { data } = await accounts.list({ limit: 1, offset: 0 });
    const account = data[0] ?? (await accounts.create({ name: 'My agency', tier: 'enterprise', email: null }, origin));
    const owner = {
      email: FIRST_OWNER_EMAIL,
      name: 'Owner',
      role: 'owner',
      agent: null,
      agentRecordId: null,
      inviterName: null,
    } as const;
    const added = await team.add(account.id, { invite: owner, decide: () => null }, origin);
    if (isRefused(added)) return null;
    accountId = account.id;
  }
  return signIn.makeLink(FIRST_OWNER_EMAIL, accountId);
}
