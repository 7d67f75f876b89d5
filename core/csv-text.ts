/**
 * CSV as RFC 4180 has it, made harmless for spreadsheets. Every CSV the service gives out is written here
 * (docs/reference/requests.md#csv-and-other-media-types).
 */

/** Null and undefined are an empty cell; arrays and objects are written as JSON text. */
export type CsvValue = unknown;

const NEEDS_QUOTES = /[",\r\n]/;
/**
 * A spreadsheet takes a cell that starts so for a formula, or drops the character and looks at the next. In East Asian
 * editions the full-width signs count too.
 */
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
/** An amount kept as text is no formula, and must come back as it went out. */
const PLAIN_NUMBER = /^-(\d+(\.\d*)?|\.\d+)$/;
/**
 * Where a cell begins for a spreadsheet that splits lines at another character than the comma, as most of Europe's do at the
 * semicolon. Quotes in the middle of a line don't hold such a cell together, and a quote at its start is dropped.
 */
const LATER_FORMULA = /[;,|\t\r\n]"*(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** A number there is no formula where it is known to end: at the next delimiter of the same kind, or as the last of a list in JSON. */
const LATER_NUMBER = /-(?:\d+(?:\.\d*)?|\.\d+)"*(?=([;,|\t\r\n\]}]))/y;

/** One row with its CRLF. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A header row and one row for each element, its cells taken by column name. */
export function csvText(columns: readonly string[], rows: Iterable<object>): string {
  const lines = [csvLine(columns)];
  for (const row of rows) lines.push(csvRow(columns, row));
  return lines.join('');
}

/** The row of one element. */
export function csvRow(columns: readonly string[], row: object): string {
  const cells = new Map<string, unknown>(Object.entries(row));
  return csvLine(columns.map((column) => cells.get(column)));
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const text = harmless(typeof value === 'string' ? value : JSON.stringify(value));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A text that no spreadsheet takes for a formula, wherever the spreadsheet splits it. An apostrophe goes before each sign
 * that might start one.
 */
export function harmless(text: string): string {
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
