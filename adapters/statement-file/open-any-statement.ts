import type { StatementConfig } from '../../core/statement/config.ts';
import type { StatementSource } from '../../core/statement/source.ts';
import { decodeText, withoutNuls } from './decode-text.ts';
import { openStatementFile } from './open-statement-file.ts';
import { separatorLine, sniffDelimiter } from './sniff-delimiter.ts';

/** A statement of which nothing is declared. */
export interface AnyStatement {
  readonly source: StatementSource;
  /** What parts its cells; "auto" for a workbook, and for a file whose first line names its delimiter itself. */
  readonly delimiter: StatementConfig['delimiter'];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Opens a file by what its bytes are. Throws UnreadableFile, here or while rows are read, with a message for the person
 * who sent it.
 */
export function openAnyStatement(bytes: Uint8Array): AnyStatement {
  const source = openStatementFile(bytes, { fileType: 'auto', encoding: 'auto', delimiter: 'auto' });
  if (source.fileType === 'xlsx') return { source, delimiter: 'auto' };
  const text = withoutNuls(decodeText(bytes, 'auto'));
  const sniffed = separatorLine(text) === null ? sniffDelimiter(text) : 'auto';
  return { source, delimiter: DELIMITERS.find((one) => one === sniffed) ?? 'auto' };
}
