import { XLSX_LIMITS } from '../../core/limits/statement-limits.ts';
import {
  type ReadOptions,
  type SourceSheet,
  type StatementSource,
  UnreadableFile,
} from '../../core/statement/source.ts';
import { csvRowsOf } from './csv-rows.ts';
import { utf8Of } from './decode-text.ts';
import { fileTypeProblem, SAMPLE_CHARACTERS, separatorLine, sniffDelimiter, sniffFileType } from './sniff-file-type.ts';
import { generalFormat, type Relationship, readNumberFormats, readSharedStrings, XlsxPackage } from './xlsx-package.ts';
import { type CellContext, sheetRows } from './xlsx-rows.ts';
import { XmlScanner } from './xml-scanner.ts';
import { damaged } from './zip-directory.ts';

/**
 * Opens the sheets and rows of a statement file as the carrier's configuration declares. Throws UnreadableFile, here or while rows are
 * read, with a message for the sender. No bytes cause another error.
 */
export function openStatementFile(bytes: Uint8Array, options: ReadOptions): StatementSource {
  const problem = fileTypeProblem(bytes, options.fileType);
  if (problem !== null) throw new UnreadableFile(problem);
  const isWorkbook = options.fileType === 'auto' ? sniffFileType(bytes).kind === 'xlsx' : options.fileType === 'xlsx';
  return isWorkbook ? openXlsxWorkbook(bytes) : openCsv(bytes, options);
}

function openCsv(bytes: Uint8Array, options: ReadOptions): StatementSource {
  const text = utf8Of(bytes, options.encoding);
  const separator = separatorLine(beginning(text));
  const records = separator === null ? text : text.subarray(separator.length);
  const delimiter =
    separator?.delimiter ?? (options.delimiter === 'auto' ? sniffDelimiter(beginning(records)) : options.delimiter);
  return { fileType: 'csv', sheets: [{ name: '', hidden: false, rows: () => csvRowsOf(records, delimiter) }] };
}

/** Returns enough of the text to detect the dialect; a character has at most four bytes. */
function beginning(utf8: Buffer): string {
  return utf8.toString('utf8', 0, 4 * SAMPLE_CHARACTERS);
}

interface SheetEntry {
  readonly name: string;
  readonly hidden: boolean;
  readonly part: string;
}

/** Opens a workbook. Its sheets are listed at once; their rows are unpacked on demand. Throws UnreadableFile. */
function openXlsxWorkbook(bytes: Uint8Array): StatementSource {
  const parts = new XlsxPackage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const workbook = parts.relationships('').find((link) => link.kind === 'officeDocument')?.part;
  if (workbook === undefined) throw damaged('it does not say where its workbook is');
  const links = parts.relationships(workbook);
  const { entries, date1904 } = readSheetList(new XmlScanner(parts.xml(workbook), workbook), links);
  if (entries.length === 0) throw new UnreadableFile('The workbook has no sheets.');
  const context = once(() => readContext(parts, links, date1904));
  const sheets = entries.map(
    ({ name, hidden, part }): SourceSheet => ({
      name,
      hidden,
      rows: () => sheetRows(new XmlScanner(parts.xml(part), part), { ...context(), sheetName: name }),
    }),
  );
  return { fileType: 'xlsx', sheets };
}

function readSheetList(
  scanner: XmlScanner,
  links: readonly Relationship[],
): { entries: SheetEntry[]; date1904: boolean } {
  const entries: SheetEntry[] = [];
  const linksById = new Map(links.map((link) => [link.id, link]));
  const seen = new Set<string>();
  let date1904 = false;
  while (scanner.next()) {
    if (scanner.kind === 'close') continue;
    if (scanner.name === 'workbookPr') date1904 = ['1', 'true'].includes(scanner.attribute('date1904') ?? '');
    if (scanner.name !== 'sheet') continue;
    const link = linksById.get(scanner.prefixedAttribute('id') ?? '');
    const name = scanner.attribute('name') ?? '';
    if (link === undefined) throw damaged(`its sheet "${name}" cannot be found`);
    // Charts and dialogs are sheets too, but have no rows.
    if (link.kind !== 'worksheet') continue;
    // A part that many sheets share is refused, because it would be unpacked once for each sheet.
    if (seen.has(link.part)) throw damaged(`two of its sheets are the same part ${link.part}`);
    seen.add(link.part);
    entries.push({ name, hidden: (scanner.attribute('state') ?? 'visible') !== 'visible', part: link.part });
  }
  return { entries, date1904 };
}

function readContext(
  parts: XlsxPackage,
  links: readonly Relationship[],
  date1904: boolean,
): Omit<CellContext, 'sheetName'> {
  const partOf = (kind: string): string | undefined =>
    links.find((link) => link.kind === kind && parts.has(link.part))?.part;
  const strings = partOf('sharedStrings');
  const styles = partOf('styles');
  return {
    strings:
      strings === undefined
        ? []
        : readSharedStrings(new XmlScanner(parts.xml(strings, XLSX_LIMITS.sharedStringBytes), strings)),
    formats: styles === undefined ? [] : readNumberFormats(new XmlScanner(parts.xml(styles), styles), date1904),
    general: generalFormat(date1904),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
