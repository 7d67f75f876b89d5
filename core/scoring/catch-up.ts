import { addMoney, type Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate, periodYear } from '../period.ts';
import {
  isIn,
  type MissedMonths,
  type MonthSpan,
  monthsWithin,
  ownMonth,
  type PaidSpan,
  type PaymentContext,
  paidSpan,
  scaleToMonths,
} from './cadence.ts';
import { matchingYearsPay, type YearsPay, yearsPayOf } from './cms-year.ts';
import type { MemberHistory } from './member-history.ts';
import { type MemberMonth, type MemberProfile, type ScorableLine, saysMoreThanAmount } from './member-month.ts';
import { paymentKey } from './regular-pay.ts';
import { type Tolerance, toleratedDifference } from './tolerance.ts';
import type { IsUnpaidMonth } from './unpaid-months.ts';

/** Finds months in which a member was not paid, and the part of them that a later payment caught up. */

/** Facts about a member from the previous row. */
export interface MemberBefore {
  readonly status: string;
  readonly profile: MemberProfile;
  readonly lastPresentAmount: Money;
  readonly paidThrough: string | null;
  readonly history: MemberHistory;
}

/** The period and carrier of the month. */
interface Moment {
  readonly period: Period;
  readonly productLine: string | null;
  readonly paymentLag: number;
}

/** A moment of a book, with the months that its carrier does not pay, and those whose statement never came. */
interface MomentOfBook extends Moment {
  readonly isUnpaidMonth: IsUnpaidMonth;
  readonly skipped: MonthSpan | null;
}

/** The part of a statement's pay for months that were missed before. */
export interface CaughtUp {
  readonly months: number;
  readonly amount: Money;
  /** The part that repays chargebacks since the last payment, in whole months' pay. */
  readonly repaid: Money;
  /** True when the lines name the months, or say more than amounts that fit them; false when only the amounts show it. */
  readonly isStated: boolean;
}

export const NOTHING_CAUGHT_UP: CaughtUp = { months: 0, amount: 0, repaid: 0, isStated: false };

/** Lower bound of a month's pay relative to the previous one. A Medicare renewal is half of the first year's pay. */
const OTHER_RATE_MIN = 0.5;
const OTHER_RATE_MAX = 1.5;
/** Coverage that began longer ago is an older policy that is new to the book. */
const FIRST_MONTHS_MAX = 6;
/** Two coverages of one month are each paid less than this share of the previous pay of both. */
const SAME_RATE_MIN = 0.75;

/** Returns whether an earlier payment covers this period too. */
export function isPaidAhead({ status, paidThrough }: MemberBefore, period: Period): boolean {
  return status !== 'red' && paidThrough !== null && periodOfDate(paidThrough) >= period;
}

/**
 * Returns the unpaid months before the period's own, without those at the ends that the carrier does not pay; null when there are none.
 * They are coverage months: a carrier that pays a month in arrears owes June for the statement of July.
 */
export function missedMonths(
  prior: MemberBefore,
  { period, productLine, paymentLag, isUnpaidMonth, skipped }: MomentOfBook,
): MissedMonths | null {
  const unpaidSince = prior.history.unpaidSince ?? unpaidInGap(prior, skipped, paymentLag);
  if (unpaidSince === null || unpaidSince >= period || isPaidAhead(prior, period)) return null;
  const isUnpaid = (covered: Period) => isUnpaidMonth(prior.profile, addMonths(covered, paymentLag));
  const year = paidYear(prior, productLine);
  const since = addMonths(unpaidSince, -paymentLag);
  let from = year !== null && since <= year.december ? addMonths(year.december, 1) : since;
  let to = addMonths(period, -paymentLag - 1);
  while (from <= to && isUnpaid(from)) from = addMonths(from, 1);
  while (from <= to && isUnpaid(to)) to = addMonths(to, -1);
  if (from > to) return null;
  let due = 0;
  for (let one = from; one <= to; one = addMonths(one, 1)) if (!isUnpaid(one)) due += 1;
  return { from, to, due, lastPayment: { amount: prior.lastPresentAmount, months: prior.history.paidMonths } };
}

/** Returns the first period of the skipped months that no earlier payment covers; null for a member who had left before. */
function unpaidInGap({ status, paidThrough }: MemberBefore, skipped: MonthSpan | null, lag: number): Period | null {
  if (skipped === null || status === 'red') return null;
  const isAhead = paidThrough !== null && periodOfDate(paidThrough) >= skipped.from;
  return addMonths(isAhead ? addMonths(periodOfDate(paidThrough), 1) : skipped.from, lag);
}

/** Returns the last pay of a month, without caught-up pay. A year's payment is divided by its months. */
export function monthlyPay(prior: MemberBefore, productLine: string | null): Money {
  const { paidMonths, extraAmount } = prior.history;
  const payment = lastPayment(prior.history, prior.lastPresentAmount);
  const year = paidYear(prior, productLine);
  if (year !== null) return Math.round(payment / year.pay.months);
  return Math.max(Math.round((payment - extraAmount) / paidMonths), 0);
}

/**
 * Returns the last regular payment. Additional pay within an advance is not the pay of its months, and neither is the chargeback that
 * ended it.
 */
function lastPayment({ paidMonths, lastPaidAmount }: MemberHistory, lastPresentAmount: Money): Money {
  return paidMonths > 1 && lastPresentAmount > 0 ? lastPresentAmount : lastPaidAmount;
}

/** Returns the calendar year that a Medicare member's last payment covers as a whole. The CMS amounts show it, because no cadence does. */
export function paidYear(
  { profile, history, lastPresentAmount }: MemberBefore,
  productLine: string | null,
): { readonly pay: YearsPay; readonly december: Period } | null {
  const { lastPaidPeriod } = history;
  if (productLine !== 'medicare' || lastPaidPeriod === null) return null;
  const { effectiveDate } = profile;
  const isToCome = effectiveDate !== null && periodOfDate(effectiveDate) > lastPaidPeriod;
  const year = periodYear(isToCome ? effectiveDate : lastPaidPeriod);
  const pay = matchingYearsPay(lastPayment(history, lastPresentAmount), yearsPayOf(year, profile));
  return pay === undefined ? null : { pay, december: `${year}-12` };
}

/**
 * Finds caught-up pay in a new member's first statement: all months but the latest. Months before the first statement are unknown, so the
 * lines must show them, by a coverage month each or by one payment for several months.
 */
export function caughtUpAtFirst(month: MemberMonth, at: PaymentContext): CaughtUp {
  const { records } = month;
  const only = month.lineCount === 1 ? records[0]?.lines[0] : undefined;
  if (only !== undefined) return caughtUpInPayment(only, at);
  const named = caughtUpInLines(month, at.period);
  return named === NOTHING_CAUGHT_UP ? caughtUpInRepeatedLines(month, at) : named;
}

/**
 * Finds the months of a first statement that names none: each payment is there once for every month since the coverage began. Other
 * repetitions may be double payments.
 */
function caughtUpInRepeatedLines({ records, paid }: MemberMonth, at: PaymentContext): CaughtUp {
  const lines = records.flatMap((record) => record.lines.filter(({ amount }) => amount > 0));
  const { effectiveDate = null } = records.length === 1 ? (records[0] ?? {}) : {};
  if (
    effectiveDate === null ||
    !lines.every(({ coverageMonth, paidThrough }) => coverageMonth === null && paidThrough === null)
  )
    return NOTHING_CAUGHT_UP;
  const all = monthIndex(ownMonth(at)) - monthIndex(periodOfDate(effectiveDate)) + 1;
  if (all < 2 || all > FIRST_MONTHS_MAX || at.isPolicyTerm) return NOTHING_CAUGHT_UP;
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(paymentKey(line), (counts.get(paymentKey(line)) ?? 0) + 1);
  if (![...counts.values()].every((count) => count === all)) return NOTHING_CAUGHT_UP;
  const months = all - 1;
  return { months, amount: scaleToMonths(paid, months, all), repaid: 0, isStated: lines.every(saysMoreThanAmount) };
}

/**
 * Finds caught-up pay in one payment for several months up to the statement's own. Only a coverage month shows that the months are past.
 */
function caughtUpInPayment(line: ScorableLine, at: PaymentContext): CaughtUp {
  const paid = line.coverageMonth === null ? null : paidSpan(line, at, null);
  if (paid === null || paid.months <= 1 || paid.to > at.period) return NOTHING_CAUGHT_UP;
  const months = paid.months - 1;
  return { months, amount: scaleToMonths(line.amount, months, paid.months), repaid: 0, isStated: true };
}

function caughtUpInLines({ records }: MemberMonth, period: Period): CaughtUp {
  let latest: Period | null = null;
  for (const { lines } of records) {
    for (const { amount, coverageMonth } of lines) {
      if (amount <= 0 || coverageMonth === null || coverageMonth > period) continue;
      if (latest === null || coverageMonth > latest) latest = coverageMonth;
    }
  }
  if (latest === null) return NOTHING_CAUGHT_UP;
  const months = new Set<Period>();
  let caught: Money = 0;
  for (const { lines } of records) {
    for (const { amount, coverageMonth } of lines) {
      if (amount <= 0 || coverageMonth === null || coverageMonth >= latest) continue;
      months.add(coverageMonth);
      caught += amount;
    }
  }
  return months.size === 0 ? NOTHING_CAUGHT_UP : { months: months.size, amount: caught, repaid: 0, isStated: true };
}

/** Finds caught-up pay: by the months that lines name or, if no line names any, by amounts that are whole months' pay. */
export function caughtUp(
  month: MemberMonth,
  prior: MemberBefore,
  at: PaymentContext & Moment & { readonly tolerance: Tolerance; readonly missed: MissedMonths },
): CaughtUp {
  const { missed } = at;
  if (month.paid <= 0) return NOTHING_CAUGHT_UP;
  const covered = new Set<Period>();
  let amount: Money = 0;
  let isNamed = false;
  let isStated = true;
  for (const { lines } of month.records) {
    for (const line of lines) {
      const paid = paidSpan(line, at, missed);
      if (paid === null || isOneMonthOfAny(line, paid)) continue;
      isNamed = true;
      isStated &&= line.coverageMonth !== null || line.paidThrough !== null;
      amount += scaleToMonths(line.amount, monthsWithin(paid, missed), paid.months);
      for (let one = missed.from; one <= missed.to; one = addMonths(one, 1)) if (isIn(paid, one)) covered.add(one);
    }
  }
  if (isNamed) return { months: covered.size, amount, repaid: 0, isStated };
  return caughtUpInWholeMonths(month, prior, at);
}

/** Returns whether a line is for one unnamed month. A second such line may be for any earlier month. */
function isOneMonthOfAny({ coverageMonth, paidThrough }: ScorableLine, { months }: PaidSpan): boolean {
  return months === 1 && coverageMonth === null && paidThrough === null;
}

/** Splits pay beyond one month's into whole months of the previous pay: first for missed months, then for chargebacks. */
function caughtUpInWholeMonths(
  month: MemberMonth,
  prior: MemberBefore,
  at: Moment & { readonly tolerance: Tolerance; readonly missed: MissedMonths },
): CaughtUp {
  const perMonth = monthlyPay(prior, at.productLine);
  if (perMonth <= 0) return NOTHING_CAUGHT_UP;
  const payments = month.records.flatMap(({ lines }) => lines.filter(({ amount }) => amount > 0));
  const isStated = payments.every(saysMoreThanAmount);
  const tolerated = toleratedDifference(at.tolerance, perMonth);
  const times = Math.round(month.paid / perMonth);
  const isMultiple = times > 1 && Math.abs(month.paid - times * perMonth) <= tolerated;
  const own = isMultiple ? perMonth : isStated ? monthOfOtherRate(payments, perMonth) : null;
  if (own === null) return NOTHING_CAUGHT_UP;
  const extra = isMultiple ? times - 1 : payments.length - 1;
  const months = Math.min(extra, at.missed.due);
  if (months <= 0) return NOTHING_CAUGHT_UP;
  const others = isMultiple ? null : paymentsBeside(own, payments, perMonth);
  const amount = others === null ? months * perMonth : sumOf(others.slice(extra - months));
  const repaid = extra === months ? 0 : Math.min(month.paid - own - amount, prior.history.clawedOpen);
  return { months, amount, repaid, isStated };
}

/**
 * Returns the pay of the statement's own month, if each payment is about a month's pay and some have another rate: the payment that
 * differs most from earlier months. Returns null when the payments are no months.
 */
function monthOfOtherRate(payments: readonly ScorableLine[], perMonth: Money): Money | null {
  let own: Money = perMonth;
  let atOldRate = 0;
  for (const { amount } of payments) {
    if (amount < perMonth * OTHER_RATE_MIN || amount > perMonth * OTHER_RATE_MAX) return null;
    if (amount >= perMonth * SAME_RATE_MIN) atOldRate += 1;
    if (Math.abs(amount - perMonth) > Math.abs(own - perMonth)) own = amount;
  }
  return payments.length > 1 && atOldRate >= payments.length - 1 ? own : null;
}

/** Returns all payments but one of the own month, those at the old rate first, because chargebacks are for the earliest months. */
function paymentsBeside(own: Money, payments: readonly ScorableLine[], perMonth: Money): readonly Money[] {
  const amounts = payments.map(({ amount }) => amount);
  amounts.splice(amounts.indexOf(own), 1);
  return amounts.sort((one, other) => Math.abs(one - perMonth) - Math.abs(other - perMonth) || one - other);
}

function sumOf(amounts: readonly Money[]): Money {
  return amounts.reduce((sum, amount) => addMoney(sum, amount), 0);
}
