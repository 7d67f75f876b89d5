import type { BookLine, LockedBook, ReadFile, ScoredPeriod } from '../../../app/book/book-ports.ts';
import type { PeriodFiles, PeriodOperation } from '../../../core/job/period-files.ts';
import type { Period } from '../../../core/period.ts';
import type { PeriodOutcome } from '../../../core/scoring/score-period.ts';
import type { PriorRow, ScoredRow } from '../../../core/scoring/scored-row.ts';
import type { UnassignedLine } from '../../../core/statement/unassigned-line.ts';
import { loadCarrierEvents } from '../carrier-events/carrier-events.ts';
import { anyAccount } from '../connection/planned-for-values.ts';
import { allEnded, sent } from '../connection/sent.ts';
import { estimatesRates, saveEstimates } from './book-estimates.ts';
import { listClosed, saveAdjustments } from './book-months.ts';
import type { BookScope, WrittenScope } from './book-scope.ts';
import { LINE_COLUMNS, OWN_MEMBER_COLUMN } from './line-columns.ts';
import { periodReader } from './period-reader.ts';
import { clearPeriod, savePeriod } from './period-scores.ts';
import { loadBaseline, loadEarlierRows, type PeriodRows } from './prior-rows.ts';
import { loadEarlierTotals, loadRecordTotals } from './record-totals.ts';
import { setWriter } from './row-set.ts';
import { saveUnassigned } from './unassigned-lines.ts';

export function openBook(given: BookScope): LockedBook {
  return openWrittenBook({ ...given, writer: setWriter(given.sql) });
}

export function openWrittenBook(scope: WrittenScope): LockedBook {
  // The period saved last, which the next is measured by, and before it those that are still being written; newest first.
  let saved: readonly SavedRows[] = [];
  // The rows of the month that was asked for last, while nothing is saved: a statement's members are identified by them, then scored.
  let asked: { readonly period: Period; readonly rows: Promise<readonly PriorRow[]> } | null = null;
  const reader = periodReader(scope);
  async function save(period: Period, scored: ScoredPeriod): Promise<PeriodOutcome> {
    const own: SavedRows = { period, rows: [], isWritten: false };
    saved = [own, ...saved.filter(({ isWritten }) => !isWritten)];
    asked = null;
    const fingerprints = await reader.takeFingerprints(period);
    const outcome = await savePeriod(scope, period, { ...scored, fingerprints, rows: own.rows });
    void sent(
      scope.writer.done().then(() => {
        own.isWritten = true;
      }),
    );
    return outcome;
  }
  return {
    listOperations: (period) => listOperations(scope, period),
    saveLines: (file, lines, unassigned) => saveLines(scope, file, { lines, unassigned }),
    applyPeriodFiles: (files) => applyPeriodFiles(scope, files),
    listPeriods: (from) => listPeriods(scope, from),
    readAhead: (period, known) => {
      void reader.read(period, known);
    },
    loadPeriod: async (period, known) => {
      const lastSaved = saved[0]?.period ?? null;
      // Asked at once: the answer to each may have to wait for what is being written of earlier periods.
      const [own, baselinePeriod] = await Promise.all([
        reader.read(period, known),
        lastSaved !== null && lastSaved < period ? lastSaved : loadLastBefore(scope, period),
      ]);
      return own === null ? null : { ...own, baselinePeriod };
    },
    loadRecordTotals: async (period) => {
      // They are sums of lines, which may be on their way.
      await scope.writer.done();
      return loadRecordTotals(scope, period);
    },
    loadEarlierTotals: (period, memberRefIds) => loadEarlierTotals(scope, period, memberRefIds),
    loadBaseline: (period) => {
      if (saved[0]?.period === period) return Promise.resolve(saved[0].rows);
      if (asked?.period !== period) asked = { period, rows: sent(loadBaseline(scope, period)) };
      return asked.rows;
    },
    loadEarlierRows: (period, memberRefIds) => {
      const known = saved[0]?.period === period ? saved.slice(1) : [];
      return loadEarlierRows(scope, { period, known }, memberRefIds);
    },
    loadCarrierEvents: () => loadCarrierEvents(scope),
    estimatesRates: () => estimatesRates(scope),
    saveEstimates: (basisPeriod, estimates) => saveEstimates(scope, basisPeriod, estimates),
    savePeriod: save,
    written: () => allEnded([reader.ended(), scope.writer.done()]),
    clearPeriod: (period) => clearPeriod(scope, period),
    listClosed: (from) => listClosed(scope, from),
    saveAdjustments: (changes) => saveAdjustments(scope, changes),
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
      position: string;
      succeeded: boolean;
    }[]
  >`
    select file_id, mode, only_file_id, position, coalesce(status = 'completed' or job_id = ${jobId}, false) as succeeded
    from jobs
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
      and period = ${period} and mode <> 'rescore'`;
  return rows.map((row) => ({
    fileId: row.file_id,
    mode: row.mode,
    onlyFileId: row.only_file_id,
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
  const hasAliases = lines.some(({ ownMemberRefId }) => ownMemberRefId !== null);
  const columns = hasAliases ? [...LINE_COLUMNS, OWN_MEMBER_COLUMN] : LINE_COLUMNS;
  await writer.insert({ table: 'statement_lines', constants, columns }, lines);
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
  // Behind those that were just saved, which may be among them.
  await deleteLines(scope, superseded);
}

async function deleteLines({ sql, key, writer }: WrittenScope, fileIds: readonly string[]): Promise<void> {
  const ofFiles = sql`where account_id = ${anyAccount(sql, key.accountId)} and file_id = any(${fileIds}::uuid[])`;
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
