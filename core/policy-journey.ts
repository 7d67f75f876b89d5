import type { MemberStatus } from './scoring/scored-row.ts';

/**
 * One policy of a member followed through the member's months (docs/reference/members-and-comparisons.md#journeys). The
 * policy is known from its lines alone.
 */

/** A month in which the member has a row. */
export interface MemberStep {
  readonly status: MemberStatus;
  /** False in a month without the member: dropped, paid ahead, or a chargeback after the drop. */
  readonly present: boolean;
}

export interface PolicyStep<Month, Policy> {
  readonly month: Month;
  readonly present: boolean;
  /** Null in a month without lines of the policy. */
  readonly policy: Policy | null;
  /** What the policy is compared with: how it was last paid; null where there is nothing to compare. */
  readonly previous: Policy | null;
}

/**
 * The months that tell of the policy: those with lines of it, those the member was paid ahead for while holding it, and the
 * one in which it was missed. Like a member's drop, a policy's is told once; when it comes back it is compared with what it
 * last was. A chargeback after the member's drop is shown, but is no return and is compared with nothing.
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
