import { monthIndex, type Period, periodMonth, periodOfDate, periodYear } from '../period.ts';

/**
 * Rapid disenrollment (docs/reference/reports.md#rapid-disenrollment): three months or fewer, and the plan takes the
 * whole commission back.
 */
const RAPID_MONTHS_MAX = 3;

/** Months from the effective to the last covered month, both counted; below 1 when coverage never began. */
export function monthsEnrolled(effectiveDate: string, lastCovered: Period): number {
  return monthIndex(lastCovered) - monthIndex(periodOfDate(effectiveDate)) + 1;
}

/** Leaving at the end of the year after an enrollment for its last months is the yearly election, not a flight. */
export function isRapidDisenrollment(effectiveDate: string, lastCoveredDay: string): boolean {
  if (monthsEnrolled(effectiveDate, periodOfDate(lastCoveredDay)) > RAPID_MONTHS_MAX) return false;
  const first = periodOfDate(effectiveDate);
  return !(periodMonth(first) >= 10 && lastCoveredDay === `${periodYear(first)}-12-31`);
}
