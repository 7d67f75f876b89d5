import { describe, expect, it, test } from 'vitest';
import { type BookType, utils, write } from 'xlsx';
import { readStatementFile } from '../../../adapters/statement-file/read-statement-file.ts';
import { needsLibrary } from '../../../adapters/statement-file/sniff-file-type.ts';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import type { Cell, DeclaredFileType } from '../../../core/statement/source.ts';
import { zipBytes } from './workbook-bytes.ts';

const ROWS = [
  ['Member ID', 'Member Name', 'Commission', 'Effective Date'],
  ['00123', 'Ana Ruiz', 12.5, 46_027],
  ['00124', 'Bo "B" <Lee>', -3, 46_058],
  [],
  ['Total', '', 9.5, ''],
];

function workbook(bookType: BookType, name = 'Detail'): Buffer {
  const book = utils.book_new();
  const sheet = utils.aoa_to_sheet(ROWS);
  for (const place of ['D2', 'D3']) sheet[place].z = 'm/d/yyyy';
  utils.book_append_sheet(book, sheet, name);
  utils.book_append_sheet(book, utils.aoa_to_sheet([['hidden']]), 'Notes');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  return write(book, { type: 'buffer', bookType });
}

const open = (bytes: Uint8Array, fileType: DeclaredFileType = 'auto') =>
  readStatementFile(bytes, { fileType, encoding: 'auto', delimiter: 'auto' });

const shown = (cell: Cell) => (typeof cell === 'string' ? cell : [cell.value, cell.format.isDate]);

async function cellsOf(bytes: Uint8Array) {
  const { sheets } = await open(bytes);
  return sheets.map(({ name, rows }) => [name, [...rows()].map(({ cells }) => cells.map(shown))] as const);
}

const refusal = (bytes: Uint8Array) =>
  open(bytes).then(
    () => 'was read',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

const XML = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>';
const spreadsheetml = (rows: string, start = XML) =>
  Buffer.from(
    `${start}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">
      <Worksheet ss:Name="Detail"><Table>${rows}</Table></Worksheet></Workbook>`,
  );
const xmlRow = (...cells: readonly (readonly [type: string, value: string])[]) =>
  `<Row>${cells.map(([type, value]) => `<Cell><Data ss:Type="${type}">${value}</Data></Cell>`).join('')}</Row>`;

describe('a workbook that is not XLSX', () => {
  it.each(['biff8', 'biff5', 'xlsb', 'xlml'] as const)(
    'has the same rows, formats and hidden sheets: %s',
    async (type) => {
      const bytes = workbook(type);
      expect(needsLibrary(bytes)).toBe(true);
      const { fileType, sheets } = await open(bytes, 'xlsx');
      expect(fileType).toBe('xlsx');
      expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
        ['Detail', false],
        ['Notes', true],
      ]);
      const rows = [...(sheets[0]?.rows() ?? [])];
      expect(rows.map(({ row }) => row)).toEqual([1, 2, 3, 4, 5]);
      expect(rows.map(({ cells }) => cells.map(shown))).toEqual([
        ROWS[0],
        ['00123', 'Ana Ruiz', [12.5, false], [46_027, true]],
        ['00124', 'Bo "B" <Lee>', [-3, false], [46_058, true]],
        [],
        ['Total', '', [9.5, false]],
      ]);
    },
  );

  it('is an OpenDocument spreadsheet, with the dates that it shows', async () => {
    const [detail] = await cellsOf(workbook('ods'));
    expect(detail?.[1].slice(0, 2)).toEqual([ROWS[0], ['00123', 'Ana Ruiz', [12.5, false], [46_027, true]]]);
  });

  it('is refused where the carrier is configured as CSV', async () => {
    await expect(open(workbook('biff8'), 'csv')).rejects.toThrow('configured as CSV');
  });

  it('has a format that is found as in XLSX', async () => {
    const [own, other] = await Promise.all([workbook('xlsx'), workbook('biff8')].map((bytes) => open(bytes)));
    if (own === undefined || other === undefined) throw new Error('Both are opened.');
    expect(inferConfig(other)).toEqual(inferConfig(own));
  });
});

describe('Excel 2003 XML', () => {
  it('keeps ids that are numbers of more than fifteen digits', async () => {
    const row = xmlRow(['Number', '1234567890123456789'], ['Number', '12.5'], ['String', 'A &amp; B']);
    expect(await cellsOf(spreadsheetml(row))).toEqual([['Detail', [['1234567890123456789', [12.5, false], 'A & B']]]]);
  });

  it('may begin with the broken declaration that Humana sends', async () => {
    const bytes = spreadsheetml(xmlRow(['String', 'Member ID'], ['String', 'Paid']), '<xml version>\r\n');
    expect(await cellsOf(bytes)).toEqual([['Detail', [['Member ID', 'Paid']]]]);
  });

  it('may be UTF-16', async () => {
    const text = spreadsheetml(xmlRow(['String', 'José'])).toString();
    expect(await cellsOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual([['Detail', [['José']]]]);
  });

  it('is refused with entities, which could expand without end', async () => {
    const bytes = spreadsheetml(xmlRow(['String', '&b;']), `${XML}<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>`);
    expect(await refusal(bytes)).toMatch(/declares entities/);
  });
});

describe('HTML tables', () => {
  it('are sheets of texts as written', async () => {
    const bytes = Buffer.from(`<html><body><h1>Pay</h1>
      <table><tr><td>Paid to</td><td>Agency&nbsp;One</td></tr></table>
      <table><tr><th>ID</th><th>Name</th><th>Paid</th></tr><tr><td>00012</td><td>Jos&eacute; O&#39;Neil</td><td>$1,234.50</td></tr>
      <tr><td colspan=2>Total</td><td>(12.00)</td></tr></table></body></html>`);
    expect(await cellsOf(bytes)).toEqual([
      ['Sheet1', [['Paid to', 'Agency One']]],
      [
        'Sheet2',
        [
          ['ID', 'Name', 'Paid'],
          ['00012', "José O'Neil", '$1,234.50'],
          ['Total', '', '(12.00)'],
        ],
      ],
    ]);
  });

  it('are missing in a login page, which is refused', async () => {
    expect(await refusal(Buffer.from('<!doctype html><html><body><form>Sign in</form></body></html>'))).toMatch(
      /a web page \(HTML\) without a table\. Save the statement as CSV/,
    );
  });
});

test('tables in tables, ten thousand deep, end in rows', async () => {
  const deep = 10_000;
  const html = `${'<table><tr><td>'.repeat(deep)}x${'</td></tr></table>'.repeat(deep)}`;
  expect(await refusal(Buffer.from(html))).toBe('was read');
});

describe('a file is refused', () => {
  const ods = (content: string, more: readonly { name: string; data: string }[] = []) =>
    zipBytes([
      { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', stored: true },
      { name: 'content.xml', data: content },
      { name: 'styles.xml', data: '<?xml version="1.0"?><office:document-styles/>' },
      ...(more.length > 0 ? more : [{ name: 'META-INF/manifest.xml', data: '<manifest/>' }]),
    ]);
  const table = (rows: string) =>
    `<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>';

  test('a binary workbook whose last column is the last of Excel', async () => {
    const cells = { '!ref': 'A1:XFD2', A1: { t: 's', v: 'Member ID' }, XFD2: { t: 'n', v: 1 } };
    const bytes: Uint8Array = write({ SheetNames: ['A'], Sheets: { A: cells } }, { type: 'buffer', bookType: 'xlsb' });
    expect(await refusal(bytes)).toBe('Sheet "A" has more than 500 columns.');
  });

  test('more rows than a statement has, written as a repetition', async () => {
    const repeated = `<table:table-row table:number-rows-repeated="100001">${cell}</table:table-row>`;
    expect(await refusal(ods(table(repeated)))).toBe('Sheet "A" has more than 100,000 rows.');
  });

  test('more columns than a statement has, written as a repetition', async () => {
    const repeated = cell.replace('office:value-type', 'table:number-columns-repeated="16384" office:value-type');
    expect(await refusal(ods(table(`<table:table-row>${repeated}</table:table-row>`)))).toBe(
      'Sheet "A" has more than 500 columns.',
    );
  });

  test('rows of Excel 2003 XML beyond the last that is read', async () => {
    const data = '<Cell><Data ss:Type="String">x</Data></Cell>';
    const rows = `<Row>${data}</Row><Row ss:Index="1048576">${data}</Row>`;
    const urn = 'urn:schemas-microsoft-com:office:spreadsheet';
    const xml = `<?xml version="1.0"?><Workbook xmlns="${urn}" xmlns:ss="${urn}"><Worksheet ss:Name="A"><Table>${rows}</Table></Worksheet></Workbook>`;
    expect(await refusal(Buffer.from(xml))).toBe('Sheet "A" has more than 100,000 rows.');
  });

  test('a web page with a cell that spans more columns than there are', async () => {
    const html = '<table><tr><td colspan="99999999">x</td></tr><tr><td rowspan=99999999>y</td></tr></table>';
    expect(await refusal(Buffer.from(html))).toMatch(/spans thousands of rows or columns/);
  });

  test('a part that unpacks to more than a hundred times its size', async () => {
    const bomb = ods(table(' '.repeat(8 * 1024 * 1024)));
    expect(await refusal(bomb)).toMatch(/unpacks to more than 100 times its size/);
  });

  test('a workbook with a password', async () => {
    const manifest = { name: 'META-INF/manifest.xml', data: '<m><manifest:encryption-data/></m>' };
    expect(await refusal(ods(table(''), [manifest]))).toMatch(/protected by a password/);
  });

  test.each(['biff8', 'xlsb', 'ods', 'xlml'] as const)('a workbook that was cut off: %s', async (type) => {
    const bytes = workbook(type);
    for (const share of [0.3, 0.6, 0.9]) {
      const message = await refusal(bytes.subarray(0, Math.floor(bytes.length * share)));
      // The rows above the cut would be mistaken for the whole statement.
      expect(message).toMatch(/damaged|without a workbook/);
    }
  });
});
