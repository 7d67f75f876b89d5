import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlainCell } from '../../../adapters/statement-file/xlsx-rows.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { readXlsx } from './reading.ts';
import { workbookZipParts, zipBytes } from './workbook-bytes.ts';

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
