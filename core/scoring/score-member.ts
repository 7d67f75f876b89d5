import type { Money } from '../money.ts';
import { type AmountComparison, compareAmounts } from './amount-comparison.ts';
import { paidThroughDate } from './cadence.ts';
import { isPaidAhead } from './catch-up.ts';
import { isLastChargebackDated, NO_HISTORY, nextHistory } from './member-history.ts';
import {
  fillField,
  isWithoutPremium,
  type MemberMonth,
  type MemberProfile,
  PROFILE_FIELDS,
  type ProfileField,
  principalRecord,
  profileOf,
  totalPremium,
} from './member-month.ts';
import { premiumOfMonth } from './policy-term.ts';
import {
  type ComparedScores,
  compareCommission,
  compareProfiles,
  type Flag,
  type PriorRow,
  type RowDraft,
  type ScoringContext,
} from './scored-row.ts';
import { shownRate } from './shown-rate.ts';
import { toleratedDifference } from './tolerance.ts';
import type { SupposedMonths } from './usual-pay.ts';

/**
 * Makes a member's row by the status table (docs/reference/scoring.md#status-table), without owed, signals and reason. Returns null when
 * the member has no row this period: it dropped earlier and is still away, or it is away and has had only one-off pay.
 */
export function scoreMember(
  context: ScoringContext,
  prior: PriorRow | undefined,
  month: MemberMonth | undefined,
): RowDraft | null {
  if (month === undefined) {
    if (prior === undefined || prior.status === 'red') return null;
    if (isPaidOnceOnly(prior)) return null;
    const isNothingDue = isPaidAhead(prior, context) || context.isUnpaidMonth(prior.profile, context.period);
    if (isNothingDue || context.isBetweenPayments(prior)) return carriedRow(context, prior);
    const supposed = context.isPolicyTerm ? null : context.usual.monthsPaidBy(prior);
    return supposed === null ? droppedRow(context, prior) : carriedRow(context, withMonths(prior, supposed));
  }
  if (prior === undefined) return newRow(context, month);
  if (prior.status !== 'red') return comparedRow(context, prior, month);
  return month.hasPayment ? reappearedRow(context, prior, month) : chargedBackRow(context, prior, month);
}

/** Returns whether the member has had only one-off pay so far, such as bonuses, true-ups or endorsements. No later pay is expected then. */
function isPaidOnceOnly({ lastPresentAmount, history }: PriorRow): boolean {
  const isPaidOrEndorsed = history.paidTotal > 0 || history.clawedTotal > history.clawedOpen;
  return history.lastPaidPeriod === null && isPaidOrEndorsed && lastPresentAmount <= 0;
}

function withMonths(prior: PriorRow, { through, months }: SupposedMonths): PriorRow {
  return { ...prior, paidThrough: paidThroughDate(through), history: { ...prior.history, paidMonths: months } };
}

/** Makes the row of an absent member to whom nothing is due this month. The row is in no count and keeps the baseline for later months. */
function carriedRow(context: ScoringContext, prior: PriorRow): RowDraft {
  const row = absentRow(context, prior);
  row.status = 'carried';
  row.counted = false;
  return row;
}

/** Makes the row of a member who was on the previous statement, or was due pay, and is absent now. */
function droppedRow(context: ScoringContext, prior: PriorRow): RowDraft {
  const row = absentRow(context, prior);
  const lost = lostPay(prior);
  row.flags = ONLY.DROPPED;
  row.prevCommissionAmount = lost;
  row.paidThrough = null;
  row.history = { ...prior.history, unpaidSince: prior.history.unpaidSince ?? context.period };
  row.deltas = compareCommission(lost, null);
  return row;
}

/**
 * Returns the pay that a drop puts at risk: the last present amount. From a payment for several months, chargebacks are subtracted that
 * name the month or policy they take back.
 */
function lostPay({ lastPresentAmount, history }: PriorRow): Money {
  if (history.paidMonths <= 1 || lastPresentAmount <= 0 || !isLastChargebackDated(history)) return lastPresentAmount;
  return Math.max(lastPresentAmount - history.clawedOpen, 0);
}

/**
 * Makes the row of a chargeback after the drop. The member stays red, uncounted, and keeps the last present amount. The row shows the net
 * of its lines, so that the rows of a period add up to its statement.
 */
function chargedBackRow(context: ScoringContext, prior: PriorRow, month: MemberMonth): RowDraft {
  const principal = principalRecord(month);
  const row = absentRow(context, prior);
  row.commissionAmount = month.amount;
  row.chargebackAmount = month.chargeback;
  row.profile = chargedBackProfile(prior.profile, principal, totalPremium(month));
  row.counted = false;
  row.flags = ONLY.CHARGEBACK;
  row.history = nextHistory(prior.history, month, {
    context,
    paidMonths: prior.history.paidMonths,
    regularPay: 0,
    supposedExtra: 0,
    extraMonths: 0,
    isDue: true,
    through: null,
    rate: prior.history.rate,
  });
  row.fileId = principal.fileId;
  return row;
}

function newRow(context: ScoringContext, month: MemberMonth): RowDraft {
  const comparison = compareAmounts(context, undefined, month);
  const row = presentRow(context, undefined, { month, comparison });
  row.flags = withChargeback(ONLY.NEW, month);
  if (context.baselinePeriod !== null) row.deltas = compareCommission(null, month.amount);
  return row;
}

function comparedRow(context: ScoringContext, prior: PriorRow, month: MemberMonth): RowDraft {
  const comparison = compareAmounts(context, prior, month);
  const prev = comparison.prevComparable;
  const row = presentRow(context, prior, { month, comparison });
  const tolerated = toleratedDifference(context.tolerance, prev);
  const isLess = prev - row.comparedAmount > tolerated;
  const isReduced = isLess && row.plannedStep === null;
  const changed = isLess || Math.abs(month.amount - prev) > tolerated;
  const deltas = compareCommission(prev, month.amount);
  const fieldDeltas = row.profile === prior.profile ? NONE : compareProfiles(prior.profile, row.profile);
  row.status = isReduced ? 'yellow' : 'green';
  row.flags = withChargeback(changeFlags(changed, fieldDeltas.length > 0), month);
  row.prevCommissionAmount = prev;
  row.deltas = fieldDeltas.length === 0 ? deltas : [...deltas, ...fieldDeltas];
  return row;
}

function reappearedRow(context: ScoringContext, prior: PriorRow, month: MemberMonth): RowDraft {
  const comparison = compareAmounts(context, prior, month);
  const prev = comparison.prevComparable;
  const changed = Math.abs(month.amount - prev) > toleratedDifference(context.tolerance, prev);
  const row = presentRow(context, prior, { month, comparison });
  row.status = 'reappeared';
  row.flags = withChargeback(changed ? REAPPEARED_WITH_DELTA : ONLY.REAPPEARED, month);
  row.prevCommissionAmount = prev;
  row.comparedAgainstPeriod = prior.lastPresentPeriod;
  row.deltas = compareCommission(null, month.amount);
  return row;
}

/** Lists of flags, shared by all rows to save memory. */
const NONE: readonly never[] = [];
const ONLY = {
  NEW: ['NEW'],
  COMMISSION_CHANGED: ['COMMISSION_CHANGED'],
  DATA_CHANGED: ['DATA_CHANGED'],
  DROPPED: ['DROPPED'],
  REAPPEARED: ['REAPPEARED'],
  CHARGEBACK: ['CHARGEBACK'],
} as const satisfies Partial<Record<Flag, readonly Flag[]>>;
const BOTH_CHANGED: readonly Flag[] = ['COMMISSION_CHANGED', 'DATA_CHANGED'];
const REAPPEARED_WITH_DELTA: readonly Flag[] = ['REAPPEARED', 'REAPPEARED_WITH_DELTA'];

function changeFlags(commissionChanged: boolean, dataChanged: boolean): readonly Flag[] {
  if (commissionChanged) return dataChanged ? BOTH_CHANGED : ONLY.COMMISSION_CHANGED;
  return dataChanged ? ONLY.DATA_CHANGED : NONE;
}

function withChargeback(flags: readonly Flag[], month: MemberMonth): readonly Flag[] {
  return month.chargeback > 0 ? [...flags, 'CHARGEBACK'] : flags;
}

/** The facts about a member that each of its rows has. */
type MemberFacts = Pick<
  ComparedScores,
  | 'memberRefId'
  | 'memberExternalId'
  | 'profile'
  | 'firstSeenPeriod'
  | 'lastPresentPeriod'
  | 'lastPresentAmount'
  | 'paidThrough'
  | 'history'
>;

/** Makes a red row without amounts; the caller completes it. */
function absentRow(context: ScoringContext, member: MemberFacts): RowDraft {
  return {
    memberRefId: member.memberRefId,
    memberExternalId: member.memberExternalId,
    status: 'red',
    counted: true,
    flags: NONE,
    signals: NONE,
    reason: null,
    commissionAmount: 0,
    prevCommissionAmount: 0,
    comparedAmount: 0,
    repeatedAmount: 0,
    recoveredAmount: 0,
    plannedStep: null,
    payEvent: null,
    raiseOfOthers: null,
    comparedAgainstPeriod: context.baselinePeriod,
    expectedAmount: null,
    commissionOwed: null,
    owedEstimated: false,
    chargebackAmount: 0,
    profile: member.profile,
    firstSeenPeriod: member.firstSeenPeriod,
    lastPresentPeriod: member.lastPresentPeriod,
    lastPresentAmount: member.lastPresentAmount,
    paidThrough: member.paidThrough,
    history: member.history,
    fileId: context.newestFileId,
    deltas: NONE,
  };
}

/** Makes the row of a member with lines this period, with status `new` and no flags; the caller completes it. */
function presentRow(
  context: ScoringContext,
  prior: PriorRow | undefined,
  { month, comparison }: { readonly month: MemberMonth; readonly comparison: AmountComparison },
): RowDraft {
  const principal = principalRecord(month);
  const before = prior?.history ?? NO_HISTORY;
  // A month without a printed rate keeps the policy's last printed rate for later comparisons.
  const keptRate = principal.policyRefId === prior?.profile.policyRefId ? before.rate : null;
  const row = absentRow(context, {
    memberRefId: month.memberRefId,
    // The first spelling stays the one displayed (docs/reference/scoring.md#several-policies).
    memberExternalId: prior?.memberExternalId ?? month.memberExternalId,
    profile: presentProfile(prior, principal, premiumOfMonth(month, prior, context)),
    firstSeenPeriod: prior?.firstSeenPeriod ?? context.period,
    lastPresentPeriod: context.period,
    lastPresentAmount: comparison.lastPresentAmount,
    paidThrough: paidThroughDate(comparison.through),
    history: nextHistory(before, month, {
      ...comparison,
      context,
      extraMonths: comparison.caughtUp.months,
      isDue: comparison.isDue && !isWithoutPremium(month),
      rate: shownRate(principal, context.kindOf) ?? keptRate,
    }),
  });
  row.status = 'new';
  row.commissionAmount = month.amount;
  row.comparedAmount = comparison.comparedAmount;
  row.repeatedAmount = comparison.repeatedAmount;
  row.recoveredAmount = comparison.recoveredAmount;
  row.plannedStep = comparison.plannedStep;
  row.chargebackAmount = month.chargeback;
  row.fileId = principal.fileId;
  return row;
}

/** A scored row, as far as its profile is read. */
interface Profiled {
  readonly profile: MemberProfile;
}

/**
 * Makes the profile of a present member from its principal record (docs/reference/scoring.md#several-policies). Returns the previous row's
 * object if nothing changed, as for nearly every member. `premium`: in ten-thousandths of a dollar.
 */
export function presentProfile(
  prior: Profiled | undefined,
  record: MemberProfile,
  premium: Money | null,
): MemberProfile {
  const policyNumber = displayedPolicy(prior, record);
  return prior !== undefined && isSameProfile(prior.profile, record, { premium, policyNumber })
    ? prior.profile
    : { ...profileOf(record), premium, policyNumber };
}

/** The fields that are taken from the record. */
const COMPARED_FIELDS = PROFILE_FIELDS.filter((field) => field !== 'premium' && field !== 'policyNumber');

function isSameProfile(
  before: MemberProfile,
  now: MemberProfile,
  { premium, policyNumber }: Pick<MemberProfile, 'premium' | 'policyNumber'>,
): boolean {
  if (before.premium !== premium || before.policyNumber !== policyNumber) return false;
  return COMPARED_FIELDS.every((field) => before[field] === now[field]);
}

/** Returns the policy number to show: the first spelling, as long as the policy is the same. */
function displayedPolicy(prior: Profiled | undefined, { policyRefId, policyNumber }: MemberProfile): string | null {
  const isSame = policyRefId !== null && prior?.profile.policyRefId === policyRefId;
  return isSame ? prior.profile.policyNumber : policyNumber;
}

/**
 * Makes the profile of a chargeback after the drop. For the same policy, blank fields keep their earlier values, so that a rapid
 * disenrollment is still recognized. Related fields, such as an agent's id and name, stay blank if the lines contradict one of them.
 */
export function chargedBackProfile(before: MemberProfile, record: MemberProfile, premium: Money | null): MemberProfile {
  const own = { ...profileOf(record), premium };
  if (own.policyRefId !== before.policyRefId) return own;
  for (const fields of RELATED_FIELDS) {
    if (!fields.every((field) => own[field] === null || own[field] === before[field])) continue;
    for (const field of fields) fillField(own, before, field);
  }
  return own;
}

/** The fields that a chargeback may leave blank, with those that are related to each other. */
const RELATED_FIELDS: readonly (readonly ProfileField[])[] = [
  ['planName', 'planCode', 'productType'],
  ['agentId', 'agentName'],
  ['effectiveDate', 'termDate'],
  ['memberName'],
  ['email'],
  ['lives'],
  ['state'],
];
