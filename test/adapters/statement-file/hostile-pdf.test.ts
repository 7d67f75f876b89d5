import { deflateSync } from 'node:zlib';
import { PDFDocument, setTextRenderingMode, TextRenderingMode } from 'pdf-lib';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, test } from 'vitest';
import { isolatedProcesses } from '../../../adapters/isolation/isolated-processes.ts';
import { readStatementFile } from '../../../adapters/statement-file/read-statement-file.ts';
import { drawn, onePage, rawPdf } from '../../support/raw-pdf.ts';

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

  test('when it was scanned, and the scanner put the recognised letters over the picture as invisible text', async () => {
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
    const resources = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X1 5 0 R >>';
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
