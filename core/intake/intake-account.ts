import { hash } from 'node:crypto';
import type { Refused } from '../problem.ts';
import { accountMoved, accountMoving } from '../refusals.ts';
import { refuse } from '../refuse.ts';

/** The properties of an account that allow drop-offs by SFTP and email. */
export interface IntakeAccount {
  readonly accountId: string;
  readonly status: 'active' | 'pending' | 'suspended' | 'moving' | 'moved';
  readonly tier: 'standard' | 'enterprise';
}

/**
 * Refuses drop-offs to an account that is not active or not on the Enterprise tier; null when allowed
 * (docs/reference/drop-offs.md#common-rules).
 */
export function intakeRefusal({ status, tier }: Pick<IntakeAccount, 'status' | 'tier'>): Refused | null {
  if (status === 'moving') return accountMoving();
  if (status === 'moved') return accountMoved(null);
  if (status !== 'active') return refuse('account_not_provisioned', `The account is ${status}.`);
  if (tier !== 'enterprise') {
    return refuse('tier_required', 'Statements arrive by SFTP and email on the Enterprise tier only.');
  }
  return null;
}

/**
 * Returns the idempotency key of a drop, SHA-256 in hex over its identifying parts, so that repeated sweeps and
 * deliveries are harmless. JSON keeps different lists of parts apart.
 */
export function dropId(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex');
}
