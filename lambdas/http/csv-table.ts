import { CsvError, parse } from 'csv-parse/sync';
import type { FieldError } from '../../core/problem.ts';
import {
  moneyColumn,
  named,
  once,
  type SheetCell,
  sheetOf,
  textColumn,
  type WorkbookSheet,
} from '../../core/report/workbook-sheet.ts';
import type { RowExport } from '../../core/row-export.ts';
import { type ExportedFile, withinRoom } from './export.ts';
import { isStorable } from './request-body.ts';

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

/**
 * A CSV body as a header and rows. The lists that clients send come from a spreadsheet with a header in the first row. Carrier statements
 * have a reader of their own, because their layout is unknown (docs/adr/0003-own-csv-and-xlsx-readers.md).
 */

export interface CsvTable {
  readonly headers: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly faults: readonly FieldError[];
}

export interface CsvRow {
  /** The row number that a spreadsheet shows; the header is row 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** The line with which Excel names the delimiter. It is not a row of the sheet. */
const EXCEL_DELIMITER = /^\uFEFF?"?sep=(.)"?\r?\n/i;

/** Reads a CSV text. The delimiter of the file is the one for which `countKnown` finds the most known columns in the header. */
export function readCsvTable(text: string, countKnown: (headers: readonly string[]) => number): CsvTable {
  const named = EXCEL_DELIMITER.exec(text);
  const body = text.slice(named?.[0].length ?? 0);
  const delimiter = named?.[1] ?? chooseDelimiter(body, countKnown);
  const read = parseRows(body, delimiter);
  if ('fault' in read) return { headers: [], rows: [], faults: [read.fault] };
  const [headers = [], ...rest] = read.rows;
  const rows = rest
    .map((cells, index) => ({ number: index + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return { headers, rows, faults: rows.flatMap((row) => faultsOf(headers, row)) };
}

function chooseDelimiter(text: string, countKnown: (headers: readonly string[]) => number): string {
  let chosen: string = DELIMITERS[0];
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const read = parseRows(text, delimiter, 1);
    const known = 'fault' in read ? 0 : countKnown(read.rows[0] ?? []);
    if (known > most) [chosen, most] = [delimiter, known];
  }
  return chosen;
}

type Parsed = { readonly rows: readonly (readonly string[])[] } | { readonly fault: FieldError };

/** Parses the rows. Blank lines count as rows, so that row numbers match the spreadsheet. */
function parseRows(text: string, delimiter: string, rowsMax = -1): Parsed {
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: rowsMax,
    });
    return { rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { fault: { field: placeOf(error), detail: PROBLEMS[error.code] ?? 'is not CSV that can be read' } };
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'has a quote that is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text behind a closing quote: inside quotes write a quote twice',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a cell: put the cell in quotes and write the quote twice',
};

/** Describes the place of a faulty row. The parser counts the rows before it. */
function placeOf(error: CsvError): string {
  const before: unknown = Reflect.get(error, 'records');
  return typeof before === 'number' ? `row ${before + 1}` : 'body';
}

function faultsOf(headers: readonly string[], { number, cells }: CsvRow): FieldError[] {
  const faults: FieldError[] = [];
  for (const [place, cell] of cells.entries()) {
    if (!isStorable(cell))
      faults.push({ field: csvField(number, headers[place]), detail: 'holds a character that is not allowed' });
  }
  if (cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
    faults.push({ field: `row ${number}`, detail: 'has more cells than the header' });
  }
  return faults;
}

/** The name of a cell in error messages. */
export function csvField(row: number, header: string | undefined): string {
  return header === undefined ? `row ${row}` : `row ${row}, column "${header.trim()}"`;
}
