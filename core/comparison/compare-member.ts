import { addMoney, type Money } from '../money.ts';
import type { Period } from '../period.ts';
import { NO_HISTORY } from '../scoring/member-history.ts';
import type { MemberMonth, MemberProfile } from '../scoring/member-month.ts';
import { scoreMember } from '../scoring/score-member.ts';
import type { MemberStatus, PriorRow, ScoredRow, ScoringContext } from '../scoring/scored-row.ts';
import type { Tolerance } from '../scoring/tolerance.ts';

/**
 * One member between two sides of a comparison (docs/reference/members-and-comparisons.md#comparisons). The status
 * engine itself decides: the earlier side takes the place of the baseline, the later one that of the month. So a
 * comparison of a month with its baseline says of every member what the month's scores say.
 */

/**
 * What the scored months of both sides come to for one member: all that the status depends on. A member who is not present in
 * the later side but paid ahead at its end has none: nothing is said of such a month
 * (docs/reference/scoring.md#paid-ahead).
 */
export interface MemberSides {
  readonly memberRefId: string;
  /** What the later side is compared with; null for a member who was neither present in the earlier side nor paid ahead at its end. */
  readonly prevAmount: Money | null;
  /** Net sum of the later side; null for a member who is not present in it. */
  readonly amount: Money | null;
  /** First seen by the end of the earlier side. */
  readonly isKnown: boolean;
}

/** What is told of a member beside the status. */
export interface MemberFacts {
  /** The latest row up to the end of the earlier side in which the member is present or paid ahead; null for one who is not known. */
  readonly before: PriorRow | null;
  /** From the latest month of the later side in which the member is present; null when there is none. */
  readonly now: Pick<PriorRow, 'memberExternalId' | 'profile'> | null;
  /** Magnitude of all chargebacks of the later side. */
  readonly chargeback: Money;
}

/** A member in a comparison. */
export type ComparedRow = ScoredRow & { readonly status: MemberStatus; readonly comparedAgainstPeriod: Period };

/** What all members of one book share. */
export interface ComparisonContext extends ScoringContext {
  readonly baselinePeriod: Period;
}

export function comparisonContext({
  from,
  to,
  tolerance,
}: {
  readonly from: Period;
  readonly to: Period;
  readonly tolerance: Tolerance;
}): ComparisonContext {
  // Files and the rules about what is still to come belong to stored months, and nothing of them is shown.
  return {
    period: to,
    baselinePeriod: from,
    tolerance,
    newestFileId: '',
    cadence: () => 'monthly',
    kindOf: () => 'commission',
    isPolicyTerm: false,
    productLine: null,
    contractedStep: () => null,
  };
}

/** Null: no row, because the member was away before and still is. */
export function comparedStatus(context: ComparisonContext, sides: MemberSides): MemberStatus | null {
  const row = scoreMember(context, priorOf(sides, NOBODY), monthOf(sides, NOTHING_KNOWN));
  return row === null || row.status === 'carried' ? null : row.status;
}

/** The whole row, with what moved. Its status is `comparedStatus` of the same sides. */
export function compareMember(context: ComparisonContext, sides: MemberSides, facts: MemberFacts): ComparedRow | null {
  const row = scoreMember(context, priorOf(sides, facts.before ?? NOBODY), monthOf(sides, facts));
  if (row === null || row.status === 'carried') return null;
  const { status, comparedAgainstPeriod } = row;
  const shown = { ...row, status, comparedAgainstPeriod: comparedAgainstPeriod ?? context.baselinePeriod };
  if (status !== 'red' || facts.chargeback === 0) return shown;
  // A chargeback after the drop is no presence. All the same it has its flag, and is the net of the member's lines.
  return { ...shown, flags: [...row.flags, 'CHARGEBACK'], commissionAmount: -facts.chargeback };
}

function priorOf(sides: MemberSides, before: PriorRow): PriorRow | undefined {
  if (sides.prevAmount === null && !sides.isKnown) return undefined;
  return {
    ...before,
    status: sides.prevAmount === null ? 'red' : 'green',
    lastPresentAmount: sides.prevAmount ?? before.lastPresentAmount,
    // Amounts are compared as the sides have them: nothing of the months before may scale them once more, or stand for later ones.
    paidThrough: null,
    history: NO_HISTORY,
  };
}

/** The later side as one month. That a chargeback alone is presence, or is not, was decided when its month was scored. */
function monthOf({ memberRefId, amount }: MemberSides, { now, chargeback }: MemberFacts): MemberMonth | undefined {
  if (amount === null) return undefined;
  const { memberExternalId, profile } = now ?? NOBODY;
  const sums = { amount, paid: addMoney(amount, chargeback), hasPayment: true };
  const records = [{ ...profile, ...sums, monthsPaid: null, fileId: '', lines: [] }];
  return { memberRefId, memberExternalId, ...sums, chargeback, lineCount: 0, records };
}

const NO_PROFILE: MemberProfile = {
  memberName: null,
  email: null,
  policyRefId: null,
  policyNumber: null,
  planName: null,
  planCode: null,
  productType: null,
  premium: null,
  lives: null,
  agentId: null,
  agentName: null,
  effectiveDate: null,
  termDate: null,
  state: null,
  carrierStatus: null,
};

/** In place of what the status does not depend on. */
const NOBODY: PriorRow = {
  memberRefId: '',
  memberExternalId: '',
  status: 'green',
  profile: NO_PROFILE,
  firstSeenPeriod: '',
  lastPresentPeriod: '',
  lastPresentAmount: 0,
  paidThrough: null,
  history: NO_HISTORY,
};
const NOTHING_KNOWN: MemberFacts = { before: null, now: null, chargeback: 0 };
