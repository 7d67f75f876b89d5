import * as XLSX from 'xlsx';
import { z } from 'zod';
import { harmless } from '../../core/csv-text.ts';
import { CELL_CHARACTERS_MAX } from '../../core/limits.ts';
import type { SheetCell, WorkbookSheet } from '../../core/report/worksheet-table.ts';

/**
 * Workbooks as the service gives them out. The same sheets give the same bytes. Texts are text cells, which no spreadsheet
 * computes, and still get the apostrophe: a sheet saved as CSV would lose the difference.
 */
export function writeWorkbook(sheets: readonly WorkbookSheet[]): Uint8Array {
  const book = XLSX.utils.book_new();
  for (const sheet of sheets) XLSX.utils.book_append_sheet(book, toWorksheet(sheet), sheet.name);
  // Shared strings: written inline, a text would have the type of a formula's result.
  return freezeHeaders(XLSX.write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }), sheets.length);
}

const FORMATS = { text: '@', whole: '#,##0', money: '"$"#,##0.00' } as const;

function toWorksheet({ columns, rows }: WorkbookSheet): XLSX.WorkSheet {
  const header = columns.map(({ title }): XLSX.CellObject => ({ t: 's', v: title }));
  const sheet = XLSX.utils.aoa_to_sheet(
    [header, ...rows.map((row) => row.map((cell, index) => toCell(cell, FORMATS[columns[index]?.format ?? 'text'])))],
    { dense: true },
  );
  sheet['!cols'] = columns.map(({ width }) => ({ wch: width }));
  sheet['!autofilter'] = {
    ref: XLSX.utils.encode_range({ s: { r: 0, c: 0 }, e: { r: rows.length, c: columns.length - 1 } }),
  };
  return sheet;
}

function toCell(value: SheetCell, format: string): XLSX.CellObject | null {
  if (value === null) return null;
  if (typeof value === 'number') return { t: 'n', v: value, z: format };
  return { t: 's', v: harmless(value).slice(0, CELL_CHARACTERS_MAX), z: FORMATS.text };
}

const PLAIN_VIEW = '<sheetView workbookViewId="0"/>';
const FROZEN_VIEW =
  '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>';
const part = z.object({ content: z.instanceof(Uint8Array) });
const bytes = z.instanceof(Uint8Array);

/** The writer has no word for a frozen row, so the view of each sheet is rewritten in the package it made. */
function freezeHeaders(written: unknown, sheetCount: number): Uint8Array {
  const archive: unknown = XLSX.CFB.read(written, { type: 'buffer' });
  for (let number = 1; number <= sheetCount; number++) {
    const path = `/xl/worksheets/sheet${number}.xml`;
    const xml = Buffer.from(part.parse(XLSX.CFB.find(archive, path)).content).toString('utf8');
    if (!xml.includes(PLAIN_VIEW)) throw new Error('The workbook writer has another form of view by now.');
    XLSX.CFB.utils.cfb_add(archive, path, Buffer.from(xml.replace(PLAIN_VIEW, FROZEN_VIEW)));
  }
  return bytes.parse(XLSX.CFB.write(archive, { type: 'buffer', fileType: 'zip', compression: true }));
}
