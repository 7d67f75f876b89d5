import type { Period } from '../period.ts';
import type { StatementWarning } from '../statement/line.ts';

/**
 * A statement that the same book already has (the warning `duplicate_content` of
 * docs/reference/uploads-and-jobs.md#warnings): most often last month's, sent again; or this month's, saved once more
 * and appended, so that all of it counts twice.
 */
export interface RepeatedStatement {
  /** False: the bytes differ, but the lines are the same. */
  readonly sameBytes: boolean;
  readonly period: Period;
  readonly fileName: string;
}

/** Fewer lines than this are often the same from month to month without being a copy. */
export const REPEATED_LINES_MIN = 20;
/** Within a month it takes less: an adjustment or two may be made twice, a statement is not. */
export const REPEATED_IN_PERIOD_LINES_MIN = 5;

/** A warning only: a small book of flat commissions may be paid the same twice, and only people can tell. */
export function repeatedWarnings(repeated: RepeatedStatement | null): StatementWarning[] {
  if (repeated === null) return [];
  const { sameBytes, period, fileName } = repeated;
  const what = sameBytes
    ? `The file is the same, byte for byte, as "${fileName}" of ${period}.`
    : `The lines have the same members, policies, amounts and dates as those of ${period} ("${fileName}"), although the file differs.`;
  return [{ code: 'duplicate_content', detail: `${what} Has it been sent again by mistake?` }];
}
