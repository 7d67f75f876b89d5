import type { Period } from '../period.ts';
import { monthName } from '../scoring/wording.ts';
import type { StatementWarning } from '../statement/line.ts';

/**
 * A statement that the book already has (warning `duplicate_content` of docs/reference/uploads-and-jobs.md#warnings).
 * Usually last month's statement was sent again, or this month's was appended twice and would count twice.
 */
export interface RepeatedStatement {
  /** True when the bytes are equal. False when only the lines are. */
  readonly sameBytes: boolean;
  readonly period: Period;
  readonly fileName: string;
}

/** Minimum number of equal lines in another month that suggest a copy. Shorter statements often repeat from month to month. */
export const REPEATED_LINES_MIN = 20;
/** Minimum number of equal lines within one month that suggest a copy. A few adjustments may be repeated on purpose. */
export const REPEATED_IN_PERIOD_LINES_MIN = 5;

/**
 * Writes the warning, or returns none. The upload is not refused, because a small book of flat commissions may really be
 * paid the same twice.
 */
export function repeatedWarnings(repeated: RepeatedStatement | null): StatementWarning[] {
  if (repeated === null) return [];
  const { sameBytes, period, fileName } = repeated;
  const finding = sameBytes
    ? `The file is the same, byte for byte, as "${fileName}" of ${monthName(period)}.`
    : `The lines have the same members, policies, amounts and dates as those of ${monthName(period)} ("${fileName}"), although the file differs.`;
  return [{ code: 'duplicate_content', detail: `${finding} Has it been sent again by mistake?` }];
}
