import type { BookFiles, BookLine, LockedBook, PeriodScoring, ReadFile } from '../../../app/book/book-ports.ts';
import type { PeriodFiles, PeriodOperation } from '../../../core/job/period-files.ts';
import type { Period } from '../../../core/period.ts';
import type { PeriodOutcome } from '../../../core/scoring/score-period.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import type { UnassignedLine } from '../../../core/statement/unassigned-line.ts';
import { statementLines, unassignedLines } from '../../../schema/book.ts';
import { files, jobs } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import { loadCarrierEvents } from '../carrier-events/carrier-events.ts';
import { opaqueAccountId } from '../connection/planned-for-values.ts';
import { startNow } from '../connection/start-now.ts';
import { listClosed, saveAdjustments } from '../months/book-months.ts';
import { estimatesRates, saveEstimates } from '../rates/book-estimates.ts';
import { loadUnassignedTotals } from '../reads/unassigned-totals.ts';
import { untilWritten } from '../records/bulk-writer.ts';
import { type BookScope, bookColumns, ofBook, ofPeriod, type WrittenScope } from './book-scope.ts';
import { LINE, UNASSIGNED_LINE } from './line-record.ts';
import { clearPeriod, savePeriod } from './period-scores.ts';
import { loadBaseline, loadEarlierRows } from './prior-rows.ts';
import { loadRecordTotals } from './record-totals.ts';
import { loadStoredPeriod } from './stored-period.ts';

/** Opens a book whose lock the transaction holds. The caller waits for the statements of the writer. */
export function openBook(scope: WrittenScope): LockedBook & BookFiles {
  return {
    listOperations: (period) => listOperations(scope, period),
    acceptLines: (file, lines, unassigned) => saveLines(scope, file, { lines, unassigned }),
    applyFiles: (files) => applyPeriodFiles(scope, files),
    ...periodsOf(scope),
    outline: async (from) => {
      const [periods, events, closed, estimates] = await Promise.all([
        listPeriods(scope, from),
        loadCarrierEvents(scope),
        listClosed(scope, from),
        estimatesRates(scope),
      ]);
      return { periods, events, closed, estimatesRates: estimates };
    },
    recordTotals: async (period, lines) => {
      // Totals are sums of stored lines, and the writer may still be sending lines.
      await scope.writer.done();
      return loadRecordTotals(scope, period, lines);
    },
    unassignedTotals: (periods) => loadUnassignedTotals(scope, periods),
    saveAdjustments: (changes) => saveAdjustments(scope, changes),
  };
}

/** Reads and saves the periods of a book, oldest first. */
function periodsOf(scope: WrittenScope): Pick<LockedBook, 'read' | 'rows' | 'earlierRows' | 'save'> {
  /** The rows of the last baseline or saved period, which is the next baseline. Members are identified by them, then compared with them. */
  let kept: { readonly period: Period; readonly rows: Promise<readonly PriorRow[]> } | null = null;

  async function save(period: Period, scored: PeriodScoring): Promise<PeriodOutcome>;
  async function save(period: Period, scored: null): Promise<null>;
  async function save(period: Period, scored: PeriodScoring | null): Promise<PeriodOutcome | null> {
    if (scored === null) {
      await clearPeriod(scope, period);
      return null;
    }
    if (scored.estimates !== null) await saveEstimates(scope, period, scored.estimates);
    const { outcome, rows } = await untilWritten(scope.writer, () => savePeriod(scope, period, scored));
    kept = { period, rows: Promise.resolve(rows) };
    return outcome;
  }
  return {
    read: async (period, known) => {
      // Both are sent at once, because each may wait behind lines that are being written.
      const [stored, baselinePeriod] = await Promise.all([
        loadStoredPeriod(scope, period, known),
        loadLastBefore(scope, period),
      ]);
      return stored === null ? null : { ...stored, baselinePeriod };
    },
    rows: (period) => {
      if (kept?.period !== period) kept = { period, rows: startNow(loadBaseline(scope, period)) };
      return kept.rows;
    },
    earlierRows: (period, memberRefIds) => loadEarlierRows(scope, period, memberRefIds),
    save,
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
  scope: WrittenScope,
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

async function applyPeriodFiles(scope: WrittenScope, { active, replaced, retracted }: PeriodFiles): Promise<void> {
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

async function deleteLines({ sql, key, writer }: WrittenScope, fileIds: readonly string[]): Promise<void> {
  const ofFiles = sql`where account_id = ${opaqueAccountId(sql, key.accountId)} and file_id = any(${fileIds}::uuid[])`;
  await writer.send(() => sql`delete from ${statementLines} ${ofFiles}`);
  await writer.send(() => sql`delete from ${unassignedLines} ${ofFiles}`);
}

async function listPeriods(scope: BookScope, from: Period): Promise<readonly Period[]> {
  const { sql } = scope;
  const rows = await sql<{ period: Period }[]>`
    select period from ${files} where ${ofBook(scope)} and period >= ${from} and status = 'active'
    union
    select period from ${rollups} where ${ofBook(scope)} and period >= ${from}
    order by period`;
  return rows.map((row) => row.period);
}

async function loadLastBefore(scope: BookScope, period: Period): Promise<Period | null> {
  const [row] = await scope.sql<{ last: Period | null }[]>`
    select max(period) as last from ${rollups} where ${ofBook(scope)} and period < ${period}`;
  return row?.last ?? null;
}
