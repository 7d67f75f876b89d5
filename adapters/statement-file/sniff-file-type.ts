import { HEADER_SEARCH_ROWS } from '../../core/limits/statement-limits.ts';
import { type DeclaredFileType, UnreadableFile } from '../../core/statement/source.ts';
import { csvRows } from './csv-rows.ts';
import { decodeText, detectEncoding, withoutNuls } from './decode-text.ts';
import { XlsxPackage } from './xlsx-package.ts';

/** The type of a file's bytes, independent of its name. `words` names it in a sentence. */
interface FileKind {
  readonly kind:
    | 'xlsx'
    | 'macros'
    | 'text'
    | 'empty'
    | 'xls'
    | 'xlsb'
    | 'ods'
    | 'spreadsheetml'
    | 'html'
    | 'pdf'
    | 'page'
    | 'encrypted'
    | 'zip'
    | 'binary';
  readonly words: string;
}

const SAMPLE_BYTES = 4096;
const CONTENT_TYPES = '[Content_Types].xml';
const CONTENT_TYPES_BYTES_MAX = 1024 * 1024;
/** The share of control characters that text may have. Compressed bytes and programs have a tenth or more. */
const CONTROLS_MAX = 0.08;
/** The share of control characters that bytes may have that are not valid UTF-8. */
const CONTROLS_MAX_ODD_BYTES = 0.01;
/** The number of stray control characters that a short text may have. */
const CONTROLS_FEW = 4;
const TEXT_CONTROLS = '\t\n\f\r\u001A';

const TEXT: FileKind = { kind: 'text', words: 'a text file such as CSV' };
const XLSX: FileKind = { kind: 'xlsx', words: 'an Excel workbook (.xlsx)' };
/** A package of another program. */
const DOCUMENT: FileKind = { kind: 'binary', words: 'a document without a workbook in it' };
const NUMBERS: FileKind = { kind: 'binary', words: 'a document of Apple Numbers' };
const ZIP: FileKind = { kind: 'zip', words: 'a ZIP archive without a workbook in it' };

/** Packages that resemble a workbook, by text in their list of contents; the first match counts. */
const PACKAGES: readonly (readonly [mention: RegExp, kind: FileKind])[] = [
  // This kind is checked before plain workbooks. A statement needs no macros.
  [
    /ms-excel\.(?:sheet|template|addin)\.macroEnabled\.main\+xml/i,
    { kind: 'macros', words: 'an Excel workbook with macros (.xlsm)' },
  ],
  [/spreadsheetml\.(?:sheet|template)\.main\+xml/i, XLSX],
  // This kind is checked after plain workbooks, because SheetJS names this type in every workbook.
  [/ms-excel\.sheet\.binary/i, { kind: 'xlsb', words: 'an Excel binary workbook (.xlsb)' }],
  [/wordprocessingml/i, { kind: 'binary', words: 'a Word document' }],
  [/presentationml/i, { kind: 'binary', words: 'a PowerPoint presentation' }],
];

/** The declared type under which each kind is read. All workbooks are declared as XLSX; a kind that is missing can't be read. */
const READ_AS: Readonly<Partial<Record<FileKind['kind'], ReadType>>> = {
  text: 'csv',
  xlsx: 'xlsx',
  xls: 'xlsx',
  xlsb: 'xlsx',
  ods: 'xlsx',
  spreadsheetml: 'xlsx',
  html: 'xlsx',
  pdf: 'pdf',
};
type ReadType = Exclude<DeclaredFileType, 'auto'>;

const WORDS_OF_TYPE: Readonly<Record<ReadType, { readonly name: string; readonly saveAs: string }>> = {
  csv: { name: 'CSV', saveAs: 'CSV' },
  xlsx: { name: 'XLSX', saveAs: '.xlsx' },
  pdf: { name: 'PDF', saveAs: 'PDF' },
};

/** Returns the declared type under which the bytes are read; null when the service reads no such files. */
export function readTypeOf({ kind }: Pick<FileKind, 'kind'>): ReadType | null {
  return READ_AS[kind] ?? null;
}

/** Kinds that a library reads, in an isolated process. CSV and XLSX have bounded readers of our own. */
const READ_BY_LIBRARY: ReadonlySet<FileKind['kind']> = new Set(['xls', 'xlsb', 'ods', 'spreadsheetml', 'html', 'pdf']);

/** Returns whether a library reads the file, which has to happen in an isolated process. */
export function needsLibrary(bytes: Uint8Array): boolean {
  return READ_BY_LIBRARY.has(sniffFileType(bytes).kind);
}

/**
 * Returns, in words for the sender, why bytes are certainly not the declared file type; null when they may be. Odd-looking text may be CSV
 * and a damaged workbook is still a workbook: reading them gives a better error.
 */
export function fileTypeProblem(bytes: Uint8Array, declared: DeclaredFileType): string | null {
  return kindProblem(sniffFileType(bytes), declared);
}

/** Returns the problem, as `fileTypeProblem` does, of bytes whose kind is known. */
export function kindProblem(found: FileKind, declared: DeclaredFileType): string | null {
  const { kind, words } = found;
  if (kind === 'empty') return 'The file is empty.';
  const readType = readTypeOf(found);
  if (declared === 'auto') {
    if (readType !== null) return null;
    if (kind === 'encrypted') return `The file is ${words}. Remove the password in Excel, save it and send it again.`;
    return `The file is ${words}. Save the statement as CSV or as an Excel workbook (.xlsx) and send that.`;
  }
  if (readType === declared) return null;
  const { name, saveAs } = WORDS_OF_TYPE[declared];
  const expected = `this carrier's statements are configured as ${name}`;
  if (readType !== null) {
    return `The file is ${words}, but ${expected}. Send the other format or change the carrier's configuration.`;
  }
  const advice = kind === 'encrypted' ? 'Remove the password' : 'Open it';
  return `The file is ${words}, but ${expected}. ${advice}, save the statement as ${saveAs} and send that.`;
}

/** Detects the file type from the bytes, never from a name. Costs a fraction of reading the file. */
export function sniffFileType(bytes: Uint8Array): FileKind {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = file.toString('latin1', 0, 8);
  if (magic.startsWith('PK\x03\x04') || magic.startsWith('PK\x05\x06')) return sniffZip(file);
  if (magic === '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1') return sniffOldOffice(file);
  if (file.subarray(0, 1024).includes('%PDF-')) return { kind: 'pdf', words: 'a PDF document' };
  if (isBlank(bytes)) return { kind: 'empty', words: 'empty' };
  return sniffText(file);
}

function sniffZip(file: Buffer): FileKind {
  try {
    const parts = new XlsxPackage(file);
    if (parts.has(CONTENT_TYPES)) {
      const contents = parts.text(CONTENT_TYPES, CONTENT_TYPES_BYTES_MAX);
      return PACKAGES.find(([mention]) => mention.test(contents))?.[1] ?? DOCUMENT;
    }
    const mimeType = parts.has('mimetype') ? parts.text('mimetype', 1024) : '';
    if (mimeType.includes('opendocument.spreadsheet'))
      return { kind: 'ods', words: 'an OpenDocument spreadsheet (.ods)' };
    if (mimeType !== '') return DOCUMENT;
    return parts.has('Index/Document.iwa') ? NUMBERS : ZIP;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    // The package is broken or hostile. Names are not compressed, so the intended type is still visible.
    return file.includes(CONTENT_TYPES) ? XLSX : ZIP;
  }
}

/** Detects the container of Office before 2007, which also holds password-protected workbooks. */
function sniffOldOffice(file: Buffer): FileKind {
  // A search for text in UTF-16 never ends in Node 24 when the bytes begin at an odd address, so bytes are searched.
  const has = (stream: string): boolean => file.includes(Buffer.from(stream, 'utf16le'));
  if (has('EncryptedPackage')) return { kind: 'encrypted', words: 'an Excel workbook protected by a password' };
  if (has('Workbook') || has('Book')) return { kind: 'xls', words: 'a workbook of the old Excel format (.xls)' };
  return { kind: 'binary', words: 'an old Office document without a workbook in it' };
}

function isBlank(bytes: Uint8Array): boolean {
  const marks = [0x00, 0x09, 0x0a, 0x0d, 0x1a, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff];
  return bytes.every((byte) => marks.includes(byte));
}

function sniffText(file: Buffer): FileKind {
  const encoding = detectEncoding(file);
  const sample = withoutNuls(decodeText(file.subarray(0, SAMPLE_BYTES), encoding));
  const markup = sample.replaceAll(/<!--.*?-->/gs, '').trimStart();
  if (/^(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body|table|title|meta|style|script|div)\b/i.test(markup)) {
    // Portals send tables under the name .xls, and their login page when the session has ended.
    return file.toString('latin1').search(/<\0?t\0?a\0?b\0?l\0?e\b/i) === -1
      ? { kind: 'page', words: 'a web page (HTML) without a table' }
      : { kind: 'html', words: 'a web page (HTML)' };
  }
  // Files of Humana begin with "<xml version>".
  if (
    /^<\??xml\b/i.test(markup) &&
    /urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/i.test(markup)
  ) {
    return { kind: 'spreadsheetml', words: 'an Excel 2003 XML spreadsheet' };
  }
  const controlsMax = encoding === 'windows-1252' ? CONTROLS_MAX_ODD_BYTES : CONTROLS_MAX;
  const looksBinary = controlCharacters(sample) > CONTROLS_FEW + sample.length * controlsMax;
  return looksBinary ? { kind: 'binary', words: 'neither a text file nor an Excel workbook nor a PDF' } : TEXT;
}

function controlCharacters(text: string): number {
  let count = 0;
  for (const character of text) {
    if ((character < ' ' && !TEXT_CONTROLS.includes(character)) || character === '\uFFFD') count++;
  }
  return count;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** The number of characters that are searched: enough for the title lines, the header and some data of all known statements. */
export const SAMPLE_CHARACTERS = 65_536;
/** The number of rows that are compared: twice the rows in which the header is searched. */
const SAMPLE_ROWS = 2 * HEADER_SEARCH_ROWS;

interface Reading {
  readonly delimiter: string;
  /** The number of columns that most rows have with this delimiter. */
  readonly columns: number;
  readonly rows: number;
  /** Index of the first row with that many columns: the header, if this is the right delimiter. */
  readonly first: number;
}

/**
 * Reads Excel's first line `sep=;`, which names the delimiter and is no data row. It overrides the declared delimiter, because the file
 * was written with it.
 */
export function separatorLine(text: string): { readonly delimiter: string; readonly length: number } | null {
  const found = /^"?sep=([,;\t|:^~])"?(?:\r\n|\n|\r|$)/i.exec(text);
  return found?.[1] === undefined ? null : { delimiter: found[1], length: found[0].length };
}

/** Returns the delimiter that gives most rows the same number of columns, respecting quotes; a comma when none divides the rows. */
export function sniffDelimiter(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  return DELIMITERS.map((delimiter) => readWith(delimiter, sample)).reduce((best, next) =>
    isBetter(next, best) ? next : best,
  ).delimiter;
}

function readWith(delimiter: string, sample: string): Reading {
  const widths = rowWidths(delimiter, sample);
  const frequency = new Map<number, number>();
  for (const width of widths) if (width > 1) frequency.set(width, (frequency.get(width) ?? 0) + 1);
  let columns = 1;
  let rows = 0;
  for (const [width, count] of frequency) {
    if (count > rows || (count === rows && width > columns)) [columns, rows] = [width, count];
  }
  return { delimiter, columns, rows, first: widths.indexOf(columns) };
}

function rowWidths(delimiter: string, sample: string): number[] {
  const widths: number[] = [];
  try {
    for (const { cells } of csvRows(sample, delimiter)) {
      if (cells.length > 0) widths.push(cells.length);
      if (widths.length === SAMPLE_ROWS) break;
    }
  } catch (error) {
    // An error is ignored: the sample may end inside a quoted cell, and a wrong delimiter may find stray quotes.
    if (!(error instanceof UnreadableFile)) throw error;
  }
  return widths;
}

/**
 * Returns whether reading `a` is better. A character inside values, such as a decimal comma, is missing from the header. It therefore
 * starts to divide rows later, and divides no more rows than the real delimiter.
 */
function isBetter(a: Reading, b: Reading): boolean {
  if (a.rows === 0 || b.rows === 0) return a.rows > b.rows;
  if (a.first < b.first && a.rows >= b.rows) return true;
  if (b.first < a.first && b.rows >= a.rows) return false;
  return a.rows * (a.columns - 1) > b.rows * (b.columns - 1);
}
