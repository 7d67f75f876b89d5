/** CSV as RFC 4180 has it, made harmless for spreadsheets. Every CSV the service gives out is written here (contract section 1). */

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

/** One row with its CRLF. */
export function csvLine(cells: readonly CsvValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A header row and one row for each element, its cells taken by column name. */
export function csvText(columns: readonly string[], rows: Iterable<object>): string {
  const lines = [csvLine(columns)];
  for (const row of rows) {
    const cells = new Map<string, unknown>(Object.entries(row));
    lines.push(csvLine(columns.map((column) => cells.get(column))));
  }
  return lines.join('');
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  const text = harmless(typeof value === 'string' ? value : JSON.stringify(value));
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A text no spreadsheet takes for a formula: an apostrophe goes before it where one might. */
export function harmless(text: string): string {
  return FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
}
