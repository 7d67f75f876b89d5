import { addMoney, type Money } from '../money.ts';
import {
  addMonths,
  isIn,
  type MonthSpan,
  monthIndex,
  monthsWithin,
  type Period,
  periodOfDate,
  periodYear,
} from '../period.ts';
import {
  type IsUnpaidMonth,
  type MissedMonths,
  ownMonth,
  type PaidSpan,
  type PaymentContext,
  paidSpan,
  scaleToMonths,
} from './cadence.ts';
import { matchingYearsPay, type YearsPay, yearsPayOf } from './cms-maximum.ts';
import type { MemberHistory } from './member-history.ts';
import {
  latestNamed,
  type MemberMonth,
  type MemberProfile,
  type ScorableLine,
  saysMoreThanAmount,
} from './member-month.ts';
import { paymentKey } from './regular-pay.ts';
import { differByCents, type Tolerance, toleratedDifference } from './tolerance.ts';

/** The fields of a member's previous row that catching up depends on. Amounts are in ten-thousandths of a dollar. */
export interface MemberBefore {
  readonly status: string;
  readonly profile: MemberProfile;
  readonly lastPresentAmount: Money;
  readonly paidThrough: string | null;
  readonly history: MemberHistory;
}

/** The period of a statement, and facts about its carrier. */
interface Moment {
  readonly period: Period;
  readonly productLine: string | null;
  readonly paymentLag: number;
}

/** A period with the months that the carrier does not pay, and the months whose statement never came. */
interface MomentOfBook extends Moment {
  readonly isPolicyTerm: boolean;
  readonly isUnpaidMonth: IsUnpaidMonth;
  readonly skipped: MonthSpan | null;
}

/** The part of a member's pay that is for missed months. Amounts are in ten-thousandths of a dollar. */
export interface CaughtUp {
  readonly months: number;
  readonly amount: Money;
  /** Pay beyond `amount` that repays chargebacks since the last payment. */
  readonly repaid: Money;
  /** True when the lines name the months or describe their payments; false when only the amounts show that months are caught up. */
  readonly isStated: boolean;
}

export const NOTHING_CAUGHT_UP: CaughtUp = { months: 0, amount: 0, repaid: 0, isStated: false };

/** Bounds of a month's pay as a share of the previous month's pay. A Medicare renewal is half of the first year's pay. */
const OTHER_RATE_MIN = 0.5;
const OTHER_RATE_MAX = 1.5;
/** Maximum number of months since coverage began in which a first statement may catch up. */
const FIRST_MONTHS_MAX = 6;
/** Minimum share of the previous pay for a payment at the old rate. Lines for two coverages of one month are each less than this. */
const SAME_RATE_MIN = 0.75;
/** Minimum of a month's pay as a share of another's, where pay follows a volume. Less is a part that is paid beside a month. */
const MONTH_MIN = 0.25;

/** Returns whether an earlier payment covers the month that the statement pays for. A dropped member is never paid ahead. */
export function isPaidAhead(
  { status, paidThrough }: Pick<MemberBefore, 'status' | 'paidThrough'>,
  at: Pick<Moment, 'period' | 'paymentLag'>,
): boolean {
  return status !== 'red' && paidThrough !== null && periodOfDate(paidThrough) >= ownMonth(at);
}

/**
 * Returns the unpaid coverage months before the month that this statement pays; null without such months. Nothing is due before the first
 * day of a new enrollment, and months that the carrier does not pay are cut off at both ends. With a payment lag of one month, the
 * statement of July pays June. A statement that names only an earlier month pays that month, and the later ones may still come.
 */
export function missedMonths(prior: MemberBefore, moment: MomentOfBook, month: MemberMonth): MissedMonths | null {
  const { period, productLine, paymentLag, isUnpaidMonth, isPolicyTerm, skipped } = moment;
  const unpaidSince = prior.history.unpaidSince ?? unpaidInGap(prior, skipped, paymentLag);
  if (unpaidSince === null || unpaidSince >= period || isPaidAhead(prior, moment)) return null;
  if (monthsAdvanced(prior, month, period) !== null) return null;
  const isUnpaid = (covered: Period) => isUnpaidMonth(prior.profile, addMonths(covered, paymentLag));
  const year = paidYear(prior, productLine);
  const since = addMonths(unpaidSince, -paymentLag);
  let from = year !== null && since <= year.december ? addMonths(year.december, 1) : since;
  from = laterOf(from, isPolicyTerm ? null : enrolledAnew(prior, month));
  const own = addMonths(period, -paymentLag);
  const named = latestNamed(month);
  let to = addMonths(named === null || named < from || named > own ? own : named, -1);
  while (from <= to && isUnpaid(from)) from = addMonths(from, 1);
  while (from <= to && isUnpaid(to)) to = addMonths(to, -1);
  if (from > to) return null;
  let due = 0;
  for (let one = from; one <= to; one = addMonths(one, 1)) if (!isUnpaid(one)) due += 1;
  return { from, to, due, lastPayment: { amount: prior.lastPresentAmount, months: prior.history.paidMonths } };
}

/** Longest advance that the pay after it shows. */
const ADVANCE_MAX = 12;

/** Maximum number of months between the beginning of a policy and its first payment. */
const FIRST_PAID_MAX = 1;

/**
 * Returns the number of months that the only earlier payment of a new policy was for, if the payment after a drop shows it: the earlier one
 * is so many times this one, and was paid as many months ago. Returns null otherwise, and for lines that show only an amount.
 */
export function monthsAdvanced(
  { status, profile: { effectiveDate }, history }: MemberBefore,
  { paid, chargeback, records }: MemberMonth,
  period: Period,
): number | null {
  const { lastPaidPeriod, lastPaidAmount, paidTotal, paidMonths, clawedTotal } = history;
  if (
    (status !== 'red' && status !== 'carried') ||
    lastPaidPeriod === null ||
    paidTotal !== lastPaidAmount ||
    paidMonths !== 1
  )
    return null;
  const months = monthIndex(period) - monthIndex(lastPaidPeriod);
  if (effectiveDate === null) return null;
  if (Math.abs(monthIndex(lastPaidPeriod) - monthIndex(periodOfDate(effectiveDate))) > FIRST_PAID_MAX) return null;
  if (clawedTotal > 0 || months < 2 || months > ADVANCE_MAX || paid <= 0 || chargeback > 0) return null;
  if (!records.every(({ lines }) => lines.every(saysMoreThanAmount))) return null;
  return differByCents(paid, lastPaidAmount / months) ? months : null;
}

/** Returns the first month of an enrollment that began after the last pay; null for a member who continues. */
function enrolledAnew({ history, profile }: MemberBefore, { records }: MemberMonth): Period | null {
  const { lastPaidPeriod } = history;
  const [first, ...others] = records.map(({ effectiveDate }) => effectiveDate);
  if (first === undefined || first === null || lastPaidPeriod === null || others.length > 0) return null;
  return first > (profile.effectiveDate ?? first) && periodOfDate(first) > lastPaidPeriod ? periodOfDate(first) : null;
}

function laterOf(one: Period, other: Period | null): Period {
  return other === null || one > other ? one : other;
}

/** Returns the first period of a skipped statement that no earlier payment covers; null without one, and for a dropped member. */
function unpaidInGap({ status, paidThrough }: MemberBefore, skipped: MonthSpan | null, lag: number): Period | null {
  if (skipped === null || status === 'red') return null;
  const isAhead = paidThrough !== null && periodOfDate(paidThrough) >= skipped.from;
  return addMonths(isAhead ? addMonths(periodOfDate(paidThrough), 1) : skipped.from, lag);
}

/** Returns a month's pay by the last payment, in ten-thousandths of a dollar, without caught-up pay. A longer payment is divided. */
export function monthlyPay(prior: MemberBefore, productLine: string | null): Money {
  const { paidMonths, extraAmount } = prior.history;
  const payment = lastPayment(prior.history, prior.lastPresentAmount);
  const year = paidYear(prior, productLine);
  if (year !== null) return Math.round(payment / year.pay.months);
  return Math.max(Math.round((payment - extraAmount) / paidMonths), 0);
}

/** Returns the last regular payment. Within an advance it is the advance itself, and not additional pay in one of its months. */
function lastPayment({ paidMonths, lastPaidAmount }: MemberHistory, lastPresentAmount: Money): Money {
  return paidMonths > 1 && lastPresentAmount > 0 ? lastPresentAmount : lastPaidAmount;
}

/** Returns the calendar year that a Medicare member's last payment covers, recognized by the CMS amounts; null for any other payment. */
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
 * Finds caught-up pay in a member's first statement: the pay of all months but the latest. The lines must show these months, because no
 * earlier statement is known: by coverage months, by one payment for several months, or by repetition.
 */
export function caughtUpAtFirst(month: MemberMonth, at: PaymentContext): CaughtUp {
  const { records } = month;
  const only = month.lineCount === 1 ? records[0]?.lines[0] : undefined;
  if (only !== undefined) return caughtUpInPayment(only, at);
  const named = caughtUpInLines(month, at.period);
  return named === NOTHING_CAUGHT_UP ? caughtUpInRepeatedLines(month, at) : named;
}

/**
 * Finds caught-up pay by repeated lines that name no month: every payment occurs once for each month since coverage began. Any other number
 * of repetitions may be a double payment.
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
 * Finds pay for other months in a single larger payment that states a number of months and names none, although no month is known to be
 * missed. The next month is then compared with one month of it.
 */
export function caughtUpByStatedMonths(month: MemberMonth, prior: MemberBefore, at: PaymentContext): CaughtUp {
  const only = month.lineCount === 1 ? month.records[0]?.lines[0] : undefined;
  if (only === undefined || only.coverageMonth !== null || only.amount <= prior.lastPresentAmount)
    return NOTHING_CAUGHT_UP;
  return prior.lastPresentAmount > 0 ? caughtUpInPayment(only, at) : NOTHING_CAUGHT_UP;
}

/** Finds caught-up pay in one payment for several months that reaches no further than the period. */
function caughtUpInPayment(line: ScorableLine, at: PaymentContext): CaughtUp {
  const paid = paidSpan(line, at, null);
  if (paid === null || paid.months <= 1 || paid.to > at.period) return NOTHING_CAUGHT_UP;
  const months = paid.months - 1;
  return { months, amount: scaleToMonths(line.amount, months, paid.months), repaid: 0, isStated: true };
}

/** Finds caught-up pay by the coverage months of lines: pay for months before the latest named month. */
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

/** Finds pay for missed months: by the months that lines name or, if no line names a month, by amounts of whole months' pay. */
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

/** Returns whether a line pays one month without naming it. */
function isOneMonthOfAny({ coverageMonth, paidThrough }: ScorableLine, { months }: PaidSpan): boolean {
  return months === 1 && coverageMonth === null && paidThrough === null;
}

/** Splits the pay beyond this month's into whole months' pay: first for missed months, then as repayment of chargebacks. */
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
  const isWhole = Math.abs(month.paid - times * perMonth) <= tolerated || differByCents(month.paid, times * perMonth);
  const isMultiple = times > 1 && isWhole;
  const own = isMultiple ? perMonth : isStated ? monthOfOtherRate(payments, perMonth) : null;
  if (own === null) {
    const { due } = at.missed;
    return isStated && linesOfEachPart(payments) === due + 1
      ? { months: due, amount: scaleToMonths(month.paid, due, due + 1), repaid: 0, isStated }
      : NOTHING_CAUGHT_UP;
  }
  const extra = isMultiple ? times - 1 : payments.length - 1;
  const months = Math.min(extra, at.missed.due);
  if (months <= 0) return NOTHING_CAUGHT_UP;
  const others = isMultiple ? null : paymentsBeside(own, payments, perMonth);
  const amount = others === null ? months * perMonth : sumOf(others.slice(extra - months));
  const repaid = extra === months ? 0 : Math.min(month.paid - own - amount, prior.history.clawedOpen);
  return { months, amount, repaid, isStated };
}

/**
 * Returns the number of lines of each part of the pay: a coverage, a person, an agent's share or an override. With a line for each month
 * they pay so many months, though amounts vary. Returns null if the parts differ, and for a line that is too small for a month.
 */
function linesOfEachPart(payments: readonly ScorableLine[]): number | null {
  const parts = Map.groupBy(payments, (line) => {
    const { policyRefId, memberName, productType, planCode, planName, agentId, agentName, transactionType } = line;
    return JSON.stringify([
      policyRefId,
      memberName,
      productType,
      planCode,
      planName,
      agentId,
      agentName,
      transactionType,
    ]);
  });
  for (const lines of parts.values()) {
    const amounts = lines.map(({ amount }) => amount);
    if (Math.min(...amounts) < Math.max(...amounts) * MONTH_MIN) return null;
  }
  const [count, ...others] = new Set([...parts.values()].map(({ length }) => length));
  return count === undefined || others.length > 0 ? null : count;
}

/**
 * Returns the pay of the statement's own month where it has another rate than earlier months: the payment that differs most from the
 * previous pay. Returns null unless each payment is about a month's pay, and all others are at the old rate.
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

/** Returns all payments but this month's (`own`), the nearest to the old rate first. The earliest months were charged back. */
function paymentsBeside(own: Money, payments: readonly ScorableLine[], perMonth: Money): readonly Money[] {
  const amounts = payments.map(({ amount }) => amount);
  amounts.splice(amounts.indexOf(own), 1);
  return amounts.sort((one, other) => Math.abs(one - perMonth) - Math.abs(other - perMonth) || one - other);
}

function sumOf(amounts: readonly Money[]): Money {
  return amounts.reduce((sum, amount) => addMoney(sum, amount), 0);
}
