import type { Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import { scaleToMonths } from './cadence.ts';
import type { PriorRow } from './scored-row.ts';

/** Share of a month by which a chargeback may be short, because carriers count days or round a month's share. */
const ROUNDING_OF_A_MONTH = 0.5;

/**
 * Returns whether chargebacks took back all of an advance that was unearned at the first chargeback (`chargedBackIn`). A further equal
 * chargeback then takes back the same money twice. Returns false for monthly pay.
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
 * Returns the part of a taken-back advance, in ten-thousandths of a dollar, that pay as earned from this period on will not repay. `missed`
 * months have their own signal and are subtracted. `perMonth`: a month's pay of the advance.
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

/** Returns the later of the payment's month and the effective month: the first month of an advance. */
function laterOf(paid: Period, effectiveDate: string | null): Period {
  const effective = effectiveDate === null ? paid : periodOfDate(effectiveDate);
  return effective > paid ? effective : paid;
}
