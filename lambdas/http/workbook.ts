import {
  moneyColumn,
  named,
  once,
  type SheetCell,
  sheetOf,
  textColumn,
  type WorkbookSheet,
} from '../../core/report/recoverable-table.ts';
import type { RowExport } from '../../core/row-export.ts';
import { type ExportedFile, withinRoom } from './export.ts';

/** Responses that are a workbook, made from a few rows in memory or written while they are sent. */

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type WriteWorkbook = (sheets: readonly WorkbookSheet[]) => AsyncIterable<Uint8Array>;

/** Makes a workbook that is small enough to be sent in one piece. */
export async function wholeWorkbook(
  sheets: readonly WorkbookSheet[],
  writeWorkbook: WriteWorkbook,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeWorkbook(sheets)) pieces.push(piece);
  return Buffer.concat(pieces);
}

interface ListShape {
  /** The name of the sheet. */
  readonly name: string;
  /** The properties to show, as in the CSV. */
  readonly columns: readonly string[];
  /** The columns that hold dollars. */
  readonly money?: readonly string[];
}

const [TEXT_WIDTH, MONEY_WIDTH] = [20, 13];

/** Makes a list as a workbook with one sheet, with the columns and cells of its CSV. */
export function listWorkbook(writeWorkbook: WriteWorkbook, { name, columns, money = [] }: ListShape) {
  const shown = columns.map((column) =>
    named(column, money.includes(column) ? moneyColumn(column, MONEY_WIDTH) : textColumn(column, TEXT_WIDTH)),
  );
  const cellsOf = (row: object): Readonly<Record<string, SheetCell>> => {
    const values = new Map<string, unknown>(Object.entries(row));
    return Object.fromEntries(columns.map((column) => [column, cellOf(values.get(column))]));
  };
  return sheetsWorkbook(writeWorkbook, (batches: AsyncIterable<readonly object[]>) => [
    sheetOf(name, shown, { batches, cells: cellsOf }),
  ]);
}

/** Makes a list as a workbook with the sheets that `sheets` makes. */
export function sheetsWorkbook<Row>(
  writeWorkbook: WriteWorkbook,
  sheets: (batches: AsyncIterable<readonly Row[]>) => readonly WorkbookSheet[],
) {
  return {
    /** Makes the workbook of rows that are in memory. */
    page: (rows: readonly Row[]) => wholeWorkbook(sheets(once(rows)), writeWorkbook),
    /** Makes the workbook of all rows while it is sent. */
    file: ({ head, batches, close }: RowExport<Row, unknown>): ExportedFile => ({
      head,
      pieces: (room) => writeWorkbook(sheets(withinRoom(batches, room))),
      close,
    }),
  };
}

function cellOf(value: unknown): SheetCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}
