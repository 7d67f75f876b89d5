import type { KnownLines } from '../../../app/book/book-ports.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import { statementLines } from '../../../schema/book.ts';
import type { BookScope } from './book-scope.ts';
import { readInBatches } from './columnar-read.ts';
import { SCORABLE_LINE } from './line-record.ts';
import { storedRecord } from './stored-record.ts';

const LINE_OF_FILE = storedRecord(SCORABLE_LINE);

/**
 * Reads the lines of some files, in the order of `fileIds`, which is the order of acceptance. Within a file, members may come in any
 * order, but each member's lines keep theirs. `known` holds lines that are not read again.
 */
export async function loadLines(
  scope: BookScope,
  fileIds: readonly string[],
  known: KnownLines,
): Promise<readonly ScorableLine[]> {
  const byFile = await Promise.all(fileIds.map(async (fileId) => known.get(fileId) ?? readRows(scope, fileId)));
  return byFile.flat();
}

/** Reads one file's lines in portions along the primary key. */
async function readRows({ sql, key }: BookScope, fileId: string): Promise<readonly ScorableLine[]> {
  const lines: ScorableLine[] = [];
  const stored = {
    table: statementLines,
    where: sql`account_id = ${key.accountId} and file_id = ${fileId}`,
    key: { sheet: '(-1)::smallint', row_number: '-1' },
  };
  await readInBatches(sql, LINE_OF_FILE, stored, (line) => lines.push({ ...line, fileId }));
  return lines;
}
