import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readXlsx as readWithHucre } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import * as SheetJS from 'xlsx';
import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import type { Cell, SourceSheet } from '../../../core/statement/source.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { xlsxCells } from './reading.ts';

const OPTIONS = { fileType: 'xlsx', encoding: 'auto', delimiter: 'auto' } as const;
const CORPUS = '../shared/corpus/xlsx';
const FOLDERS = ['excelize', 'frictionless'];

type Grid = Map<string, string | number>;

/** Every filled cell by its address. */
function ourGrid(sheet: SourceSheet): Grid {
  const grid: Grid = new Map();
  const plain = (cell: Cell) => (typeof cell === 'string' ? cell : cell.value);
  for (const { row, cells } of sheet.rows()) {
    cells.forEach((cell, c) => {
      if (cell !== '') grid.set(SheetJS.utils.encode_cell({ r: row - 1, c }), plain(cell));
    });
  }
  return grid;
}

function sheetJsGrid(sheet: SheetJS.WorkSheet): Grid {
  const grid: Grid = new Map();
  for (const [address, cell] of Object.entries(sheet)) {
    if (address.startsWith('!') || cell.v === undefined || cell.v === '') continue;
    if (cell.t === 'b') grid.set(address, cell.v ? 'TRUE' : 'FALSE');
    else grid.set(address, cell.t === 'e' ? cell.w : cell.v);
  }
  return grid;
}

describe('workbooks written by SheetJS', () => {
  const text = fc
    .string({ unit: fc.constantFrom(...'aé日 <>&"\'\n\t0_'), minLength: 1, maxLength: 12 })
    .filter((value) => !value.includes('_x'));
  const value = fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.constant(null),
    fc.constant('00123'),
  );
  const rows = fc.array(fc.array(value, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 10 });

  it('return every generated value, with shared and with inline texts', () => {
    fc.assert(
      fc.property(rows, fc.boolean(), fc.boolean(), (table, bookSST, compression) => {
        const book = SheetJS.utils.book_new(SheetJS.utils.aoa_to_sheet(table), 'Sheet');
        const bytes: Buffer = SheetJS.write(book, { type: 'buffer', bookType: 'xlsx', bookSST, compression });
        const read = xlsxCells(bytes);
        table.forEach((row, r) => {
          row.forEach((cell, c) => {
            const found = read[r]?.[c] ?? '';
            // Integers beyond the exact range of a number keep their digits as text.
            if (Number.isInteger(cell) && !Number.isSafeInteger(cell)) expect(Number(found)).toBe(cell);
            else expect(found).toBe(Object.is(cell, -0) ? 0 : (cell ?? ''));
          });
        });
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('return dates as serial numbers in a date format', () => {
    const sheet = SheetJS.utils.aoa_to_sheet([
      [
        { t: 'n', v: 46143, z: 'm/d/yyyy' },
        { t: 'n', v: 12.5, z: '0.00' },
      ],
    ]);
    const bytes: Buffer = SheetJS.write(SheetJS.utils.book_new(sheet, 'S'), { type: 'buffer', bookType: 'xlsx' });
    const [first] = openStatementFile(bytes, OPTIONS).sheets;
    const cells = [...(first?.rows() ?? [])][0]?.cells ?? [];
    expect(cells).toMatchObject([
      { value: 46143, format: { isDate: true } },
      { value: 12.5, format: { isDate: false, code: '0.00' } },
    ]);
  });
});

describe.runIf(existsSync(CORPUS))('real workbooks', () => {
  const files = FOLDERS.flatMap((folder) =>
    existsSync(CORPUS) ? readdirSync(`${CORPUS}/${folder}`).map((name) => `${CORPUS}/${folder}/${name}`) : [],
  ).filter((name) => !/encrypt|BadWorkbook/.test(name));

  it.each(files)('in %s have the cells that SheetJS finds', (name) => {
    const bytes = readFileSync(name);
    const book = SheetJS.read(bytes, { type: 'buffer', sheetStubs: false });
    const { sheets } = openStatementFile(bytes, OPTIONS);
    expect(sheets.map((sheet) => sheet.name)).toEqual(book.SheetNames);
    for (const sheet of sheets) {
      const theirs = book.Sheets[sheet.name];
      expect(theirs && Object.fromEntries(sheetJsGrid(theirs)), sheet.name).toEqual(Object.fromEntries(ourGrid(sheet)));
    }
  });

  it.each(files)('in %s have the texts that hucre finds', async (name) => {
    const bytes = readFileSync(name);
    const book = await readWithHucre(bytes);
    for (const [i, sheet] of openStatementFile(bytes, OPTIONS).sheets.entries()) {
      const grid = ourGrid(sheet);
      book.sheets[i]?.rows.forEach((row, r) => {
        row.forEach((cell, c) => {
          if (typeof cell === 'string' && cell !== '')
            expect(String(grid.get(SheetJS.utils.encode_cell({ r, c })))).toBe(cell);
        });
      });
    }
  });
});
