import * as XLSX from 'xlsx';

/** The value of a cell. A date becomes a real date cell, and text becomes shared text. */
export type WorkbookValue = string | Date;

/** Makes a workbook of visible sheets. The same rows give the same bytes, because the writer of .xlsx files stores no time in them. */
export function workbook(
  sheets: Readonly<Record<string, readonly (readonly (WorkbookValue | number)[])[]>>,
  bookType: XLSX.BookType = 'xlsx',
): Uint8Array<ArrayBuffer> {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const cells = rows.map((row) => row.map((value) => (value === '' ? null : value)));
    const sheet = XLSX.utils.aoa_to_sheet(cells, { cellDates: true, dense: true, UTC: true, dateNF: 'yyyy\\-mm\\-dd' });
    XLSX.utils.book_append_sheet(book, sheet, name);
  }
  const bytes: unknown = XLSX.write(book, { type: 'buffer', bookType, compression: true, bookSST: true });
  if (!(bytes instanceof Uint8Array)) throw new TypeError('the workbook writer gave no bytes');
  return Uint8Array.from(bytes);
}

/** Makes delimited text as carriers export it, with quotes where needed and CRLF. */
export function delimitedText(rows: readonly (readonly string[])[], delimiter: ',' | ';'): string {
  return rows.map((row) => `${row.map((value) => quoted(value, delimiter)).join(delimiter)}\r\n`).join('');
}

function quoted(value: string, delimiter: string): string {
  const needsQuotes = value.includes(delimiter) || value.includes('"') || value.includes('\n');
  return needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}

/** The characters of the story that Windows-1252 has and ISO 8859-1 lacks. */
const WINDOWS_ONLY = new Map([
  ['\u2019', 0x92],
  ['\u2013', 0x96],
]);

/**
 * Encodes a text as Windows-1252. Throws for a character that the encoding lacks, because a "?" in a name would make the expected facts
 * wrong.
 */
export function windows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = WINDOWS_ONLY.get(character) ?? character.charCodeAt(0);
    const isLatin = code < 0x80 || (code >= 0xa0 && code <= 0xff) || WINDOWS_ONLY.has(character);
    if (!isLatin) throw new RangeError(`Windows-1252 has no "${character}"`);
    return code;
  });
}
