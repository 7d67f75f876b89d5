import type { StatementConfig } from '../../core/statement/config.ts';
import type { StatementSource } from '../../core/statement/source.ts';
import { decodeText, withoutNuls } from './decode-text.ts';
import { firstStatement, readStatementFile } from './read-statement-file.ts';
import { separatorLine, sniffDelimiter } from './sniff-delimiter.ts';

/** A statement whose format is not declared. */
export interface AnyStatement {
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
