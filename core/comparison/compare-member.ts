import { addMoney, type Money } from '../money.ts';
import { addMonths, type Period, periodMonth } from '../period.ts';
import { EVERY_MONTH_PAID } from '../scoring/cadence.ts';
import { NO_HISTORY } from '../scoring/member-history.ts';
import { type MemberMonth, NO_PROFILE } from '../scoring/member-month.ts';
import { scoreMember } from '../scoring/score-member.ts';
import type { MemberStatus, PriorRow, ScoredRow, ScoringContext } from '../scoring/scored-row.ts';
import type { Tolerance } from '../scoring/tolerance.ts';
import { NOTHING_USUAL } from '../scoring/usual-pay.ts';

/** Months of one side of a comparison, or of a report, both ends included (docs/reference/members-and-comparisons.md#comparisons). */
export interface Span {
  readonly first: Period;
  readonly last: Period;
}

/** Lengths of a span. */
export const GRANULARITIES = ['month', 'quarter', 'year'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

const MONTHS: Readonly<Record<Granularity, number>> = { month: 1, quarter: 3, year: 12 };

/** Returns the calendar month, quarter or year that contains the period. */
export function spanOf(period: Period, granularity: Granularity): Span {
  const length = MONTHS[granularity];
  const first = addMonths(period, -((periodMonth(period) - 1) % length));
  return { first, last: addMonths(first, length - 1) };
}

/**
 * Compares one member between two spans of months (docs/reference/members-and-comparisons.md#comparisons). The status
 * engine decides, with the earlier span as baseline and the later span as month. Comparing a month with its baseline
 * therefore gives the month's own scores.
 */

/**
 * Amounts of one member in both spans, which alone decide the status. A member who is absent from the later span but
 * paid ahead at its end is not compared (docs/reference/scoring.md#paid-ahead).
 */
export interface MemberSides {
  readonly memberRefId: string;
  /** Baseline amount. Null when the member was neither present in the earlier span nor paid ahead at its end. */
  readonly prevAmount: Money | null;
  /** Net amount of the later span. Null when the member is not present in it. */
  readonly amount: Money | null;
  /** True when the member was first seen by the end of the earlier span. */
  readonly isKnown: boolean;
}

/** Details of a member for the row beside the status. */
export interface MemberFacts {
  /**
   * Latest row up to the end of the earlier span in which the member is present or paid ahead. Null for an unknown
   * member.
   */
  readonly before: PriorRow | null;
  /** Latest month of the later span in which the member is present. Null when there is none. */
  readonly now: Pick<PriorRow, 'memberExternalId' | 'profile'> | null;
  /** Magnitude of all chargebacks in the later span. */
  readonly chargeback: Money;
}

/** A member in a comparison. Its status is never `carried`. */
export type ComparedRow = ScoredRow & { readonly status: MemberStatus; readonly comparedAgainstPeriod: Period };

/** Context shared by all members of one book. */
export interface ComparisonContext extends ScoringContext {
  readonly baselinePeriod: Period;
}

/** Returns the scoring context of a comparison of two spans, given their last months. */
export function comparisonContext({
  from,
  to,
  tolerance,
}: {
  readonly from: Period;
  readonly to: Period;
  readonly tolerance: Tolerance;
}): ComparisonContext {
  // Files and forecast rules belong to stored months, so a comparison shows neither.
  return {
    period: to,
    baselinePeriod: from,
    firstPeriod: from,
    tolerance,
    newestFileId: '',
    cadence: () => 'monthly',
    kindOf: () => 'commission',
    isUnpaidMonth: EVERY_MONTH_PAID,
    isPolicyTerm: false,
    paymentLag: 0,
    skipped: null,
    recovering: new Set(),
    onScale: new Set(),
    paydays: new Set(),
    productLine: null,
    contractedStep: () => null,
    usual: NOTHING_USUAL,
    isBetweenPayments: () => false,
    usualTrueUp: () => undefined,
  };
}

/** Returns the status of a member, or null when the member was away in the earlier span and still is. */
export function comparedStatus(context: ComparisonContext, sides: MemberSides): MemberStatus | null {
  const row = scoreMember(context, priorOf(sides, PLACEHOLDER_ROW), monthOf(sides, NO_FACTS));
  return row === null || row.status === 'carried' ? null : row.status;
}

/**
 * Returns the whole row of a member with its changes, or null as `comparedStatus` does. Its status equals
 * `comparedStatus` of the same sides.
 */
export function compareMember(context: ComparisonContext, sides: MemberSides, facts: MemberFacts): ComparedRow | null {
  const row = scoreMember(context, priorOf(sides, facts.before ?? PLACEHOLDER_ROW), monthOf(sides, facts));
  if (row === null || row.status === 'carried') return null;
  const { status, comparedAgainstPeriod } = row;
  const shown = { ...row, status, comparedAgainstPeriod: comparedAgainstPeriod ?? context.baselinePeriod };
  if (status !== 'red' || facts.chargeback === 0) return shown;
  // A chargeback after the drop is not presence. The row still shows its flag and its net amount.
  return { ...shown, flags: [...row.flags, 'CHARGEBACK'], commissionAmount: -facts.chargeback };
}

/** Returns the earlier span as the row before; undefined for a member who was first seen later. */
function priorOf(sides: MemberSides, before: PriorRow): PriorRow | undefined {
  if (sides.prevAmount === null && !sides.isKnown) return undefined;
  return {
    ...before,
    status: sides.prevAmount === null ? 'red' : 'green',
    lastPresentAmount: sides.prevAmount ?? before.lastPresentAmount,
    // Amounts are compared as they are, without the history by which scoring would scale or replace them.
    paidThrough: null,
    history: NO_HISTORY,
  };
}

/** Returns the later span as one month. Scoring has already decided whether a chargeback alone is presence. */
function monthOf({ memberRefId, amount }: MemberSides, { now, chargeback }: MemberFacts): MemberMonth | undefined {
  if (amount === null) return undefined;
  const { memberExternalId, profile } = now ?? PLACEHOLDER_ROW;
  const sums = { amount, paid: addMoney(amount, chargeback), hasPayment: true };
  const records = [{ ...profile, ...sums, latestMonth: null, monthsPaid: null, fileId: '', lines: [] }];
  return { memberRefId, memberExternalId, ...sums, chargeback, lineCount: 0, records };
}

/** Stands for an unknown row. The status depends on none of its fields. */
const PLACEHOLDER_ROW: PriorRow = {
  memberRefId: '',
  memberExternalId: '',
  status: 'green',
  profile: NO_PROFILE,
  firstSeenPeriod: '',
  lastPresentPeriod: '',
  lastPresentAmount: 0,
  commissionAmount: 0,
  paidThrough: null,
  history: NO_HISTORY,
};
/** Stands for unknown details. The status does not depend on them. */
const NO_FACTS: MemberFacts = { before: null, now: null, chargeback: 0 };
