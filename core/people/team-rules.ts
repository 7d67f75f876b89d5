import {
  INVITATION_MAILS_A_DAY_MAX,
  INVITATIONS_A_DAY_MAX,
  INVITATIONS_OF_ADDRESS_A_DAY_MAX,
} from '../limits/account-limits.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';

/** A person of a team whose role is to change, or who is to leave. */
export interface TeamSituation {
  readonly role: Role;
  /** Number of other owners who have signed in. */
  readonly otherOwners: number;
}

/**
 * Refuses with `conflict` a change that leaves the account without an owner who has signed in; null allows it. `next` is the new role, null
 * for a person who leaves. An invited owner does not count, because the invitation may never have arrived.
 */
export function refuseLastOwner({ role, otherOwners }: TeamSituation, next: Role | null): Refused | null {
  if (role !== 'owner' || next === 'owner' || otherOwners > 0) return null;
  return refuse(
    'conflict',
    'This is the last owner who has signed in. The account needs another one first: make somebody an owner who signs in.',
  );
}

/** Address of the user as whom every visitor of the example agency is signed in. `.invalid` never receives mail. */
export const VISITOR_EMAIL = 'visitor@example-agency.invalid';

/** The providers of identities that people can sign in with (docs/reference/people.md#google-and-microsoft). */
export const IDENTITY_PROVIDERS = ['google', 'microsoft'] as const;
export type IdentityProviderId = (typeof IDENTITY_PROVIDERS)[number];

/** The roles of a team and their rights (docs/reference/people.md#roles). */

export const ROLES = ['owner', 'staff', 'read_only', 'agent'] as const;
export type Role = (typeof ROLES)[number];

/** `manage` covers the team and its tokens. */
export const ACCESS_SCOPES = ['read', 'write', 'manage'] as const;
export type AccessScope = (typeof ACCESS_SCOPES)[number];

const SCOPES: Readonly<Record<Role, readonly AccessScope[]>> = {
  owner: ['read', 'write', 'manage'],
  staff: ['read', 'write'],
  read_only: ['read'],
  // An agent reads only the routes that show the agent's own members.
  agent: [],
};

/** Returns what a role allows on the whole account. */
export function scopesOf(role: Role): readonly AccessScope[] {
  return SCOPES[role];
}

/**
 * Returns whether the service keeps an address for people that it makes itself: the visitor of the example agency and the owner of the
 * first start. They have addresses at `.invalid`, a domain that never gets mail (RFC 2606), so nobody can be invited there.
 */
export function isReservedAddress(email: string): boolean {
  return /[@.]invalid\.?$/i.test(email.trim());
}

/** Makes the token of a link that signs a person in. The token of a link for one account ends with the account's id. */
export function tokenOfLink(secret: string, accountId: string | null): string {
  return accountId === null ? secret : `${secret}.${accountId}`;
}

/**
 * Returns the account that a token names; null for a link for any account. The service stores the digest of the whole token, so nobody can
 * put another account into it.
 */
export function accountOfToken(token: string): string | null {
  return /\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/.exec(token)?.[1] ?? null;
}

/** The invitations of the last day, before the next one. */
export interface RecentInvitations {
  /** The number that the account sent. */
  readonly ofAccount: number;
  /** The number that the account sent to the same address. */
  readonly ofAccountToAddress: number;
  /** The number that all accounts together sent to the same address. */
  readonly toAddress: number;
}

/** Refuses with `rate_limited` one more invitation of an account that has sent too many in a day; null allows it. */
export function refuseInvitation({ ofAccount, ofAccountToAddress }: RecentInvitations): Refused | null {
  const headers = { 'Retry-After': '86400' };
  if (ofAccountToAddress >= INVITATIONS_OF_ADDRESS_A_DAY_MAX) {
    const detail = `An account may invite one address ${INVITATIONS_OF_ADDRESS_A_DAY_MAX} times a day. Try again tomorrow.`;
    return refuse('rate_limited', { detail, headers });
  }
  if (ofAccount < INVITATIONS_A_DAY_MAX) return null;
  const detail = `An account may invite ${INVITATIONS_A_DAY_MAX} people a day. Try again tomorrow.`;
  return refuse('rate_limited', { detail, headers });
}

/**
 * Returns whether an invitation may be mailed. An address gets a few such mails a day from all accounts together. Above that the invitation
 * is stored without a mail, so that no account learns that others have invited the address, and none can keep others from inviting it.
 */
export function mayMailInvitation(recentToAddress: number): boolean {
  return recentToAddress < INVITATION_MAILS_A_DAY_MAX;
}
