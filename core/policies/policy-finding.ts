import type { Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { MemberStatus } from '../scoring/scored-row.ts';

/** Kinds of findings, in the order of a report. */
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

/** Returns a new record with a count of zero for each kind, which the caller may change. */
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

/** A scored row of the period, with the facts that a list is compared with. */
export interface BookMember {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  /** Ids that are joined with the member's own. */
  readonly aliases: readonly string[];
  readonly memberName: string | null;
  readonly planName: string | null;
  readonly status: MemberStatus | 'carried';
  /** Net amount of the period's lines. */
  readonly commission: Money;
  /** Latest period, up to the compared one, with the member on a statement. */
  readonly lastPeriod: Period;
  /** Net amount of `lastPeriod`. */
  readonly lastAmount: Money;
  /** The latest coverage month of the period's payments; null unless each payment names one. */
  readonly lastCoverageMonth: Period | null;
  /** Policy numbers and second ids on the period's lines. */
  readonly otherIds: readonly string[];
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly premium: Money | null;
  /** Number of lives in hundredths. */
  readonly lives: number | null;
  /** Commission rate in millionths. */
  readonly rate: number | null;
}

/** A difference between a list and a period, as the API shows it. */
export interface PolicyFinding {
  readonly kind: PolicyFindingKind;
  /** Id as listed, or the statement's id when the member is not listed. */
  readonly policyId: string;
  readonly policyNumber: string | null;
  readonly memberRefId: string | null;
  readonly memberExternalId: string | null;
  readonly memberName: string | null;
  readonly planName: string | null;
  readonly effectiveDate: string | null;
  readonly termDate: string | null;
  /** Last period with the member on a statement; null when there is none. */
  readonly lastPeriod: Period | null;
  /** Dollars of `lastPeriod`, net of chargebacks; null when unknown. */
  readonly lastAmount: number | null;
  /** An unlisted paid member whose id differs only in leading zeros and punctuation. It is never counted as a match. */
  readonly possibleMatch: string | null;
  /** The differing values of the list and the statement; null for findings that compare no values. */
  readonly listed: string | null;
  readonly onStatement: string | null;
  readonly sentence: string;
}
