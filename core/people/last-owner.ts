import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';
import type { Role } from './role.ts';

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
