import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { CELL_CHARACTERS_MAX } from '../../core/limits/statement-limits.ts';
import type { SheetCell, WorkbookSheet } from '../../core/report/workbook-sheet.ts';
import { escapeFormula } from '../../core/row-export.ts';

/** Writes the XML of a sheet's rows. Texts are text cells, which spreadsheets do not evaluate. */

type Columns = WorkbookSheet['columns'];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
/** The indexes of the cell formats in styles.xml. */
const STYLES = { text: 1, whole: 2, money: 3, month: 4 } as const;
const [HEADER_STYLE, WRAPPED_STYLE] = [5, 6];
/** Texts of columns of this width and more are wrapped. */
const WRAPPED_WIDTH = 60;

const cellFormat = (format: number, more = '/>') =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${more}`;
const HEADER_FORMAT =
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="center" wrapText="1"/></xf>';
const TOP = ' applyAlignment="1"><alignment vertical="top"/></xf>';
const WRAPPED = ' applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>';
const CELL_FORMATS = [cellFormat(0), ...[49, 3, 164, 165].map((format) => cellFormat(format, TOP))].join('');

const FONT = '<sz val="11"/><name val="Calibri"/>';
const NO_BORDER = '<border><left/><right/><top/><bottom/><diagonal/></border>';
const STYLES_XML = `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/><numFmt numFmtId="165" formatCode="mmm\\ yyyy"/></numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8ECF0"/><bgColor indexed="64"/></patternFill></fill></fills><borders count="2">${NO_BORDER}<border><left/><right/><top/><bottom style="thin"><color auto="1"/></bottom><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${CELL_FORMATS}${HEADER_FORMAT}${cellFormat(49, WRAPPED)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Returns everything before the data rows, including the header row, which stays visible when scrolling. */
function sheetBeginning(columns: Columns): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const titles = columns.map(({ title }, at) => textCell(`${letters(at)}1`, HEADER_STYLE, title));
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${titles.join('')}</row>`;
}

/** Prints a sheet on pages as wide as its columns, with the sheet's name, the day and the number of each page. */
function sheetEnd(columns: Columns, rows: number, owner: string): string {
  const header = `&L${inHeader(owner)}&R&D`;
  return `</sheetData><autoFilter ref="A1:${letters(columns.length - 1)}${rows}"/><pageMargins left="0.4" right="0.4" top="0.7" bottom="0.6" header="0.3" footer="0.3"/><pageSetup orientation="landscape" fitToWidth="1" fitToHeight="0"/><headerFooter><oddHeader>${escaped(header)}</oddHeader><oddFooter>${escaped('&L&A&RPage &P of &N')}</oddFooter></headerFooter></worksheet>`;
}

/** The most characters of a name in the head of a printed page; Excel allows 255 for the whole head. */
const HEAD_CHARACTERS_MAX = 100;

const inHeader = (text: string) => [...text].slice(0, HEAD_CHARACTERS_MAX).join('').replaceAll('&', '&&');

function rowXml(columns: Columns, row: number, cells: readonly SheetCell[]): string {
  const xml = cells.map((cell, at) => cellXml(`${letters(at)}${row}`, columns[at], cell));
  return `<row r="${row}">${xml.join('')}</row>`;
}

function cellXml(reference: string, column: Columns[number] | undefined, cell: SheetCell): string {
  if (cell === null) return '';
  const format = column?.format ?? 'text';
  const value = format === 'month' && typeof cell === 'string' ? (dayNumber(cell) ?? cell) : cell;
  if (typeof value === 'number') return `<c r="${reference}" s="${STYLES[format]}"><v>${value}</v></c>`;
  const style = format === 'text' && (column?.width ?? 0) >= WRAPPED_WIDTH ? WRAPPED_STYLE : STYLES.text;
  return textCell(reference, style, shortened(escapeFormula(value)));
}

/** Returns the first day of a month as Excel counts days; null for other text. */
function dayNumber(text: string): number | null {
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined) return null;
  return Date.UTC(Number(year), Number(month) - 1, 1) / DAY_MS + EPOCH_DAY;
}

const DAY_MS = 86_400_000;
/** The number of 1970-01-01 in Excel. */
const EPOCH_DAY = 25_569;

function textCell(reference: string, style: number, text: string): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** Shortens a text to Excel's limit for a cell; an ellipsis marks the cut. */
function shortened(text: string): string {
  return text.length <= CELL_CHARACTERS_MAX ? text : `${text.slice(0, CELL_CHARACTERS_MAX - 1)}…`;
}

const MARKUP: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

/** Escapes characters that XML can't hold as Excel does, `_x000B_`, and texts that already look like such an escape. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (one) => (one === '\n' || one === '\t' ? one : coded(one)))
    .replace(/[&<>]/g, (one) => MARKUP.get(one) ?? one);
}

const coded = (character: string) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Returns the letters of a column: "A" for 0, "AA" for 26. */
function letters(column: number): string {
  const rest = column >= 26 ? letters(Math.floor(column / 26) - 1) : '';
  return rest + String.fromCharCode(65 + (column % 26));
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** The number of Excel's last row. */
const SHEET_ROWS_MAX = 1_048_576;

interface WrittenSheet {
  readonly name: string;
  /** The number in the names of the sheet's part and relation. */
  readonly number: number;
}

/**
 * Yields a workbook in pieces, of which memory holds a few; the same sheets give the same bytes. Sheets are written from the last to the
 * first, so that the first can report on the others. Rows above a sheet's limit go to a further sheet with a numbered name.
 */
export function writeWorkbook(
  sheets: readonly WorkbookSheet[],
  { rowsMax = SHEET_ROWS_MAX }: { readonly rowsMax?: number } = {},
): AsyncIterable<Uint8Array> {
  return zipStream(partsOf(sheets, rowsMax));
}

async function* partsOf(sheets: readonly WorkbookSheet[], rowsMax: number): AsyncGenerator<ZipPart> {
  const written: WrittenSheet[] = [];
  let number = 0;
  for (const sheet of sheets.toReversed()) {
    const rows = rowsOf(sheet.batches());
    const ofSheet: WrittenSheet[] = [];
    try {
      do {
        number += 1;
        const name = ofSheet.length === 0 ? sheet.name : `${sheet.name} ${ofSheet.length + 1}`;
        ofSheet.push({ name, number });
        yield { name: `xl/worksheets/sheet${number}.xml`, texts: sheetTexts(sheet, rows, rowsMax) };
      } while (rows.hasMore());
    } finally {
      await rows.close();
    }
    written.unshift(...ofSheet);
  }
  yield { name: 'xl/styles.xml', texts: once(STYLES_XML) };
  yield { name: 'xl/workbook.xml', texts: once(workbookXml(written)) };
  yield { name: 'xl/_rels/workbook.xml.rels', texts: once(workbookLinks(written)) };
  yield { name: '_rels/.rels', texts: once(packageLinks) };
  yield { name: '[Content_Types].xml', texts: once(contentTypes(written)) };
}

type Row = Parameters<typeof rowXml>[2];

/** Reads rows from batches, for one sheet after another. */
interface RowReader {
  /** Returns up to `rows` rows; none at the end. */
  take(rows: number): Promise<readonly Row[]>;
  /** Returns whether rows are left. Call it after taking as many rows as a sheet may have. */
  hasMore(): boolean;
  close(): Promise<void>;
}

function rowsOf(batches: AsyncIterable<readonly Row[]>): RowReader {
  const iterator = batches[Symbol.asyncIterator]();
  let rest: readonly Row[] = [];
  const fill = async () => {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done === true) return;
      rest = next.value;
    }
  };
  return {
    async take(count) {
      await fill();
      const taken = rest.slice(0, count);
      rest = rest.slice(count);
      if (count > 0) await fill();
      return taken;
    },
    hasMore: () => rest.length > 0,
    async close() {
      await iterator.return?.();
    },
  };
}

async function* sheetTexts(
  { columns, owner = '' }: Pick<WorkbookSheet, 'columns' | 'owner'>,
  reader: RowReader,
  rowsMax: number,
): AsyncGenerator<string> {
  yield sheetBeginning(columns);
  let last = 1;
  for (;;) {
    const rows = await reader.take(rowsMax - last);
    if (rows.length === 0) break;
    const first = last + 1;
    yield rows.map((row, at) => rowXml(columns, first + at, row)).join('');
    last += rows.length;
  }
  yield sheetEnd(columns, last, owner);
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

function workbookXml(sheets: readonly WrittenSheet[]): string {
  const entries = sheets.map(
    ({ name, number }) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  // The header row is printed on each page.
  const titles = sheets.map(
    ({ name }, at) =>
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${escaped(`'${name.replaceAll("'", "''")}'!$1:$1`)}</definedName>`,
  );
  return `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${entries.join('')}</sheets><definedNames>${titles.join('')}</definedNames></workbook>`;
}

function workbookLinks(sheets: readonly WrittenSheet[]): string {
  const links = sheets.map(({ number }) => link(number, 'worksheet', `worksheets/sheet${number}.xml`));
  return linksXml([...links, link(sheets.length + 1, 'styles', 'styles.xml')]);
}

const link = (number: number, kind: string, target: string) =>
  `<Relationship Id="rId${number}" Type="${OFFICE}/${kind}" Target="${target}"/>`;

const linksXml = (links: readonly string[]) =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${links.join('')}</Relationships>`;

const packageLinks = linksXml([link(1, 'officeDocument', 'xl/workbook.xml')]);

function contentTypes(sheets: readonly WrittenSheet[]): string {
  const type = (part: string, kind: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="${SHEET_TYPE}.${kind}+xml"/>`;
  const parts = [
    type('workbook', 'sheet.main'),
    type('styles', 'styles'),
    ...sheets.map(({ number }) => type(`worksheets/sheet${number}`, 'worksheet')),
  ];
  return `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}

/** A part of an archive, which is made while it is packed. */
interface ZipPart {
  readonly name: string;
  readonly texts: AsyncIterable<string>;
}

interface PackedPart {
  readonly name: Buffer;
  readonly offset: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly bytes: number;
}

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const VERSION = 20;
/** The flags of each part: its sizes follow the data, and its name is UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** The date of all parts, 1980-01-01: the earliest date, so that the same parts give the same archive. */
const DATE = 0x21;
/** The largest archive, 4 GiB. Larger ones would need the 64-bit records of the format, which no workbook needs. */
const BYTES_MAX = 0xffff_ffff;

/** Yields a ZIP archive of parts whose sizes are not known in advance. Memory holds a few pieces of text. */
async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const packed: PackedPart[] = [];
  let offset = 0;
  for await (const part of parts) {
    const start = offset;
    const name = Buffer.from(part.name);
    const sizes = { checksum: 0, packedBytes: 0, bytes: 0 };
    const header = localHeader(name);
    offset += header.length;
    yield header;
    for await (const piece of deflated(part.texts, sizes)) {
      sizes.packedBytes += piece.length;
      offset += piece.length;
      yield piece;
    }
    const descriptor = dataDescriptor(sizes);
    offset += descriptor.length;
    yield descriptor;
    if (sizes.bytes > BYTES_MAX || offset > BYTES_MAX) throw new RangeError('The archive is larger than 4 GB.');
    packed.push({ name, offset: start, ...sizes });
  }
  yield directory(packed, offset);
}

/** Packs texts in a thread pool; at most two texts are in flight. */
function deflated(texts: AsyncIterable<string>, sizes: { checksum: number; bytes: number }): AsyncIterable<Buffer> {
  const measured = async function* () {
    for await (const text of texts) {
      const bytes = Buffer.from(text);
      sizes.checksum = crc32(bytes, sizes.checksum);
      sizes.bytes += bytes.length;
      yield bytes;
    }
  };
  // The reader of the packed pieces receives an error.
  return pipeline(Readable.from(measured(), { highWaterMark: 1 }), createDeflateRaw(), () => {});
}

function localHeader(name: Buffer): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function dataDescriptor({ checksum, packedBytes, bytes }: Omit<PackedPart, 'name' | 'offset'>): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(DATA_DESCRIPTOR, 0);
  descriptor.writeUInt32LE(checksum, 4);
  descriptor.writeUInt32LE(packedBytes, 8);
  descriptor.writeUInt32LE(bytes, 12);
  return descriptor;
}

function directory(parts: readonly PackedPart[], offset: number): Buffer {
  const headers = parts.map(centralHeader);
  const size = headers.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_OF_DIRECTORY, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...headers, end]);
}

function centralHeader({ name, offset, checksum, packedBytes, bytes }: PackedPart): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(checksum, 16);
  header.writeUInt32LE(packedBytes, 20);
  header.writeUInt32LE(bytes, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}
