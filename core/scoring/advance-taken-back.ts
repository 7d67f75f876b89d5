import type { Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import { scaleToMonths } from './cadence.ts';
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
  const month = scaleToMonths(lastPaidAmount, 1, paidMonths);
  return clawedOpen >= (unearned - ROUNDING_OF_A_MONTH) * month;
}

/**
 * Returns the part of an advance that was taken back and is still missing, where the months from this period on are paid as earned. These
 * months pay for the rest of the advance, and missed months are told on their own. `perMonth`: a month's pay of the advance.
 */
export function notEarnedAgain(
  { history, profile }: Pick<PriorRow, 'history' | 'profile'>,
  period: Period,
  { perMonth, missed }: { readonly perMonth: Money; readonly missed: number },
): Money {
  const { paidMonths, lastPaidPeriod, clawedOpen } = history;
  const begin = laterOf(lastPaidPeriod ?? period, profile.effectiveDate);
  const left = Math.max(monthIndex(begin) + paidMonths - monthIndex(period), 0);
  const missing = clawedOpen - (left + missed) * perMonth;
  return missing > ROUNDING_OF_A_MONTH * perMonth ? missing : 0;
}

/** Returns the first month of an advance, which is often paid before the policy begins. */
function laterOf(paid: Period, effectiveDate: string | null): Period {
  const effective = effectiveDate === null ? paid : periodOfDate(effectiveDate);
  return effective > paid ? effective : paid;
}
