import { type CellObject, CFB, type DenseWorkSheet, read, utils, type WorkBook, type WorkSheet } from 'xlsx';
import { z } from 'zod';
import { CSV_COLUMNS_MAX, OTHER_WORKBOOK_ROWS_MAX, XLSX_LIMITS } from '../../core/limits/statement-limits.ts';
import { shortened } from '../../core/statement/displayed-text.ts';
import {
  type Cell,
  type NumberFormat,
  type SourceRow,
  type SourceSheet,
  type StatementSource,
  UnreadableFile,
} from '../../core/statement/source.ts';
import { decodeText, withoutNuls } from './decode-text.ts';
import { formatWithCode } from './xlsx-package.ts';
import { readZipDirectory, unzipEntry } from './zip-directory.ts';

/** The workbooks that SheetJS reads. */
export type OtherWorkbookKind = 'xls' | 'xlsb' | 'ods' | 'spreadsheetml' | 'html';

/** The options of SheetJS: numbers are kept as stored, with their format code, and texts of HTML as written. */
const OPTIONS = {
  dense: true,
  raw: true,
  cellDates: false,
  cellFormula: false,
  cellHTML: false,
  cellNF: true,
  cellText: false,
  nodim: true,
  // A row beyond the limit shows that the sheet is too long.
  sheetRows: OTHER_WORKBOOK_ROWS_MAX + 1,
} as const;
/** Matches the declaration of an entity, which may expand without end. Programs that write workbooks declare none. */
const ENTITY = /<!ENTITY/i;
/** Matches an integer that a double can't hold in Excel 2003 XML. Such a number is an id, and rounding would merge two members. */
const LONG_NUMBER = /(<(?:\w+:)?Data\b[^>]*\b(?:\w+:)?Type=")Number("[^>]*>\s*[+-]?\d{16,}\s*<)/g;

/**
 * Matches a span of 10,000 or more columns or rows. SheetJS counts every column and row of a span, so a span of a hundred million takes
 * half a minute.
 */
const HUGE_SPAN = /\b(?:col|row)span\s*=\s*["']?\s*\d{5}/i;

/**
 * Opens a workbook of another format than XLSX: .xls, .xlsb, .ods, Excel 2003 XML, and HTML tables. SheetJS reads the whole workbook into
 * memory, so this runs only in an isolated process. The limits of the XLSX reader are checked before and after. Throws UnreadableFile.
 */
export function openOtherWorkbook(bytes: Uint8Array, kind: OtherWorkbookKind): StatementSource {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const workbook = kind === 'spreadsheetml' || kind === 'html' ? readMarkup(file, kind) : readBytes(file, kind);
  const counts = { cells: 0, characters: 0 };
  const sheets = workbook.SheetNames.flatMap((name, at): readonly SourceSheet[] => {
    const sheet = workbook.Sheets[name];
    if (sheet === undefined || sheet['!type'] === 'chart') return [];
    if (kind === 'spreadsheetml') refuseDroppedRows(sheet, name);
    const hidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) !== 0;
    const rows = rowsOf(sheet, { name, counts, date1904: workbook.Workbook?.WBProps?.date1904 === true });
    return [{ name, hidden, rows: () => rows }];
  });
  if (sheets.length === 0) throw new UnreadableFile('The workbook has no sheets.');
  return { fileType: 'xlsx', sheets };
}

/** Unpacks every part once, to check sizes, ratios and checksums before SheetJS unpacks them without limits. */
function checkPackage(file: Buffer): void {
  for (const entry of readZipDirectory(file).values()) {
    const part = unzipEntry(file, entry);
    if (entry.name.toLowerCase() === 'meta-inf/manifest.xml' && part.includes('encryption-data'))
      throw protectedWorkbook();
    if (/\.(?:xml|rels)$/i.test(entry.name) && ENTITY.test(part.toString('latin1', 0, 4096))) throw hasEntities();
  }
}

/** Matches the end of the root element of Excel 2003 XML. */
const WORKBOOK_END = /<\/(?:\w+:)?Workbook\s*>(?:\s|<\/xml>)*$/i;
/** Files of Humana begin with "<xml version>". */
const DECLARATION = /^\s*<\??xml\b[^>]*>/i;

function readMarkup(file: Buffer, kind: 'spreadsheetml' | 'html'): WorkBook {
  const text = withoutNuls(decodeText(file, 'auto'));
  if (ENTITY.test(text)) throw hasEntities();
  if (kind === 'html' && HUGE_SPAN.test(text))
    throw new UnreadableFile('The page has a cell that spans thousands of rows or columns, which no statement does.');
  if (!(kind === 'html' ? hasAllTables(text) : WORKBOOK_END.test(text.slice(-1000)))) throw damagedWorkbook();
  const readable =
    kind === 'html'
      ? withoutEntities(text)
      : text.replace(DECLARATION, '<?xml version="1.0"?>').replace(LONG_NUMBER, '$1String$2');
  return readWith(() => read(readable, { ...OPTIONS, type: 'string' }));
}

/** Returns whether every table of the markup ends. SheetJS reads markup that was cut off up to its end. */
function hasAllTables(html: string): boolean {
  const count = (tag: RegExp) => html.match(tag)?.length ?? 0;
  return count(/<table\b/gi) === count(/<\/table\s*>/gi);
}

function readBytes(file: Buffer, kind: 'xls' | 'xlsb' | 'ods'): WorkBook {
  if (kind === 'xls') checkBiffStream(file);
  else checkPackage(file);
  return readWith(() => read(file, { ...OPTIONS, type: 'buffer' }));
}

/**
 * Runs the library. Any error of the library means that the workbook can't be read, because the library has no other input than the
 * workbook's bytes.
 */
function readWith(readIt: () => WorkBook): WorkBook {
  try {
    return readIt();
  } catch (error) {
    throw error instanceof Error && /password|encrypt/i.test(error.message) ? protectedWorkbook() : damagedWorkbook();
  }
}

const hasEntities = () =>
  new UnreadableFile('The workbook declares entities, which no program that writes statements does.');

interface SheetContext {
  readonly name: string;
  readonly counts: { cells: number; characters: number };
  readonly date1904: boolean;
}

/**
 * Converts the rows of a sheet up to the last one with a value, including blank rows. Throws UnreadableFile for a sheet above the limits of
 * rows, columns, cells or characters.
 */
function rowsOf(sheet: WorkSheet, context: SheetContext): readonly SourceRow[] {
  const table = isDense(sheet) ? sheet['!data'] : [];
  const unreadable = (what: string) => new UnreadableFile(`Sheet "${context.name}" ${what}.`);
  if (table.length > OTHER_WORKBOOK_ROWS_MAX)
    throw unreadable(`has more than ${OTHER_WORKBOOK_ROWS_MAX.toLocaleString('en-US')} rows`);
  const formats = new Map<string, NumberFormat>();
  const formatOf = (code: string): NumberFormat => {
    const format = formats.get(code) ?? formatWithCode(code, context.date1904);
    formats.set(code, format);
    return format;
  };
  const { counts } = context;
  const rows: SourceRow[] = [];
  // A blank row is a hole in the table, which only a loop by index visits.
  for (let at = 0; at < table.length; at += 1) {
    const cells: Cell[] = [];
    for (const [column, found] of (table[at] ?? []).entries()) {
      const cell = found === undefined ? '' : cellOf(found, formatOf);
      if (cell === '') continue;
      if (column >= CSV_COLUMNS_MAX) throw unreadable(`has more than ${CSV_COLUMNS_MAX} columns`);
      while (cells.length < column) cells.push('');
      cells.push(cell);
      counts.cells += 1;
      if (typeof cell === 'string') counts.characters += cell.length;
    }
    if (counts.cells > XLSX_LIMITS.cells)
      throw unreadable(`has more than ${XLSX_LIMITS.cells.toLocaleString('en-US')} cells`);
    if (counts.characters > XLSX_LIMITS.expandedBytes) throw unreadable('has more text than a statement can have');
    rows.push({ row: at + 1, cells });
  }
  const last = rows.findLastIndex(({ cells }) => cells.length > 0);
  return rows.slice(0, last + 1);
}

/**
 * Refuses a sheet with a row beyond the limit. A row of Excel 2003 XML may state its number, and SheetJS drops rows beyond its limit
 * silently.
 */
function refuseDroppedRows(sheet: WorkSheet, name: string): void {
  const range: unknown = sheet['!fullref'];
  if (typeof range !== 'string' || utils.decode_range(range).e.r < OTHER_WORKBOOK_ROWS_MAX) return;
  throw new UnreadableFile(`Sheet "${name}" has more than ${OTHER_WORKBOOK_ROWS_MAX.toLocaleString('en-US')} rows.`);
}

function isDense(sheet: WorkSheet): sheet is DenseWorkSheet {
  return Array.isArray(sheet['!data']);
}

const ERRORS: ReadonlyMap<unknown, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
]);

function cellOf({ t: type, v: value, z }: CellObject, formatOf: (code: string) => NumberFormat): Cell {
  if (type === 'e') return ERRORS.get(value) ?? '#ERROR!';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return String(value);
    return { value, format: formatOf(typeof z === 'string' ? z : 'General') };
  }
  return typeof value === 'string' ? shortened(withoutNuls(value)) : '';
}

/** Names of the characters from 161 on, in order. SheetJS itself replaces the entities of markup, and of character 160, the space. */
const LATIN_1 =
  'iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil ' +
  'sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave ' +
  'Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave ' +
  'aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc ' +
  'otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const PUNCTUATION = {
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  hellip: '…',
  euro: '€',
};

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, at) => [name, String.fromCodePoint(161 + at)] as const),
  ...Object.entries(PUNCTUATION),
]);
/** The characters that would become markup. Their entities stay as they are. */
const MARKUP = '<>&"';

/** Replaces the entities of letters and punctuation in HTML, by name or number. */
function withoutEntities(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return CHARACTERS.get(name) ?? whole;
    const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16);
    if (code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return whole;
    const character = String.fromCodePoint(code);
    return MARKUP.includes(character) ? whole : character;
  });
}

/** The part of a compound file that is used: its streams with their bytes. */
const compoundFile = z.object({
  FileIndex: z.array(z.object({ name: z.string(), content: z.instanceof(Uint8Array).optional().catch(undefined) })),
});

const BEGIN_RECORDS: ReadonlySet<number> = new Set([0x0009, 0x0209, 0x0409, 0x0809]);
const END_RECORD = 0x000a;
const SHEET_RECORD = 0x0085;
const PASSWORD_RECORD = 0x002f;

const protectedWorkbook = () =>
  new UnreadableFile(
    'The workbook is protected by a password. Remove the password in Excel, save it and send it again.',
  );

/** The error of a workbook that the sender can repair only by saving it again. */
const damagedWorkbook = () =>
  new UnreadableFile(
    'The workbook is damaged or was cut off on its way. Open it in Excel, save it as .xlsx and send that file.',
  );

/**
 * Checks that the records of an .xls workbook are complete: every substream that begins also ends, and there is one for every sheet.
 * SheetJS reads a file that was cut off up to its end, and the rest of the money would be missing silently. Throws UnreadableFile.
 */
function checkBiffStream(file: Buffer): void {
  const stream = workbookStream(file);
  let begun = 0;
  let ended = 0;
  let sheets = 0;
  let at = 0;
  // Zeros after the last substream are padding.
  while (at + 4 <= stream.length && (begun > ended || stream.readUInt16LE(at) !== 0)) {
    const type = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    if (type === 0 && length === 0) throw damagedWorkbook();
    if (type === PASSWORD_RECORD) throw protectedWorkbook();
    if (BEGIN_RECORDS.has(type)) begun += 1;
    else if (type === END_RECORD) ended += 1;
    else if (type === SHEET_RECORD) sheets += 1;
    at += 4 + length;
  }
  if (at > stream.length || begun === 0 || begun !== ended || begun < 1 + sheets) throw damagedWorkbook();
}

function workbookStream(file: Buffer): Buffer {
  const container = readContainer(file);
  const streams = container.FileIndex.filter(({ content }) => content !== undefined);
  const stream = ['workbook', 'book'].flatMap((name) => streams.filter((one) => one.name.toLowerCase() === name))[0];
  if (stream?.content === undefined) throw damagedWorkbook();
  return Buffer.from(stream.content);
}

function readContainer(file: Buffer): z.output<typeof compoundFile> {
  try {
    return compoundFile.parse(CFB.read(file, { type: 'buffer' }));
  } catch {
    throw damagedWorkbook();
  }
}
