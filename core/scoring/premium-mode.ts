import type { Money } from '../money.ts';
import { monthIndex, periodOfDate } from '../period.ts';
import { MODES, ownMonth, type PaymentContext } from './cadence.ts';
import type { MemberBefore } from './catch-up.ts';
import { isLimitedByCms } from './cms-maximum.ts';
import { type MemberMonth, type ScorableLine, saysMoreThanAmount } from './member-month.ts';
import { differByCents, type Tolerance, toleratedDifference } from './tolerance.ts';

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
      difference <= toleratedDifference(context.tolerance, history.lastPaidAmount) ||
      differByCents(month.paid, history.lastPaidAmount);
    return isSame && prior.firstSeenPeriod === history.lastPaidPeriod ? months : null;
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
