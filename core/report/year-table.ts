import {
  moneyColumn,
  named,
  type SheetCell,
  sheetOf,
  textColumn,
  type WorkbookSheet,
  wholeColumn,
} from './workbook-sheet.ts';

/** Writes the report on a year as a workbook for people. */

interface YearRow {
  readonly name: string | null;
  /** Dollars. */
  readonly paidNet: number;
  readonly before: number | null;
  readonly difference: number | null;
  readonly members: number;
  readonly startMembers: number;
  readonly keptMembers: number;
  readonly persistencyPct: number | null;
  readonly renewalMembers: number;
  readonly renewalPay: number;
}

const COLUMNS = [
  named('name', textColumn('Name', 28)),
  named('paidNet', moneyColumn('Paid this year', 15)),
  named('before', moneyColumn('Same months last year', 20)),
  named('difference', moneyColumn('Difference', 13)),
  named('members', wholeColumn('Members', 10)),
  named('startMembers', wholeColumn('Members a year ago', 18)),
  named('keptMembers', wholeColumn('Of these still here', 18)),
  named('persistencyPct', textColumn('Still here, %', 13)),
  named('renewalMembers', wholeColumn('Renew in three months', 20)),
  named('renewalPay', moneyColumn('Their pay a month', 17)),
];

function cells(row: YearRow): Readonly<Record<(typeof COLUMNS)[number]['name'], SheetCell>> {
  const { persistencyPct, ...shown } = row;
  return { ...shown, name: row.name ?? 'All others', persistencyPct: persistencyPct?.toFixed(2) ?? null };
}

/** Returns the sheet of groups, in the order of the rows. */
export function yearSheets(batches: AsyncIterable<readonly YearRow[]>): readonly WorkbookSheet[] {
  return [sheetOf('Year', COLUMNS, { batches, cells })];
}
