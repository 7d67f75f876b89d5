import type { Money } from '../money.ts';
import { addMonths, type Period, periodOfDate, periodYear } from '../period.ts';
import { addedLivesPay } from './added-lives.ts';
import { withoutRecoveries } from './advance-recovery.ts';
import { type MissedMonths, type PaymentReach, reachOf, scaleToMonths } from './cadence.ts';
import { type CaughtUp, caughtUp, caughtUpAtFirst, isPaidAhead, missedMonths, NOTHING_CAUGHT_UP } from './catch-up.ts';
import { isMonthsRenewal } from './cms-year.ts';
import { type MemberMonth, saysMoreThanAmount } from './member-month.ts';
import { caughtUpLater } from './missed-open.ts';
import { plannedStep } from './planned-step.ts';
import { endorsedBack, type ReinstatedTerm, reinstatedTerm, throughAfterChargeback } from './policy-term.ts';
import { premiumMode } from './premium-mode.ts';
import { type PaidOnce, paidOnce } from './regular-pay.ts';
import { withoutReversals } from './reversed-lines.ts';
import type { Draft, PriorRow, ScoringContext } from './scored-row.ts';
import { toleratedDifference } from './tolerance.ts';

/** Compares a member's month with earlier pay, and keeps the amount that the next month is compared with. */

/** The amounts that a month is compared by, and those kept for the next month. */
export interface AmountComparison {
  readonly prevComparable: Money;
  readonly comparedAmount: Money;
  readonly repeatedAmount: Money;
  /** The part of the earned pay that repays an advance. Both compared amounts are without it. */
  readonly recoveredAmount: Money;
  /** Regular pay of the payments, without chargebacks. */
  readonly regularPay: Money;
  readonly plannedStep: string | null;
  /** The part of the regular pay that was paid once, where only the amounts show that. */
  readonly supposedExtra: Money;
  readonly lastPresentAmount: Money;
  readonly paidMonths: number;
  readonly caughtUp: CaughtUp;
  /** False in the months of an advance, and while it is recovered: without pay they are not missed. */
  readonly isDue: boolean;
  readonly through: Period | null;
}

/**
 * Compares amounts for equally many months and without one-off payments, so that neither a year's payment nor the month after a bonus
 * looks like a change. In the months of an advance nothing is due: pay is compared with zero, and the advance stays the amount for later
 * months. After a planned step down both amounts are the same.
 */
export function compareAmounts(
  context: ScoringContext,
  prior: PriorRow | undefined,
  wholeMonth: MemberMonth,
): AmountComparison {
  const earned = withoutRecoveries(wholeMonth, context.kindOf);
  const recovered = wholeMonth.chargeback - earned.chargeback;
  const month = withoutReversals(earned, prior, context);
  const reinstated = prior === undefined ? null : reinstatedTerm(prior, month, context);
  if (reinstated !== null) return comparisonOfTerm(month, reinstated);
  const missed = prior === undefined ? null : missedMonths(prior, context);
  const mode = prior === undefined ? null : premiumMode(month, prior, context);
  const reach: PaymentReach =
    mode === null
      ? afterSeveralMonths(reachOf(month, context, missed), prior, context)
      : { through: addMonths(context.period, mode - 1), months: mode };
  const caught = caughtUpBy(context, prior, { month, missed });
  const parts = paidOnce(month, context);
  const isCaughtUp = caught.months > 0 || prior === undefined;
  const ofAddedLives = isCaughtUp ? 0 : addedLivesPay(month, prior);
  const statedArrears = caught.isStated ? caught.amount + caught.repaid : ofAddedLives;
  // Lines that reach ahead are compared as months, so only the caught-up part counts here.
  const arrears = reach.through === null ? Math.max(parts.arrears, statedArrears) : statedArrears;
  // Where only the amounts show the caught-up months, an adjustment may be one of them, and counts once.
  const extra = parts.arrears === 0 ? Math.max(parts.extras, arrears) : parts.extras + arrears;
  const once = Math.min(extra, Math.max(month.paid, 0));
  // A chargeback in a statement that catches up months takes such a month back. The net is zero and not less.
  const endorsed = endorsedBack(month, context);
  const net = month.amount + endorsed - once + Math.min(arrears, month.chargeback - endorsed, once);
  const own: Draft<AmountComparison> = {
    prevComparable: 0,
    comparedAmount: net,
    repeatedAmount: 0,
    recoveredAmount: recovered,
    regularPay: month.paid - once,
    plannedStep: null,
    supposedExtra: 0,
    lastPresentAmount: net,
    paidMonths: reach.months,
    caughtUp: caught,
    isDue: !context.recovering.has(month.memberRefId),
    through: reach.through,
  };
  if (prior !== undefined) compareWithPrior(own, withModeMonths(prior, mode), { context, month, reach });
  own.repeatedAmount = repeatedPay(own, parts, { context, prior });
  // Plain amounts are compared as they are, and the month after is explained.
  const statedRepetition = Math.min(own.repeatedAmount, Math.max(parts.repeatedMonths, parts.repeatedDescribed));
  own.comparedAmount -= statedRepetition;
  own.regularPay -= statedRepetition;
  if (own.isDue) own.lastPresentAmount -= statedRepetition;
  own.supposedExtra = (caught.isStated ? 0 : caught.amount + caught.repaid) + own.repeatedAmount - statedRepetition;
  if (prior !== undefined && own.isDue) {
    own.plannedStep = plannedStep(context, prior, { month, reach, ...own });
    if (own.plannedStep !== null) own.prevComparable = own.comparedAmount;
  }
  own.comparedAmount -= recovered;
  own.prevComparable -= recovered;
  return own;
}

/**
 * Counts the months of a payment that is paid to the end of the next month. After a payment for several months, which ended with the last
 * one, it is for two: every month is paid for once.
 */
function afterSeveralMonths(
  reach: PaymentReach,
  prior: PriorRow | undefined,
  { period }: ScoringContext,
): PaymentReach {
  if (prior === undefined || prior.paidThrough === null || prior.history.paidMonths <= 1) return reach;
  const isNext = reach.months === 1 && reach.through === addMonths(period, 1);
  return isNext && periodOfDate(prior.paidThrough) === addMonths(period, -1) ? { ...reach, months: 2 } : reach;
}

/** Compares a reinstated term. The chargeback is repaid, so there is no change; the next term is compared with the whole term. */
function comparisonOfTerm({ amount, paid }: MemberMonth, term: ReinstatedTerm): AmountComparison {
  return {
    prevComparable: amount,
    comparedAmount: amount,
    repeatedAmount: 0,
    recoveredAmount: 0,
    regularPay: paid,
    plannedStep: null,
    supposedExtra: 0,
    lastPresentAmount: term.amount,
    paidMonths: term.months,
    caughtUp: NOTHING_CAUGHT_UP,
    isDue: true,
    through: term.through,
  };
}

/** Returns the row with the months of its payment, which only the later rhythm shows. */
function withModeMonths(prior: PriorRow, mode: number | null): PriorRow {
  return mode === null ? prior : { ...prior, history: { ...prior.history, paidMonths: mode } };
}

function compareWithPrior(
  own: Draft<AmountComparison>,
  prior: PriorRow,
  { context, month, reach }: MonthCompared,
): void {
  const { period } = context;
  const isAhead = isPaidAhead(prior, period);
  if (!isAhead && month.paid <= 0 && month.chargeback === 0 && context.isUnpaidMonth(prior.profile, period)) {
    own.lastPresentAmount = prior.lastPresentAmount;
    own.paidMonths = prior.history.paidMonths;
    own.isDue = false;
    return;
  }
  const kept = isAhead ? throughAfterChargeback(prior, month, context) : null;
  if (kept !== null && (own.through === null || kept > own.through)) own.through = kept;
  if (!isAhead || prior.history.paidMonths <= 1 || reachesFurther(reach, prior) || isForLater(month, prior)) {
    own.prevComparable = comparableAmount(prior, reach.months);
    // The last payment stays known, and so do its months.
    if (month.paid <= 0) own.paidMonths = prior.history.paidMonths;
  } else if (!context.isPolicyTerm && (own.recoveredAmount > 0 || isAsEarned(month))) {
    // The carrier pays as earned, which ends the months of an advance of unknown length.
    own.through = reach.through;
    own.prevComparable = own.comparedAmount;
  } else if (kept !== null) {
    // Nothing more is expected once a chargeback leaves no month after this one. The next month is then compared with the chargeback, as
    // after the chargeback of a monthly payment.
    if (!endsWithThisMonth(month, kept, context)) own.lastPresentAmount = prior.lastPresentAmount;
    own.paidMonths = prior.history.paidMonths;
    own.isDue = false;
  } else if (month.paid <= 0) {
    // If the member is paid again, these months continue, so the value of one of them is kept.
    own.paidMonths = prior.history.paidMonths;
  }
}

/** Returns whether chargebacks took back every month of an advance after this one, by lines that say more than an amount. */
function endsWithThisMonth(month: MemberMonth, kept: Period, { period, isPolicyTerm }: ScoringContext): boolean {
  if (isPolicyTerm || kept > period || month.paid > 0 || month.chargeback === 0) return false;
  return month.records.every(({ lines }) => lines.every(saysMoreThanAmount));
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
  readonly reach: PaymentReach;
}

function reachesFurther({ months, through }: PaymentReach, { paidThrough }: PriorRow): boolean {
  return months > 1 && through !== null && paidThrough !== null && through > periodOfDate(paidThrough);
}

/**
 * Returns whether every payment is for a month after the prepaid ones: then it is the next month's pay and not an addition to the advance.
 */
function isForLater({ records, paid }: MemberMonth, { paidThrough }: PriorRow): boolean {
  if (paidThrough === null || paid <= 0) return false;
  const through = periodOfDate(paidThrough);
  return records.every(({ lines }) =>
    lines.every(({ amount, coverageMonth }) => amount <= 0 || (coverageMonth !== null && coverageMonth > through)),
  );
}

/**
 * Returns the pay of repeated lines. Identical lines are legal, and some policies have two every month. They are a double payment when
 * they name the same coverage month, or when the member is paid as before without the repetition; never when as much was paid before.
 */
function repeatedPay(
  { comparedAmount, prevComparable, caughtUp }: AmountComparison,
  parts: PaidOnce,
  { context, prior }: { readonly context: ScoringContext; readonly prior: PriorRow | undefined },
): Money {
  if (parts.repeated === 0 || (prior !== undefined && comparedAmount === prevComparable)) return 0;
  const once = comparedAmount - parts.repeated;
  const isExtra =
    prior !== undefined &&
    (Math.abs(once - prevComparable) <= toleratedDifference(context.tolerance, prevComparable) ||
      isNextYearsRenewal(once, prior, context));
  // After months without pay, the same amount again pays the missed months.
  return isExtra && caughtUp.months === 0 ? parts.repeated : parts.repeatedMonths;
}

/** Returns whether an amount is a month's Medicare renewal of this year, after a month's renewal of the year before. */
function isNextYearsRenewal(amount: Money, { history, profile }: PriorRow, context: ScoringContext): boolean {
  const { lastPaidPeriod, lastPaidAmount } = history;
  if (context.productLine !== 'medicare' || lastPaidPeriod === null) return false;
  const [before, now] = [periodYear(lastPaidPeriod), periodYear(context.period)];
  return (
    now === before + 1 && isMonthsRenewal(lastPaidAmount, before, profile) && isMonthsRenewal(amount, now, profile)
  );
}

function caughtUpBy(
  context: ScoringContext,
  prior: PriorRow | undefined,
  { month, missed }: { readonly month: MemberMonth; readonly missed: MissedMonths | null },
): CaughtUp {
  if (prior === undefined) return caughtUpAtFirst(month, context);
  if (missed === null) return context.isPolicyTerm ? NOTHING_CAUGHT_UP : caughtUpLater(month, prior, context);
  return caughtUp(month, prior, { ...context, missed });
}

/** Returns the earlier amount, scaled when the numbers of months differ. Caught-up pay is no part of later months. */
function comparableAmount({ lastPresentAmount, lastPresentPeriod, history }: PriorRow, months: number): Money {
  // A chargeback is for no number of months.
  if (months === history.paidMonths || lastPresentAmount <= 0) return lastPresentAmount;
  const extra = history.lastPaidPeriod === lastPresentPeriod ? history.extraAmount : 0;
  return scaleToMonths(lastPresentAmount - extra, months, history.paidMonths);
}
