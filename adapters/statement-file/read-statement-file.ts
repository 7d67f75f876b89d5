import { type ReadOptions, type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import { firstStatement } from './first-statement.ts';
import { openStatementFile } from './open-statement-file.ts';
import { fileTypeProblem, sniffFileType } from './sniff-file-type.ts';

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
