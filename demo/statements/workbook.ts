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
