/**
 * Schedules of saved reports (docs/reference/saved-reports.md#schedule): weekly on Mondays or monthly on the 1st, at
 * 08:00 UTC.
 */

export const CADENCES = ['off', 'weekly', 'monthly'] as const;
export type Cadence = (typeof CADENCES)[number];

const HOUR = 8;
const MONDAY = 1;

/**
 * Returns the first occurrence strictly after a moment, so that a report just sent is not due again. Both are ISO 8601
 * in UTC; null for cadence `off`.
 */
export function nextDueAt(cadence: Cadence, after: string): string | null {
  if (cadence === 'off') return null;
  const moment = new Date(after);
  const first = cadence === 'weekly' ? mondayFrom(moment, 0) : firstOfMonth(moment, 0);
  if (first > moment) return first.toISOString();
  return (cadence === 'weekly' ? mondayFrom(moment, 7) : firstOfMonth(moment, 1)).toISOString();
}

/** Returns `daysLater` days after the Monday on or after a day. Date.UTC handles the ends of months and years. */
function mondayFrom(moment: Date, daysLater: number): Date {
  const untilMonday = (MONDAY + 7 - moment.getUTCDay()) % 7;
  const day = moment.getUTCDate() + untilMonday + daysLater;
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), day, HOUR));
}

function firstOfMonth(moment: Date, monthsLater: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + monthsLater, 1, HOUR));
}
