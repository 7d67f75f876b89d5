import { monthsOfRows, type NamedMonth } from '../infer/named-months.ts';
import { monthIndex, type Period } from '../period.ts';
import { monthName } from '../scoring/wording.ts';
import type { StatementLine, StatementWarning } from '../statement/line.ts';

/** A statement that names another month than it was uploaded for (warning `other_month` of docs/reference/uploads-and-jobs.md#warnings). */

/** Another statement of the book, with the months of some of its rows. */
export interface EarlierStatement {
  readonly period: Period;
  readonly rows: readonly Pick<StatementLine, 'coverageMonth' | 'paidDate'>[];
}

/** Rows of an earlier statement that are enough to tell how far its months are from its period. */
export const EARLIER_ROWS_MAX = 200;
/** A number that looks like a month farther away than this is no month of the statement. */
const DISTANCE_MONTHS_MAX = 60;

const PLACES = { title: 'A title in the file', sheet_name: 'The name of the sheet', file_name: "The file's name" };

/** Writes the warning. Returns none when the distance is usual for payments, or when the rows of `earlier` have it too. */
export function otherMonthWarnings(
  period: Period,
  named: NamedMonth,
  earlier: EarlierStatement | null,
): StatementWarning[] {
  const distance = distanceOf(period, named);
  if (Math.abs(distance) > DISTANCE_MONTHS_MAX) return [];
  if (isUsual(named, distance) || isAsBefore(named, distance, earlier)) return [];
  return [{ code: 'other_month', detail: `${found(named)} ${advice(period, named)}` }];
}

const distanceOf = (period: Period, named: NamedMonth) => monthIndex(named.period) - monthIndex(period);

/** A month is often paid in the month after. A title may name the coverage that is paid a month later. */
function isUsual({ kind, foundIn }: NamedMonth, distance: number): boolean {
  return (kind === 'payment' && distance === 1) || (kind === 'coverage' && foundIn === 'title' && distance === -1);
}

/** A carrier that pays for the coverage of an earlier month does so every month. */
function isAsBefore({ foundIn, kind }: NamedMonth, distance: number, earlier: EarlierStatement | null): boolean {
  if (foundIn !== 'rows' || earlier === null) return false;
  return monthsOfRows(earlier.rows).some(
    (month) => month.kind === kind && distanceOf(earlier.period, month) === distance,
  );
}

function found({ foundIn, period, text }: NamedMonth): string {
  return foundIn === 'rows' ? text : `${PLACES[foundIn]} says ${monthName(period)}.`;
}

/** The text of a title or a name is not repeated, because it may hold personal data. */
function advice(period: Period, named: NamedMonth): string {
  const uploaded = `The statement was uploaded for ${monthName(period)}.`;
  const mend = `If that is the wrong month, retract the file and upload it for ${monthName(named.period)}.`;
  const unlessUsual =
    named.foundIn === 'rows' ? [' If the carrier always has this distance, its next statements get no warning.'] : [];
  return [uploaded, ` ${mend}`, ...unlessUsual].join('');
}
