import { addMonths, monthIndex, type Period } from '../period.ts';
import type { MonthSpan } from './cadence.ts';
import { isForOneMonth, linesIn, type MemberLines, type ScorableLine, saysMoreThanAmount } from './member-month.ts';
import type { PeriodMember } from './period-members.ts';

/** Minimum number of members who were paid before the gap and are paid now. */
const MEMBERS_MIN = 5;
/** Minimum share of these members who are now paid for all months of the gap. */
const SHARE_MIN = 0.75;
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
  return all >= MEMBERS_MIN && paid >= SHARE_MIN * all ? gap : null;
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
