import { openStatementFile } from '../../../adapters/statement-file/open-statement-file.ts';
import { type Cell, type ReadOptions, type SourceRow, UnreadableFile } from '../../../core/statement/source.ts';

const AUTO = { encoding: 'auto', delimiter: 'auto' } as const;

/** Reads all rows of a CSV text or file. */
export function readCsv(file: string | Uint8Array, options: Partial<ReadOptions> = {}): SourceRow[] {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  return openStatementFile(bytes, { ...AUTO, ...options, fileType: 'csv' }).sheets.flatMap((sheet) => [
    ...sheet.rows(),
  ]);
}

/** Reads the cells of all rows of a CSV text or file. */
export function csvCells(file: string | Uint8Array, options: Partial<ReadOptions> = {}): (readonly Cell[])[] {
  return readCsv(file, options).map((row) => row.cells);
}

/** Reads all rows of the first sheet of a workbook. */
export function readXlsx(bytes: Uint8Array): SourceRow[] {
  const [sheet] = openStatementFile(bytes, { ...AUTO, fileType: 'xlsx' }).sheets;
  return sheet === undefined ? [] : [...sheet.rows()];
}

/** Reads the cells of all rows of the first sheet, with numbers as plain numbers. */
export function xlsxCells(bytes: Uint8Array): (string | number)[][] {
  return readXlsx(bytes).map((row) => row.cells.map((cell) => (typeof cell === 'string' ? cell : cell.value)));
}

/** Reads every sheet to its end. Returns the number of rows, or the message of the refusal; any other error fails the test. */
export function outcomeOf(bytes: Uint8Array, fileType: ReadOptions['fileType']): number | string {
  try {
    let rows = 0;
    for (const sheet of openStatementFile(bytes, { ...AUTO, fileType }).sheets) for (const _ of sheet.rows()) rows++;
    return rows;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}
