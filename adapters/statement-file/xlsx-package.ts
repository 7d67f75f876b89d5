import { shortened } from '../../core/statement/displayed-text.ts';
import { type NumberFormat, UnreadableFile } from '../../core/statement/source.ts';
import { decodeText, detectEncoding, utf8Of, withoutNuls } from './decode-text.ts';
import { TEXT_CHARACTERS_MAX, XmlScanner } from './xml-scanner.ts';
import { damaged, readZipDirectory, unzipEntry, type ZipEntry } from './zip-directory.ts';

/** A link from one part of a workbook to another. */
export interface Relationship {
  readonly id: string;
  /** The last word of the type's URI, which transitional and strict workbooks share: "worksheet", "sharedStrings". */
  readonly kind: string;
  /** The full name of the linked part. */
  readonly part: string;
}

/** The parts of a workbook file and the links between them. */
export class XlsxPackage {
  private readonly file: Buffer;
  private readonly entries: ReadonlyMap<string, ZipEntry>;

  constructor(file: Buffer) {
    this.file = file;
    this.entries = readZipDirectory(file);
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /** Unpacks a part as text. */
  text(name: string, bytesMax?: number): string {
    return this.xml(name, bytesMax).toString();
  }

  /** Unpacks a part as UTF-8. XML is UTF-8 or UTF-16; other bytes are read as Windows-1252. */
  xml(name: string, bytesMax?: number): Buffer {
    const entry = this.entries.get(name.toLowerCase());
    if (entry === undefined) throw damaged(`its part ${name} is missing`);
    const bytes = unzipEntry(this.file, entry, { bytesMax });
    const text = detectEncoding(bytes).startsWith('utf-16') ? Buffer.from(decodeText(bytes, 'auto')) : bytes;
    if (text.includes(0)) throw damaged(`its part ${name} is not XML`);
    return utf8Of(text, 'auto');
  }

  /** Returns the links of a part; none if it has no list of links. The name "" stands for the package itself. */
  relationships(name: string): Relationship[] {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const list = `${folder}_rels/${name.slice(folder.length)}.rels`;
    if (!this.has(list)) return [];
    const found: Relationship[] = [];
    for (const scanner = new XmlScanner(this.xml(list), list); scanner.next(); ) {
      if (scanner.name !== 'Relationship' || scanner.kind === 'close' || scanner.attribute('TargetMode') === 'External')
        continue;
      const type = scanner.attribute('Type') ?? '';
      found.push({
        id: scanner.attribute('Id') ?? '',
        kind: type.slice(type.lastIndexOf('/') + 1),
        part: this.resolve(folder, scanner.attribute('Target') ?? ''),
      });
    }
    return found;
  }

  /** Resolves a target, which is relative to the folder of the part or absolute, and may be percent-encoded. */
  private resolve(folder: string, target: string): string {
    const segments: string[] = [];
    for (const segment of (target.startsWith('/') ? target : folder + target).split('/')) {
      if (segment === '..') segments.pop();
      else if (segment !== '' && segment !== '.') segments.push(segment);
    }
    const name = segments.join('/');
    return this.has(name) ? name : percentDecoded(name);
  }
}

function percentDecoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (error) {
    if (error instanceof URIError) throw new UnreadableFile('The workbook has a part whose name cannot be read.');
    throw error;
  }
}

/** Reads the shared strings in the order of their indexes. */
export function readSharedStrings(scanner: XmlScanner): string[] {
  const strings: string[] = [];
  while (scanner.next()) {
    if (scanner.name === 'si' && scanner.kind !== 'close') strings.push(readRichText(scanner));
  }
  return strings;
}

/**
 * Reads the text of the element just opened: its plain text or all its runs, without phonetic hints, shortened to the maximum length of a
 * cell.
 */
export function readRichText(scanner: XmlScanner): string {
  if (scanner.kind === 'empty') return '';
  let text = '';
  for (let depth = 1; depth > 0; ) {
    scanner.next();
    if (scanner.kind === 'close') depth--;
    else if (scanner.kind === 'open') {
      if (scanner.name === 't' && text.length <= TEXT_CHARACTERS_MAX) text += scanner.textHere();
      if (scanner.name === 'rPh') scanner.skip();
      else depth++;
    }
  }
  return shortened(withoutEscapes(text));
}

/** Decodes characters that XML can't hold: workbooks write `_x000D_`, and a literal `_x000D_` as `_x005F_x000D_`. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text;
  const plain = text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return withoutNuls(plain.toWellFormed());
}

/** Format codes that workbooks leave out because every program knows them (ECMA-376 part 1, 18.8.30). */
const BUILT_IN_CODES: ReadonlyMap<number, string> = new Map([
  [0, 'General'],
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [5, '"$"#,##0_);\\("$"#,##0\\)'],
  [6, '"$"#,##0_);[Red]\\("$"#,##0\\)'],
  [7, '"$"#,##0.00_);\\("$"#,##0.00\\)'],
  [8, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)'],
  [9, '0%'],
  [10, '0.00%'],
  [11, '0.00E+00'],
  [12, '# ?/?'],
  [13, '# ??/??'],
  [14, 'm/d/yyyy'],
  [15, 'd-mmm-yy'],
  [16, 'd-mmm'],
  [17, 'mmm-yy'],
  [18, 'h:mm AM/PM'],
  [19, 'h:mm:ss AM/PM'],
  [20, 'h:mm'],
  [21, 'h:mm:ss'],
  [22, 'm/d/yyyy h:mm'],
  [37, '#,##0_);(#,##0)'],
  [38, '#,##0_);[Red](#,##0)'],
  [39, '#,##0.00_);(#,##0.00)'],
  [40, '#,##0.00_);[Red](#,##0.00)'],
  [45, 'mm:ss'],
  [46, '[h]:mm:ss'],
  [47, 'mm:ss.0'],
  [48, '##0.0E+0'],
  [49, '@'],
]);
/** Date formats of East Asian Excel. Their codes depend on the language, so they are shown as a plain date. */
const EAST_ASIAN_DATES: readonly (readonly [from: number, to: number])[] = [
  [27, 36],
  [50, 58],
];

/** Returns the format of cells without a style or with an unknown one. */
export function generalFormat(date1904: boolean): NumberFormat {
  return { code: 'General', isDate: false, date1904 };
}

/** Returns the format with a code that the workbook states for a cell. */
export function formatWithCode(code: string, date1904: boolean): NumberFormat {
  return { code, isDate: isDateCode(code), date1904 };
}

/** Returns the number format of each cell style, by the style's index. Styles with the same code share one object. */
export function readNumberFormats(scanner: XmlScanner, date1904: boolean): NumberFormat[] {
  const codes = new Map<number, string>();
  const byId = new Map<number, NumberFormat>();
  const formats: NumberFormat[] = [];
  let inCellStyles = false;
  while (scanner.next()) {
    if (scanner.name === 'cellXfs') inCellStyles = scanner.kind === 'open';
    else if (scanner.kind === 'close') continue;
    else if (scanner.name === 'numFmt') codes.set(idOf(scanner), scanner.attribute('formatCode') ?? '');
    else if (scanner.name === 'xf' && inCellStyles) {
      const id = idOf(scanner);
      const format = byId.get(id) ?? formatOf(id, codes, date1904);
      byId.set(id, format);
      formats.push(format);
    }
  }
  return formats;
}

/** Returns true for a code that shows a date or a time: it has y, m, d, h or s outside quotes, brackets and escapes. */
function isDateCode(code: string): boolean {
  const bare = code
    .replace(/"[^"]*"?/g, '')
    .replace(/[\\_*]./gs, '')
    .replace(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replace(/\[[^\]]*\]?/g, '')
    .replace(/s\.0+/gi, 's');
  // With a digit placeholder the letter belongs to an unquoted currency (USD 0.00) and not to a date.
  return /[ymdhs]/i.test(bare) && !/[0#?]/.test(bare) && !/^general$/i.test(bare);
}

function idOf(scanner: XmlScanner): number {
  return Number(scanner.attribute('numFmtId') ?? '0');
}

function formatOf(id: number, custom: ReadonlyMap<number, string>, date1904: boolean): NumberFormat {
  const code = custom.get(id) ?? BUILT_IN_CODES.get(id);
  if (code !== undefined) return formatWithCode(code, date1904);
  if (EAST_ASIAN_DATES.some(([from, to]) => id >= from && id <= to))
    return { code: 'yyyy/m/d', isDate: true, date1904 };
  return generalFormat(date1904);
}
