import { type Refused, refuse } from '../problem.ts';
import type { Role } from './role.ts';

/** The role of a person in a team, and the number of the team's other owners who have signed in. */
export interface TeamSituation {
  readonly role: Role;
  readonly otherOwners: number;
}

/**
 * Refuses with `conflict` to leave an account without an owner who has signed in; null allows it. `next` is the new role, null for a person
 * who leaves. An invited owner does not count: the mail may never have reached anybody.
 */
export function refuseLastOwner({ role, otherOwners }: TeamSituation, next: Role | null): Refused | null {
  if (role !== 'owner' || next === 'owner' || otherOwners > 0) return null;
  return refuse(
    'conflict',
    'This is the last owner who has signed in. The account needs another one first: make somebody an owner who signs in.',
  );
}
