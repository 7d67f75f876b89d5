import { DROP_MONTHS_BACK } from '../limits/drop-off-limits.ts';
import { addMonths, type Period, periodOfDate } from '../period.ts';
import { monthName } from '../scoring/wording.ts';

/**
 * Returns the reason why a drop for this period is held for a person, or null. The window runs from DROP_MONTHS_BACK
 * months ago to next month (docs/reference/drop-offs.md#common-rules).
 */
export function periodOutOfWindow(period: Period, today: string): string | null {
  const month = periodOfDate(today);
  const first = addMonths(month, -DROP_MONTHS_BACK);
  const last = addMonths(month, 1);
  if (period >= first && period <= last) return null;
  return `${monthName(period)} is not among the months taken without asking, ${monthName(first)} to ${monthName(last)}. If it is meant, upload the file yourself.`;
}
