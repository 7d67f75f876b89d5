import { type ReadOptions, type StatementSource, UnreadableFile } from '../../core/statement/source.ts';
import { csvRowsOf } from './csv-rows.ts';
import { utf8Of } from './decode-text.ts';
import { SAMPLE_CHARACTERS, separatorLine, sniffDelimiter } from './sniff-delimiter.ts';
import { fileTypeProblem, sniffFileType } from './sniff-file-type.ts';
import { openXlsxWorkbook } from './xlsx-workbook.ts';

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
