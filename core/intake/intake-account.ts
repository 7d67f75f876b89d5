import { type Refused, refuse } from '../problem.ts';

/** What of an account decides whether it may drop statements by SFTP and email. */
export interface IntakeAccount {
  readonly accountId: string;
  readonly status: 'active' | 'pending' | 'suspended';
  readonly tier: 'standard' | 'enterprise';
}

/** Why this account may not set up or use drop-offs (docs/reference/drop-offs.md#common-rules), or null. */
export function intakeRefusal({ status, tier }: Pick<IntakeAccount, 'status' | 'tier'>): Refused | null {
  if (status !== 'active') return refuse('account_not_provisioned', `The account is ${status}.`);
  if (tier !== 'enterprise') {
    return refuse('tier_required', 'Statements arrive by SFTP and email on the Enterprise tier only.');
  }
  return null;
}
