import { HANDED_LINK_MINUTES } from '../../core/limits/account-limits.ts';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isReservedAddress, refuseInvitation, refuseLastOwner } from '../../core/people/team-rules.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { MailPerson } from './mail-person.ts';
import type {
  AddedMember,
  Invite,
  InvitedPerson,
  Invitee,
  LinkHolder,
  NewMember,
  RoleChange,
  SignIn,
  TeamMember,
  TeamStore,
} from './people.ts';

/** The invitations of a person, who answers them. */
export interface InvitationStore {
  /** Returns null when there is no such session. */
  find(sessionId: string): Promise<Invitee | null>;
  /** Makes the invited person of a session a member, and lets the session work in the account. Returns false without such an invitation. */
  accept(request: { readonly sessionId: string; readonly invitationId: string }): Promise<boolean>;
  /** Deletes the invitation. Returns false without such an invitation. */
  decline(request: { readonly sessionId: string; readonly invitationId: string }): Promise<boolean>;
  /** Returns whom a link would sign in, and uses nothing up. Null when the link does not work. */
  findLinkHolder(token: string): Promise<LinkHolder | null>;
}

/** Manages the people of an account (docs/reference/people.md#team). */
export interface TeamManagement {
  readonly team: TeamStore;
  readonly mailPerson: MailPerson;
}

/** Lists the team, owners first, then by name. */
export function listTeam(
  { team }: Pick<TeamManagement, 'team'>,
  accountId: string,
  page: OffsetPosition,
): Promise<OffsetPage<TeamMember>> {
  return team.list(accountId, page);
}

/**
 * Invites a person to the team and mails the address of the sign-in page. The person becomes a member by accepting. A failed mail is
 * only logged, because the person can sign in without it. Where no mail leaves the machine, the answer has a link to hand over. The link
 * signs its holder in as the person, so none is made for a person of another account. Refuses a person of the team, an agent without a
 * writing agent, a reserved address, and more invitations than an account may send in a day.
 */
export async function invitePerson(
  management: TeamManagement & { readonly signIn: Pick<SignIn, 'makeLink'>; readonly hasMail: boolean },
  request: { readonly accountId: string; readonly invite: Invite },
  origin: RequestOrigin,
): Promise<InvitedPerson | Refused> {
  const added = await addMember(management, { ...request, decide: refuseInvitation }, origin);
  if (isRefused(added)) return added;
  await mailInvite(management, request, added);
  const { member, isElsewhere } = added;
  if (management.hasMail || isElsewhere) return { ...member, signInLink: null };
  const signInLink = await management.signIn.makeLink(member.email, undefined, HANDED_LINK_MINUTES);
  return { ...member, signInLink };
}

async function addMember(
  { team }: Pick<TeamManagement, 'team'>,
  { accountId, invite, decide }: NewMember & { readonly accountId: string },
  origin: RequestOrigin,
): Promise<AddedMember | Refused> {
  const refused = refuseAgent(invite) ?? refuseReserved(invite);
  return refused ?? team.add(accountId, { invite: { ...invite, email: invite.email.toLowerCase() }, decide }, origin);
}

async function mailInvite(
  { mailPerson }: Pick<TeamManagement, 'mailPerson'>,
  { accountId, invite: { inviterName } }: { readonly accountId: string; readonly invite: Invite },
  { member: { email }, accountName, recent }: AddedMember,
): Promise<void> {
  const recentToAddress = recent.toAddress;
  await mailPerson({ kind: 'invitation', email, accountId, accountName, inviterName, recentToAddress });
}

/**
 * Changes the role of a person, from the next request on. Refuses an unknown person, and a change that leaves the account without an owner.
 */
export async function changeRole(
  { team }: Pick<TeamManagement, 'team'>,
  request: { readonly accountId: string; readonly userId: string; readonly change: RoleChange },
  origin: RequestOrigin,
): Promise<TeamMember | Refused> {
  const { accountId, ...changed } = request;
  const refused = refuseAgent(changed.change);
  if (refused !== null) return refused;
  return (await team.change(accountId, { ...changed, decide: refuseLastOwner }, origin)) ?? unknownPerson();
}

/** Removes a person from the team and ends the person's sessions. Returns null when done; refuses to remove the last owner. */
export async function removePerson(
  { team }: Pick<TeamManagement, 'team'>,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  origin: RequestOrigin,
): Promise<Refused | null> {
  const removed = await team.remove(accountId, { userId, decide: refuseLastOwner }, origin);
  if (removed === null) return unknownPerson();
  return isRefused(removed) ? removed : null;
}

/**
 * Adds a person for the operator, mails the address of the sign-in page, and returns a link that signs the person in once. Refuses like
 * `invitePerson`, and an unknown account.
 */
export async function addPerson(
  management: TeamManagement & { readonly signIn: Pick<SignIn, 'makeLink'> },
  request: { readonly accountId: string; readonly invite: Invite },
  origin: RequestOrigin,
): Promise<(TeamMember & { readonly signInLink: string }) | Refused> {
  const added = await addMember(management, { ...request, decide: () => null }, origin);
  if (isRefused(added)) return added;
  await mailInvite(management, request, added);
  const { member } = added;
  return { ...member, signInLink: await management.signIn.makeLink(member.email, request.accountId) };
}

function refuseReserved({ email }: Invite): Refused | null {
  return isReservedAddress(email) ? refuseField('email', 'must be an address that can get mail') : null;
}

function refuseAgent({ role, agent, agentRecordId = null }: RoleChange): Refused | null {
  if ((role === 'agent') === (agent !== null || agentRecordId !== null)) return null;
  return refuseField('agent', role === 'agent' ? 'must name the writing agent' : 'is only for the role "agent"');
}

const unknownPerson = () => refuse('not_found', 'There is no such person in the team.');
