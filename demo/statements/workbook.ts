import * as XLSX from 'xlsx';

/** The value of a cell. A date becomes a real date cell, and text becomes shared text. */
export type WorkbookValue = string | Date;

/** Makes an .xlsx file with one visible sheet. The same rows give the same bytes, because the writer stores no time in the file. */
export function workbook(sheetName: string, rows: readonly (readonly WorkbookValue[])[]): Uint8Array {
  const sheet = XLSX.utils.aoa_to_sheet(
    rows.map((row) => row.map((value) => (value === '' ? null : value))),
    { cellDates: true, dense: true, UTC: true, dateNF: 'yyyy\\-mm\\-dd' },
  );
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, sheetName);
  const bytes: unknown = XLSX.write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true });
  if (!(bytes instanceof Uint8Array)) throw new TypeError('the workbook writer gave no bytes');
  return bytes;
}
