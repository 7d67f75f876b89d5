import {
  agreedMonths,
  type DatedRow,
  monthFinding,
  monthsOfRows,
  type NamedMonth,
  otherMonth,
} from '../infer/named-months.ts';
import { contradictingRows } from '../infer/statement-month.ts';
import { monthIndex, type Period } from '../period.ts';
import type { StatementConfig } from '../statement/config.ts';
import type { StatementLine, StatementWarning } from '../statement/line.ts';
import { monthName } from '../wording.ts';

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

/** Warns about a statement that names another month than its upload (`other_month` in docs/reference/uploads-and-jobs.md#warnings). */

/** Another statement of the book, with the months of some of its rows. */
export interface EarlierStatement {
  readonly period: Period;
  readonly rows: readonly Pick<StatementLine, 'coverageMonth' | 'paidDate'>[];
}

/** Number of rows of an earlier statement that suffice to tell how far its months are from its period. */
export const EARLIER_ROWS_MAX = 200;
/** Largest distance of a named month, in months. A more distant one is a number that looks like a month. */
const DISTANCE_MONTHS_MAX = 60;

/**
 * Returns the month other than `period` that the file names. Rows count only for an ordinary statement, because a rolling or yearly
 * statement has rows of many months. Rows that agree weigh more than a name.
 */
export function otherMonthOf(
  file: {
    readonly namedMonths: readonly NamedMonth[];
    readonly lines: readonly DatedRow[];
    readonly statementMode: StatementConfig['statementMode'];
  },
  period: Period,
): NamedMonth | null {
  const ofRows = file.statementMode === 'period' ? monthsOfRows(file.lines) : [];
  const agreed = agreedMonths(file.lines, file.statementMode);
  const areRowsOfPeriod = agreed.some((month) => month.kind === 'coverage' && month.period === period);
  const named = file.namedMonths.filter(({ foundIn }) => foundIn === 'title' || !areRowsOfPeriod);
  return otherMonth([...named, ...ofRows], period) ?? contradictingRows(agreed, period, null);
}

/** Writes the warning. Returns none when the named month is usual for payments, or as far away as in the carrier's earlier statement. */
export function otherMonthWarnings(
  period: Period,
  named: NamedMonth,
  earlier: EarlierStatement | null,
): StatementWarning[] {
  const distance = distanceOf(period, named);
  if (Math.abs(distance) > DISTANCE_MONTHS_MAX) return [];
  if (isUsual(named, distance) || isUsualOfCarrier(named, distance, earlier)) return [];
  return [{ code: 'other_month', detail: `${monthFinding(named)} ${adviceText(period, named)}` }];
}

const distanceOf = (period: Period, named: NamedMonth) => monthIndex(named.period) - monthIndex(period);

/** Returns whether the distance is usual. A month is often paid in the month after, and a title may name the paid coverage. */
function isUsual({ kind, foundIn }: NamedMonth, distance: number): boolean {
  return (kind === 'payment' && distance === 1) || (kind === 'coverage' && foundIn === 'title' && distance === -1);
}

/** Returns whether the earlier statement had the same distance. A carrier that pays for earlier months does so every month. */
function isUsualOfCarrier({ foundIn, kind }: NamedMonth, distance: number, earlier: EarlierStatement | null): boolean {
  if (foundIn !== 'rows' || earlier === null) return false;
  return monthsOfRows(earlier.rows).some(
    (month) => month.kind === kind && distanceOf(earlier.period, month) === distance,
  );
}

/** Writes the advice. It does not repeat the text of a title or a name, which may hold personal data. */
function adviceText(period: Period, named: NamedMonth): string {
  const uploaded = `The statement was uploaded for ${monthName(period)}.`;
  const correction = `If that is the wrong month, retract the file and upload it for ${monthName(named.period)}.`;
  const unlessUsual =
    named.foundIn === 'rows' ? [' If the carrier always has this distance, its next statements get no warning.'] : [];
  return [uploaded, ` ${correction}`, ...unlessUsual].join('');
}
