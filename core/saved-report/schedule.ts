/**
 * When a saved report is due (docs/reference/saved-reports.md#schedule): weekly on Mondays, monthly on the 1st, both at
 * 08:00 UTC, which has no summer time.
 */

export const CADENCES = ['off', 'weekly', 'monthly'] as const;
export type Cadence = (typeof CADENCES)[number];

const HOUR = 8;
const MONDAY = 1;

/**
 * The first occurrence after a moment, never the moment itself, so that one that has just been sent is not due again. Both are
 * ISO 8601 in UTC; null: it is never due.
 */
export function nextDueAt(cadence: Cadence, after: string): string | null {
  if (cadence === 'off') return null;
  const moment = new Date(after);
  const first = cadence === 'weekly' ? mondayFrom(moment, 0) : firstOfMonth(moment, 0);
  if (first > moment) return first.toISOString();
  return (cadence === 'weekly' ? mondayFrom(moment, 7) : firstOfMonth(moment, 1)).toISOString();
}

/** The Monday of that day or the next one, so many days later. Date.UTC carries days over the ends of months and years. */
function mondayFrom(moment: Date, daysLater: number): Date {
  const untilMonday = (MONDAY + 7 - moment.getUTCDay()) % 7;
  const day = moment.getUTCDate() + untilMonday + daysLater;
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), day, HOUR));
}

function firstOfMonth(moment: Date, monthsLater: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + monthsLater, 1, HOUR));
}
