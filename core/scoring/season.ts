import { monthIndex, type Period } from '../period.ts';
import type { IsBetweenPayments } from './payment-interval.ts';
import type { ComparedMember, KnownMember } from './usual-pay.ts';

/** Minimum number of members without pay in the same month of two years. Fewer may have left by chance. */
const MEMBERS_MIN = 5;
/** Minimum share of those who were not paid in that month a year ago. */
const SHARE_MIN = 0.8;
const YEAR = 12;

/**
 * Learns a season without pay, such as the summer of a school's payroll: most of those who were not paid in this month a year ago, and were
 * paid again since, are absent again. Nothing is due to them.
 */
export function seasonWithoutPay(members: readonly ComparedMember[], period: Period): IsBetweenPayments {
  let isSeason: boolean | null = null;
  return (prior) => {
    if (!wasUnpaidAYearAgo(prior, period)) return false;
    isSeason ??= comesBack(members, period);
    return isSeason;
  };
}

function comesBack(members: readonly ComparedMember[], period: Period): boolean {
  const unpaid = members.filter(({ prior }) => prior !== undefined && wasUnpaidAYearAgo(prior, period));
  const absent = unpaid.filter(({ lines }) => lines === undefined).length;
  return absent >= MEMBERS_MIN && absent >= SHARE_MIN * unpaid.length;
}

/** Returns whether the member was paid before the month a year ago and after it, and not in it. */
function wasUnpaidAYearAgo({ status, history: { paidIn, lastPaidPeriod } }: KnownMember, period: Period): boolean {
  if (status === 'red' || lastPaidPeriod === null) return false;
  const ago = YEAR - monthIndex(period) + monthIndex(lastPaidPeriod);
  return ago > 0 && ((paidIn >> ago) & 1) === 0 && paidIn >> ago > 1;
}
