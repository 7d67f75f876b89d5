import type { MemberStatus } from '../scoring/scored-row.ts';

/**
 * Follows one policy of a member through the months, from its lines alone
 * (docs/reference/members-and-comparisons.md#journeys).
 */

/** A month in which the member has a scored row. */
export interface MemberStep {
  readonly status: MemberStatus;
  /** False when the member is dropped, paid ahead, or has only a chargeback after the drop. */
  readonly present: boolean;
}

/** A month of a policy's journey. */
export interface PolicyStep<Month, Policy> {
  readonly month: Month;
  /** True when the member is present and the policy has lines. */
  readonly present: boolean;
  /** Null in a month without lines of the policy. */
  readonly policy: Policy | null;
  /** The policy in its last paid month, for a comparison; null without one. */
  readonly previous: Policy | null;
}

/**
 * Returns the months with lines of the policy, its paid-ahead months, and the one month in which it went missing. A
 * chargeback after the member's drop is shown, but it is no return and is compared with nothing.
 */
export function followPolicy<Month extends MemberStep, Policy>(
  months: Iterable<Month>,
  policyIn: (month: Month) => Policy | null,
): readonly PolicyStep<Month, Policy>[] {
  const steps: PolicyStep<Month, Policy>[] = [];
  let last: Policy | null = null;
  let missed = false;
  for (const month of months) {
    const policy = policyIn(month);
    if (policy !== null) {
      steps.push({ month, present: month.present, policy, previous: month.present ? last : null });
      if (month.present) {
        last = policy;
        missed = false;
      }
    } else if (last !== null && !missed) {
      const isDrop = month.present || month.status === 'red';
      steps.push({ month, present: false, policy, previous: isDrop ? last : null });
      missed = isDrop;
    }
  }
  return steps;
}
