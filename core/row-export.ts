/** All rows of a list as of one moment, read a batch at a time. Memory holds one or two batches, however long the list is. */
export interface RowExport<Row, Head = null> {
  /** Facts about the list as a whole. */
  readonly head: Head;
  /** Can be consumed once. Throws when the connection to the database is lost; the rows before are then incomplete. */
  readonly batches: AsyncIterable<readonly Row[]>;
  /** Frees the database connection that the export holds. The caller must call it in every case; a repeat does nothing. */
  readonly close: () => Promise<void>;
}

/** The rows of an export before a database connection is held for them. */
export type RowsToExport<Row, Head = null> = Pick<RowExport<Row, Head>, 'head' | 'batches'>;

/** Returns an export whose rows are mapped by `show`. */
export function mapExport<Row, Shown, Head>(
  { head, batches, close }: RowExport<Row, Head>,
  show: (row: Row) => Shown,
): RowExport<Shown, Head> {
  return { head, batches: mapBatches(batches, show), close };
}

/** Yields each batch with its rows mapped. */
export async function* mapBatches<Row, Shown>(
  batches: AsyncIterable<readonly Row[]>,
  show: (row: Row) => Shown,
): AsyncGenerator<readonly Shown[]> {
  for await (const batch of batches) yield batch.map(show);
}

/** The reader of the archive has gone. Pending writes fail with this error, or with an error that has it as its cause. */
export class ReaderLeft extends Error {
  override readonly name = 'ReaderLeft';
  constructor(cause: unknown) {
    super('The archive is not read to its end', { cause });
  }
}

/**
 * Writes CSV by RFC 4180, safe against formula injection in spreadsheets. Every CSV of the service is written here
 * (docs/reference/requests.md#csv-and-other-media-types).
 */

/** A value of a cell. Null and undefined become an empty cell; arrays and objects become JSON text. */
type CsvValue = unknown;

const NEEDS_QUOTES = /[",\r\n]/;
/**
 * Matches cells that a spreadsheet reads as a formula, at once or after dropping the first character. East Asian
 * editions also accept the full-width signs.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** Matches an amount kept as text. It is no formula and must round-trip unchanged. */
const PLAIN_NUMBER = /^-(\d+(\.\d*)?|\.\d+)$/;
/**
 * Matches a possible formula after a delimiter other than the comma; many European spreadsheets split lines at
 * semicolons. Such a spreadsheet ignores quotes in the middle of a line and drops a quote at the start of a cell.
 */
const LATER_FORMULA = /[;,|\t\r\n]"*(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/**
 * Matches a number after such a delimiter. It is no formula when the same delimiter, or the end of a JSON list, follows
 * it.
 */
const LATER_NUMBER = /-(?:\d+(?:\.\d*)?|\.\d+)"*(?=([;,|\t\r\n\]}]))/y;

/** Returns one row with its CRLF. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Returns a header row and one row per element. Cells are taken by column name. */
export function csvText(columns: readonly string[], rows: Iterable<object>): string {
  const lines = [csvLine(columns)];
  for (const row of rows) lines.push(csvRow(columns, row));
  return lines.join('');
}

/** Returns one row with its CRLF. Cells are taken by column name. */
export function csvRow(columns: readonly string[], row: object): string {
  const cells = new Map<string, unknown>(Object.entries(row));
  return csvLine(columns.map((column) => cells.get(column)));
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const text = escapeFormula(typeof value === 'string' ? value : JSON.stringify(value));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Puts an apostrophe before each sign that could start a formula, at the beginning and after any delimiter of a spreadsheet. */
export function escapeFormula(text: string): string {
  const inside = text.replace(LATER_FORMULA, (opening: string, at: number) =>
    isNumberBetween(text, opening.charAt(0), at + opening.length) ? opening : `${opening}'`,
  );
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${inside}` : inside;
}

function isNumberBetween(text: string, delimiter: string, position: number): boolean {
  LATER_NUMBER.lastIndex = position;
  const end = LATER_NUMBER.exec(text)?.[1];
  return end === delimiter || end === ']' || end === '}';
}
