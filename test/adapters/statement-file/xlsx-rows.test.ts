import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readXlsx as readWithHucre } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import * as SheetJS from 'xlsx';
import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import { PlainCell } from '../../../adapters/statement-file/xlsx-rows.ts';
import { CELL_CHARACTERS_MAX } from '../../../core/limits/statement-limits.ts';
import type { Cell, SourceSheet } from '../../../core/statement/source.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { outcomeOf, readXlsx, xlsxCells } from './reading.ts';
import { CONTENT_TYPES, type WorkbookParts, workbookBytes, workbookZipParts, zipBytes } from './workbook-bytes.ts';

describe('xlsx rows', () => {
  const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const OPTIONS = { fileType: 'xlsx', encoding: 'auto', delimiter: 'auto' } as const;

  function cells(parts: WorkbookParts): (string | number)[][] {
    return xlsxCells(workbookBytes(parts));
  }

  describe('cell values', () => {
    const strings = [
      '<si><t>plain</t></si>',
      '<si><t xml:space="preserve"> spaced </t></si>',
      '<si><r><rPr><b/></rPr><t>rich </t></r><r><t>text</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh></si>',
      '<si><t>a_x000D_b _x005F_x000D_ c</t></si>',
      '<si><t>&lt;&amp;&gt; &quot;&apos; &#65;&#x42;</t></si>',
      '<si><t><![CDATA[<raw> & ]]>tail<!-- no --></t></si>',
      '<si><t/></si>',
      '<si/>',
      '<si><t>line\r\nbreak</t></si>',
    ].join('');
    it.each([
      ['shared text', '<c t="s"><v>0</v></c>', 'plain'],
      ['spaces of shared text', '<c t="s"><v>1</v></c>', ' spaced '],
      ['rich text without phonetic hints', '<c t="s"><v>2</v></c>', 'rich text'],
      ['escaped characters, and the escaped escape', '<c t="s"><v>3</v></c>', 'a\rb _x000D_ c'],
      ['entities and numeric references', '<c t="s"><v>4</v></c>', '<&> "\' AB'],
      ['CDATA and comments', '<c t="s"><v>5</v></c>', '<raw> & tail'],
      ['line ends as XML reads them', '<c t="s"><v>8</v></c>', 'line\nbreak'],
      ['inline text', '<c t="inlineStr"><is><t>in</t></is></c>', 'in'],
      ['inline rich text', '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>', 'inline'],
      ['the cached text of a formula', '<c t="str"><f>A1&amp;"x"</f><v>00123</v></c>', '00123'],
      ['the cached number of a formula', '<c><f>1+1</f><v>2</v></c>', 2],
      ['true', '<c t="b"><v>1</v></c>', 'TRUE'],
      ['false', '<c t="b"><v>0</v></c>', 'FALSE'],
      ['an error', '<c t="e"><v>#REF!</v></c>', '#REF!'],
      ['an ISO date', '<c t="d"><v>2026-05-01T00:00:00</v></c>', '2026-05-01T00:00:00'],
      ['a number', '<c t="n"><v>-12.34</v></c>', -12.34],
      ['a number with an exponent', '<c><v>1.2E-2</v></c>', 0.012],
      ['a number among white space', '<c><v>\n 7 \n</v></c>', 7],
      ['an id longer than a number can hold', '<c><v>123456789012345678901</v></c>', '123456789012345678901'],
      ['a value of the type number that is no number', '<c><v>0x10</v></c>', '0x10'],
      ['single quotes around attributes', "<c r='A1' t='s'><v>0</v></c>", 'plain'],
      ['a ">" in an attribute', '<c other="a>b" t="s"><v>0</v></c>', 'plain'],
      ['a cell with an extension list', '<c t="s"><v>0</v><extLst><ext><v>9</v></ext></extLst></c>', 'plain'],
    ])('include %s', (_, cell, value) => {
      expect(cells({ strings, rows: `<row>${cell}</row>` })).toEqual([[value]]);
    });

    it.each([
      ['an empty shared text', '<c t="s"><v>6</v></c>'],
      ['an empty shared item', '<c t="s"><v>7</v></c>'],
      ['an empty formula result', '<c t="str"><f>""</f><v></v></c>'],
      ['a formula without a result', '<c><f t="shared" si="0"/></c>'],
      ['a styled cell without a value', '<c s="1"/>'],
      ['a self-closing value', '<c><v/></c>'],
    ])('are empty for %s', (_, cell) => {
      expect(cells({ strings, rows: `<row>${cell}<c><v>1</v></c></row>` })).toEqual([['', 1]]);
    });

    it('never bring NUL, lone surrogates and impossible references to the database', () => {
      const text = '<c t="inlineStr"><is><t>a_x0000_b_xD800_c&#0;d&#xD800;e&#x110000;</t></is></c>';
      expect(cells({ rows: `<row>${text}</row>` })).toEqual([['a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\uFFFD']]);
    });

    it.each([
      [
        'inline',
        (text: string) => ({ rows: `<row><c t="inlineStr"><is><t>${text}</t></is></c><c><v>1</v></c></row>` }),
      ],
      [
        'shared',
        (text: string) => ({
          strings: `<si><t>${text}</t></si>`,
          rows: '<row><c t="s"><v>0</v></c><c><v>1</v></c></row>',
        }),
      ],
      ['of a formula', (text: string) => ({ rows: `<row><c t="str"><v>${text}</v></c><c><v>1</v></c></row>` })],
      ['typed as a number', (text: string) => ({ rows: `<row><c><v>${text}</v></c><c><v>1</v></c></row>` })],
    ])('are complete up to the longest allowed text, and a longer one is shortened: %s', (_, sheet) => {
      const longest = 'x'.repeat(CELL_CHARACTERS_MAX);
      expect(cells(sheet(longest))).toEqual([[longest, 1]]);
      for (const more of ['y', 'y'.repeat(400_000), '&lt;'.repeat(200_000), '<![CDATA[z]]>'.repeat(30_000)])
        expect(cells(sheet(longest + more))).toEqual([[`${longest}…`, 1]]);
    });

    it('are shortened for a text of very many references or runs', () => {
      const lesses = cells({ rows: `<row><c t="str"><v>${'&lt;'.repeat(200_000)}</v></c></row>` });
      expect(lesses).toEqual([[`${'<'.repeat(CELL_CHARACTERS_MAX)}…`]]);
      const shifted = cells({ rows: `<row><c t="str"><v>x${'&#x00041;'.repeat(90_000)}</v></c></row>` });
      expect(shifted).toEqual([[`x${'A'.repeat(CELL_CHARACTERS_MAX - 1)}…`]]);
      const runs = {
        strings: `<si>${'<r><t>a</t></r>'.repeat(60_000)}</si>`,
        rows: '<row><c t="s"><v>0</v></c></row>',
      };
      expect(cells(runs)).toEqual([[`${'a'.repeat(CELL_CHARACTERS_MAX)}…`]]);
    });

    it('are no number for a text of many digits', () => {
      const text = `${'1'.repeat(30_000)}x`;
      const rows = `<row>${`<c><v>${text}</v></c>`.repeat(30)}</row>`;
      expect(cells({ rows })).toEqual([Array.from({ length: 30 }, () => text)]);
    });

    it('are refused for a reference to missing text, with the row', () => {
      expect(outcomeOf(workbookBytes({ rows: '<row r="3"><c t="s"><v>5</v></c></row>' }), 'xlsx')).toMatch(
        /^Row 3 of sheet "Detail" refers/,
      );
    });
  });

  describe('rows and columns', () => {
    const v = (value: number, ref = '') => `<c${ref && ` r="${ref}"`}><v>${value}</v></c>`;

    it('place cells by reference, or after the previous cell without a reference', () => {
      expect(cells({ rows: `<row>${v(1)}${v(2, 'D1')}${v(3)}${v(4, 'b1')}</row>` })).toEqual([[1, 4, '', 2, 3]]);
    });

    it('are refused for two values of one cell, so that none is lost', () => {
      expect(outcomeOf(workbookBytes({ rows: `<row>${v(1, 'A1')}${v(2, 'A1')}</row>` }), 'xlsx')).toMatch(
        /two values for column 1/,
      );
    });

    it('count blank rows between values whether the file mentions them or not, and end with the last value', () => {
      const rows = `<row r="2">${v(1)}</row><row r="3"><c s="1"/></row><row r="5">${v(2)}</row><row r="6"/><row r="9"><c/></row>`;
      expect(readXlsx(workbookBytes({ rows })).map(({ row, cells: all }) => [row, all.length])).toEqual([
        [1, 0],
        [2, 1],
        [3, 0],
        [4, 0],
        [5, 1],
      ]);
    });

    it('are in the order of their numbers, and follow the previous row without a number or with a repeated one', () => {
      const rows = `<row>${v(1)}</row><row r="3">${v(2)}</row><row r="3">${v(3)}</row><row r="2">${v(4)}</row><row>${v(5)}</row><row r="x">${v(6)}</row>`;
      const read = readXlsx(workbookBytes({ rows })).filter((row) => row.cells.length > 0);
      expect(read.map(({ row, cells: [cell] }) => [row, typeof cell === 'object' ? cell.value : cell])).toEqual([
        [1, 1],
        [2, 4],
        [3, 2],
        [4, 3],
        [5, 5],
        [6, 6],
      ]);
    });

    it('lose nothing by a wrong dimension', () => {
      const sheet = `<worksheet xmlns="${MAIN}"><dimension ref="A1:A1"/><sheetData><row>${v(1)}${v(2)}</row><row>${v(3)}</row></sheetData></worksheet>`;
      expect(cells({ sheet })).toEqual([[1, 2], [3]]);
    });

    it('are only those inside sheetData', () => {
      const sheet = `<worksheet xmlns="${MAIN}"><row>${v(9)}</row><sheetData><row>${v(1)}</row></sheetData><extLst><row>${v(9)}</row></extLst></worksheet>`;
      expect(cells({ sheet })).toEqual([[1]]);
    });

    it('are refused for XML that ends early or has mismatched tags, and not read in part', () => {
      for (const rows of [
        `<row>${v(1)}`,
        `<row><c><v>1</c></v></row>`,
        `<row><c><v>1</v></row>`,
        '<row><c',
        '<row><c><v>1',
      ]) {
        expect(outcomeOf(workbookBytes({ rows }), 'xlsx'), rows).toMatch(/is damaged/);
      }
    });

    it('include the last cell of the widest allowed row and ignore empty cells to its right', () => {
      const rows = `<row>${v(1, 'SF1')}<c r="SG1" s="1"/><c r="XFD1"/></row>`;
      expect(cells({ rows })[0]).toHaveLength(500);
      expect(outcomeOf(workbookBytes({ rows: `<row>${v(1, 'SG1')}</row>` }), 'xlsx')).toBe(
        'Row 1 of sheet "Detail" has more than 500 columns.',
      );
    });
  });

  describe('number formats', () => {
    it('belong to each number by its style, one object per format', () => {
      const styles =
        '<numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>' +
        '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="30"/></cellXfs>';
      const rows = `<row>${[0, 1, 2, 3, 4, 1, 99].map((s) => `<c s="${s}"><v>45000</v></c>`).join('')}<c><v>1</v></c></row>`;
      const formats =
        readXlsx(workbookBytes({ styles, rows }))[0]?.cells.map((cell) =>
          typeof cell === 'string' ? null : cell.format,
        ) ?? [];
      expect(formats.map((format) => [format?.code, format?.isDate])).toEqual([
        ['General', false],
        ['m/d/yyyy', true],
        ['00000', false],
        ['yyyy\\-mm\\-dd', true],
        ['yyyy/m/d', true],
        ['m/d/yyyy', true],
        ['General', false],
        ['General', false],
      ]);
      expect(formats[1]).toBe(formats[5]);
    });

    it.each([
      ['0.00', false],
      ['General', false],
      ['"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', false],
      ['#,##0 "days"', false],
      ['[$USD] #,##0.00', false],
      ['USD 0.00', false],
      ['\\d0', false],
      ['@', false],
      ['0.00E+00', false],
      ['[$-409]d\\-mmm\\-yy;@', true],
      ['yyyymmdd', true],
      ['mm:ss.0', true],
      ['[h]:mm', true],
      ['MMM-YY', true],
      ['"Paid" m/d', true],
    ])('recognise %s as a date: %s', (code, isDate) => {
      const styles = `<numFmts><numFmt numFmtId="170" formatCode="${code.replaceAll('"', '&quot;')}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs>`;
      const [cell] = readXlsx(workbookBytes({ styles, rows: '<row><c s="0"><v>1</v></c></row>' }))[0]?.cells ?? [];
      expect(cell).toEqual({ value: 1, format: { code, isDate, date1904: false } });
    });

    it('say if the workbook counts from 1904', () => {
      const workbook = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="true"/><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>`;
      const [cell] = readXlsx(workbookBytes({ workbook, rows: '<row><c><v>1</v></c></row>' }))[0]?.cells ?? [];
      expect(cell).toMatchObject({ format: { date1904: true } });
    });
  });

  describe('workbooks of different programs', () => {
    it('may have prefixed names', () => {
      const sheet = `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>a</x:t></x:is></x:c><x:c r="B1"><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
      expect(cells({ sheet })).toEqual([['a', 2]]);
    });

    it('may have UTF-16 parts', () => {
      const sheet = `<?xml version="1.0" encoding="UTF-16"?><worksheet xmlns="${MAIN}"><sheetData><row><c t="inlineStr"><is><t>é日</t></is></c></row></sheetData></worksheet>`;
      expect(cells({ sheet: Buffer.from(`\uFEFF${sheet}`, 'utf16le') })).toEqual([['é日']]);
      expect(cells({ sheet: Buffer.from(`\uFEFF${sheet}`, 'utf16le').swap16() })).toEqual([['é日']]);
    });

    it('may be strict, with other part names, absolute and climbing targets, other relationship ids', () => {
      const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
      const workbookLinks =
        `<Relationships><Relationship Id='z9' Type='${strict}/worksheet' Target='/xl/../data/Blatt%201.XML'/>` +
        `<Relationship Id="q" Type="${strict}/sharedStrings" Target="../texts.xml"/></Relationships>`;
      const workbook = `<workbook xmlns:p="${strict}"><sheets><sheet name="S" p:id="z9"/></sheets></workbook>`;
      const more = [
        {
          name: 'data/Blatt 1.xml',
          data: '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
        },
        { name: 'texts.xml', data: '<sst><si><t>here</t></si></sst>' },
      ];
      expect(cells({ workbook, workbookLinks, more })).toEqual([['here']]);
    });

    it('may have stored parts, ZIP64 fields, an archive comment, wrong slashes and templates', () => {
      const rows = '<row><c><v>5</v></c></row>';
      const contentTypes = CONTENT_TYPES.replace(
        'openxmlformats-officedocument.spreadsheetml.sheet.main',
        'openxmlformats-officedocument.spreadsheetml.template.main',
      );
      expect(xlsxCells(workbookBytes({ rows }, { zip64: true }))).toEqual([[5]]);
      expect(xlsxCells(workbookBytes({ rows }, { comment: 'PK\x05\x06 not the end' }))).toEqual([[5]]);
      expect(cells({ rows, contentTypes })).toEqual([[5]]);
      expect(cells({ rows, more: [{ name: 'xl\\media\\logo.png', data: 'x', stored: true }] })).toEqual([[5]]);
    });

    it('list sheets in workbook order with the hidden ones marked, omit charts, and read each separately', () => {
      const workbook = `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="B &amp; C" r:id="b"/><sheet name="Chart" r:id="c"/><sheet name="Old" state="hidden" r:id="a"/><sheet name="Older" state='veryHidden' r:id="d"/></sheets></workbook>`;
      const link = (id: string, kind: string) =>
        `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${id}.xml"/>`;
      const workbookLinks = `<Relationships>${link('a', 'worksheet')}${link('b', 'worksheet')}${link('c', 'chartsheet')}${link('d', 'worksheet')}</Relationships>`;
      const sheet = (value: number) =>
        `<worksheet><sheetData><row><c><v>${value}</v></c></row></sheetData></worksheet>`;
      const more = [
        { name: 'xl/a.xml', data: sheet(1) },
        { name: 'xl/b.xml', data: sheet(2) },
        { name: 'xl/d.xml', data: sheet(3) },
      ];
      const { sheets } = openStatementFile(workbookBytes({ workbook, workbookLinks, more }), OPTIONS);
      expect(sheets.map((each) => [each.name, each.hidden, [...each.rows()].length, [...each.rows()].length])).toEqual([
        ['B & C', false, 1, 1],
        ['Old', true, 1, 1],
        ['Older', true, 1, 1],
      ]);
    });
  });
});

describe('xlsx plain cell', () => {
  const STYLES = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="2"/></cellXfs>';
  const STRINGS = '<si><t>Zoë</t></si><si><t/></si><si><t>P1-900000</t></si>';

  /** Reads a sheet of one row with these cells. */
  const rowOf = (cells: string) =>
    readXlsx(zipBytes(workbookZipParts({ rows: `<row r="1">${cells}</row>`, styles: STYLES, strings: STRINGS })));

  const number = fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.stringMatching(/^-?\d{0,9}\.?\d{0,7}$/),
  );
  const cell = fc
    .record({
      style: fc.constantFrom('', ' s="0"', ' s="1"', ' s="2"', ' s="9"'),
      shared: fc.option(fc.integer({ min: 0, max: 2 })),
      number,
    })
    .map(({ style, shared, number: text }) =>
      shared === null ? { attributes: style, value: text } : { attributes: `${style} t="s"`, value: String(shared) },
    );

  describe('cells in the usual form', () => {
    it('are read as if their tags were scanned', () => {
      fc.assert(
        fc.property(fc.array(cell, { minLength: 1, maxLength: 30 }), fc.boolean(), (cells, isAddressed) => {
          const written = (gap: string) =>
            cells
              .map(({ attributes, value }, at) => {
                const address = isAddressed ? ` r="${String.fromCharCode(65 + (at % 26))}1"` : '';
                return `<c${at < 26 ? address : ''}${attributes}${gap}><v>${value}</v></c>`;
              })
              .join('');
          // A space before ">" forces the scanner to read the cell.
          expect(rowOf(written(''))).toEqual(rowOf(written(' ')));
        }),
        { numRuns: propertyRuns(100) },
      );
    });

    it.each([
      ['a shared text', '<c r="BC7" s="4" t="s"><v>12</v></c>', { column: 54, style: 4, isShared: true, value: 12 }],
      ['a number', '<c r="A1"><v>-297.13</v></c>', { column: 0, style: -1, isShared: false, value: -297.13 }],
      ['no address', '<c s="1"><v>.5</v></c>', { column: -1, style: 1, isShared: false, value: 0.5 }],
      ['no attributes', '<c><v>7</v></c>', { column: -1, style: -1, isShared: false, value: 7 }],
    ])('%s', (_, xml, expected) => {
      const plain = new PlainCell();
      expect(plain.read(Buffer.from(`${xml}<c`), 0)).toBe(xml.length);
      expect(plain).toMatchObject(expected);
    });

    it.each([
      ['another type', '<c r="A1" t="b"><v>1</v></c>'],
      ['a formula', '<c r="A1"><f>1+1</f><v>2</v></c>'],
      ['an empty element', '<c r="A1"/>'],
      ['an empty value', '<c r="A1"><v></v></c>'],
      ['an exponent', '<c r="A1"><v>1E3</v></c>'],
      ['more digits than a double carries', '<c r="A1"><v>1234567890123456</v></c>'],
      ['a reference', '<c r="A1"><v>&#49;</v></c>'],
      ['a shared text with a sign or a point', '<c r="A1" t="s"><v>-1</v></c>'],
      ['an attribute given twice', '<c r="A1" r="B1"><v>1</v></c>'],
      ['another element', '<cx r="A1"><v>1</v></cx>'],
      ['a cell that ends too early', '<c r="A1"><v>1</v></'],
      ['an empty text', ''],
    ])('do not include %s, which is left to the scanner', (_, xml) => {
      expect(new PlainCell().read(Buffer.from(xml), 0)).toBe(-1);
    });
  });
});

describe('xlsx oracle', () => {
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
        expect(theirs && Object.fromEntries(sheetJsGrid(theirs)), sheet.name).toEqual(
          Object.fromEntries(ourGrid(sheet)),
        );
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
});
