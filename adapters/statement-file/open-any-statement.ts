import type { StatementConfig } from '../../core/statement/config.ts';
import { type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import { decodeText, withoutNuls } from './decode-text.ts';
import { openStatementFile } from './open-statement-file.ts';
import { separatorLine, sniffDelimiter } from './sniff-delimiter.ts';
import { sniffFileType } from './sniff-file-type.ts';

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
  const { kind, words } = sniffFileType(bytes);
  if (kind === 'empty') throw new UnreadableFile('The file is empty.');
  if (kind === 'xlsx') {
    return {
      source: openStatementFile(bytes, { fileType: 'xlsx', encoding: 'auto', delimiter: 'auto' }),
      delimiter: 'auto',
    };
  }
  if (kind !== 'text') {
    throw new UnreadableFile(
      `The file is ${words}. Save the statement as CSV or as an Excel workbook (.xlsx) and send that.`,
    );
  }
  const text = withoutNuls(decodeText(bytes, 'auto'));
  const sniffed = separatorLine(text) === null ? sniffDelimiter(text) : 'auto';
  const delimiter = DELIMITERS.find((one) => one === sniffed) ?? 'auto';
  return { source: openStatementFile(bytes, { fileType: 'csv', encoding: 'auto', delimiter }), delimiter };
}
