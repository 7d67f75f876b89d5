import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import { forMonths } from './cadence.ts';
import type { PriorRow } from './scored-row.ts';

/** A chargeback may be short by so much of a month, because carriers count the days of a month or round a month's share. */
const ROUNDING_OF_A_MONTH = 0.5;

/**
 * Returns whether chargebacks since the last payment, an advance, took back all of it that was not yet earned in the month of the first of
 * them. A further equal chargeback then takes back the same money, whereas one of several instalments leaves months. False for monthly pay.
 */
export function isAdvanceTakenBack(
  { history, profile }: Pick<PriorRow, 'history' | 'profile'>,
  chargedBackIn: Period,
): boolean {
  const { paidMonths, lastPaidPeriod, lastPaidAmount, clawedOpen } = history;
  if (paidMonths <= 1 || lastPaidPeriod === null || lastPaidAmount <= 0 || clawedOpen <= 0) return false;
  const begin = laterOf(lastPaidPeriod, profile.effectiveDate);
  const unearned = monthIndex(addMonths(begin, paidMonths - 1)) - monthIndex(chargedBackIn);
  if (unearned < 1 || unearned > paidMonths) return false;
  const month = forMonths(lastPaidAmount, 1, paidMonths);
  return clawedOpen >= (unearned - ROUNDING_OF_A_MONTH) * month;
}

/** Returns the first month of an advance, which is often paid before the policy begins. */
function laterOf(paid: Period, effectiveDate: string | null): Period {
  const effective = effectiveDate === null ? paid : periodOfDate(effectiveDate);
  return effective > paid ? effective : paid;
}
