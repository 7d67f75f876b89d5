import type { StatementConfig } from '../../core/statement/config.ts';
import { type ReadOptions, type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import { decodeText, withoutNuls } from './decode-text.ts';
import { openStatementFile } from './open-statement-file.ts';
import { fileTypeProblem, separatorLine, sniffDelimiter, sniffFileType } from './sniff-file-type.ts';
import { openStatementArchive } from './statement-archive.ts';

/**
 * Opens a statement file of any kind, or the first one of a ZIP archive, as the carrier's configuration declares. The libraries for kinds
 * other than CSV and XLSX are loaded on first use. They hold the whole file in memory, so only isolated processes call this. Throws
 * UnreadableFile, here or while rows are read, with a message for the sender.
 */
export async function readStatementFile(upload: Uint8Array, options: ReadOptions): Promise<StatementSource> {
  const { bytes, archive } = await firstStatement(upload);
  const source = await readSingle(bytes, options);
  return archive === undefined ? source : { ...source, archive };
}

async function readSingle(bytes: Uint8Array, options: ReadOptions): Promise<StatementSource> {
  const { kind } = sniffFileType(bytes);
  switch (kind) {
    case 'xls':
    case 'xlsb':
    case 'ods':
    case 'spreadsheetml':
    case 'html': {
      refuseOtherType(bytes, options);
      const { openOtherWorkbook } = await import('./other-workbook.ts');
      return openOtherWorkbook(bytes, kind);
    }
    case 'pdf': {
      refuseOtherType(bytes, options);
      const { openPdf } = await import('./pdf/open-pdf.ts');
      return openPdf(bytes);
    }
    default:
      return openStatementFile(bytes, options);
  }
}

function refuseOtherType(bytes: Uint8Array, { fileType }: ReadOptions): void {
  const problem = fileTypeProblem(bytes, fileType);
  if (problem !== null) throw new UnreadableFile(problem);
}

interface FirstStatement {
  readonly bytes: Uint8Array;
  readonly archive?: NonNullable<StatementSource['archive']>;
}

/** Returns the first statement of a ZIP archive, and any other file itself. Throws UnreadableFile for an archive that can't be opened. */
async function firstStatement(bytes: Uint8Array): Promise<FirstStatement> {
  const content = await openStatementArchive(bytes);
  if (content.kind === 'unreadable') throw new UnreadableFile(content.reason);
  if (content.kind === 'file') return { bytes };
  const [first] = content.files;
  if (first === undefined) throw new UnreadableFile('The ZIP archive has no files in it.');
  return { bytes: first.unpack(), archive: { files: content.files.length, fileName: first.fileName } };
}

/** A statement whose format is not declared. */
interface AnyStatement {
  readonly source: StatementSource;
  /** The delimiter of the cells. "auto" for a CSV file whose first line names its delimiter, and for other kinds of files. */
  readonly delimiter: StatementConfig['delimiter'];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Opens a file by its content. Throws UnreadableFile, here or while rows are read, with a message for the sender. */
export async function openAnyStatement(bytes: Uint8Array): Promise<AnyStatement> {
  const source = await readStatementFile(bytes, { fileType: 'auto', encoding: 'auto', delimiter: 'auto' });
  if (source.fileType !== 'csv') return { source, delimiter: 'auto' };
  const text = withoutNuls(decodeText((await firstStatement(bytes)).bytes, 'auto'));
  const sniffed = separatorLine(text) === null ? sniffDelimiter(text) : 'auto';
  return { source, delimiter: DELIMITERS.find((one) => one === sniffed) ?? 'auto' };
}
