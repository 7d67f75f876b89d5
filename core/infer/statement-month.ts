import { monthIndex, type Period } from '../period.ts';
import { type DateOptions, readMonth } from '../statement/calendar-date.ts';
import { displayedText } from '../statement/displayed-text.ts';
import type { SourceRow } from '../statement/source.ts';
import type { Assignment } from './assign-columns.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { monthOf, repeatsStatementMonth } from './month-column.ts';

/** Minimum number of rows. Fewer rows may have the same effective date by chance. */
const ROWS_MIN = 5;
/** Minimum number of rows when the file names no month to compare with. */
const ROWS_ALONE_MIN = 8;

/** Matches names that only a column of first days of coverage has: enrollment, issue, original effective date. */
const FIRST_DAY = /\benrol|\bissue|\borig/i;

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
