import { describe, expect, it } from 'vitest';
import { XLSX_LIMITS } from '../../../core/limits/statement-limits.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { outcomeOf, readXlsx } from './reading.ts';
import { type WorkbookParts, workbookBytes, workbookZipParts, type ZipPart, zipBytes } from './workbook-bytes.ts';

const MEBIBYTE = 1024 * 1024;
const ROW = '<row><c><v>1</v></c></row>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook in which a part is replaced by a part with these false claims. */
function withLies(name: string, lies: Omit<ZipPart, 'name'>): Buffer {
  return zipBytes([...workbookZipParts({}).filter((part) => part.name !== name), { name, ...lies }]);
}

function withSheet(sheet: Omit<ZipPart, 'name'>): Buffer {
  return withLies('xl/worksheets/sheet1.xml', sheet);
}

function withPart(name: string): Buffer {
  return workbookBytes({ rows: ROW, more: [{ name, data: 'x' }] });
}

/** Makes text that deflate cannot compress a hundredfold. */
function uneven(piece: (i: number) => string, count: number): string {
  return Array.from({ length: count }, (_, i) => piece((i * 2654435761) % 4294967296)).join('');
}

const sheetOf = (inside: string) => `<worksheet><sheetData>${inside}</sheetData></worksheet>`;
/** Makes an uncompressed workbook, of which only the contents are hostile. */
const workbook = (parts: WorkbookParts) => () => workbookBytes(parts, { stored: true });

/** Refused workbooks: how to make the file, and the expected text of the refusal. */
const REFUSED: Record<string, [make: () => Buffer, says: RegExp]> = {
  'a part of 1 GB of zeros that says so': [
    () => withSheet({ data: '', packed: Buffer.alloc(MEBIBYTE), claims: { size: 1024 * MEBIBYTE } }),
    /unpacks to more than 200 MB/,
  ],
  'a part over the limit for one part': [
    () => withSheet({ data: '', packed: Buffer.alloc(2 * MEBIBYTE), claims: { size: 101 * MEBIBYTE } }),
    /more than 100 MB/,
  ],
  'a part of 99 MB of zeros': [() => withSheet({ data: Buffer.alloc(99 * MEBIBYTE) }), /100 times its size/],
  'a bomb that claims to be small': [
    () => withSheet({ data: Buffer.alloc(64 * MEBIBYTE), claims: { size: 4096 } }),
    /cannot be unpacked/,
  ],
  'a part that claims to be larger than it is': [
    () => withSheet({ data: sheetOf(ROW), claims: { size: 5000 } }),
    /another size/,
  ],
  'many parts that are too much together': [
    () =>
      workbookBytes({
        more: Array.from({ length: 4 }, (_, i) => ({ name: `a${i}`, data: '', claims: { size: 60 * MEBIBYTE } })),
      }),
    /more than 200 MB/,
  ],
  'overlapping parts': [() => workbookBytes({ rows: ROW }, { overlap: true }), /parts overlap/],
  'too many parts': [
    () => workbookBytes({ more: Array.from({ length: 500 }, (_, i) => ({ name: `p${i}`, data: '' })) }),
    /more than 500 parts/,
  ],
  'a wrong checksum': [() => withSheet({ data: sheetOf(ROW), claims: { crc: 1 } }), /checksum/],
  'an encrypted part': [() => withSheet({ data: sheetOf(ROW), claims: { flags: 1 } }), /password/],
  'an unknown way of packing': [
    () => withSheet({ data: sheetOf(ROW), claims: { method: 12 } }),
    /packed in an unusual way/,
  ],
  'a name that climbs': [() => withPart('xl/../../etc/passwd'), /points outside/],
  'a name that climbs with the wrong slashes': [() => withPart('xl\\..\\..\\boot.ini'), /points outside/],
  'an absolute name': [() => withPart('/etc/passwd'), /points outside/],
  'a name with a drive': [() => withPart('C:\\boot.ini'), /points outside/],
  'the same part twice': [() => withPart('XL/Workbook.XML'), /twice/],
  'billion laughs': [
    workbook({
      sheet: `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>${sheetOf('<row><c t="str"><v>&b;</v></c></row>')}`,
    }),
    /document type declaration/,
  ],
  'an external entity in the workbook': [
    workbook({ workbook: '<!DOCTYPE x SYSTEM "file:///etc/passwd"><workbook/>' }),
    /document type declaration/,
  ],
  'an entity nobody declared': [workbook({ rows: '<row><c t="str"><v>&secret;</v></c></row>' }), /unknown entity/],
  'a reference that does not end': [workbook({ rows: '<row><c t="str"><v>a&#xD</v></c></row>' }), /does not end/],
  'a known entity that does not end': [workbook({ rows: '<row><c t="str"><v>a&amp</v></c></row>' }), /does not end/],
  'a reference that does not end in an attribute': [
    workbook({ rows: '<row><c t="&#x1"><v>1</v></c></row>' }),
    /does not end/,
  ],
  'elements nested a million deep': [workbook({ sheet: uneven((i) => `<a${i % 9}>`, 500_000) }), /nested too deeply/],
  'a tag that never ends': [
    workbook({ sheet: `<worksheet ${uneven((i) => `a${i}="${i}" `, 100_000)}` }),
    /ends too early/,
  ],
  'a comment that never ends': [
    workbook({ sheet: `<worksheet><!-- ${uneven((i) => `<!-- ${i} `, 100_000)}` }),
    /ends too early/,
  ],
  'a value at the last cell of Excel': [
    workbook({ rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' }),
    /more than 500 columns/,
  ],
  'a row beyond the last of Excel': [
    workbook({ rows: '<row r="1048577"><c><v>1</v></c></row>' }),
    /more than 1,048,576 rows/,
  ],
  'a row number beyond all numbers': [
    workbook({ rows: '<row r="1e999"><c><v>1</v></c></row>' }),
    /more than 1,048,576 rows/,
  ],
  'a row of 16,384 values': [
    workbook({ rows: `<row>${uneven((i) => `<c><v>${i}</v></c>`, 16_384)}</row>` }),
    /more than 500 columns/,
  ],
  'a column name of a hundred thousand letters': [
    workbook({ rows: `<row><c r="${uneven((i) => 'ABCDEFGH'.charAt(i % 8), 100_000)}1"><v>1</v></c></row>` }),
    /more than 500 columns/,
  ],
  'more cells than the limit': [
    workbook({ rows: uneven((i) => `<row>${`<c><v>${i}</v></c>`.repeat(400)}</row>`, XLSX_LIMITS.cells / 400 + 1) }),
    /more than 4,000,000 cells/,
  ],
  'one long text shared by a million cells': [
    workbook({
      strings: `<si><t>${'x'.repeat(30_000)}</t></si>`,
      rows: uneven((i) => `<row s="${i}">${'<c t="s"><v>0</v></c>'.repeat(10)}</row>`, 20_000),
    }),
    /more text than a statement can have/,
  ],
  'shared texts over their limit': [
    () =>
      withLies('xl/sharedStrings.xml', { data: '', packed: Buffer.alloc(MEBIBYTE), claims: { size: 51 * MEBIBYTE } }),
    /sharedStrings.xml unpacks to more than 50 MB/,
  ],
  'an attribute of a million references': [
    workbook({ rows: `<row><c t="${'&lt;'.repeat(1_000_000)}"><v>1</v></c></row>` }),
    /too long/,
  ],
  'zero bytes in the XML': [workbook({ rows: '<row><c t="str"><v>12\0.5</v></c></row>' }), /is not XML/],
  'a hundred sheets that are one part': [
    workbook({
      workbook: `<workbook xmlns:r="${OFFICE}"><sheets>${'<sheet name="S" r:id="rId1"/>'.repeat(100)}</sheets></workbook>`,
      rows: ROW,
    }),
    /are the same part/,
  ],
  'a sheet that leads nowhere': [
    workbook({ workbook: `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="S" r:id="x"/></sheets></workbook>` }),
    /cannot be found/,
  ],
  'a workbook without sheets': [workbook({ workbook: '<workbook><sheets/></workbook>' }), /no sheets/],
  'links in a circle': [
    workbook({
      workbookLinks: `<Relationships><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="workbook.xml/../nothing.xml"/></Relationships>`,
    }),
    /is missing/,
  ],
};

/** Workbooks that are unusual and large, but valid. */
const READ: Record<string, [make: () => Buffer, rows: number]> = {
  '1,048,576 rows without a value': [workbook({ rows: uneven((i) => `<row r="${i + 1}"/>`, 1_048_576) }), 0],
  '1,048,576 rows without a number or a value': [
    workbook({ sheet: sheetOf(uneven((i) => `<row h="${i}"/>`, 1_048_576)) }),
    0,
  ],
  'a value at the last row of Excel only': [workbook({ rows: '<row r="1048576"><c><v>1</v></c></row>' }), 1_048_576],
  '16,384 empty cells in a row': [workbook({ rows: `<row>${'<c s="1"/>'.repeat(16_383)}</row>${ROW}` }), 2],
  'a million merged regions': [
    workbook({
      sheet: `<worksheet><sheetData>${ROW}</sheetData><mergeCells>${uneven((i) => `<mergeCell ref="A${i}:B${i}"/>`, 1_000_000)}</mergeCells></worksheet>`,
    }),
    1,
  ],
  'a hundred thousand attributes on a row': [
    workbook({ rows: `<row ${uneven((i) => `a${i}="1" `, 100_000)}><c><v>1</v></c></row>` }),
    1,
  ],
  'a hundred thousand comments and sections inside a text': [
    workbook({ rows: `<row><c t="str"><v>${'<!--a--><![CDATA[]]><?b?>'.repeat(100_000)}x</v></c></row>` }),
    1,
  ],
  'a hundred thousand styles of one long format': [
    workbook({
      styles: `<numFmts><numFmt numFmtId="200" formatCode="${'[x]'.repeat(100_000)}"/></numFmts><cellXfs>${'<xf numFmtId="200"/>'.repeat(40_000)}</cellXfs>`,
      rows: ROW,
    }),
    1,
  ],
  'parts that are never unpacked may be anything': [
    () => workbookBytes({ rows: ROW, more: [{ name: 'xl/media/a.emf', data: Buffer.alloc(20 * MEBIBYTE) }] }),
    1,
  ],
  'ZIP64 fields': [() => workbookBytes({ rows: ROW }, { zip64: true }), 1],
};

describe('hostile workbooks', () => {
  it.each(Object.entries(REFUSED))('%s: are refused, and the message says why', (_, [make, says]) => {
    expect(outcomeOf(make(), 'xlsx')).toMatch(says);
  });

  it.each(Object.entries(READ))('%s: are read', (_, [make, rows]) => {
    expect(outcomeOf(make(), 'xlsx')).toBe(rows);
  });

  it('are never decompressed beyond the limits, so a bomb costs no memory', () => {
    const files = [
      withSheet({ data: Buffer.alloc(99 * MEBIBYTE) }),
      withSheet({ data: Buffer.alloc(64 * MEBIBYTE), claims: { size: 4096 } }),
    ];
    const before = process.memoryUsage().rss;
    for (const file of files) for (let i = 0; i < 20; i++) outcomeOf(file, 'xlsx');
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * MEBIBYTE);
  });
});

describe('damaged workbooks', () => {
  const rows = Array.from({ length: 50 }, (_, i) => `<row><c t="s"><v>0</v></c><c><v>${i * 1.25}</v></c></row>`).join(
    '',
  );
  const whole = workbookBytes({ rows, strings: '<si><t>Member &amp; 1</t></si>' });
  const truth = JSON.stringify(readXlsx(whole));

  it('are refused if cut at any byte', () => {
    for (let length = 1; length < whole.length; length++) {
      expect(typeof outcomeOf(whole.subarray(0, length), 'xlsx'), `${length} bytes`).toBe('string');
    }
  });

  it('with changed bytes are refused, or read exactly as before, and never with another amount', () => {
    // A fixed linear congruential generator, so that a failure can be reproduced.
    let state = 20260501;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    for (let i = 0; i < propertyRuns(3_000); i++) {
      const bytes = Buffer.from(whole);
      for (let flips = 1 + random(3); flips > 0; flips--) {
        const at = random(bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      }
      const outcome = outcomeOf(bytes, 'xlsx');
      if (typeof outcome === 'number') expect(JSON.stringify(readXlsx(bytes)), `flip ${i}`).toBe(truth);
    }
  });

  it('with random bytes after the signature are refused', () => {
    let state = 7;
    for (let i = 0; i < propertyRuns(500); i++) {
      const bytes = Buffer.alloc(600);
      for (let at = 0; at < bytes.length; at++) {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        bytes[at] = state >>> 24;
      }
      bytes.write('PK\x03\x04', 'latin1');
      bytes.writeUInt32LE(0x06054b50, 578);
      expect(typeof outcomeOf(bytes, 'xlsx')).toBe('string');
    }
  });
});
