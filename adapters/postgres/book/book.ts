import type {
  BookFiles,
  BookLine,
  KnownLines,
  LockedBook,
  PeriodScoring,
  ReadFile,
} from '../../../app/book/book-ports.ts';
import type { PeriodFiles, PeriodOperation } from '../../../core/job/period-files.ts';
import type { Period } from '../../../core/period.ts';
import type { PeriodOutcome } from '../../../core/scoring/score-period.ts';
import type { PriorRow, ScoredRow } from '../../../core/scoring/scored-row.ts';
import { membersWithoutTotal } from '../../../core/scoring/year-to-date.ts';
import type { UnassignedLine } from '../../../core/statement/unassigned-line.ts';
import { loadCarrierEvents } from '../carrier-events/carrier-events.ts';
import { opaqueAccountId } from '../connection/planned-for-values.ts';
import { allEnded, startNow } from '../connection/start-now.ts';
import { estimatesRates, saveEstimates } from './book-estimates.ts';
import { listClosed, saveAdjustments } from './book-months.ts';
import type { BookScope, WrittenScope } from './book-scope.ts';
import { bulkWriter } from './bulk-writer.ts';
import { LINE } from './line-record.ts';
import { periodPrefetch } from './period-prefetch.ts';
import { clearPeriod, savePeriod } from './period-scores.ts';
import { loadBaseline, loadEarlierRows, type PeriodRows } from './prior-rows.ts';
import { loadEarlierTotals, loadRecordTotals } from './record-totals.ts';
import { loadUnassignedTotals, saveUnassigned } from './unassigned-lines.ts';

/** Opens a book whose lock the transaction holds. It prefetches periods and writes rows in the background. */
export function openBook(scope: BookScope): LockedBook & BookFiles {
  return openWrittenBook({ ...scope, writer: bulkWriter(scope.sql) });
}

/** Opens a locked book that shares its writer with other statements of the transaction. */
export function openWrittenBook(scope: WrittenScope): LockedBook & BookFiles {
  const { prefetch, ...periodic } = periodsOf(scope);
  return {
    listOperations: (period) => listOperations(scope, period),
    acceptLines: (file, lines, unassigned) => saveLines(scope, file, { lines, unassigned }),
    applyFiles: (files) => applyPeriodFiles(scope, files),
    ...periodic,
    outline: async (from) => {
      const [periods, events, closed, estimates] = await Promise.all([
        listPeriods(scope, from),
        loadCarrierEvents(scope),
        listClosed(scope, from),
        estimatesRates(scope),
      ]);
      prefetch(periods);
      return { periods, events, closed, estimatesRates: estimates };
    },
    recordTotals: async (period, lines) => {
      // Totals are sums of stored lines, and the writer may still be sending lines.
      await scope.writer.done();
      const totals = await loadRecordTotals(scope, period);
      const others = membersWithoutTotal(lines, totals);
      return others.length === 0 ? totals : [...(await loadEarlierTotals(scope, period, others)), ...totals];
    },
    unassignedTotals: (periods) => loadUnassignedTotals(scope, periods),
    saveAdjustments: (changes) => saveAdjustments(scope, changes),
  };
}

interface Periods extends Pick<LockedBook, 'read' | 'rows' | 'earlierRows' | 'save' | 'written'> {
  /** Sets the periods to prefetch, oldest first: while one is scored, the next is read. */
  prefetch(periods: readonly Period[]): void;
}

/** Reads and saves the periods of a book, oldest first. Saved rows stay in memory until PostgreSQL has written them. */
function periodsOf(scope: WrittenScope): Periods {
  /** The last saved period, and earlier ones whose rows are not written yet; newest first. */
  let saved: readonly SavedRows[] = [];
  /** The baseline before the first save. Members are identified by its rows and then compared with them, so it is read once. */
  let baseline: { readonly period: Period; readonly rows: Promise<readonly PriorRow[]> } | null = null;
  let upcoming: readonly Period[] = [];
  let knownLines: KnownLines = new Map();
  const reader = periodPrefetch(scope);

  async function save(period: Period, scored: PeriodScoring): Promise<PeriodOutcome>;
  async function save(period: Period, scored: null): Promise<null>;
  async function save(period: Period, scored: PeriodScoring | null): Promise<PeriodOutcome | null> {
    if (scored === null) {
      await clearPeriod(scope, period);
      return null;
    }
    const own: SavedRows = { period, rows: [], isWritten: false };
    saved = [own, ...saved.filter(({ isWritten }) => !isWritten)];
    baseline = null;
    const fingerprints = await reader.takeFingerprints(period);
    if (scored.estimates !== null) await saveEstimates(scope, period, scored.estimates);
    // The next period depends on the rates of this one, which are saved now. PostgreSQL is idle while this period is scored.
    const next = upcoming.find((other) => other > period);
    if (next !== undefined) void reader.read(next, knownLines);
    const outcome = await savePeriod(scope, period, { ...scored, fingerprints, rows: own.rows });
    void startNow(
      scope.writer.done().then(() => {
        own.isWritten = true;
      }),
    );
    return outcome;
  }
  return {
    prefetch: (periods) => {
      upcoming = periods;
    },
    read: async (period, known) => {
      knownLines = known;
      const lastSaved = saved[0]?.period ?? null;
      // Both queries are sent at once, because each may wait behind rows of earlier periods that are being written.
      const [own, baselinePeriod] = await Promise.all([
        reader.read(period, known),
        lastSaved !== null && lastSaved < period ? lastSaved : loadLastBefore(scope, period),
      ]);
      return own === null ? null : { ...own, baselinePeriod };
    },
    rows: (period) => {
      if (saved[0]?.period === period) return Promise.resolve(saved[0].rows);
      if (baseline?.period !== period) baseline = { period, rows: startNow(loadBaseline(scope, period)) };
      return baseline.rows;
    },
    earlierRows: (period, memberRefIds) => {
      const known = saved[0]?.period === period ? saved.slice(1) : [];
      return loadEarlierRows(scope, { period, known }, memberRefIds);
    },
    save,
    written: () => allEnded([reader.ended(), scope.writer.done()]),
  };
}

interface SavedRows extends PeriodRows {
  readonly rows: ScoredRow[];
  isWritten: boolean;
}

async function listOperations({ sql, key, jobId }: BookScope, period: Period): Promise<readonly PeriodOperation[]> {
  const rows = await sql<
    {
      file_id: string;
      mode: PeriodOperation['mode'];
      only_file_id: string | null;
      archive_id: string | null;
      position: string;
      succeeded: boolean;
    }[]
  >`
    select file_id, mode, only_file_id, archive_id, position, coalesce(status = 'completed' or job_id = ${jobId}, false) as succeeded
    from jobs
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
      and period = ${period} and mode <> 'rescore'`;
  return rows.map((row) => ({
    fileId: row.file_id,
    mode: row.mode,
    onlyFileId: row.only_file_id,
    archiveId: row.archive_id,
    position: Number(row.position),
    succeeded: row.succeeded,
  }));
}

async function saveLines(
  scope: WrittenScope,
  file: ReadFile,
  { lines, unassigned }: { readonly lines: readonly BookLine[]; readonly unassigned: readonly UnassignedLine[] },
): Promise<void> {
  const { sql, key, writer } = scope;
  await deleteLines(scope, [file.fileId]);
  const constants = {
    account_id: { type: 'uuid', value: key.accountId },
    workspace_id: { type: 'uuid', value: key.workspaceId },
    carrier_id: { type: 'uuid', value: key.carrierId },
    period: { type: 'period', value: file.period },
    file_id: { type: 'uuid', value: file.fileId },
  };
  await writer.insert({ table: 'statement_lines', constants, record: LINE }, lines);
  await saveUnassigned(scope, file, unassigned);
  await writer.send(
    () => sql`
      update files set rows_ingested = ${lines.length}, statement_mode = ${file.statementMode}
      where account_id = ${key.accountId} and file_id = ${file.fileId}`,
  );
}

async function applyPeriodFiles(scope: WrittenScope, { active, replaced, retracted }: PeriodFiles): Promise<void> {
  const { sql, key } = scope;
  await sql`
    update files f set status = wanted.status,
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
  await writer.send(() => sql`delete from statement_lines ${ofFiles}`);
  await writer.send(() => sql`delete from unassigned_lines ${ofFiles}`);
}

async function listPeriods({ sql, key }: BookScope, from: Period): Promise<readonly Period[]> {
  const rows = await sql<{ period: Period }[]>`
    select period from files
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
      and period >= ${from} and status = 'active'
    union
    select period from rollups
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period >= ${from}
    order by period`;
  return rows.map((row) => row.period);
}

async function loadLastBefore({ sql, key }: BookScope, period: Period): Promise<Period | null> {
  const [last] = await sql<{ period: Period }[]>`
    select period from rollups
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period < ${period}
    order by period desc limit 1`;
  return last?.period ?? null;
}
