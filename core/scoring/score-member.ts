import type { Exact, Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { ProductLine } from '../product-line.ts';
import type { LineKindOf } from '../statement/line-kind.ts';
import { type CadenceOf, type Coverage, coverageOf, forMonths, type MissedMonths, paidThroughDate } from './cadence.ts';
import { type CaughtUp, caughtUp, caughtUpAtFirst, isPaidAhead, missedMonths, NOTHING_CAUGHT_UP } from './catch-up.ts';
import { compareCommission, compareProfiles, type FieldDelta } from './compare-profiles.ts';
import type { PayExplanation } from './events/pay-explanation.ts';
import { type MemberHistory, NO_HISTORY, nextHistory } from './member-history.ts';
import {
  type MemberMonth,
  type MemberProfile,
  type PolicyRecord,
  principalRecord,
  type ScorableLine,
  totalPremium,
} from './member-month.ts';
import { plannedStep } from './planned-step.ts';
import { chargedBackProfile, presentProfile } from './present-profile.ts';
import { type PaidOnce, paidOnce } from './regular-pay.ts';
import type { Signal } from './signal.ts';
import { type Tolerance, toleratedDifference } from './tolerance.ts';

/** The status engine (contract 6): one member's baseline and its lines of this period become one scored row. */

export const MEMBER_STATUSES = ['green', 'yellow', 'red', 'new', 'reappeared'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];
export const FLAGS = [
  'NEW',
  'COMMISSION_CHANGED',
  'DATA_CHANGED',
  'DROPPED',
  'REAPPEARED',
  'REAPPEARED_WITH_DELTA',
  'CHARGEBACK',
] as const;
export type Flag = (typeof FLAGS)[number];

/** A member's latest scored row before this period, as far as scoring needs it. */
export interface PriorRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  /** Only red matters: of a member who isn't red the latest row is always the baseline's. */
  readonly status: MemberStatus | 'carried';
  readonly profile: MemberProfile;
  readonly firstSeenPeriod: Period;
  readonly lastPresentPeriod: Period;
  readonly lastPresentAmount: Money;
  /** Last day paid for, where a payment reached beyond its own period. */
  readonly paidThrough: string | null;
  readonly history: MemberHistory;
}

export interface ScoredRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly status: MemberStatus | 'carried';
  /** False for a chargeback after the drop (row 7 of the table): shown, but in no count. */
  readonly counted: boolean;
  readonly flags: readonly Flag[];
  readonly signals: readonly Signal[];
  readonly reason: string | null;
  readonly commissionAmount: Money;
  readonly prevCommissionAmount: Money;
  readonly comparedAgainstPeriod: Period | null;
  readonly expectedAmount: Exact | null;
  readonly commissionOwed: Exact | null;
  readonly owedEstimated: boolean;
  readonly chargebackAmount: Money;
  readonly profile: MemberProfile;
  readonly firstSeenPeriod: Period;
  readonly lastPresentPeriod: Period;
  readonly lastPresentAmount: Money;
  readonly paidThrough: string | null;
  readonly history: MemberHistory;
  readonly fileId: string;
  readonly deltas: readonly FieldDelta[];
}

/** A row with what its findings are made from and nobody stores. */
export interface ComparedScores extends ScoredRow {
  /** What of `commissionAmount` is compared with `prevCommissionAmount`: without what is paid once. */
  readonly comparedAmount: Money;
  /** Paid by lines that repeat another line and are no month's pay. */
  readonly repeatedAmount: Money;
  /** Why less was due than before, as a sentence; null when it was not. */
  readonly plannedStep: string | null;
  /** A change of the carrier's pay for many members that this one's change is a part of. */
  readonly payEvent: PayExplanation | null;
}

/** A row while it is scored. It is made once with every field in its place, because a book has tens of thousands. */
export type RowDraft = Draft<ComparedScores>;
type Draft<T> = { -readonly [Field in keyof T]: T[Field] };

export interface ScoringContext {
  readonly period: Period;
  /** Null in the first period of a book: then nobody has anything to be compared with. */
  readonly baselinePeriod: Period | null;
  readonly tolerance: Tolerance;
  /** Where a member who is missing is missing from: the newest file of the period. */
  readonly newestFileId: string;
  readonly cadence: CadenceOf;
  readonly kindOf: LineKindOf;
  /** What is paid ahead is the term of a policy; decides how sentences name it. */
  readonly isPolicyTerm: boolean;
  /** The carrier's; decides which findings are looked for. */
  readonly productLine: ProductLine | null;
}

/**
 * The status table. Null when the member has no row this period: dropped before and still away. Expected, owed, signals
 * and reason are not decided here.
 */
export function scoreMember(
  context: ScoringContext,
  prior: PriorRow | undefined,
  month: MemberMonth | undefined,
): RowDraft | null {
  if (month === undefined) {
    if (prior === undefined || prior.status === 'red') return null;
    if (isPaidOnceOnly(prior)) return null;
    return isPaidAhead(prior, context.period) ? carriedRow(context, prior) : droppedRow(context, prior);
  }
  if (prior === undefined) return newRow(context, month);
  if (prior.status !== 'red') return comparedRow(context, prior, month);
  return month.hasPayment ? reappearedRow(context, prior, month) : chargedBackRow(context, prior, month);
}

/** A member with nothing but bonuses or true-ups so far, who is not missed without them. */
function isPaidOnceOnly({ lastPresentAmount, history }: PriorRow): boolean {
  return history.lastPaidPeriod === null && history.paidTotal > 0 && lastPresentAmount <= 0;
}

/** Row 9: absent, and paid for all the same. Not a result; it carries the baseline on. */
function carriedRow(context: ScoringContext, prior: PriorRow): RowDraft {
  const row = absentRow(context, prior);
  row.status = 'carried';
  row.counted = false;
  return row;
}

function droppedRow(context: ScoringContext, prior: PriorRow): RowDraft {
  const row = absentRow(context, prior);
  row.flags = ONLY.DROPPED;
  row.prevCommissionAmount = prior.lastPresentAmount;
  row.paidThrough = null;
  row.history = { ...prior.history, unpaidSince: prior.history.unpaidSince ?? context.period };
  row.deltas = compareCommission(prior.lastPresentAmount, null);
  return row;
}

/**
 * A chargeback after the drop is not presence: the member stays red and the last present amount stays what it was. The row shows
 * the net of its lines, so that a period's rows add up to its statement, and the policy that the chargeback was taken from.
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
    rate: prior.history.rate,
  });
  row.fileId = principal.fileId;
  return row;
}

function newRow(context: ScoringContext, month: MemberMonth): RowDraft {
  const standing = amountStanding(context, undefined, month);
  const row = presentRow(context, undefined, { month, standing });
  row.flags = withChargeback(ONLY.NEW, month);
  if (context.baselinePeriod !== null) row.deltas = compareCommission(null, month.amount);
  return row;
}

function comparedRow(context: ScoringContext, prior: PriorRow, month: MemberMonth): RowDraft {
  const standing = amountStanding(context, prior, month);
  const prev = standing.prevComparable;
  const row = presentRow(context, prior, { month, standing });
  const tolerated = toleratedDifference(context.tolerance, prev);
  const isReduced = prev - row.comparedAmount > tolerated;
  const changed = isReduced || Math.abs(month.amount - prev) > tolerated;
  const deltas = compareCommission(prev, month.amount);
  const fieldDeltas = row.profile === prior.profile ? NONE : compareProfiles(prior.profile, row.profile);
  row.status = isReduced ? 'yellow' : 'green';
  row.flags = withChargeback(changeFlags(changed, fieldDeltas.length > 0), month);
  row.prevCommissionAmount = prev;
  row.deltas = fieldDeltas.length === 0 ? deltas : [...deltas, ...fieldDeltas];
  return row;
}

function reappearedRow(context: ScoringContext, prior: PriorRow, month: MemberMonth): RowDraft {
  const standing = amountStanding(context, prior, month);
  const prev = standing.prevComparable;
  const changed = Math.abs(month.amount - prev) > toleratedDifference(context.tolerance, prev);
  const row = presentRow(context, prior, { month, standing });
  row.status = 'reappeared';
  row.flags = withChargeback(changed ? REAPPEARED_WITH_DELTA : ONLY.REAPPEARED, month);
  row.prevCommissionAmount = prev;
  row.comparedAgainstPeriod = prior.lastPresentPeriod;
  row.deltas = compareCommission(null, month.amount);
  return row;
}

/** Most rows have no flag or one: those lists are shared. */
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

/** Of a member without a payment this period: what the row before says, carried on. */
function absentRow(context: ScoringContext, prior: PriorRow): RowDraft {
  return {
    memberRefId: prior.memberRefId,
    memberExternalId: prior.memberExternalId,
    status: 'red',
    counted: true,
    flags: NONE,
    signals: NONE,
    reason: null,
    commissionAmount: 0,
    prevCommissionAmount: 0,
    comparedAmount: 0,
    repeatedAmount: 0,
    plannedStep: null,
    payEvent: null,
    comparedAgainstPeriod: context.baselinePeriod,
    expectedAmount: null,
    commissionOwed: null,
    owedEstimated: false,
    chargebackAmount: 0,
    profile: prior.profile,
    firstSeenPeriod: prior.firstSeenPeriod,
    lastPresentPeriod: prior.lastPresentPeriod,
    lastPresentAmount: prior.lastPresentAmount,
    paidThrough: prior.paidThrough,
    history: prior.history,
    fileId: context.newestFileId,
    deltas: NONE,
  };
}

/** Of a member of this period's lines; a new one's, until something before it is found. */
function presentRow(
  context: ScoringContext,
  prior: PriorRow | undefined,
  { month, standing }: { readonly month: MemberMonth; readonly standing: AmountStanding },
): RowDraft {
  const principal = principalRecord(month);
  const before = prior?.history ?? NO_HISTORY;
  return {
    memberRefId: month.memberRefId,
    // The first spelling seen stays the one displayed (contract 1).
    memberExternalId: prior?.memberExternalId ?? month.memberExternalId,
    status: 'new',
    counted: true,
    flags: NONE,
    signals: NONE,
    reason: null,
    commissionAmount: month.amount,
    prevCommissionAmount: 0,
    comparedAmount: standing.comparedAmount,
    repeatedAmount: standing.repeatedAmount,
    plannedStep: standing.plannedStep,
    payEvent: null,
    comparedAgainstPeriod: context.baselinePeriod,
    expectedAmount: null,
    commissionOwed: null,
    owedEstimated: false,
    chargebackAmount: month.chargeback,
    profile: presentProfile(prior, principal, totalPremium(month)),
    firstSeenPeriod: prior?.firstSeenPeriod ?? context.period,
    lastPresentPeriod: context.period,
    lastPresentAmount: standing.lastPresentAmount,
    paidThrough: paidThroughDate(standing.through),
    history: nextHistory(before, month, {
      context,
      paidMonths: standing.paidMonths,
      regularPay: standing.regularPay,
      supposedExtra: standing.supposedExtra,
      extraMonths: standing.caughtUp.months,
      isDue: standing.isDue,
      // Of the same policy the last rate shown is still the one to compare with.
      rate: rateOf(principal) ?? (principal.policyRefId === prior?.profile.policyRefId ? before.rate : null),
    }),
    fileId: principal.fileId,
    deltas: NONE,
  };
}

/** What the month is compared with, and what it leaves behind for the next one to be compared with. */
interface AmountStanding {
  readonly prevComparable: Money;
  readonly comparedAmount: Money;
  readonly repeatedAmount: Money;
  /** Of the payments, without the chargebacks. */
  readonly regularPay: Money;
  readonly plannedStep: string | null;
  /** What of the regular pay was paid once, as far as only the amounts say so. */
  readonly supposedExtra: Money;
  readonly lastPresentAmount: Money;
  readonly paidMonths: number;
  readonly caughtUp: CaughtUp;
  /** False in the months of an advance: without pay they are not missed. */
  readonly isDue: boolean;
  readonly through: Period | null;
}

/**
 * Amounts are compared for equally many months and without what is paid once, so that neither a year paid at once nor the month after
 * a bonus looks like a change. In the months of an advance nothing is due: what is paid then is compared with zero, and the advance
 * stays what later months are compared with. A planned step down is no reduction: then the amounts are the same.
 */
function amountStanding(context: ScoringContext, prior: PriorRow | undefined, month: MemberMonth): AmountStanding {
  const missed = prior === undefined ? null : missedMonths(prior, context);
  const coverage = coverageOf(month, context, missed);
  const caught = caughtUpBy(context, prior, { month, missed });
  const parts = paidOnce(month, context);
  const toldArrears = caught.isTold ? caught.amount + caught.repaid : 0;
  // Lines that reach ahead are compared as months, so that only what they catch up is not one of these.
  const arrears = coverage.through === null ? Math.max(parts.arrears, toldArrears) : toldArrears;
  const once = Math.min(parts.extras + arrears, Math.max(month.paid, 0));
  const own: Draft<AmountStanding> = {
    prevComparable: 0,
    comparedAmount: month.amount - once,
    repeatedAmount: 0,
    regularPay: month.paid - once,
    plannedStep: null,
    supposedExtra: 0,
    lastPresentAmount: month.amount - once,
    paidMonths: coverage.months,
    caughtUp: caught,
    isDue: true,
    through: coverage.through,
  };
  if (prior !== undefined) compareWithPrior(own, prior, { context, month, coverage });
  own.repeatedAmount = repeatedPay(own, parts, { context, prior });
  // Where the lines are nothing but amounts, these are compared, and the month after is explained.
  const toldTwice = Math.min(own.repeatedAmount, Math.max(parts.repeatedMonths, parts.repeatedDescribed));
  own.comparedAmount -= toldTwice;
  own.regularPay -= toldTwice;
  if (own.isDue) own.lastPresentAmount -= toldTwice;
  own.supposedExtra = (caught.isTold ? 0 : caught.amount + caught.repaid) + own.repeatedAmount - toldTwice;
  if (prior === undefined || !own.isDue) return own;
  own.plannedStep = plannedStep(context, prior, { month, coverage, ...own });
  if (own.plannedStep !== null) own.prevComparable = own.comparedAmount;
  return own;
}

function compareWithPrior(
  own: Draft<AmountStanding>,
  prior: PriorRow,
  { context, month, coverage }: MonthCompared,
): void {
  const { period } = context;
  const isAhead = isPaidAhead(prior, period);
  const kept = isAhead ? throughAfterChargeback(prior, month, context) : null;
  if (kept !== null && (own.through === null || kept > own.through)) own.through = kept;
  if (!isAhead || prior.history.paidMonths <= 1 || reachesFurther(coverage, prior) || isForLater(month, prior)) {
    own.prevComparable = comparableAmount(prior, coverage.months);
  } else if (!context.isPolicyTerm && isAsEarned(month)) {
    // The months of an advance whose length nothing tells are over when the carrier pays as earned.
    own.through = coverage.through;
    own.prevComparable = own.comparedAmount;
  } else if (kept !== null) {
    own.lastPresentAmount = prior.lastPresentAmount;
    own.paidMonths = prior.history.paidMonths;
    own.isDue = false;
  }
}

const AS_EARNED = /\bearned\b/i;

function isAsEarned({ records }: MemberMonth): boolean {
  return records.some(({ lines }) =>
    lines.some((line) => line.amount > 0 && AS_EARNED.test(line.transactionType ?? '')),
  );
}

interface MonthCompared {
  readonly context: ScoringContext;
  readonly month: MemberMonth;
  readonly coverage: Coverage;
}

function reachesFurther({ months, through }: Coverage, { paidThrough }: PriorRow): boolean {
  return months > 1 && through !== null && paidThrough !== null && through > periodOfDate(paidThrough);
}

/** Every payment is for a month after those that were paid ahead: it is the next month's pay, and not on top of the advance. */
function isForLater({ records, paid }: MemberMonth, { paidThrough }: PriorRow): boolean {
  if (paidThrough === null || paid <= 0) return false;
  const through = periodOfDate(paidThrough);
  return records.every(({ lines }) =>
    lines.every(({ amount, coverageMonth }) => amount <= 0 || (coverageMonth !== null && coverageMonth > through)),
  );
}

/**
 * Identical lines are legal, and many a policy has two every month. They are paid twice when the statement says that both are for one
 * coverage month, or when without the repetition the member is paid as before; never when as much was paid before.
 */
function repeatedPay(
  { comparedAmount, prevComparable, caughtUp }: AmountStanding,
  parts: PaidOnce,
  { context, prior }: { readonly context: ScoringContext; readonly prior: PriorRow | undefined },
): Money {
  if (parts.repeated === 0 || (prior !== undefined && comparedAmount === prevComparable)) return 0;
  const isExtra =
    prior !== undefined &&
    Math.abs(comparedAmount - parts.repeated - prevComparable) <=
      toleratedDifference(context.tolerance, prevComparable);
  // After months without pay, as much again is what was missed.
  return isExtra && caughtUp.months === 0 ? parts.repeated : parts.repeatedMonths;
}

function caughtUpBy(
  context: ScoringContext,
  prior: PriorRow | undefined,
  { month, missed }: { readonly month: MemberMonth; readonly missed: MissedMonths | null },
): CaughtUp {
  if (prior === undefined) return month.lineCount === 1 ? NOTHING_CAUGHT_UP : caughtUpAtFirst(month, context.period);
  return missed === null ? NOTHING_CAUGHT_UP : caughtUp(month, prior, { ...context, missed });
}

/** As it was paid where both are for equally many months, else scaled; what was caught up is no part of the months to come. */
function comparableAmount({ lastPresentAmount, lastPresentPeriod, history }: PriorRow, months: number): Money {
  if (months === history.paidMonths) return lastPresentAmount;
  const extra = history.lastPaidPeriod === lastPresentPeriod ? history.extraAmount : 0;
  return forMonths(lastPresentAmount - extra, months, history.paidMonths);
}

const CANCELLED = /cancel|\blapse|\bflat can/i;

function isCancelled({ records }: MemberMonth): boolean {
  return records.some(({ lines }) =>
    lines.some((line) => line.amount < 0 && CANCELLED.test(line.transactionType ?? '')),
  );
}

/**
 * A chargeback takes back as many months, from the last one on, as it takes back of what was paid for them. Within a policy's term less
 * than what is left of the term is an endorsement, which takes back premium and no months.
 */
function throughAfterChargeback(
  { paidThrough, ...prior }: PriorRow,
  month: MemberMonth,
  { period, isPolicyTerm }: ScoringContext,
): Period | null {
  if (paidThrough === null) return null;
  const through = periodOfDate(paidThrough);
  if (month.chargeback === 0 || prior.lastPresentAmount <= 0) return through;
  const months = Math.round((month.chargeback * prior.history.paidMonths) / prior.lastPresentAmount);
  if (months > prior.history.paidMonths || (isPolicyTerm && isCancelled(month))) return null;
  if (isPolicyTerm && months < monthIndex(through) - monthIndex(period)) return through;
  const left = addMonths(through, -months);
  return left >= period ? left : null;
}

/** Of the latest month that lines are for: what is caught up beside it is paid at the rate of its own month. */
function rateOf({ lines }: PolicyRecord): number | null {
  let latest: ScorableLine | null = null;
  for (const line of lines) {
    if (line.rate === null) continue;
    if (latest === null || isLaterCoverage(line, latest)) latest = line;
  }
  return latest?.rate ?? null;
}

function isLaterCoverage({ coverageMonth: one }: ScorableLine, { coverageMonth: other }: ScorableLine): boolean {
  return one !== null && other !== null && one > other;
}
