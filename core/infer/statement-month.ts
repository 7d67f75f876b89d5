import { monthIndex, type Period } from '../period.ts';
import { type DateOptions, readMonth } from '../statement/calendar-date.ts';
import { displayedText } from '../statement/displayed-text.ts';
import type { SourceRow } from '../statement/source.ts';
import { type Assignment, monthOf, repeatsStatementMonth } from './assign-columns.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { monthFinding, type NamedMonth, statementMonth } from './named-months.ts';

/** The month of a statement, and whether the places of the file contradict each other (docs/reference/carriers-and-formats.md#identify). */

export interface JudgedMonth {
  /** The likeliest month; null when the file names none. */
  readonly month: NamedMonth | null;
  /** The question for a person, in a sentence; null when nothing contradicts the month. */
  readonly question: string | null;
}

export interface MonthEvidence {
  /** All months that the file names. */
  readonly months: readonly NamedMonth[];
  /** The months on which nearly all rows agree. Empty for a statement whose rows are of many months by its nature. */
  readonly agreed: readonly NamedMonth[];
  /** Months from the period of the carrier's latest stored statement to the coverage of its rows; null when it is not known. */
  readonly usualDistance: number | null;
}

/** Largest distance of coverage from the statement month, in months, at a carrier without history: paid in advance or in arrears. */
const COVERAGE_DISTANCE_MAX = 1;
/** Range of the distance of payment from the statement month, in months. */
const PAYMENT_DISTANCE = { min: -1, max: 2 } as const;
/** Largest distance between a title and a name, in months. A name may have the month of the download. */
const NAMES_DISTANCE_MAX = 1;

const distanceTo = (period: Period, month: NamedMonth) => monthIndex(month.period) - monthIndex(period);

/**
 * Judges the month of a statement. Rows that agree weigh more than the name of a file or sheet, and a title weighs more than rows, because
 * it may state the month of a late payment.
 */
export function judgeMonth({ months, agreed, usualDistance }: MonthEvidence): JudgedMonth {
  const named = statementMonth(months);
  if (named === null || named.kind !== 'statement') return { month: named, question: null };
  const rows = contradictingRows(agreed, named.period, usualDistance);
  if (rows !== null) {
    const month = named.foundIn === 'title' ? named : rows;
    return { month, question: questionOf(named, rows) };
  }
  const other = months.find(
    (month) =>
      month.kind === 'statement' &&
      month.foundIn !== named.foundIn &&
      Math.abs(distanceTo(named.period, month)) > NAMES_DISTANCE_MAX,
  );
  return { month: named, question: other === undefined ? null : questionOf(named, other) };
}

/**
 * Returns the month on which the rows agree, if it contradicts `period`. Null when the distance is ordinary: coverage of a neighbouring
 * month, a payment soon after, or the distance of the carrier's stored statement.
 */
export function contradictingRows(
  agreed: readonly NamedMonth[],
  period: Period,
  usualDistance: number | null,
): NamedMonth | null {
  const isOrdinary = (month: NamedMonth) => {
    const distance = distanceTo(period, month);
    if (month.kind === 'payment') return distance >= PAYMENT_DISTANCE.min && distance <= PAYMENT_DISTANCE.max;
    return Math.abs(distance) <= COVERAGE_DISTANCE_MAX || distance === usualDistance;
  };
  return agreed.some(isOrdinary) ? null : (agreed[0] ?? null);
}

function questionOf(one: NamedMonth, other: NamedMonth): string {
  return `${monthFinding(one)} ${monthFinding(other)} Which month is the statement for?`;
}

/** Minimum number of rows. Fewer rows may have the same effective date by chance. */
const ROWS_MIN = 5;
/** Minimum number of rows when the file names no month to compare with. */
const ROWS_ALONE_MIN = 8;

/** Matches names that only a column of first days of coverage has: enrollment, issue, original effective date, the start of a term. */
const FIRST_DAY = /\benrol|\bissue|\borig|\bterm/i;

/**
 * Returns whether the column of effective dates holds the month of the statement: every row has the same date, in that month. Real dates
 * differ, except in January, when much coverage begins. `fileMonth` is the month in the file's name, or null.
 */
export function isStatementMonth(
  table: SheetTable,
  { chosen }: Assignment,
  { order, fileMonth }: { readonly order: DateOptions['order']; readonly fileMonth: Period | null },
): boolean {
  const column = chosen.get('effective_date')?.column;
  if (column === undefined || column.profile.distinct !== 1 || FIRST_DAY.test(column.title)) return false;
  if (column.profile.filled < ROWS_MIN || column.profile.filled < table.dataRows.length) return false;
  const dates: DateOptions = { order, openEnded: [] };
  const month = onlyMonth(table, column, dates);
  if (month === null) return false;
  const named = [chosen.get('coverage_month'), chosen.get('paid_date')].flatMap((reading) => reading?.column ?? []);
  const others = [...named, ...table.columns.filter(repeatsStatementMonth)];
  const stated = others.map((other) => onlyMonth(table, other, dates)).find((found) => found !== null);
  const known = stated ?? titleMonth(table, dates);
  if (known !== null) return known === month;
  if (fileMonth !== null && isFar(month, fileMonth)) return false;
  if (column.profile.filled < ROWS_ALONE_MIN || month.endsWith('-01')) return false;
  const paidThrough = chosen.get('paid_through')?.column;
  return paidThrough === undefined || !table.dataRows.some(isPaidLongAfter(month, paidThrough, dates));
}

/** Largest number of months from the paid month to the month in the file's name, which may be the month of sending. */
const FILED_AFTER_MAX = 3;

/** Returns whether a month is too far from the month in the file's name to be the paid month. */
function isFar(month: Period, fileMonth: Period): boolean {
  const after = monthIndex(fileMonth) - monthIndex(month);
  return after < 0 || after > FILED_AFTER_MAX;
}

/** Largest number of months that premiums are paid ahead of the statement month. */
const AHEAD_MONTHS_MAX = 3;

/** Returns a test for rows that are paid through a month long after `month`, which is then the first month of coverage. */
function isPaidLongAfter(month: Period, { index }: TableColumn, dates: DateOptions): (row: SourceRow) => boolean {
  return ({ cells }) => {
    const through = monthOf(cells[index] ?? '', dates);
    return through !== null && through !== '' && monthIndex(through) - monthIndex(month) > AHEAD_MONTHS_MAX;
  };
}

/** Returns the only month in a column; null when it has several months or a cell that is no date. */
function onlyMonth({ dataRows }: SheetTable, { index }: TableColumn, dates: DateOptions): Period | null {
  const months = new Set(
    dataRows.map(({ cells }) => monthOf(cells[index] ?? '', dates)).filter((month) => month !== ''),
  );
  const [only] = months;
  return months.size === 1 && only !== undefined ? only : null;
}

/** Returns the month of the first date above the header: "Statement Date: 03/15/2026", "March 2026". */
function titleMonth({ titles }: SheetTable, dates: DateOptions): Period | null {
  for (const { cells } of titles) {
    for (const cell of cells) {
      const text = displayedText(cell);
      const said = text.slice(text.lastIndexOf(':') + 1).trim();
      // A text of digits only is the number of an agency or a page.
      if (/^\d*$/.test(said)) continue;
      const reading = readMonth(said, dates);
      if (reading.ok && reading.month !== null) return reading.month;
    }
  }
  return null;
}
