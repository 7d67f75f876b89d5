import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';

/** What a comparison of a book of business with a period can find. */

export const POLICY_FINDING_KINDS = [
  'sold_never_paid',
  'active_but_dropped',
  'paid_not_listed',
  'ended_but_paid',
  'other_agent',
  'other_rate',
  'other_premium',
  'other_lives',
] as const;
export type PolicyFindingKind = (typeof POLICY_FINDING_KINDS)[number];

/** A count of each kind, to be added to. */
export function noFindings(): Record<PolicyFindingKind, number> {
  return {
    sold_never_paid: 0,
    active_but_dropped: 0,
    paid_not_listed: 0,
    ended_but_paid: 0,
    other_agent: 0,
    other_rate: 0,
    other_premium: 0,
    other_lives: 0,
  };
}

/** A scored row of the period. */
export interface BookMember {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly planName: string | null;
  readonly status: MemberStatus | 'carried';
  /** Net of the period's lines. */
  readonly commission: Money;
  /** The last period up to this one with the member on a statement, and what it came to. */
  readonly lastPeriod: Period;
  readonly lastAmount: Money;
  /** Policy numbers and second ids on the period's lines. */
  readonly otherIds: readonly string[];
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly premium: Money | null;
  /** Hundredths. */
  readonly lives: number | null;
  /** Millionths. */
  readonly rate: number | null;
}

export interface PolicyFinding {
  readonly kind: PolicyFindingKind;
  /** As listed; of a member who is not listed the statement's. */
  readonly policyId: string;
  readonly policyNumber: string | null;
  readonly memberRefId: string | null;
  readonly memberExternalId: string | null;
  readonly memberName: string | null;
  readonly planName: string | null;
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  /** The last period with it on a statement; null where none had it. */
  readonly lastPeriod: Period | null;
  /** Dollars of that period, net of chargebacks; null where they are not known. */
  readonly lastAmount: number | null;
  /** A paid member who is not listed, whose id differs in leading zeros and punctuation only. Never counted as matched. */
  readonly possibleMatch: string | null;
  /** What the list and the statement say, of a finding that compares them. */
  readonly listed: string | null;
  readonly onStatement: string | null;
  readonly sentence: string;
}
