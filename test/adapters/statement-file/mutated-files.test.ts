import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { readStatementFile } from '../../../adapters/statement-file/read-statement-file.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { onePage, type PageParts } from '../../support/raw-pdf.ts';
import { outcomeOf } from './reading.ts';
import { workbookZipParts, zipBytes } from './workbook-bytes.ts';

describe('mutated files', () => {
  /** Pieces with a meaning in XML or CSV, to be inserted in wrong places. */
  const PIECES = [
    '<',
    '>',
    '/',
    '"',
    "'",
    '&',
    ';',
    '&#x',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '<!',
    '=',
    ':',
    '\0',
    '\r',
    '\n',
    ',',
  ].concat([
    '<row>',
    '</row>',
    '<c t="s">',
    '</c>',
    '<v>',
    '</v>',
    '<is>',
    '<t>',
    '</t>',
    '<si>',
    '<x:c',
    '_x000D_',
    '-1',
    '1e999',
    'NaN',
  ]);

  const PARTS = workbookZipParts({
    strings: '<si><t>Member ID</t></si><si><r><t>00</t></r><r><t>123</t></r></si>',
    styles:
      '<numFmts><numFmt numFmtId="164" formatCode="yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs>',
    rows: '<row r="1" spans="1:2"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Paid</t></is></c></row><row r="2"><c r="A2" s="1"><v>45000</v></c></row>',
  });

  const edit = fc.record({ at: fc.nat(1_000_000), remove: fc.nat(8), insert: fc.constantFrom('', ...PIECES) });
  const edits = fc.array(edit, { minLength: 1, maxLength: 4 });

  function edited(text: string, changes: readonly { at: number; remove: number; insert: string }[]): string {
    return changes.reduce((now, { at, remove, insert }) => {
      const from = at % (now.length + 1);
      return now.slice(0, from) + insert + now.slice(from + remove);
    }, text);
  }

  describe('randomly changed files', () => {
    it('end in rows or a refusal for a workbook with edited XML in a valid archive', () => {
      fc.assert(
        fc.property(fc.nat(PARTS.length - 1), edits, (index, changes) => {
          const parts = PARTS.map((part, i) =>
            i === index ? { ...part, data: edited(String(part.data), changes) } : part,
          );
          outcomeOf(zipBytes(parts), 'xlsx');
        }),
        { numRuns: propertyRuns(4000) },
      );
    });

    it('end in rows or a refusal for an edited CSV, in every encoding', () => {
      const text = 'sep=;\r\n"Member ID";Name;"Amount"\r\n="00123";"O\'Brien; ""Jo""";\'12.34\r\n\r\n2;"a\nb";-1\r\n';
      fc.assert(
        fc.property(edits, fc.constantFrom('utf8', 'utf16le', 'latin1'), fc.nat(2), (changes, encoding, cut) => {
          const bytes = Buffer.from(edited(text, changes), encoding);
          outcomeOf(bytes.subarray(0, bytes.length - cut), 'csv');
        }),
        { numRuns: propertyRuns(4000) },
      );
    });

    it('end in rows or a refusal for any bytes, with any declared type', () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('csv', 'xlsx'), (bytes, fileType) => {
          outcomeOf(bytes, fileType);
        }),
        { numRuns: propertyRuns(2000) },
      );
    });
  });
});

describe('corpus', () => {
  const CORPUS = '../shared/corpus';
  const present = existsSync(CORPUS);

  /** Public test files of other projects, if they are available; the fixtures of the other tests cover the same faults. */
  describe.runIf(present)('real irregular files', () => {
    const files = present
      ? readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((name) =>
          statSync(`${CORPUS}/${name}`).isFile(),
        )
      : [];

    it('are enough to be meaningful', () => {
      expect(files.length).toBeGreaterThan(100);
    });

    it.each(files)('include %s, which ends in rows or a plain refusal with any declared type', (name) => {
      const bytes = readFileSync(`${CORPUS}/${name}`);
      const outcomes = [outcomeOf(bytes, 'csv'), outcomeOf(bytes, 'xlsx')];
      for (const outcome of outcomes) if (typeof outcome === 'string') expect(outcome).toMatch(/^[A-Z].{10,300}\.$/s);
      expect(outcomes.filter((outcome) => typeof outcome === 'number').length).toBeLessThanOrEqual(1);
    });
  });
});

describe('unseen text', () => {
  const text = (y: number, id: string, amount: string) =>
    `BT /F1 9 Tf 50 ${y} Td (${id}) Tj 150 0 Td (${amount}) Tj ET\n`;
  const HEAD = text(700, 'Member ID', 'Commission');
  const FIRST = text(680, 'M-1', '12.50');
  const SECOND = text(660, 'M-2', '99.00');
  const box = (y: number) => `40 ${y - 4} 300 14 re`;

  const FONT = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
  const STATES = '/ExtGState << /Multiply << /BM /Multiply >> /Half << /ca 0.5 >> /None << /ca 0 >> >>';
  const LAYER: Omit<PageParts, 'content'> = {
    resources: `${FONT} /Properties << /L 5 0 R >>`,
    catalogue: '/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] /Order [5 0 R] >> >>',
    more: ['<< /Type /OCG /Name (Internal) >>'],
  };

  async function read(second: string, parts: Partial<PageParts> = {}) {
    const resources = `${FONT} ${STATES}`;
    const { sheets, document } = await readStatementFile(
      onePage({ content: HEAD + FIRST + second, resources, ...parts }),
      { fileType: 'auto', encoding: 'auto', delimiter: 'auto' },
    );
    const cells = sheets.flatMap(({ rows }) => [...rows()].slice(1).map((row) => row.cells.join(' ')));
    return { cells, doubts: document?.doubts };
  }

  describe('invisible text is not read', () => {
    test.each([
      ['white on white paper', `q 1 g ${SECOND} Q`],
      ['white as CMYK', `q 0 0 0 0 k ${SECOND} Q`],
      ['black on black', `q 0 g ${box(660)} f 0 g ${SECOND} Q`],
      ['without ink', `q 3 Tr ${SECOND} Q`],
      ['without opacity', `q /None gs ${SECOND} Q`],
      ['below a white box', `${SECOND} q 1 g ${box(660)} f Q`],
      ['outside its clip', `q 0 0 20 20 re W n ${SECOND} Q`],
      ['in letters of half a point', SECOND.replace('/F1 9 Tf', '/F1 0.5 Tf')],
    ])('%s', async (_, second) => {
      expect(await read(second)).toEqual({ cells: ['M-1 12.50'], doubts: [] });
    });

    test('on a layer that is off', async () => {
      expect(await read(`/OC /L BDC ${SECOND} EMC`, LAYER)).toEqual({ cells: ['M-1 12.50'], doubts: [] });
    });

    test('beside visible text of its row', async () => {
      const note = 'q 1 g BT /F1 9 Tf 300 680 Td (7.00) Tj ET Q';
      expect(await read(note + SECOND)).toEqual({ cells: ['M-1 12.50', 'M-2 99.00'], doubts: [] });
    });
  });

  describe('visible text is read', () => {
    test.each([
      ['white on a dark band', `q 0.1 g ${box(660)} f 1 g ${SECOND} Q`],
      [
        'white on a band with round corners',
        `q 0.1 g 40 656 m 340 656 l 350 660 340 670 330 670 c 40 670 l f 1 g ${SECOND} Q`,
      ],
      ['white on a thick line', `q 0.1 G 14 w 40 663 m 340 663 l S 1 g ${SECOND} Q`],
      ['white on several bands of one path', `q 0.1 g ${box(660)} ${box(640)} f 1 g ${SECOND} Q`],
      ['below a box that is clipped to another place', `${SECOND} q 0 0 20 20 re W n 1 g 0 0 612 792 re f Q`],
      ['below a highlight that multiplies colours', `${SECOND} q /Multiply gs 1 1 0 rg ${box(660)} f Q`],
      ['below a box that shines through', `${SECOND} q /Half gs 1 g ${box(660)} f Q`],
      ['black over its white shadow', `q 1 g ${SECOND.replace('50 660', '50.4 660')} Q ${SECOND}`],
      ['as an outline', `q 1 g 1 Tr ${SECOND} Q`],
      ['after a state was restored', `q 1 g Q ${SECOND}`],
    ])('%s', async (_, second) => {
      expect(await read(second)).toEqual({ cells: ['M-1 12.50', 'M-2 99.00'], doubts: [] });
    });
  });

  test('a word of visible and invisible letters is reported as a doubt', async () => {
    const row = 'BT /F1 9 Tf 50 660 Td (M-2) Tj 145 0 Td 3 Tr (1) Tj 0 Tr (99.00) Tj ET';
    const { cells, doubts } = await read(row);
    expect(cells).toEqual(['M-1 12.50', 'M-2 199.00']);
    expect(doubts).toEqual([expect.stringContaining('Page 1 of the PDF has text that nobody sees')]);
  });
});
