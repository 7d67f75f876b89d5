import type { Money } from '../money.ts';
import { addMonths, type Period, periodOfDate } from '../period.ts';
import { quoted } from '../wording.ts';
import { type MissedMonths, ownMonth, type PaymentReach, reachOf, scaleToMonths } from './cadence.ts';
import {
  type CaughtUp,
  caughtUp,
  caughtUpAtFirst,
  caughtUpByStatedMonths,
  isPaidAhead,
  missedMonths,
  monthsAdvanced,
  NOTHING_CAUGHT_UP,
} from './catch-up.ts';
import { premiumMode } from './due-months.ts';
import { wasPaid } from './gone-parts.ts';
import {
  type MemberMonth,
  paidMonthOf,
  principalRecord,
  type ScorableLine,
  saysMoreThanAmount,
} from './member-month.ts';
import { caughtUpLater } from './open-matters.ts';
import { plannedStep } from './planned-step.ts';
import { endorsedBack, throughAfterChargeback } from './policy-term.ts';
import { type PaidOnce, paidOnce, withoutRecoveries, withoutReversals } from './regular-pay.ts';
import type { Draft, PriorRow, ScoringContext } from './scored-row.ts';
import { differByCents, toleratedDifference } from './tolerance.ts';

/** A cent, in ten-thousandths of a dollar. */
const CENT = 100;

/**
 * Returns the pay for earlier months of lives that joined a household or group, in ten-thousandths of a dollar. Lines without a month pay
 * it, for the added lives only, at this month's pay for a life. Returns 0 if a life was paid another amount before.
 */
export function addedLivesPay({ records, chargeback }: MemberMonth, prior: PriorRow): Money {
  const before = prior.profile.lives;
  const [record] = records;
  if (before === null || record === undefined || records.length > 1 || chargeback > 0) return 0;
  if (record.lines.length < 2) return 0;
  const lines = record.lines.filter(({ amount }) => amount > 0);
  if (lines.length < 2 || !lines.every((line) => saysMoreThanAmount(line) && paidMonthOf(line) === null)) return 0;
  const all = Math.max(...lines.map(({ lives }) => lives ?? 0));
  const added = all - before;
  const own = paidFor(lines, all);
  const arrears = paidFor(lines, added);
  if (added <= 0 || added === all || lines.some(({ lives }) => lives !== all && lives !== added)) return 0;
  const isLike = (amount: Money, lives: number) => Math.abs(amount * all - own * lives) <= CENT * lines.length * all;
  if (!isLike(prior.lastPresentAmount, before)) return 0;
  const months = Math.round((arrears * all) / (own * added));
  return months > 0 && isLike(arrears, added * months) ? arrears : 0;
}

/** Returns the sum of the lines that are for exactly this number of lives. */
function paidFor(lines: readonly ScorableLine[], lives: number): Money {
  return lines.reduce((sum, line) => (line.lives === lives ? sum + line.amount : sum), 0);
}

/**
 * Returns a clause that quotes the carrier's status for a member whose net is zero. Returns an empty text without a status, and for a month
 * with a chargeback.
 */
export function carrierStatusClause(month: MemberMonth | undefined): string {
  if (month === undefined || month.amount !== 0 || month.chargeback > 0) return '';
  const status = principalRecord(month).carrierStatus;
  return status === null || status.trim() === '' ? '' : `; the carrier says ${quoted(status)}`;
}

/** The amounts by which a month is compared with earlier pay, and the values kept for the next month. In ten-thousandths of a dollar. */
export interface AmountComparison {
  /** The earlier amount, for as many months as this month's pay. */
  readonly prevComparable: Money;
  /** This month's amount without one-off pay. */
  readonly comparedAmount: Money;
  /** Pay of lines that repeat another line, if it counts as a double payment. */
  readonly repeatedAmount: Money;
  /** The part of the earned pay that repays an advance. It is subtracted from both compared amounts. */
  readonly recoveredAmount: Money;
  /** Regular pay of the payments, without chargebacks. */
  readonly regularPay: Money;
  /** The sentence about a planned step down; null without such a step. */
  readonly plannedStep: string | null;
  /** The part of the regular pay that comes once, where only the amounts show it. */
  readonly supposedExtra: Money;
  /** The amount with which the next month is compared. */
  readonly lastPresentAmount: Money;
  /** Number of months that `lastPresentAmount` pays for. */
  readonly paidMonths: number;
  readonly caughtUp: CaughtUp;
  /** False when nothing is due this month: within an advance, while it is recovered, and in months that the carrier does not pay. */
  readonly isDue: boolean;
  /** The last month that is paid ahead; null when none is. */
  readonly through: Period | null;
}

/**
 * Compares a month's pay with earlier pay (docs/reference/scoring.md#what-is-compared): for equally many months and without one-off pay.
 * Within an advance, pay is compared with zero.
 */
export function compareAmounts(
  context: ScoringContext,
  prior: PriorRow | undefined,
  wholeMonth: MemberMonth,
): AmountComparison {
  const earned = withoutRecoveries(wholeMonth, context.kindOf);
  const recovered = wholeMonth.chargeback - earned.chargeback;
  const month = withoutReversals(earned, prior, context);
  const missed = prior === undefined ? null : missedMonths(prior, context, wholeMonth);
  const mode = prior === undefined ? null : premiumMode(month, prior, context);
  const reach: PaymentReach =
    mode === null
      ? afterSeveralMonths(reachOf(month, context, missed), prior, context)
      : { through: addMonths(ownMonth(context), mode - 1), months: mode };
  const caught = caughtUpBy(context, prior, { month, missed });
  const parts = paidOnce(month, context);
  const { net, once } = withoutExtras(month, { context, prior, reach, caught, parts });
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
  if (prior !== undefined) {
    const monthsBefore = mode ?? monthsAdvanced(prior, month, context.period);
    compareWithPrior(own, withMonths(prior, monthsBefore), { context, month, reach });
  }
  subtractRepetition(own, parts, { context, prior, month });
  if (prior !== undefined && own.isDue) {
    own.plannedStep = plannedStep(context, prior, {
      month,
      reach,
      prevComparable: own.prevComparable,
      comparedAmount: own.comparedAmount,
    });
  }
  own.comparedAmount -= recovered;
  own.prevComparable -= recovered;
  return own;
}

/** A month's net amount without its one-off pay, and the one-off pay that was subtracted. */
interface WithoutExtras {
  readonly net: Money;
  readonly once: Money;
}

/** Subtracts one-off pay from a month's amount: extras such as bonuses and adjustments, and pay for earlier months and for added lives. */
function withoutExtras(
  month: MemberMonth,
  {
    context,
    prior,
    reach,
    caught,
    parts,
  }: {
    readonly context: ScoringContext;
    readonly prior: PriorRow | undefined;
    readonly reach: PaymentReach;
    readonly caught: CaughtUp;
    readonly parts: PaidOnce;
  },
): WithoutExtras {
  const isCaughtUp = caught.months > 0 || prior === undefined;
  const ofAddedLives = isCaughtUp ? 0 : addedLivesPay(month, prior);
  const statedArrears = caught.isStated ? caught.amount + caught.repaid : ofAddedLives;
  // A payment that reaches ahead is scaled to its months, so the arrears that its lines name are not subtracted again.
  const arrears = reach.through === null ? Math.max(parts.arrears, statedArrears) : statedArrears;
  // If no line names an earlier month, an adjustment may itself be the caught-up month, and must not be subtracted twice.
  const extra = parts.arrears === 0 ? Math.max(parts.extras, arrears) : parts.extras + arrears;
  const once = Math.min(extra, Math.max(month.paid, 0));
  // A chargeback beside arrears takes back a caught-up month, so it is not subtracted from this month's pay as well.
  const endorsed = endorsedBack(month, context);
  const net = month.amount + endorsed - once + Math.min(arrears, month.chargeback - endorsed, once);
  return { net, once };
}

/** Subtracts repetition that the lines describe. Repetition of mere amounts is only explained in the next month. */
function subtractRepetition(
  own: Draft<AmountComparison>,
  parts: PaidOnce,
  {
    context,
    prior,
    month,
  }: { readonly context: ScoringContext; readonly prior: PriorRow | undefined; readonly month: MemberMonth },
): void {
  own.repeatedAmount = repeatedPay(own, parts, { context, prior });
  const stated = Math.min(own.repeatedAmount, Math.max(parts.repeatedMonths, parts.repeatedDescribed));
  own.comparedAmount -= stated;
  own.regularPay -= stated;
  if (own.isDue) own.lastPresentAmount -= stated;
  const supposed = own.caughtUp.isStated ? 0 : own.caughtUp.amount + own.caughtUp.repaid;
  own.supposedExtra = supposed + own.repeatedAmount - stated;
  if (own.supposedExtra === 0 && prior !== undefined) own.supposedExtra = addedPay(own, month, { context, prior });
}

/**
 * Returns the pay of lines that a member has for the first time beside those of the month before: of further coverages, or one line without
 * which as much is paid as before. Whether it comes again, the next statement shows.
 */
function addedPay(
  { comparedAmount, prevComparable, caughtUp }: AmountComparison,
  month: MemberMonth,
  { context, prior }: { readonly context: ScoringContext; readonly prior: PriorRow },
): Money {
  const tolerated = toleratedDifference(context.tolerance, prevComparable);
  if (
    month.chargeback > 0 ||
    caughtUp.months > 0 ||
    prevComparable <= 0 ||
    comparedAmount <= prevComparable + tolerated
  )
    return 0;
  const lines = month.records.flatMap((record) => record.lines.filter(({ amount }) => amount > 0));
  if (lines.length < 2) return 0;
  const added = lines.filter((line) => !wasPaid(prior, line));
  if (added.length > 0 && added.length < lines.length) return added.reduce((sum, { amount }) => sum + amount, 0);
  const further = lines.find(({ amount }) => Math.abs(comparedAmount - amount - prevComparable) <= tolerated);
  return further?.amount ?? 0;
}

/**
 * Corrects the reach of a payment through the next month. If the payment before was for several months and ended last month, this payment
 * is for two months, because every month is paid once.
 */
function afterSeveralMonths(reach: PaymentReach, prior: PriorRow | undefined, context: ScoringContext): PaymentReach {
  if (prior === undefined || prior.paidThrough === null || prior.history.paidMonths <= 1) return reach;
  const own = ownMonth(context);
  const isNext = reach.months === 1 && reach.through === addMonths(own, 1);
  return isNext && periodOfDate(prior.paidThrough) === addMonths(own, -1) ? { ...reach, months: 2 } : reach;
}

/** Returns the earlier row with the number of months of its payment, once this payment shows it. */
function withMonths(prior: PriorRow, paidMonths: number | null): PriorRow {
  return paidMonths === null ? prior : { ...prior, history: { ...prior.history, paidMonths } };
}

/** Sets the amounts of `own` that depend on the earlier row. */
function compareWithPrior(
  own: Draft<AmountComparison>,
  prior: PriorRow,
  { context, month, reach }: MonthCompared,
): void {
  const { period } = context;
  const isAhead = isPaidAhead(prior, context);
  if (!isAhead && month.paid <= 0 && month.chargeback === 0 && context.isUnpaidMonth(prior.profile, period)) {
    own.lastPresentAmount = prior.lastPresentAmount;
    own.paidMonths = prior.history.paidMonths;
    own.isDue = false;
    return;
  }
  const kept = isAhead ? throughAfterChargeback(prior, month, context) : null;
  if (kept !== null && (own.through === null || kept > own.through)) own.through = kept;
  if (!isAhead || prior.history.paidMonths <= 1 || reachesFurther(reach, prior)) {
    own.prevComparable = comparableAmount(prior, reach.months);
    // A month without pay keeps the last payment and its number of months.
    if (month.paid <= 0) own.paidMonths = prior.history.paidMonths;
  } else if (!context.isPolicyTerm && own.recoveredAmount > 0) {
    // Pay as earned shows that the advance, whose length was unknown, has ended.
    own.through = reach.through;
    own.prevComparable = own.comparedAmount;
  } else if (kept !== null) {
    own.lastPresentAmount = prior.lastPresentAmount;
    own.paidMonths = prior.history.paidMonths;
    own.isDue = false;
  } else if (month.paid <= 0) {
    // The number of months is kept, so that a month's value is known if the member is paid again.
    own.paidMonths = prior.history.paidMonths;
  }
}

interface MonthCompared {
  readonly context: ScoringContext;
  readonly month: MemberMonth;
  readonly reach: PaymentReach;
}

/** Returns whether a payment for several months reaches further than the earlier payment. */
function reachesFurther({ months, through }: PaymentReach, { paidThrough }: PriorRow): boolean {
  return months > 1 && through !== null && paidThrough !== null && through > periodOfDate(paidThrough);
}

/**
 * Returns the pay of repeated lines that counts as a double payment. Repeated lines count if they name the same coverage month, or if the
 * rest equals the pay before. They never count if as much was paid before, because some policies have equal lines every month.
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
    (differByCents(once, prevComparable) ||
      Math.abs(once - prevComparable) <= toleratedDifference(context.tolerance, prevComparable));
  // After unpaid months a repeated amount is pay for the missed months and no double payment.
  return isExtra && caughtUp.months === 0 ? parts.repeated : parts.repeatedMonths;
}

/** Finds the part of the pay that is for missed months, by the rule for a first, a returning or an ordinary month. */
function caughtUpBy(
  context: ScoringContext,
  prior: PriorRow | undefined,
  { month, missed }: { readonly month: MemberMonth; readonly missed: MissedMonths | null },
): CaughtUp {
  if (prior === undefined) return caughtUpAtFirst(month, context);
  if (missed === null) {
    if (context.isPolicyTerm) return NOTHING_CAUGHT_UP;
    const later = caughtUpLater(month, prior, context);
    return later.months > 0 ? later : caughtUpByStatedMonths(month, prior, context);
  }
  return caughtUp(month, prior, { ...context, missed });
}

/** Returns the earlier amount, scaled to `months` without its caught-up pay if the numbers of months differ. */
function comparableAmount({ lastPresentAmount, lastPresentPeriod, history }: PriorRow, months: number): Money {
  // A chargeback is not scaled, because it has no number of months.
  if (months === history.paidMonths || lastPresentAmount <= 0) return lastPresentAmount;
  const extra = history.lastPaidPeriod === lastPresentPeriod ? history.extraAmount : 0;
  return scaleToMonths(lastPresentAmount - extra, months, history.paidMonths);
}
