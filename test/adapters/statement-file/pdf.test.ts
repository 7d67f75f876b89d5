import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts, setTextRenderingMode, TextRenderingMode } from 'pdf-lib';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it, test } from 'vitest';
import { isolatedProcesses } from '../../../adapters/isolation/isolated-processes.ts';
import { readStatementFile } from '../../../adapters/statement-file/read-statement-file.ts';
import { inferConfig } from '../../../core/infer/infer-config.ts';
import { mapStatement } from '../../../core/statement/map-statement.ts';
import type { StatementSource } from '../../../core/statement/source.ts';
import { ODD_STATEMENTS } from '../../../measure/truth/pdf/odd-statements.ts';
import {
  type PrintedColumn,
  type PrintedRow,
  type PrintOptions,
  printStatement,
} from '../../../measure/truth/pdf/print-statement.ts';
import { drawn, onePage, rawPdf } from '../../support/raw-pdf.ts';

describe('pdf', () => {
  const open = (bytes: Uint8Array) =>
    readStatementFile(bytes, { fileType: 'auto', encoding: 'auto', delimiter: 'auto' });

  const COLUMNS: readonly PrintedColumn[] = [
    { header: ['Member ID'], left: 40, width: 70 },
    { header: ['Member Name'], left: 115, width: 110 },
    { header: ['Plan'], left: 230, width: 90 },
    { header: ['Effective Date'], left: 325, width: 70 },
    { header: ['Premium'], left: 400, width: 60, align: 'right' },
    { header: ['Commission'], left: 480, width: 70, align: 'right' },
  ];
  const NAMES = ['Ana Ruiz', 'Bo Lee', 'Christopher Vandermeer', 'Dee Ng', 'Élodie Øst'];

  interface Member {
    readonly id: string;
    readonly amount: number;
    readonly cells: readonly string[];
  }

  function membersOf(count: number): readonly Member[] {
    return Array.from({ length: count }, (_, at) => {
      const amount = (at % 9 === 4 ? -1 : 1) * (1_000 + 37 * at);
      const shown = `${amount < 0 ? '(' : ''}$${(Math.abs(amount) / 100).toFixed(2)}${amount < 0 ? ')' : ''}`;
      const id = `M${10_000 + at}`;
      return {
        id,
        amount,
        cells: [id, NAMES[at % 5] ?? '', `Gold PPO ${1 + (at % 3)}`, `0${1 + (at % 9)}/01/2025`, '$350.00', shown],
      };
    });
  }

  const dataRows = (members: readonly Member[]): PrintedRow[] => members.map(({ cells }) => ({ kind: 'data', cells }));
  const sumOf = (members: readonly Member[]) => members.reduce((sum, { amount }) => sum + amount, 0) / 100;
  const total = (members: readonly Member[], label = 'Total'): PrintedRow => ({
    kind: 'total',
    label,
    amount: `$${sumOf(members).toFixed(2)}`,
    column: 5,
  });

  function read(source: StatementSource) {
    const inference = inferConfig(source);
    const mapping = mapStatement(source, inference.config, { period: '2026-01' });
    if (mapping.kind === 'rejected') throw new Error(`${mapping.rejection.detail} ${inference.notes.join(' ')}`);
    return { ...inference, statement: mapping.statement };
  }

  /** Reads a printed statement, and expects every member with the printed id, amount and name. */
  async function expectAll(members: readonly Member[], bytes: Uint8Array) {
    const result = read(await open(bytes));
    const { statement, notes, confidence } = result;
    expect(statement.failures).toEqual([]);
    expect(
      statement.lines.map(({ memberExternalId, amount, memberName }) => [memberExternalId, amount / 100, memberName]),
      notes.join(' '),
    ).toEqual(members.map(({ id, amount, cells }) => [id, amount, cells[1]]));
    expect(confidence).toBeGreaterThanOrEqual(0.8);
    expect(statement.warnings).toEqual([]);
    return result;
  }

  const print = (members: readonly Member[], options: PrintOptions = {}, columns = COLUMNS) =>
    printStatement([{ title: 'Commission Detail', columns, rows: [...dataRows(members), total(members)] }], {
      titles: ['Acme Health Insurance', 'Commission Statement for January 2026'],
      ...options,
    });

  describe('a printed statement', () => {
    const many = membersOf(120);

    it('of one page has the page and line of each row as its place', async () => {
      const members = membersOf(5);
      const { statement } = await expectAll(members, await print(members));
      // Three titles and the header stand above.
      expect(statement.lines.map(({ sheet, row }) => [sheet, row])).toEqual([5, 6, 7, 8, 9].map((line) => [0, line]));
      expect(statement.sheets).toEqual(['Page 1']);
    });

    it('of many pages repeats its header and footer', async () => {
      const { statement } = await expectAll(many, await print(many, { footer: 'Page # - Acme Health Insurance' }));
      expect(statement.sheets.length).toBeGreaterThan(2);
      expect(statement.skipped.repeatedHeader).toBe(statement.sheets.length - 1);
      expect(new Set(statement.lines.map(({ sheet, row }) => `${sheet} ${row}`)).size).toBe(120);
    });

    it.each([
      ['without a repeated header', { repeatHeader: false }],
      ['in a font of fixed width', { font: StandardFonts.Courier, size: 6 }],
      ['on pages that are turned', { rotate: 90 }],
      ['on pages that are upside down', { rotate: 180 }],
      ['with text that is drawn sideways', { sideways: true }],
      ['with a watermark across the rows', { watermark: 'COPY' }],
      ['in lines that nearly touch', { rowHeight: 9.5 }],
    ] satisfies readonly (readonly [string, PrintOptions])[])('may be printed %s', async (_, options) => {
      await expectAll(many, await print(many, options));
    });

    it('may have headers of two lines, on each page', async () => {
      const columns = COLUMNS.map((column) => ({ ...column, header: (column.header[0] ?? '').split(' ') }));
      const { config } = await expectAll(many, await print(many, {}, columns));
      expect(config.columns.effective_date).toBe('Effective Date');
    });

    it.each(['top', 'middle'] as const)('may wrap names, with the other cells at the %s', async (wrap) => {
      const columns = COLUMNS.map((column, at) => (at === 1 ? { ...column, width: 55 } : column));
      await expectAll(many, await print(many, { wrap, rowHeight: 16 }, columns));
    });

    it('may have headings and subtotals of groups', async () => {
      const groups = [many.slice(0, 50), many.slice(50, 70), many.slice(70)];
      const rows = groups.flatMap((members, at): PrintedRow[] => [
        { kind: 'heading', text: `Plan group: ${['Bronze', 'Silver', 'Gold'][at]}` },
        ...dataRows(members),
        total(members, 'Subtotal'),
      ]);
      const { statement } = await expectAll(
        many,
        await printStatement([{ columns: COLUMNS, rows: [...rows, total(many, 'Grand Total')] }]),
      );
      expect(statement.skipped.totals).toBe(4);
    });

    it('may state its sum above the rows only', async () => {
      const members = membersOf(8);
      const bytes = await printStatement([{ columns: COLUMNS, rows: dataRows(members) }], {
        titles: ['Acme Health Insurance', `Total commission paid: $${sumOf(members).toFixed(2)}`],
      });
      await expectAll(members, bytes);
    });

    it('may have a table of another kind beside the table of lines', async () => {
      const members = membersOf(30);
      const summary: PrintedColumn[] = [
        { header: ['Description'], left: 40, width: 200 },
        { header: ['Amount'], left: 300, width: 80, align: 'right' },
      ];
      const bytes = await printStatement([
        {
          title: 'Payment Summary',
          columns: summary,
          rows: [
            { kind: 'data', cells: ['Prior balance', '$0.00'] },
            { kind: 'data', cells: ['Current commissions', `$${sumOf(members).toFixed(2)}`] },
          ],
        },
        { title: 'Commission Detail', columns: COLUMNS, rows: [...dataRows(members), total(members)] },
      ]);
      await expectAll(members, bytes);
    });
  });

  test('a text that may belong to another row makes the format uncertain, and the job names its line', async () => {
    const statement = ODD_STATEMENTS.find(({ name }) => name === 'ids that are wrapped');
    if (statement === undefined) throw new Error('There is no such statement');
    const result = read(await open(await statement.print()));
    expect(result.confidence).toBeLessThan(0.8);
    expect(result.notes.join(' ')).toContain(
      '24 rows are read in doubt. Line 4 of page 1 may have a line of text of the row beside it.',
    );
    expect(result.statement.warnings.map(({ code }) => code)).toEqual(['doubtful_text']);
    expect(result.statement.rowWarnings[1]).toMatchObject({
      row: 6,
      detail: 'Line 6 of page 1 may have a line of text of the row beside it',
    });
  });

  test('a sum that differs from the printed sum makes the format uncertain, and the job warns', async () => {
    const members = membersOf(8);
    const wrong: PrintedRow = { kind: 'total', label: 'Total', amount: '$1.00', column: 5 };
    const { confidence, notes, statement } = read(
      await open(await printStatement([{ columns: COLUMNS, rows: [...dataRows(members), wrong] }])),
    );
    expect(confidence).toBeLessThan(0.8);
    expect(notes.join(' ')).toContain('No total that the statement prints equals the sum of the rows read');
    expect(statement.warnings.map(({ code }) => code)).toContain('total_not_printed');
  });
});

describe('hostile pdf', () => {
  const OPTIONS = { fileType: 'auto', encoding: 'auto', delimiter: 'auto' } as const;
  const STATEMENT = drawn([
    [50, 700, 'Member ID'],
    [200, 700, 'Commission'],
    [50, 680, 'M-1'],
    [200, 680, '12.50'],
  ]);
  const GOOD = onePage({ content: STATEMENT });

  const refusal = (bytes: Uint8Array) =>
    readStatementFile(bytes, OPTIONS).then(
      () => 'was read',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );

  async function cellsOf(bytes: Uint8Array) {
    const { sheets } = await readStatementFile(bytes, OPTIONS);
    return sheets.map(({ rows }) => [...rows()].map(({ cells }) => cells));
  }

  const CELLS = [
    [
      ['Member ID', 'Commission'],
      ['M-1', '12.50'],
    ],
  ];

  async function pictureOf(pages: readonly ('text' | 'picture' | 'blank')[]) {
    const document = await PDFDocument.create();
    const image = await document.embedPng(PNG.sync.write(new PNG({ width: 8, height: 8 })));
    for (const kind of pages) {
      const page = document.addPage([612, 792]);
      if (kind === 'picture') page.drawImage(image, { x: 0, y: 0, width: 612, height: 792 });
      if (kind === 'text') page.drawText('Member ID', { x: 50, y: 700, size: 9 });
    }
    return document.save();
  }

  describe('a PDF is refused with advice', () => {
    test('when it was scanned', async () => {
      expect(await refusal(await pictureOf(['picture', 'picture']))).toMatch(
        /^The pages of the PDF are pictures, .* Ask the carrier for the statement as CSV, XLSX or a PDF with text/,
      );
    });

    test('when some of its pages were scanned, because their money would be missing', async () => {
      expect(await refusal(await pictureOf(['text', 'picture', 'blank']))).toMatch(/are pictures \(page 2\)/);
      expect(await refusal(await pictureOf(['text', 'blank']))).toBe('was read');
    });

    test('when it was scanned, and the scanner put the recognized letters over the picture as invisible text', async () => {
      const document = await PDFDocument.create();
      const image = await document.embedPng(PNG.sync.write(new PNG({ width: 8, height: 8 })));
      const page = document.addPage([612, 792]);
      page.drawImage(image, { x: 0, y: 0, width: 612, height: 792 });
      page.drawText('Page 1', { x: 50, y: 20, size: 9 });
      page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible));
      page.drawText('Member ID', { x: 50, y: 700, size: 9 });
      expect(await refusal(await document.save())).toMatch(/are pictures \(page 1\), .* have no text of their own/);
    });

    test('when it has no text', async () => {
      expect(await refusal(await pictureOf(['blank']))).toMatch(/^The PDF has no text\. Ask/);
    });

    test('when it has a password', async () => {
      const key = `<${'5a'.repeat(32)}>`;
      const trailer = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [<00> <00>]`;
      expect(await refusal(onePage({ content: STATEMENT, trailer }))).toMatch(
        /protected by a password\. Open it, print it/,
      );
    });

    test('when its font does not define which letters it draws', async () => {
      const font =
        '/Font << /F1 << /Type /Font /Subtype /Type0 /BaseFont /Odd /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 ' +
        '/BaseFont /Odd /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>] >> >>';
      const content = 'BT /F1 9 Tf 50 700 Td <0024001300140015> Tj 150 0 Td <00140015001100180013> Tj ET';
      expect(await refusal(onePage({ content, resources: font }))).toMatch(/a font that does not say which letters/);
    });

    test.each([0.3, 0.6, 0.9, 0.99])('when it was cut off after %d of its bytes', async (share) => {
      expect(await refusal(GOOD.subarray(0, Math.floor(GOOD.length * share)))).toMatch(/damaged or was cut off/);
    });

    test('when it has more pages than a statement may have', async () => {
      const kids = Array.from({ length: 1_501 }, () => '3 0 R').join(' ');
      const bytes = rawPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Kids [${kids}] /Count 1501 >>`,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 10 10] >>',
      ]);
      expect(await refusal(bytes)).toMatch(/more than 1,500 pages/);
    });
  });

  test('a tree of pages that contains itself is read without pages', async () => {
    const bytes = rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>']);
    expect(await refusal(bytes)).toMatch(/damaged|no text/);
  });

  describe('an unusual PDF is read', () => {
    test.each([
      ['UniGB-UCS2-H', '674e5c0f660e'],
      ['GBK-EUC-H', 'c0eed0a1c3f7'],
    ])('with Chinese names in a font that it only names, by the map %s', async (encoding, name) => {
      const font =
        `/F2 << /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /${encoding} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 ` +
        '/BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 >>] >>';
      const content = `${STATEMENT}\nBT /F1 9 Tf 300 700 Td (Member Name) Tj ET\nBT /F2 9 Tf 300 680 Td <${name}> Tj ET`;
      const resources = `/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> ${font} >>`;
      expect(await cellsOf(onePage({ content, resources }))).toEqual([
        [
          ['Member ID', 'Commission', 'Member Name'],
          ['M-1', '12.50', '李小明'],
        ],
      ]);
    });

    test('with scripts, which are never run', async () => {
      const catalogue = '/OpenAction << /S /JavaScript /JS (while (true) app.alert\\("x"\\)) >>';
      expect(await cellsOf(onePage({ content: STATEMENT, catalogue }))).toEqual(CELLS);
    });

    test('with a table of objects that points nowhere', async () => {
      const broken = Buffer.from(GOOD.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');
      expect(await cellsOf(broken)).toEqual(CELLS);
    });

    test('on a page of enormous size', async () => {
      expect(await cellsOf(onePage({ content: STATEMENT, mediaBox: '0 0 9999999 9999999' }))).toEqual(CELLS);
    });

    test('with a drawing that contains itself', async () => {
      const resources =
        '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X1 5 0 R >>';
      const form = {
        dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X1 5 0 R >> >>',
        data: Buffer.from('/X1 Do'),
      };
      expect(await cellsOf(onePage({ content: `${STATEMENT}\n/X1 Do`, resources, more: [form] }))).toEqual(CELLS);
    });
  });

  describe('a document that takes too much', () => {
    const pool = isolatedProcesses({
      program: new URL('../../../lambdas/runtime/file-reading-process.ts', import.meta.url),
      heapMegabytes: 300,
      idleSeconds: 60,
      processorSeconds: 5,
      wallSeconds: 600,
    });
    afterAll(() => pool.close());
    const run = (bytes: Uint8Array) => pool.run({ name: 'readCells', input: { bytes, options: OPTIONS } });

    test('ends its own process at most, and the next document is read', { tags: ['long'] }, async () => {
      const isGood = { kind: 'done', output: { kind: 'read', fileType: 'pdf' } };
      expect(await run(GOOD)).toMatchObject(isGood);
      const bomb = deflateSync(Buffer.alloc(48 * 1024 * 1024, 'BT ET '), { level: 1 });
      const outcome = await run(onePage({ content: bomb, filter: '/Filter /FlateDecode' }));
      expect(['too-long', 'died']).toContain(outcome.kind);
      expect(await run(GOOD)).toMatchObject(isGood);
    });
  });
});
