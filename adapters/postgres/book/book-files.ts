import type { BookFiles, BookLine, ReadFile } from '../../../app/book/book-ports.ts';
import type { PeriodFiles, PeriodOperation } from '../../../core/job/period-files.ts';
import type { Period } from '../../../core/period.ts';
import type { UnassignedLine } from '../../../core/statement/unassigned-line.ts';
import { statementLines, unassignedLines } from '../../../schema/book.ts';
import { files, jobs } from '../../../schema/files.ts';
import { opaqueAccountId } from '../connection/planned-for-values.ts';
import { type BookScope, bookColumns, ofPeriod, type WriterScope } from './book-scope.ts';
import { LINE, UNASSIGNED_LINE } from './line-record.ts';

/**
 * Opens the files of a book whose lock the transaction holds. Run it inside `untilWritten`, which waits for the queries that the writer
 * still sends.
 */
export function openBookFiles(scope: WriterScope): BookFiles {
  return {
    listOperations: (period) => listOperations(scope, period),
    acceptLines: (file, lines, unassigned) => saveLines(scope, file, { lines, unassigned }),
    applyFiles: (periodFiles) => applyPeriodFiles(scope, periodFiles),
  };
}

async function listOperations(scope: BookScope, period: Period): Promise<readonly PeriodOperation[]> {
  const { sql, jobId } = scope;
  const operations = await sql<(Omit<PeriodOperation, 'position'> & { readonly position: string })[]>`
    select file_id as "fileId", mode, only_file_id as "onlyFileId", archive_id as "archiveId", position,
      coalesce(status = 'completed' or job_id = ${jobId}, false) as succeeded
    from ${jobs} ${ofPeriod(scope, period)} and mode <> 'rescore'`;
  return operations.map((operation) => ({ ...operation, position: Number(operation.position) }));
}

async function saveLines(
  scope: WriterScope,
  file: ReadFile,
  { lines, unassigned }: { readonly lines: readonly BookLine[]; readonly unassigned: readonly UnassignedLine[] },
): Promise<void> {
  const { sql, key, writer } = scope;
  await deleteLines(scope, [file.fileId]);
  const constants = { ...bookColumns(key), period: file.period, file_id: file.fileId };
  await writer.insert({ table: statementLines, constants, record: LINE }, lines);
  await writer.insert({ table: unassignedLines, constants, record: UNASSIGNED_LINE }, unassigned);
  await writer.send(
    () => sql`
      update ${files} set rows_ingested = ${lines.length}, statement_mode = ${file.statementMode}
      where account_id = ${key.accountId} and file_id = ${file.fileId}`,
  );
}

async function applyPeriodFiles(scope: WriterScope, { active, replaced, retracted }: PeriodFiles): Promise<void> {
  const { sql, key } = scope;
  await sql`
    update ${files} f set status = wanted.status,
      superseded_at = case when wanted.status <> 'active' then coalesce(f.superseded_at, clock_timestamp()) end
    from (
      select unnest(${active}::uuid[]) as file_id, 'active' as status
      union all select unnest(${replaced}::uuid[]), 'replaced'
      union all select unnest(${retracted}::uuid[]), 'retracted'
    ) wanted
    where f.account_id = ${key.accountId} and f.file_id = wanted.file_id and f.status <> wanted.status`;
  const superseded = [...replaced, ...retracted];
  if (superseded.length === 0) return;
  // The writer keeps the order: the lines of this job, which may be superseded too, are inserted before.
  await deleteLines(scope, superseded);
}

async function deleteLines({ sql, key, writer }: WriterScope, fileIds: readonly string[]): Promise<void> {
  const ofFiles = sql`where account_id = ${opaqueAccountId(sql, key.accountId)} and file_id = any(${fileIds}::uuid[])`;
  await writer.send(() => sql`delete from ${statementLines} ${ofFiles}`);
  await writer.send(() => sql`delete from ${unassignedLines} ${ofFiles}`);
}
