import type { KnownLines } from '../../app/book-ports.ts';
import type { ScorableLine } from '../../core/scoring/member-month.ts';
import type { BookScope } from './book-scope.ts';
import { readInPortions } from './by-column.ts';
import { SCORABLE_LINE, scorableLineReader } from './line-columns.ts';
import { loadPackedLines } from './packed-lines.ts';

/**
 * The lines of some files, in the order in which these are given. Acceptance order decides which line of a record comes
 * first, so those of a member are in it whether they are known, packed or read as rows; the members of a file are in
 * any order.
 */
export async function loadLines(
  scope: BookScope,
  fileIds: readonly string[],
  known: KnownLines,
): Promise<readonly ScorableLine[]> {
  const unknown = fileIds.filter((fileId) => !known.has(fileId));
  const packed = await loadPackedLines(scope, unknown);
  const byFile = await Promise.all(
    fileIds.map(async (fileId) => known.get(fileId) ?? packed.get(fileId) ?? readRows(scope, fileId)),
  );
  return byFile.flat();
}

/** Along the key by which they are stored. */
async function readRows({ sql, key }: BookScope, fileId: string): Promise<readonly ScorableLine[]> {
  const lines: ScorableLine[] = [];
  const lineOf = scorableLineReader();
  const stored = {
    table: 'statement_lines',
    alias: 'l',
    where: sql`account_id = ${key.accountId} and file_id = ${fileId}`,
    key: { sheet: '(-1)::smallint', row_number: '-1' },
  };
  await readInPortions(sql, SCORABLE_LINE, stored, (read) => lines.push(lineOf(fileId, read)));
  return lines;
}
