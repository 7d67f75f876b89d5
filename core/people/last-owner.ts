import { type Refused, refuse } from '../problem.ts';
import type { Role } from './role.ts';

/** The role of a person in a team, and the number of the team's owners. */
export interface TeamSituation {
  readonly role: Role;
  readonly owners: number;
}

/** Refuses with `conflict` to leave an account without an owner; null allows it. `next` is the new role, null for a person who leaves. */
export function refuseLastOwner({ role, owners }: TeamSituation, next: Role | null): Refused | null {
  if (role !== 'owner' || next === 'owner' || owners > 1) return null;
  return refuse(
    'conflict',
    'This is the last owner. Make somebody else an owner first, so that the account keeps one.',
  );
}
