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
