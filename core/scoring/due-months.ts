import type { Money } from '../money.ts';
import { addMonths, type MonthSpan, monthIndex, type Period, periodOfDate } from '../period.ts';
import { MODES, ownMonth, type PaymentContext, statedMonths } from './cadence.ts';
import type { MemberBefore } from './catch-up.ts';
import { isLimitedByCms } from './cms-maximum.ts';
import {
  isForOneMonth,
  linesIn,
  type MemberLines,
  type MemberMonth,
  type ScorableLine,
  saysMoreThanAmount,
} from './member-month.ts';
import type { PeriodMember } from './period-members.ts';
import { differByCents, type Tolerance, toleratedDifference } from './tolerance.ts';

/** The months that a statement pays for: as far as most of its members show, and by the time since the last payment. */

const YEAR = 12;

/** Minimum number of members who show a lag. With fewer it is unknown. */
const LAG_MEMBERS_MIN = 5;
/** Minimum share of these members who show the same one. */
const LAG_SHARE_MIN = 0.75;
/** Limits of the lag in months: carriers pay at most three months late, or two months early. */
const LAG_MAX = 3;
const LAG_MIN = -2;

/**
 * Returns the number of months by which a statement's payments follow their coverage months (docs/reference/signals.md#pay-in-arrears);
 * negative for pay in advance, 0 when unknown. Most members decide, because a single line for an earlier month may be late pay. Where no
 * line names a month, those who joined the book later decide: a carrier that pays behind first pays them so long after their first month.
 */
export function paymentLag(members: readonly PeriodMember[], period: Period): number {
  const named = members.flatMap(({ lines }) => {
    const latest = lines === undefined ? null : latestPaidMonth(lines);
    return latest === null ? [] : monthIndex(period) - monthIndex(latest);
  });
  return named.length >= LAG_MEMBERS_MIN ? usualLag(named) : Math.max(usualLag(lagsOfJoiners(members)), 0);
}

/** Returns the months from the effective month to the first payment, for members who joined after the book's first statement. */
function lagsOfJoiners(members: readonly PeriodMember[]): readonly number[] {
  const joined = members.flatMap(({ prior }) => (prior === undefined ? [] : prior));
  const first = joined.reduce<Period | null>(
    (one, { firstSeenPeriod: other }) => (one === null || other < one ? other : one),
    null,
  );
  return joined.flatMap(({ firstSeenPeriod, profile: { effectiveDate } }) => {
    if (firstSeenPeriod === first || effectiveDate === null) return [];
    const lag = monthIndex(firstSeenPeriod) - monthIndex(periodOfDate(effectiveDate));
    return lag >= LAG_MIN && lag <= YEAR ? lag : [];
  });
}

/** Returns the lag that enough members share; 0 without one, and for one beyond the limits. */
function usualLag(lags: readonly number[]): number {
  if (lags.length < LAG_MEMBERS_MIN) return 0;
  const [lag] = [...Map.groupBy(lags, (one) => one)].find(([, same]) => same.length >= LAG_SHARE_MIN * lags.length) ?? [
    0,
  ];
  return lag >= LAG_MIN && lag <= LAG_MAX ? lag : 0;
}

function latestPaidMonth(lines: MemberLines): Period | null {
  let latest: Period | null = null;
  for (const line of linesIn(lines)) {
    const month = line.amount > 0 ? line.coverageMonth : null;
    if (month !== null && (latest === null || month > latest)) latest = month;
  }
  return latest;
}

/** Minimum number of lines that prove a premium mode. */
const MODE_LINES_MIN = 3;

/** Returns the premium modes of a statement: so many months at once are stated by several lines that cannot mean all months of a policy. */
export function statedModes(lines: Iterable<ScorableLine>, own: Period): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const months = statedMonths(line);
    const { effectiveDate, coverageMonth, amount } = line;
    if (!MODES.has(months) || amount <= 0 || coverageMonth !== null || effectiveDate === null) continue;
    const isSinceBegin = monthIndex(own) - monthIndex(periodOfDate(effectiveDate)) === months - 1;
    if (!isSinceBegin) counts.set(months, (counts.get(months) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([months, count]) => (count >= MODE_LINES_MIN ? [months] : [])));
}

/** Minimum number of members who are paid at one interval, where so many others are paid by the month. */
const INTERVAL_MEMBERS_MIN = 3;
const MONTHLY_MEMBERS_MIN = 20;

/**
 * Returns the premium modes at which members of the book are paid. One member who missed two months among many who are paid monthly is not
 * paid by the quarter. In a book with few monthly members any mode may be.
 */
export function paidIntervals(
  members: Iterable<PeriodMember>,
  { period, baselinePeriod }: Pick<Statement, 'period' | 'baselinePeriod'>,
): ReadonlySet<number> {
  let monthly = 0;
  const shown = new Map<number, number>();
  for (const { prior, lines } of members) {
    if (prior === undefined || prior.history.lastPaidPeriod === null) continue;
    const { paidMonths, lastPaidPeriod } = prior.history;
    if (lines !== undefined && paidMonths === 1 && lastPaidPeriod === baselinePeriod) monthly += 1;
    const isBack = lines !== undefined && paidMonths === 1;
    const months = isBack ? monthIndex(period) - monthIndex(lastPaidPeriod) : paidMonths;
    if (MODES.has(months)) shown.set(months, (shown.get(months) ?? 0) + 1);
  }
  if (monthly < MONTHLY_MEMBERS_MIN) return MODES;
  return new Set([...shown].flatMap(([months, count]) => (count >= INTERVAL_MEMBERS_MIN ? [months] : [])));
}

/** Minimum number of members who were paid before the gap and are paid now. */
const SKIPPED_MEMBERS_MIN = 5;
/** Minimum share of these members who are now paid for all months of the gap. */
const SKIPPED_SHARE_MIN = 0.75;
/** A cent, in ten-thousandths of a dollar: each month's pay may be rounded by so much. */
const ROUNDING = 100;

interface Statement {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly paymentLag: number;
}

/**
 * Returns the coverage months whose statement never came, if this statement pays them for most members
 * (docs/reference/signals.md#a-skipped-statement); null otherwise. Months without pay may belong to a statement that was not loaded.
 */
export function skippedMonths(
  members: Iterable<PeriodMember>,
  { period, baselinePeriod, paymentLag }: Statement,
): MonthSpan | null {
  if (baselinePeriod === null || monthIndex(period) - monthIndex(baselinePeriod) < 2) return null;
  const gap = { from: addMonths(baselinePeriod, 1 - paymentLag), to: addMonths(period, -1 - paymentLag) };
  let all = 0;
  let paid = 0;
  for (const { prior, lines } of members) {
    if (lines === undefined || prior === undefined || prior.history.lastPaidPeriod !== baselinePeriod) continue;
    all += 1;
    if (paysForGap(lines, gap, prior.history.lastPaidAmount)) paid += 1;
  }
  return all >= SKIPPED_MEMBERS_MIN && paid >= SKIPPED_SHARE_MIN * all ? gap : null;
}

/** Returns whether a member's lines name each month of the gap or, if no line names a month, pay for one month more than the gap. */
function paysForGap(lines: MemberLines, { from, to }: MonthSpan, perMonth: number): boolean {
  const payments = linesIn(lines).filter(({ amount }) => amount > 0);
  const months = monthIndex(to) - monthIndex(from) + 1;
  const named = new Set(payments.flatMap(({ coverageMonth }) => coverageMonth ?? []));
  if (named.size > 0)
    return Array.from({ length: months }, (_, index) => addMonths(from, index)).every((one) => named.has(one));
  const total = payments.reduce((sum, { amount }) => sum + amount, 0);
  // Only described lines count, and a line that states several months needs no guess by the amount.
  const isDescribed = (line: ScorableLine) =>
    saysMoreThanAmount(line) && line.paidThrough === null && isForOneMonth(line);
  return payments.every(isDescribed) && Math.abs(total - (months + 1) * perMonth) <= months * ROUNDING;
}

/** Maximum of a payment as a share of the previous payment for as many months, because the premium may have changed. */
const SAME_MAX = 1.35;

/** A member before this period, with the period in which it was first seen. */
interface Payer extends MemberBefore {
  readonly firstSeenPeriod: string;
}

/**
 * Returns the premium mode, in months, that the interval between two similar payments shows: 3, 6 or 12. Returns null for any other pay,
 * for lines that state months or show only an amount, and for Medicare plans that CMS limits, unless the book shows that they are paid so.
 */
export function premiumMode(
  month: MemberMonth,
  prior: Payer,
  context: PaymentContext & { readonly tolerance: Tolerance },
): number | null {
  const { history, profile, paidThrough } = prior;
  if (history.lastPaidPeriod === null || history.lastPaidAmount <= 0 || month.paid <= 0 || month.chargeback > 0)
    return null;
  const months = monthIndex(context.period) - monthIndex(history.lastPaidPeriod);
  if (!MODES.has(months) || context.isPolicyTerm) return null;
  const mayBeOfMode = (line: ScorableLine) => mayPay(line, months, context);
  if (!month.records.every(({ lines }) => lines.every(mayBeOfMode))) return null;
  if (history.paidMonths === 1) {
    // The book has told before that the member is between two payments. The rate may have changed with the policy year.
    const isExpected = prior.status === 'carried';
    if (!isExpected && context.productLine === 'medicare' && isLimitedByCms(profile)) return null;
    const difference = Math.abs(month.paid - history.lastPaidAmount);
    const isSame =
      isExpected ||
      // A member who is paid again after exactly a year is paid by the year, of the premium or value that there is then.
      (months === YEAR && isOfMode(month.paid, history.lastPaidAmount, months)) ||
      difference <= toleratedDifference(context.tolerance, history.lastPaidAmount) ||
      differByCents(month.paid, history.lastPaidAmount);
    const isOfBook = isExpected || months === YEAR || context.intervals?.has(months) !== false;
    return isSame && isOfBook && prior.firstSeenPeriod === history.lastPaidPeriod ? months : null;
  }
  if (history.paidMonths !== months || paidThrough === null || periodOfDate(paidThrough) >= ownMonth(context))
    return null;
  return isOfMode(month.paid, prior.lastPresentAmount, months) ? months : null;
}

/** Returns whether pay is for as many months as before. The rate may have fallen with the policy year, but not to a single month's pay. */
function isOfMode(paid: Money, before: Money, months: number): boolean {
  return paid * months > SAME_MAX * before && paid <= SAME_MAX * before;
}

/** Returns whether a line describes its payment, and names no month but the statement's own and no other number of months. */
function mayPay(line: ScorableLine, months: number, context: PaymentContext): boolean {
  return (
    saysMoreThanAmount(line) &&
    line.paidThrough === null &&
    [0, months * 100].includes(line.monthsPaid ?? 0) &&
    (line.coverageMonth === null || line.coverageMonth === ownMonth(context)) &&
    context.cadence(line) === 'monthly'
  );
}
