import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { IsUnpaidMonth } from './unpaid-months.ts';
import type { ComparedMember, KnownMember } from './usual-pay.ts';

/**
 * Learns from a book in which months its carrier pays a member nothing, where no line says so (docs/reference/signals.md#cadence): pay once
 * in a while, by the quarter or year, or in a number of instalments at the beginning of each policy year.
 */

/** Returns whether a member who is absent is between two payments. */
export type IsBetweenPayments = (prior: KnownMember) => boolean;

/** Minimum number of members, and their share, who are absent after the only payment that they had. */
const MEMBERS_MIN = 5;
const SHARE_MIN = 0.5;
/** Minimum number of members who stopped after the same month of the policy year before. */
const STOPPED_MIN = 3;
/** Maximum number of months between two payments. */
const BETWEEN_MAX = 12;
const YEAR = 12;

interface IntervalContext {
  readonly period: Period;
  readonly baselinePeriod: Period | null;
  readonly paymentLag: number;
  readonly isUnpaidMonth: IsUnpaidMonth;
}

/**
 * Learns the habit from the members of a period. A member who was carried for this reason stays carried; one who was carried in a month
 * that the carrier does not pay is due pay after it.
 */
export function paymentInterval(members: readonly ComparedMember[], context: IntervalContext): IsBetweenPayments {
  const { period, baselinePeriod, paymentLag, isUnpaidMonth } = context;
  const isOnceInAWhile = paysOnceInAWhile(members, baselinePeriod);
  const lastMonths = lastMonthsOfPay(members, context);
  return (prior) => {
    const { status, firstSeenPeriod, lastPresentPeriod, paidThrough, history } = prior;
    if (paidThrough !== null || history.paidMonths > 1 || history.clawedTotal > 0) return false;
    if (monthIndex(period) - monthIndex(lastPresentPeriod) >= BETWEEN_MAX) return false;
    const isCarriedOn = status === 'carried' && !isUnpaidMonth(prior.profile, addMonths(period, -1));
    const isOnlyPayment = history.lastPaidPeriod !== null && history.lastPaidPeriod === firstSeenPeriod;
    if (isOnlyPayment && (isOnceInAWhile || isCarriedOn)) return true;
    const month = policyMonth(prior, addMonths(lastPresentPeriod, -paymentLag));
    if (month === null || policyMonth(prior, addMonths(period, -paymentLag)) === 1) return false;
    return isCarriedOn || lastMonths.has(month);
  };
}

/**
 * Returns whether most of those who were first paid on the statement before are absent from this one. The first statement of a book proves
 * nothing, because all of its members are first paid then, and the second one may lack a part.
 */
function paysOnceInAWhile(members: readonly ComparedMember[], baselinePeriod: Period | null): boolean {
  let [all, absent, known] = [0, 0, 0];
  for (const { prior, lines } of members) {
    if (prior === undefined) continue;
    if (prior.firstSeenPeriod !== baselinePeriod) known += 1;
    else if (prior.history.lastPaidPeriod === baselinePeriod && prior.history.paidMonths === 1) {
      all += 1;
      if (lines === undefined) absent += 1;
    }
  }
  return known > 0 && absent >= MEMBERS_MIN && absent >= SHARE_MIN * all;
}

/**
 * Returns the months of the policy year after which pay stops until the next year: several members stopped after this month on earlier
 * statements, and nobody who is paid now has been paid beyond it in this policy year. Where most of a book has one date, such as
 * January 1, some leave after any month, and the others go on.
 */
function lastMonthsOfPay(
  members: readonly ComparedMember[],
  { period, baselinePeriod, paymentLag }: IntervalContext,
): ReadonlySet<number> {
  const stopped = new Map<number, number>();
  for (const { prior, lines } of members) {
    if (prior === undefined || lines !== undefined || prior.lastPresentPeriod === baselinePeriod) continue;
    const month = policyMonth(prior, addMonths(prior.lastPresentPeriod, -paymentLag));
    if (month !== null && prior.history.clawedTotal === 0) stopped.set(month, (stopped.get(month) ?? 0) + 1);
  }
  const lastMonths = new Set([...stopped].flatMap(([month, count]) => (count < STOPPED_MIN ? [] : month)));
  for (const { prior, lines } of lastMonths.size === 0 ? [] : members) {
    const month =
      prior === undefined || lines === undefined ? null : policyMonth(prior, addMonths(period, -paymentLag));
    if (prior === undefined || month === null) continue;
    const first = Math.max(month - (monthIndex(period) - monthIndex(prior.firstSeenPeriod)), 1);
    for (let paid = first; paid < month; paid += 1) lastMonths.delete(paid);
  }
  return lastMonths;
}

/** Returns the month of the policy year, from 1 to 12, of a covered month; null without an effective date before it. */
function policyMonth({ profile: { effectiveDate } }: KnownMember, covered: Period): number | null {
  const months = effectiveDate === null ? -1 : monthIndex(covered) - monthIndex(periodOfDate(effectiveDate));
  return months < 0 ? null : 1 + (months % YEAR);
}
