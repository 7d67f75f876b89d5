import { moneyColumn, type SheetCell, textColumn, type WorkbookSheet, wholeColumn } from '../report/workbook-sheet.ts';
import type { ReportTable } from './report-mail.ts';

/** Writes the result of a report as a sheet of a workbook. */

const WIDTH = 20;
const NUMBER_WIDTH = 13;

/** Returns the sheet. A column that has only numbers is written as numbers, so that a spreadsheet can add it up. */
export function reportSheet({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): WorkbookSheet {
  return {
    name: 'Report',
    columns: columns.map((title, place) => columnOf(title, rows, place)),
    async *batches() {
      yield rows.map((row) => row.map(cellOf));
    },
  };
}

type Rows = ReportTable['rows'];

function columnOf(title: string, rows: Rows, place: number) {
  const values = rows.map((row) => row[place] ?? null).filter((value) => value !== null);
  if (values.length === 0 || !values.every((value) => typeof value === 'number')) return textColumn(title, WIDTH);
  return values.every((value) => Number.isInteger(value))
    ? wholeColumn(title, NUMBER_WIDTH)
    : moneyColumn(title, NUMBER_WIDTH);
}

function cellOf(value: Rows[number][number]): SheetCell {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
