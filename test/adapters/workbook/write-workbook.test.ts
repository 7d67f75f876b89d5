import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { writeWorkbook } from '../../../adapters/workbook/write-workbook.ts';
import { CELL_CHARACTERS_MAX } from '../../../core/limits.ts';
import type { WorkbookSheet } from '../../../core/report/worksheet-table.ts';

const SHEET: WorkbookSheet = {
  name: 'Underpaid',
  columns: [
    { title: 'Member', width: 20, format: 'text' },
    { title: 'Rows', width: 8, format: 'whole' },
    { title: 'Owed', width: 12, format: 'money' },
  ],
  rows: [
    ['Ann Lee', 1234, 1234.5],
    [null, 0, -0.01],
  ],
};

function cell(bytes: Uint8Array, address: string): XLSX.CellObject | undefined {
  const workbook = XLSX.read(bytes, { type: 'buffer', cellFormula: true, cellNF: true });
  return workbook.Sheets[workbook.SheetNames[0] ?? '']?.[address];
}

test('what a spreadsheet shows: amounts in dollars and cents, counts whole, blanks blank', () => {
  const bytes = writeWorkbook([SHEET]);
  expect(cell(bytes, 'C2')).toMatchObject({ t: 'n', v: 1234.5, w: '$1,234.50' });
  expect(cell(bytes, 'B2')).toMatchObject({ t: 'n', v: 1234, w: '1,234' });
  expect(cell(bytes, 'A3')).toBeUndefined();
});

test.each(['=1+1', '+1', '-2+3', '@SUM(A1)', '\t1', '＝1'])('%j is a text, and harmless as CSV too', (text) => {
  const found = cell(writeWorkbook([{ ...SHEET, rows: [[text, 1, 1]] }]), 'A2');
  expect(found).toMatchObject({ t: 's', v: `'${text}` });
  expect(found?.f).toBeUndefined();
});

test('a member id with leading zeros, and markup, come back as they are', () => {
  for (const text of ['00123', '<b>&"x"', ' spaced ', 'Łódź 😀']) {
    expect(cell(writeWorkbook([{ ...SHEET, rows: [[text, 1, 1]] }]), 'A2')).toMatchObject({ t: 's', v: text });
  }
});

test('a text longer than a cell may be is cut, not refused', () => {
  const long = 'x'.repeat(CELL_CHARACTERS_MAX + 1);
  const found = cell(writeWorkbook([{ ...SHEET, rows: [[long, 1, 1]] }]), 'A2');
  expect(String(found?.v)).toHaveLength(CELL_CHARACTERS_MAX);
});

test('another reader finds the same cells and the header frozen on every sheet', async () => {
  const workbook = await readXlsx(writeWorkbook([SHEET, { ...SHEET, name: 'Second', rows: [] }]));
  expect(workbook.sheets.map(({ name }) => name)).toEqual(['Underpaid', 'Second']);
  for (const sheet of workbook.sheets) {
    expect(sheet.rows[0]).toEqual(['Member', 'Rows', 'Owed']);
    expect(sheet.freezePane).toMatchObject({ rows: 1 });
  }
});

test('the same sheets give the same bytes', () => {
  expect(Buffer.from(writeWorkbook([SHEET])).equals(Buffer.from(writeWorkbook([SHEET])))).toBe(true);
});
