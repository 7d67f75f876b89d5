import { randomUUID } from 'node:crypto';
import type { Fragment } from 'postgres';
import type { BookLine, LockedBook, ReadFile } from '../../app/ports.ts';
import type { PeriodFiles, PeriodOperation } from '../../core/job/period-files.ts';
import { millionthsToDecimal } from '../../core/money.ts';
import { type Period, yearStart } from '../../core/period.ts';
import type { EstimatedRate } from '../../core/scoring/estimate-rates.ts';
import type { PriorRow, ScoredRow } from '../../core/scoring/score-member.ts';
import type { RecordTotal } from '../../core/scoring/year-to-date.ts';
import type { BookScope, WrittenScope } from './book-scope.ts';
import { readByColumn, readInPortions } from './by-column.ts';
import { withoutContractedRate } from './expected-rate-rows.ts';
import { LINE_COLUMNS } from './line-columns.ts';
import { linesInMonth, printsTotals, withStanding } from './member-lines.ts';
import { laterRows } from './member-rows.ts';
import { periodReader } from './period-reader.ts';
import { clearPeriod, savePeriod } from './period-scores.ts';
import { anyAccount } from './planned-for-values.ts';
import { insertSet, ROWS_PER_STATEMENT, setWriter } from './row-set.ts';
import { PRIOR_ROW, priorRowFrom } from './score-columns.ts';
import { allEnded, sent } from './sent.ts';

export function openBook(given: BookScope): LockedBook {
  const scope: WrittenScope = { ...given, writer: setWriter(given.sql) };
  // The period saved last, which the next is measured by, and before it those that are still being written; newest first.
  let saved: readonly SavedRows[] = [];
  const reader = periodReader(scope);
  return {
    listOperations: (period) => listOperations(scope, period),
    saveLines: (file, lines) => saveLines(scope, file, lines),
    applyPeriodFiles: (files) => applyPeriodFiles(scope, files),
    listPeriods: (from) => listPeriods(scope, from),
    firstToScore: (from) => firstToScore(scope, from),
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
      const marks = await reader.takeMarks(period);
      const rollup = await savePeriod(scope, period, { ...scored, marks, rows: own.rows });
      void sent(
        scope.writer.done().then(() => {
          own.isWritten = true;
        }),
      );
      return rollup;
    },
    written: () => allEnded([reader.ended(), scope.writer.done()]),
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
  file: ReadFile,
  lines: readonly BookLine[],
): Promise<void> {
  await writer.send(
    () => sql`
      delete from statement_lines
      where account_id = ${anyAccount(sql, key.accountId)} and file_id = ${file.fileId}`,
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
      update files set rows_ingested = ${lines.length}, statement_mode = ${file.statementMode}
      where account_id = ${key.accountId} and file_id = ${file.fileId}`,
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
  const superseded = [...replaced, ...retracted];
  if (superseded.length === 0) return;
  // Behind those that were just saved, which may be among them.
  await writer.send(
    () => sql`
      delete from statement_lines
      where account_id = ${anyAccount(sql, key.accountId)} and file_id = any(${superseded}::uuid[])`,
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

/** Each month's totals are made from those of the month before: where these are outdated it begins with that month, and so on. */
async function firstToScore({ sql, key }: BookScope, from: Period): Promise<Period> {
  const earlier = sql`
    select period, totals_outdated from rollups
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period < ${from}`;
  const [first] = await sql<{ period: Period | null }[]>`
    with earlier as (${earlier})
    select min(period) as period from earlier
    where period > coalesce((select max(period) from earlier where not totals_outdated), '')`;
  return first?.period ?? from;
}

async function loadLastBefore({ sql, key }: BookScope, period: Period): Promise<Period | null> {
  const [last] = await sql<{ period: Period }[]>`
    select period from rollups
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period < ${period}
    order by period desc limit 1`;
  return last?.period ?? null;
}

async function loadRecordTotals({ sql, key }: BookScope, period: Period): Promise<readonly RecordTotal[]> {
  const rows = await sql<RecordTotalRow[]>`
    with month as (
      select file_id, bool_and(${printsTotals(sql, sql`f`)}) over () as only_totals from files f
      where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
        and period = ${period} and status = 'active'
    )
    select l.member_ref_id, l.policy_ref_id, (sum(l.amount) * 10000)::float8 as amount
    from month join statement_lines l on l.account_id = ${key.accountId} and l.file_id = month.file_id
    where month.only_totals
    group by l.member_ref_id, l.policy_ref_id`;
  return rows.map(recordTotalFrom);
}

/**
 * A look-up for each member and month: they are few, newcomers and who was left out for a while, but for the month from which on a carrier
 * prints totals. Asked behind loadRecordTotals, which has waited for the lines that were on their way.
 */
async function loadEarlierTotals(
  { sql, key }: BookScope,
  period: Period,
  memberRefIds: readonly string[],
): Promise<readonly RecordTotal[]> {
  const record = sql`member_ref_id, policy_ref_id`;
  const inBook = (table: Fragment) => sql`
    ${table}.account_id = ${key.accountId} and ${table}.workspace_id = ${key.workspaceId} and ${table}.carrier_id = ${key.carrierId}
    and ${table}.period between ${yearStart(period)} and ${period}`;
  const lines = sql`
    select l.member_ref_id, l.policy_ref_id, l.period, l.amount, true as is_earlier,
      l.file_id = any (array(select f.file_id from files f where ${inBook(sql`f`)} and ${printsTotals(sql, sql`f`)})) as is_total
    from unnest(${memberRefIds}::uuid[]) as wanted (member_ref_id)
    join rollups month on ${inBook(sql`month`)}
    cross join lateral (${linesInMonth(sql, key.accountId, { member: sql`wanted`, period: sql`month.period` })}) l`;
  const rows = await sql<RecordTotalRow[]>`
    select ${record}, (sum(amount) * 10000)::float8 as amount from (${withStanding(sql, { lines, record })}) lines
    where stands group by ${record}`;
  return rows.map(recordTotalFrom);
}

interface RecordTotalRow {
  readonly member_ref_id: string;
  readonly policy_ref_id: string | null;
  readonly amount: number;
}

const recordTotalFrom = (row: RecordTotalRow): RecordTotal => ({
  memberRefId: row.member_ref_id,
  policyRefId: row.policy_ref_id,
  amount: row.amount,
});

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
  const wanted = [...others];
  for (let start = 0; start < wanted.length; start += ROWS_PER_STATEMENT) {
    const some = wanted.slice(start, start + ROWS_PER_STATEMENT);
    const latest = sql`scored_rows m
      cross join lateral (
        select r.* from ${laterRows(sql, key.accountId)} and p.period < ${earliest} order by p.period desc limit 1
      ) s
      where m.account_id = ${key.accountId} and m.member_ref_id = any(${some}::uuid[]) and m.period = m.first_seen_period`;
    await readByColumn(sql, PRIOR_ROW, latest, (read) => prior.set(read('member_ref_id'), priorRowFrom(read)));
  }
  return prior;
}

async function loadBaseline({ sql, key }: BookScope, period: Period): Promise<readonly PriorRow[]> {
  const stored = {
    table: 'scored_rows',
    alias: 's',
    where: sql`
      account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period = ${period}`,
    // No member's: an id has a version.
    key: { member_ref_id: "'00000000-0000-0000-0000-000000000000'::uuid" },
  };
  const rows: PriorRow[] = [];
  await readInPortions(sql, PRIOR_ROW, stored, (read) => rows.push(priorRowFrom(read)));
  return rows;
}

/**
 * As the order of acceptance says, not of the work: a statement that was accepted while no rate was contracted, and is not
 * known to be unreadable, counts as if it had been scored then.
 */
async function estimatesRates({ sql, key }: BookScope): Promise<boolean> {
  const { accountId, workspaceId, carrierId } = key;
  const [book] = await sql<{ estimates: boolean }[]>`
    update books b set estimates = estimates or ${withoutContractedRate(sql, key)} or exists (
      select 1 from jobs j join files f on f.file_id = j.file_id
      where j.account_id = ${accountId} and j.workspace_id = ${workspaceId} and j.carrier_id = ${carrierId} and j.estimates
        and j.status in ('queued', 'processing', 'completed') and (j.mode = 'rescore' or f.status in ('pending', 'active')))
    where account_id = ${accountId} and workspace_id = ${workspaceId} and carrier_id = ${carrierId}
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
        { name: 'rate_value', type: 'numeric', value: (rate) => millionthsToDecimal(rate.rateMillionths) },
        { name: 'sample_size', type: 'integer', value: (rate) => rate.sampleSize },
      ],
    },
    estimates,
  );
}
