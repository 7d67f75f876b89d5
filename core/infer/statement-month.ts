import { monthIndex, type Period } from '../period.ts';
import { type DateOptions, readMonth } from '../statement/calendar-date.ts';
import { displayedText } from '../statement/displayed-text.ts';
import type { SourceRow } from '../statement/source.ts';
import type { Assignment } from './assign-columns.ts';
import type { SheetTable, TableColumn } from './find-table.ts';
import { monthOf, repeatsStatementMonth } from './month-column.ts';

/** Fewer rows may have one effective date by chance. */
const ROWS_MIN = 5;
/** Without a statement month to compare with, more rows must agree. */
const ROWS_ALONE_MIN = 8;

/** Matches names that only the begin of coverage has. A carrier's first file may hold the members of one month alone. */
const OF_A_BEGIN = /\benrol|\bissue|\borig/i;

/**
 * Returns whether an effective-date column names the statement's month instead: every row has the same date, in that month, although
 * members of a book begin in many months. If the file does not name its month, a date in January proves nothing, because much coverage
 * begins then. `fileMonth`: the month in the file's name, or null.
 */
export function isStatementMonth(
  table: SheetTable,
  { chosen }: Assignment,
  { order, fileMonth }: { readonly order: DateOptions['order']; readonly fileMonth: Period | null },
): boolean {
  const column = chosen.get('effective_date')?.column;
  if (column === undefined || column.profile.distinct !== 1 || OF_A_BEGIN.test(column.title)) return false;
  if (column.profile.filled < ROWS_MIN || column.profile.filled < table.dataRows.length) return false;
  const dates: DateOptions = { order, openEnded: [] };
  const month = onlyMonth(table, column, dates);
  if (month === null) return false;
  const named = [chosen.get('coverage_month'), chosen.get('paid_date')].flatMap((one) => one?.column ?? []);
  const others = [...named, ...table.columns.filter(repeatsStatementMonth)];
  const stated = others.map((one) => onlyMonth(table, one, dates)).find((one) => one !== null);
  const known = stated ?? titleMonth(table, dates);
  if (known !== null) return known === month;
  if (fileMonth !== null && isFar(month, fileMonth)) return false;
  if (column.profile.filled < ROWS_ALONE_MIN || month.endsWith('-01')) return false;
  const paidThrough = chosen.get('paid_through')?.column;
  return paidThrough === undefined || !table.dataRows.some(isPaidLongAfter(month, paidThrough, dates));
}

/** Files are named after the month that they pay, or after the one in which they are sent. */
const FILED_AFTER_MAX = 3;

/** Returns whether a month is too far from that in the file's name to be the one that is paid. */
function isFar(month: Period, fileMonth: Period): boolean {
  const after = monthIndex(fileMonth) - monthIndex(month);
  return after < 0 || after > FILED_AFTER_MAX;
}

/** Premiums that are paid through a later month than this many on are not those of the statement's month. */
const AHEAD_MAX = 3;

/** Returns whether a row is paid through a month long after another one, which is then the begin of coverage. */
function isPaidLongAfter(month: Period, { index }: TableColumn, dates: DateOptions): (row: SourceRow) => boolean {
  return ({ cells }) => {
    const through = monthOf(cells[index] ?? '', dates);
    return through !== null && through !== '' && monthIndex(through) - monthIndex(month) > AHEAD_MAX;
  };
}

/** Returns the only month in a column; null when there are several, or a cell is no date. */
function onlyMonth({ dataRows }: SheetTable, { index }: TableColumn, dates: DateOptions): Period | null {
  const months = new Set(dataRows.map(({ cells }) => monthOf(cells[index] ?? '', dates)).filter((one) => one !== ''));
  const [only] = months;
  return months.size === 1 && only !== undefined ? only : null;
}

/** Returns the month of the first date above the header: "Statement Date: 03/15/2026", "March 2026". */
function titleMonth({ titles }: SheetTable, dates: DateOptions): Period | null {
  for (const { cells } of titles) {
    for (const cell of cells) {
      const text = displayedText(cell);
      const said = text.slice(text.lastIndexOf(':') + 1).trim();
      // Plain digits are the number of an agency or a page.
      if (/^\d*$/.test(said)) continue;
      const reading = readMonth(said, dates);
      if (reading.ok && reading.month !== null) return reading.month;
    }
  }
  return null;
}
