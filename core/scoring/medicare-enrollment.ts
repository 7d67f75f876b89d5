import { monthIndex, type Period, periodMonth, periodOfDate, periodYear } from '../period.ts';

/**
 * Maximum number of months of a rapid disenrollment (docs/reference/reports.md#rapid-disenrollment), after which the plan takes the whole
 * commission back.
 */
const RAPID_MONTHS_MAX = 3;

/** Returns the months from the effective to the last covered month, both included; below 1 when coverage never began. */
export function monthsEnrolled(effectiveDate: string, lastCovered: Period): number {
  return monthIndex(lastCovered) - monthIndex(periodOfDate(effectiveDate)) + 1;
}

/**
 * Returns whether a disenrollment is rapid: at most three months long. A member who enrolled for the last months of a year and left on
 * December 31 used the yearly election, which is not rapid. Both days are ISO dates.
 */
export function isRapidDisenrollment(effectiveDate: string, lastCoveredDay: string): boolean {
  if (monthsEnrolled(effectiveDate, periodOfDate(lastCoveredDay)) > RAPID_MONTHS_MAX) return false;
  const first = periodOfDate(effectiveDate);
  return !(periodMonth(first) >= 10 && lastCoveredDay === `${periodYear(first)}-12-31`);
}
