import fc from 'fast-check';
import { describe, it } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { outcomeOf } from './reading.ts';
import { workbookZipParts, zipBytes } from './workbook-bytes.ts';

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
