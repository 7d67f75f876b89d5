import type { ExpectedRate } from '../../core/scoring/expected.ts';
import type { ScorableLine } from '../../core/scoring/member-month.ts';

/** A line with exactly the fields that every line has. */
export const PLAIN_LINE = {
  policyRefId: null,
  policyNumber: null,
  memberName: null,
  email: null,
  planName: null,
  planCode: null,
  productType: null,
  premium: null,
  lives: null,
  effectiveDate: null,
  termDate: null,
  monthsPaid: null,
  agentId: null,
  agentName: null,
  state: null,
  county: null,
  carrierStatus: null,
  description: null,
  split: null,
  rate: null,
  coverageMonth: null,
  paidThrough: null,
  transactionType: null,
  fileId: 'file',
} as const satisfies Partial<ScorableLine>;

/** A line of a member's policy; both ids are as given. */
export function plainLine(
  member: string,
  policy: string | null,
  { amount, ...more }: Partial<ScorableLine> & { readonly amount: number },
): ScorableLine {
  const named = { memberRefId: member, memberExternalId: member, policyRefId: policy, policyNumber: policy };
  return { ...PLAIN_LINE, ...named, amount, ...more };
}

/** A contracted rate for every plan and state, without a first day. */
export function flatRate(dollars: number): ExpectedRate {
  return {
    source: 'contracted',
    planCode: null,
    rateType: 'flat_per_member',
    rateMillionths: Math.round(dollars * 1_000_000),
    tier: null,
    state: null,
    effectiveFrom: null,
    effectiveTo: null,
  };
}
