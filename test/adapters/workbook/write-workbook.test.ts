import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import * as XLSX from 'xlsx';
import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import { readZipDirectory, unzipEntry } from '../../../adapters/statement-file/zip-directory.ts';
import { writeWorkbook } from '../../../adapters/workbook/write-workbook.ts';
import { CELL_CHARACTERS_MAX } from '../../../core/limits/statement-limits.ts';
import type { SheetCell, WorkbookSheet } from '../../../core/report/workbook-sheet.ts';

type Rows = readonly (readonly SheetCell[])[];

function sheetOf(name: string, ...batches: readonly Rows[]): WorkbookSheet {
  return {
    name,
    columns: [
      { title: 'Member', width: 20, format: 'text' },
      { title: 'Rows', width: 8, format: 'whole' },
      { title: 'Owed', width: 12, format: 'money' },
    ],
    async *batches() {
      yield* batches;
    },
  };
}

const PLAIN = () => sheetOf('Underpaid', [['Ann Lee', 1234, 1234.5]], [], [[null, 0, -0.01]]);

async function written(sheets: readonly WorkbookSheet[], rowsMax?: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeWorkbook(sheets, rowsMax === undefined ? {} : { rowsMax })) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function cell(sheet: WorkbookSheet, address: string): Promise<XLSX.CellObject | undefined> {
  const workbook = XLSX.read(await written([sheet]), { type: 'buffer', cellFormula: true, cellNF: true });
  return workbook.Sheets[workbook.SheetNames[0] ?? '']?.[address];
}

test('shows amounts in dollars and cents, counts as whole numbers, and missing values as blank cells', async () => {
  expect(await cell(PLAIN(), 'C2')).toMatchObject({ t: 'n', v: 1234.5, w: '$1,234.50' });
  expect(await cell(PLAIN(), 'B2')).toMatchObject({ t: 'n', v: 1234, w: '1,234' });
  expect(await cell(PLAIN(), 'A3')).toBeUndefined();
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-2+3', "'-2+3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['＝1', "'＝1"],
])('writes %j as a text, neutralised in CSV too', async (text, shown) => {
  const found = await cell(sheetOf('S', [[text, 1, 1]]), 'A2');
  expect(found).toMatchObject({ t: 's', v: shown });
  expect(found?.f).toBeUndefined();
});

test('returns a member id with leading zeros, markup and characters that XML forbids unchanged', async () => {
  const texts = ['00123', '<b>&"x"', ' spaced ', 'Łódź 😀', 'two\nlines', 'a\u000bb\rc', '_x0041_', 'half \ud800'];
  const rows = texts.map((text): readonly SheetCell[] => [text, 1, 1]);
  const [sheet] = openStatementFile(await written([sheetOf('S', rows)]), {
    fileType: 'xlsx',
    encoding: 'auto',
    delimiter: 'auto',
  }).sheets;
  const found = [...(sheet?.rows() ?? [])].slice(1).map(({ cells }) => cells[0]);
  expect(found).toEqual(texts.map((text) => text.toWellFormed()));
  for (const text of texts.slice(0, 4))
    expect(await cell(sheetOf('S', [[text, 1, 1]]), 'A2')).toMatchObject({ t: 's', v: text });
});

test('cuts a text longer than a cell may be, visibly', async () => {
  const long = 'x'.repeat(CELL_CHARACTERS_MAX + 1);
  const found = await cell(sheetOf('S', [[long, 1, 1]]), 'A2');
  expect(String(found?.v)).toHaveLength(CELL_CHARACTERS_MAX);
  expect(String(found?.v)).toMatch(/x…$/);
});

test('gives another reader the same cells and a frozen header on every sheet', async () => {
  const workbook = await readXlsx(await written([PLAIN(), sheetOf('Second')]));
  expect(workbook.sheets.map(({ name }) => name)).toEqual(['Underpaid', 'Second']);
  for (const sheet of workbook.sheets) {
    expect(sheet.rows[0]).toEqual(['Member', 'Rows', 'Owed']);
    expect(sheet.freezePane).toMatchObject({ rows: 1 });
  }
  expect(workbook.sheets[0]?.rows[1]).toEqual(['Ann Lee', 1234, 1234.5]);
});

test('has a bold header, wraps wide texts, writes months as dates and fits the width of a page', async () => {
  const columns = [
    { title: 'Month', width: 11, format: 'month' },
    { title: 'What we ask', width: 60, format: 'text' },
  ] as const;
  const sheet = { ...sheetOf('Claims', [['2026-11', 'Please pay.']]), columns };
  const bytes = await written([sheet]);
  const parts = new Map(
    [...readZipDirectory(bytes).values()].map((entry) => [entry.name, unzipEntry(bytes, entry).toString('utf8')]),
  );
  const styles = parts.get('xl/styles.xml') ?? '';
  const page = parts.get('xl/worksheets/sheet1.xml') ?? '';
  const fonts = styles.match(/<font>.*?<\/font>/g) ?? [];
  const formats = (styles.match(/<cellXfs.*<\/cellXfs>/)?.[0] ?? '').match(/<xf [^>]*?(?:\/>|>.*?<\/xf>)/g) ?? [];
  const formatOf = (address: string) =>
    formats[Number(new RegExp(`r="${address}"[^>]* s="(\\d+)"`).exec(page)?.[1])] ?? '';
  expect(fonts[Number(/fontId="(\d+)"/.exec(formatOf('A1'))?.[1])]).toContain('<b/>');
  expect(formatOf('B2')).toContain('wrapText="1"');
  expect(formatOf('A2')).toMatch(/numFmtId="165"/);
  expect(page).toContain('<pageSetUpPr fitToPage="1"/>');
  expect(page).toContain('fitToWidth="1" fitToHeight="0"');
});

test('continues in another sheet only when a sheet is full', async () => {
  const rows = (count: number): Rows => Array.from({ length: count }, (_, index) => [`M${index}`, index, 1]);
  const namesAndRows = async (...batches: readonly Rows[]) => {
    const workbook = XLSX.read(await written([sheetOf('Sums'), sheetOf('Rows', ...batches)], 11), { type: 'buffer' });
    return workbook.SheetNames.map((name) => {
      const found = XLSX.utils.sheet_to_json<unknown[]>(workbook.Sheets[name] ?? {}, { header: 1 });
      return [name, ...found.slice(1).map(([id]) => id)];
    });
  };
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `M${from + index}`);
  expect(await namesAndRows(rows(10))).toEqual([['Sums'], ['Rows', ...ids(0, 10)]]);
  expect(await namesAndRows(rows(4), rows(0), rows(6))).toEqual([['Sums'], ['Rows', ...ids(0, 4), ...ids(0, 6)]]);
  expect(await namesAndRows(rows(25))).toEqual([
    ['Sums'],
    ['Rows', ...ids(0, 10)],
    ['Rows 2', ...ids(10, 20)],
    ['Rows 3', ...ids(20, 25)],
  ]);
});

test('writes the first sheet last, so that it can describe the others', async () => {
  let seen = 0;
  const counted: WorkbookSheet = {
    ...PLAIN(),
    async *batches() {
      for await (const batch of PLAIN().batches()) {
        seen += batch.length;
        yield batch;
      }
    },
  };
  const first: WorkbookSheet = {
    ...sheetOf('First'),
    async *batches() {
      yield [[`${seen} rows`, null, null]];
    },
  };
  const workbook = XLSX.read(await written([first, counted]), { type: 'buffer' });
  expect(workbook.SheetNames).toEqual(['First', 'Underpaid']);
  expect(workbook.Sheets['First']?.['A2']).toMatchObject({ v: '2 rows' });
});

test('makes the same bytes of the same sheets', async () => {
  expect((await written([PLAIN()])).equals(await written([PLAIN()]))).toBe(true);
});

test('fails with the error of the rows', async () => {
  const broken: WorkbookSheet = {
    ...PLAIN(),
    async *batches() {
      yield [['Ann Lee', 1, 1]];
      throw new Error('The connection was lost');
    },
  };
  await expect(written([broken])).rejects.toThrow('The connection was lost');
});

test('reads rows only as the workbook is read, and none after its reader has left', async () => {
  let asked = 0;
  let ended = false;
  const endless: WorkbookSheet = {
    ...PLAIN(),
    async *batches() {
      try {
        for (;;) {
          asked += 1;
          yield Array.from({ length: 1_000 }, (_, index): readonly SheetCell[] => [
            `${asked} ${index * 7919}`,
            index,
            asked,
          ]);
        }
      } finally {
        ended = true;
      }
    },
  };
  let bytes = 0;
  for await (const piece of writeWorkbook([endless])) {
    bytes += piece.length;
    if (bytes > 200_000) break;
  }
  expect(asked).toBeLessThan(60);
  expect(ended).toBe(true);
});
