import { randomUUID } from 'node:crypto';
import type { BookLine, LockedBook, StoredPeriod } from '../../app/ports.ts';
import type { PeriodFiles, PeriodOperation } from '../../core/job/period-files.ts';
import { unscaleDecimal } from '../../core/money.ts';
import type { Period } from '../../core/period.ts';
import type { EstimatedRate } from '../../core/scoring/estimate-rates.ts';
import type { ScorableLine } from '../../core/scoring/member-month.ts';
import type { PriorRow, ScoredRow } from '../../core/scoring/score-member.ts';
import type { RecordTotal } from '../../core/scoring/year-to-date.ts';
import { statementConfigSchema } from '../../core/statement/config.ts';
import type { BookScope, WrittenScope } from './book-scope.ts';
import { listRates } from './expected-rate-rows.ts';
import { LINE_COLUMNS, type ScorableLineRow, scorableLineColumns, scorableLineReader } from './line-columns.ts';
import { laterRows } from './member-rows.ts';
import { clearPeriod, savePeriod } from './period-scores.ts';
import { insertSet, setWriter } from './row-set.ts';
import { type PriorRowRow, priorRowColumns, priorRowFrom } from './score-columns.ts';
import { sent } from './sent.ts';

export function openBook(given: BookScope): LockedBook {
  const scope: WrittenScope = { ...given, writer: setWriter(given.sql) };
  // The period saved last, which the next is measured by, and before it those that are still being written; newest first.
  let saved: readonly SavedRows[] = [];
  return {
    listOperations: (period) => listOperations(scope, period),
    saveLines: (file, lines) => saveLines(scope, file, lines),
    applyPeriodFiles: (files) => applyPeriodFiles(scope, files),
    listPeriods: (from) => listPeriods(scope, from),
    loadPeriod: (period, known) => loadPeriod(scope, period, { known, lastSaved: saved[0]?.period ?? null }),
    loadRecordTotals: async (period) => {
      // They are sums of lines, which may be on their way.
      await scope.writer.done();
      return loadRecordTotals(scope, period);
    },
    loadPriorRows: async (baselinePeriod, memberRefIds) => {
      if (baselinePeriod === null) return new Map();
      const isSaved = saved[0]?.period === baselinePeriod;
      const months = isSaved ? saved : [{ period: baselinePeriod, rows: await loadBaseline(scope, baselinePeriod) }];
      return loadPriorRows(scope, months, memberRefIds);
    },
    estimatesRates: () => estimatesRates(scope),
    saveEstimates: (basisPeriod, estimates) => saveEstimates(scope, basisPeriod, estimates),
    savePeriod: async (period, scored) => {
      const own: SavedRows = { period, rows: [], isWritten: false };
      saved = [own, ...saved.filter(({ isWritten }) => !isWritten)];
      const rollup = await savePeriod(scope, period, { ...scored, rows: own.rows });
      void sent(
        scope.writer.done().then(() => {
          own.isWritten = true;
        }),
      );
      return rollup;
    },
    written: () => scope.writer.done(),
    clearPeriod: (period) => clearPeriod(scope, period),
  };
}

interface PeriodRows {
  readonly period: Period;
  readonly rows: readonly PriorRow[];
}

interface SavedRows extends PeriodRows {
  readonly rows: ScoredRow[];
  isWritten: boolean;
}

async function listOperations({ sql, key, jobId }: BookScope, period: Period): Promise<readonly PeriodOperation[]> {
  const rows = await sql<{ file_id: string; mode: PeriodOperation['mode']; position: string; succeeded: boolean }[]>`
    select file_id, mode, position, coalesce(status = 'completed' or job_id = ${jobId}, false) as succeeded
    from jobs
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
      and period = ${period} and mode <> 'rescore'`;
  return rows.map((row) => ({
    fileId: row.file_id,
    mode: row.mode,
    position: Number(row.position),
    succeeded: row.succeeded,
  }));
}

async function saveLines(
  { sql, key, writer }: WrittenScope,
  file: { readonly fileId: string; readonly period: Period },
  lines: readonly BookLine[],
): Promise<void> {
  await writer.send(
    () => sql`delete from statement_lines where account_id = ${key.accountId} and file_id = ${file.fileId}`,
  );
  const constants = {
    account_id: { type: 'uuid', value: key.accountId },
    workspace_id: { type: 'uuid', value: key.workspaceId },
    carrier_id: { type: 'uuid', value: key.carrierId },
    period: { type: 'period', value: file.period },
    file_id: { type: 'uuid', value: file.fileId },
  };
  await writer.insert({ table: 'statement_lines', constants, columns: LINE_COLUMNS }, lines);
  await writer.send(
    () => sql`
      update files set rows_ingested = ${lines.length} where account_id = ${key.accountId} and file_id = ${file.fileId}`,
  );
}

async function applyPeriodFiles(
  { sql, key, writer }: WrittenScope,
  { active, replaced, retracted }: PeriodFiles,
): Promise<void> {
  await sql`
    update files f set status = wanted.status,
      superseded_at = case when wanted.status <> 'active' then coalesce(f.superseded_at, clock_timestamp()) end
    from (
      select unnest(${active}::uuid[]) as file_id, 'active' as status
      union all select unnest(${replaced}::uuid[]), 'replaced'
      union all select unnest(${retracted}::uuid[]), 'retracted'
    ) wanted
    where f.account_id = ${key.accountId} and f.file_id = wanted.file_id and f.status <> wanted.status`;
  // Behind those that were just saved, which may be among them.
  await writer.send(
    () => sql`
      delete from statement_lines
      where account_id = ${key.accountId} and file_id = any(${[...replaced, ...retracted]}::uuid[])`,
  );
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

async function loadPeriod(
  scope: BookScope,
  period: Period,
  { known, lastSaved }: { readonly known: ReadonlyMap<string, readonly BookLine[]>; readonly lastSaved: Period | null },
): Promise<StoredPeriod | null> {
  const { sql, key } = scope;
  const files = await sql<{ file_id: string; product_line: StoredPeriod['productLine'] }[]>`
    select f.file_id, c.product_line from files f
    join carriers c on c.carrier_id = f.carrier_id and (c.account_id = ${key.accountId} or c.account_id is null)
    where f.account_id = ${key.accountId} and f.workspace_id = ${key.workspaceId} and f.carrier_id = ${key.carrierId}
      and f.period = ${period} and f.status = 'active'
    order by f.position`;
  const fileIds = files.map((file) => file.file_id);
  const newestFileId = fileIds.at(-1);
  if (newestFileId === undefined) return null;
  // Asked all at once: the answer to each may have to wait for what is being written of earlier periods.
  const [baselinePeriod, rates, config, lines] = await Promise.all([
    lastSaved !== null && lastSaved < period ? lastSaved : loadLastBefore(scope, period),
    listRates(sql, key),
    loadScoringConfig(scope, fileIds),
    loadLines(scope, fileIds, known),
  ]);
  return { baselinePeriod, lines, newestFileId, productLine: files[0]?.product_line ?? null, rates, config };
}

async function loadLastBefore({ sql, key }: BookScope, period: Period): Promise<Period | null> {
  const [last] = await sql<{ period: Period }[]>`
    select period from rollups
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period < ${period}
    order by period desc limit 1`;
  return last?.period ?? null;
}

/** Acceptance order decides which line of a record comes first, so it is kept whether lines are known or read back. */
async function loadLines(
  { sql, key }: BookScope,
  fileIds: readonly string[],
  known: ReadonlyMap<string, readonly BookLine[]>,
): Promise<readonly ScorableLine[]> {
  const lineOf = scorableLineReader();
  const byFile = await Promise.all(
    fileIds.map(async (fileId): Promise<readonly ScorableLine[]> => {
      const ofFile = known.get(fileId);
      if (ofFile !== undefined) return ofFile;
      const lines: ScorableLine[] = [];
      // By file, which is how they are stored. There is no limit, but the planner can't know: it goes along the key, where they are
      // in order, and sorts nothing. Each is made as its row comes: all rows at once would take the memory twice.
      await sql<ScorableLineRow[]>`
        select ${scorableLineColumns(sql)} from statement_lines l
        where l.account_id = ${key.accountId} and l.file_id = ${fileId}
        order by l.sheet, l.row_number limit (select null::bigint)`.forEach((row) => {
        lines.push(lineOf(fileId, row));
      });
      return lines;
    }),
  );
  return byFile.flat();
}

/** The newest completed job on the active files, a rescore included: its configuration's scoring options hold. */
async function loadScoringConfig(
  { sql, key, jobId }: BookScope,
  fileIds: readonly string[],
): Promise<StoredPeriod['config']> {
  const [row] = await sql<{ config_id: string; config: unknown }[]>`
    select c.config_id, c.config from jobs j join statement_configs c on c.config_id = j.config_id
    where j.account_id = ${key.accountId} and j.file_id = any(${fileIds}::uuid[]) and j.mode <> 'retract'
      and (j.status = 'completed' or j.job_id = ${jobId})
    order by j.position desc limit 1`;
  if (row === undefined) throw new Error('An active file has a completed job with a configuration.');
  return { configId: row.config_id, config: statementConfigSchema.parse(row.config) };
}

async function loadRecordTotals({ sql, key }: BookScope, period: Period): Promise<readonly RecordTotal[]> {
  const rows = await sql<{ member_ref_id: string; policy_ref_id: string | null; amount: number }[]>`
    select l.member_ref_id, l.policy_ref_id, (sum(l.amount) * 10000)::float8 as amount
    from files f join statement_lines l on l.account_id = f.account_id and l.file_id = f.file_id
    where f.account_id = ${key.accountId} and f.workspace_id = ${key.workspaceId} and f.carrier_id = ${key.carrierId}
      and f.period = ${period} and f.status = 'active'
    group by l.member_ref_id, l.policy_ref_id`;
  return rows.map((row) => ({ memberRefId: row.member_ref_id, policyRefId: row.policy_ref_id, amount: row.amount }));
}

/**
 * The baseline's members, and for those of the statement who are not among them the latest row they ever had. The baseline comes
 * first of the months that are known; of those before them everything is written.
 */
async function loadPriorRows(
  { sql, key }: BookScope,
  known: readonly PeriodRows[],
  memberRefIds: Iterable<string>,
): Promise<ReadonlyMap<string, PriorRow>> {
  const prior = new Map<string, PriorRow>();
  for (const row of known[0]?.rows ?? []) if (row.status !== 'red') prior.set(row.memberRefId, row);
  const others = new Set<string>();
  for (const memberRefId of memberRefIds) if (!prior.has(memberRefId)) others.add(memberRefId);
  for (const { rows } of known) {
    for (const row of rows) if (others.delete(row.memberRefId)) prior.set(row.memberRefId, row);
  }
  const earliest = known.at(-1)?.period;
  if (others.size === 0 || earliest === undefined) return prior;
  // Newcomers end at the first look-up; of who was there before, the last month is nearly always near.
  const earlier = await sql<PriorRowRow[]>`
    select ${priorRowColumns(sql)}
    from scored_rows m
    cross join lateral (
      select r.* from ${laterRows(sql, key.accountId)} and p.period < ${earliest} order by p.period desc limit 1
    ) s
    where m.account_id = ${key.accountId} and m.member_ref_id = any(${[...others]}::uuid[]) and m.period = m.first_seen_period`;
  for (const row of earlier) prior.set(row.member_ref_id, priorRowFrom(row));
  return prior;
}

async function loadBaseline({ sql, key }: BookScope, period: Period): Promise<readonly PriorRow[]> {
  const rows = await sql<PriorRowRow[]>`
    select ${priorRowColumns(sql)} from scored_rows s
    where s.account_id = ${key.accountId} and s.workspace_id = ${key.workspaceId} and s.carrier_id = ${key.carrierId}
      and s.period = ${period}`;
  return rows.map(priorRowFrom);
}

async function estimatesRates({ sql, key }: BookScope): Promise<boolean> {
  const [book] = await sql<{ estimates: boolean }[]>`
    update books set estimates = estimates or not exists (
      select 1 from expected_rates
      where account_id = ${key.accountId} and carrier_id = ${key.carrierId} and source = 'contracted')
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
    returning estimates`;
  return book?.estimates ?? false;
}

async function saveEstimates(
  { sql, key }: BookScope,
  basisPeriod: Period,
  estimates: readonly EstimatedRate[],
): Promise<void> {
  await sql`
    delete from expected_rates
    where account_id = ${key.accountId} and carrier_id = ${key.carrierId} and workspace_id = ${key.workspaceId} and source = 'estimated'`;
  const constants = {
    account_id: { type: 'uuid', value: key.accountId },
    carrier_id: { type: 'uuid', value: key.carrierId },
    workspace_id: { type: 'uuid', value: key.workspaceId },
    source: { type: 'text', value: 'estimated' },
    basis_period: { type: 'period', value: basisPeriod },
  };
  await insertSet<EstimatedRate>(
    sql,
    {
      table: 'expected_rates',
      constants,
      columns: [
        { name: 'rate_id', type: 'uuid', value: () => randomUUID() },
        { name: 'plan_code', type: 'text', value: (rate) => rate.planCode },
        { name: 'rate_type', type: 'text', value: (rate) => rate.rateType },
        { name: 'rate_value', type: 'numeric', value: (rate) => unscaleDecimal(BigInt(rate.rateMillionths), 6) },
        { name: 'sample_size', type: 'integer', value: (rate) => rate.sampleSize },
      ],
    },
    estimates,
  );
}
