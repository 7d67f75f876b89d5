import { createHash } from 'node:crypto';
import type { Fragment } from 'postgres';
import type { KnownLines, LockedBook, PeriodScoring, StoredPeriod } from '../../../app/book/book-store.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { type Period, yearStart } from '../../../core/period.ts';
import type { EstimatedRate } from '../../../core/scoring/estimate-rates.ts';
import type { KnownAgentText } from '../../../core/scoring/gone-parts.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import type { PeriodOutcome } from '../../../core/scoring/score-period.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { membersWithoutTotal, type RecordTotal } from '../../../core/scoring/year-of-pay.ts';
import { readStoredConfig } from '../../../core/statement/config.ts';
import { agentNames } from '../../../schema/agents.ts';
import { books, statementLines } from '../../../schema/book.ts';
import { expectedRates, statementConfigs } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { allEnded, startNow } from '../connection/coalesce-calls.ts';
import { opaqueAccountId } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { loadUnassignedTotals } from '../queries/book-pay.ts';
import {
  type BookScope,
  bookColumns,
  ofBook,
  ofPeriod,
  visibleCarriers,
  type WriterScope,
} from '../queries/book-scope.ts';
import { loadCarrierEvents } from '../queries/carrier-events.ts';
import { listRates, storedPlanCode, withoutContractedRate } from '../queries/expected-rate-rows.ts';
import { linesInMonth, printsTotals, withYearTotals } from '../queries/member-lines.ts';
import { integer, millionths, text, uuid } from '../records/column-types.ts';
import {
  bulkInsert,
  optional,
  ROWS_PER_BATCH,
  readColumnar,
  readInBatches,
  required,
  storedRecord,
  untilWritten,
  writtenRecord,
} from '../records/stored-record.ts';
import { listClosed, saveAdjustments } from './book-months.ts';
import { PRIOR_ROW, SCORABLE_LINE_FIELDS } from './book-records.ts';
import { clearPeriod, loadFindingTallies, savePeriod } from './period-scores.ts';

/** Opens a book whose lock the transaction holds. Run it inside `untilWritten`, which waits for the queries that the writer still sends. */
export function openBook(scope: WriterScope): LockedBook {
  return {
    ...periodsOf(scope),
    outline: async (from) => {
      const [periods, events, tallies, closed, estimates, agentTexts] = await Promise.all([
        listPeriods(scope, from),
        loadCarrierEvents(scope),
        loadFindingTallies(scope, from),
        listClosed(scope, from),
        estimatesRates(scope),
        listAgentTexts(scope),
      ]);
      return { periods, events, tallies, closed, estimatesRates: estimates, agentTexts };
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

/** Lists the names and numbers that belong to a record, at the book's carrier or everywhere. */
async function listAgentTexts({ sql, key: { accountId, carrierId } }: BookScope): Promise<readonly KnownAgentText[]> {
  return sql<KnownAgentText[]>`
    select kind, folded, agent_id as "agentId" from ${agentNames}
    where account_id = ${accountId} and agent_id is not null and (carrier_id is null or carrier_id = ${carrierId})`;
}

/** Reads and saves the periods of a book, oldest first. */
function periodsOf(scope: WriterScope): Pick<LockedBook, 'read' | 'rows' | 'earlierRows' | 'save'> {
  /** The rows of the last baseline or saved period, which is the next baseline. Members are identified by them, then compared with them. */
  let kept: { readonly period: Period; readonly rows: Promise<readonly PriorRow[]> } | null = null;

  async function save(period: Period, scoring: PeriodScoring): Promise<PeriodOutcome>;
  async function save(period: Period, scoring: null): Promise<null>;
  async function save(period: Period, scoring: PeriodScoring | null): Promise<PeriodOutcome | null> {
    if (scoring === null) {
      await clearPeriod(scope, period);
      return null;
    }
    if (scoring.estimates !== null) await saveEstimates(scope, period, scoring.estimates);
    const { outcome, rows } = await untilWritten(scope.writer, () => savePeriod(scope, period, scoring));
    kept = { period, rows: Promise.resolve(rows) };
    return outcome;
  }
  return {
    read: async (period, known) => {
      // Both are sent at once, because each may wait behind lines that are being written.
      const [stored, before] = await Promise.all([
        loadStoredPeriod(scope, period, known),
        loadPeriodsBefore(scope, period),
      ]);
      return stored === null ? null : { ...stored, ...before };
    },
    rows: (period) => {
      if (kept?.period !== period) kept = { period, rows: startNow(loadBaseline(scope, period)) };
      return kept.rows;
    },
    earlierRows: (period, memberRefIds) => loadEarlierRows(scope, period, memberRefIds),
    save,
  };
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

async function loadPeriodsBefore(
  scope: BookScope,
  period: Period,
): Promise<Pick<StoredPeriod, 'baselinePeriod' | 'firstPeriod'>> {
  const [row] = await scope.sql<Pick<StoredPeriod, 'baselinePeriod' | 'firstPeriod'>[]>`
    select max(period) as "baselinePeriod", min(period) as "firstPeriod"
    from ${rollups} where ${ofBook(scope)} and period < ${period}`;
  return row ?? { baselinePeriod: null, firstPeriod: null };
}

/**
 * Loads the sums of the year of records, for statements that print totals of the year. Records of these lines that the period has no total
 * of are looked up in earlier months. Call it after the writer is done.
 */
async function loadRecordTotals(
  scope: BookScope,
  period: Period,
  lines: readonly ScorableLine[],
): Promise<readonly RecordTotal[]> {
  const totals = await loadPrintedTotals(scope, period);
  const others = membersWithoutTotal(lines, totals);
  return others.length === 0 ? totals : [...(await loadEarlierTotals(scope, period, others)), ...totals];
}

async function loadPrintedTotals(scope: BookScope, period: Period): Promise<readonly RecordTotal[]> {
  const { sql, key } = scope;
  return sql<RecordTotal[]>`
    with month as (
      select file_id, bool_and(${printsTotals(sql, sql`f`)}) over () as only_totals
      from ${files} f ${ofPeriod(scope, period)} and status = 'active'
    )
    select l.member_ref_id as "memberRefId", l.policy_ref_id as "policyRefId", (sum(l.amount) * 10000)::float8 as amount
    from month join ${statementLines} l on l.account_id = ${key.accountId} and l.file_id = month.file_id
    where month.only_totals
    group by l.member_ref_id, l.policy_ref_id`;
}

/** Looks up each member in each month of the year. Usually few members need it: those who are new or were left out for a while. */
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
      l.file_id = any (array(select f.file_id from ${files} f where ${inBook(sql`f`)} and ${printsTotals(sql, sql`f`)})) as is_total
    from unnest(${memberRefIds}::uuid[]) as wanted (member_ref_id)
    join ${rollups} month on ${inBook(sql`month`)}
    cross join lateral (${linesInMonth(sql, key.accountId, { member: sql`wanted`, period: sql`month.period` })}) l`;
  return sql<RecordTotal[]>`
    select member_ref_id as "memberRefId", policy_ref_id as "policyRefId", (sum(amount) * 10000)::float8 as amount
    from (${withYearTotals(sql, { lines, record })}) lines
    where in_year_total group by ${record}`;
}

/** Rows of earlier periods that a period's members are compared with. */

/** Loads the latest row before this period of each of these members who has one. None of them may have a row in the period. */
async function loadEarlierRows(
  { sql, key }: BookScope,
  period: Period,
  memberRefIds: readonly string[],
): Promise<readonly PriorRow[]> {
  const found: PriorRow[] = [];
  for (let start = 0; start < memberRefIds.length; start += ROWS_PER_BATCH) {
    const some = memberRefIds.slice(start, start + ROWS_PER_BATCH);
    const rows = earlierRows(sql, key.accountId, { some, before: period });
    await readColumnar(sql, PRIOR_ROW, rows, (row) => found.push(row));
  }
  return found;
}

/**
 * Selects the latest row of each member. A member has a row in every month until it drops (`scoreMember`), so the last row of a missing
 * member is red. Members who were only paid once, as by bonuses, never drop: they are looked up month by month from their first row. The
 * query does not name the book before that, because the planner would then use the primary key instead of the two indexes.
 */
const earlierRows = (
  sql: Sql,
  accountId: string,
  { some, before }: { readonly some: readonly string[]; readonly before: Period },
) => sql`(
  select latest.* from unnest(${some}::uuid[]) as wanted (member_ref_id)
  cross join lateral (
    select * from (
      (select * from ${scoredRows}
      where account_id = ${opaqueAccountId(sql, accountId)} and member_ref_id = wanted.member_ref_id and status = 'red' and period < ${before}
      order by period desc limit 1)
      union all
      (select * from ${scoredRows}
      where account_id = ${opaqueAccountId(sql, accountId)} and member_ref_id = wanted.member_ref_id and period = first_seen_period
        and period < ${before}
      limit 1)
    ) known order by period desc limit 1
  ) known
  cross join lateral (
    select known.* where known.status = 'red'
    union all
    (select once.* from ${rollups} r
    cross join lateral (
      select * from ${scoredRows}
      where account_id = ${accountId} and workspace_id = r.workspace_id and carrier_id = r.carrier_id and period = r.period
        and member_ref_id = known.member_ref_id
      offset 0
    ) once
    where known.status <> 'red' and r.account_id = ${accountId} and r.workspace_id = known.workspace_id
      and r.carrier_id = known.carrier_id and r.period >= known.period and r.period < ${before}
    order by r.period desc limit 1)
  ) latest) earlier`;

/** Loads all rows of a period, in the order of member ids. */
async function loadBaseline(scope: BookScope, period: Period): Promise<readonly PriorRow[]> {
  const stored = {
    table: scoredRows,
    where: scope.sql`${ofBook(scope)} and period = ${period}`,
    // The nil UUID is no member's id, because member ids have a version.
    key: { member_ref_id: "'00000000-0000-0000-0000-000000000000'::uuid" },
  };
  const rows: PriorRow[] = [];
  await readInBatches(scope.sql, PRIOR_ROW, stored, (row) => rows.push(row));
  return rows;
}

/** Loads what a period is scored from, except its baseline; null when the period has no active file. */
async function loadStoredPeriod(
  scope: BookScope,
  period: Period,
  known: KnownLines,
): Promise<Omit<StoredPeriod, 'baselinePeriod' | 'firstPeriod'> | null> {
  const { sql, key } = scope;
  const active = await sql<{ file_id: string; product_line: StoredPeriod['productLine']; prints_totals: boolean }[]>`
    select f.file_id, c.product_line, ${printsTotals(sql, sql`f`)} as prints_totals from ${files} f
    join ${visibleCarriers(sql, key.accountId)} c on c.carrier_id = f.carrier_id
    where f.account_id = ${key.accountId} and f.workspace_id = ${key.workspaceId} and f.carrier_id = ${key.carrierId}
      and f.period = ${period} and f.status = 'active'
    order by f.position`;
  const fileIds = active.map((file) => file.file_id);
  const newestFileId = fileIds.at(-1);
  if (newestFileId === undefined) return null;
  // All are sent at once, because each may wait behind lines that are being written.
  const rates = listRates(sql, key);
  const config = loadScoringConfig(scope, fileIds);
  const lines = loadLines(scope, fileIds, known);
  await allEnded([rates, config, lines]);
  return {
    lines: await lines,
    newestFileId,
    totalsFileIds: new Set(active.filter((file) => file.prints_totals).map((file) => file.file_id)),
    productLine: active[0]?.product_line ?? null,
    rates: await rates,
    config: await config,
  };
}

/** Loads the configuration of the newest completed job on the active files, including requested rescores. Its options apply to scoring. */
async function loadScoringConfig(
  { sql, key, jobId }: BookScope,
  fileIds: readonly string[],
): Promise<StoredPeriod['config']> {
  const [row] = await sql<{ config_id: string; config: unknown }[]>`
    select c.config_id, c.config from ${jobs} j join ${statementConfigs} c on c.config_id = j.config_id
    where j.account_id = ${key.accountId} and j.file_id = any(${fileIds}::uuid[]) and j.mode <> 'retract' and j.rates_from is null
      and (j.status = 'completed' or j.job_id = ${jobId})
    order by j.position desc limit 1`;
  if (row === undefined)
    throw new Error('No completed job with a configuration was found for the active files of a period.');
  return { configId: row.config_id, config: readStoredConfig(row.config).config };
}

const SCORABLE_LINE = storedRecord(SCORABLE_LINE_FIELDS);

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
  await readInBatches(sql, SCORABLE_LINE, stored, (line) => lines.push({ ...line, fileId }));
  return lines;
}

/** Rates that are estimated from a book's first period. */

/**
 * Returns whether the book estimates rates: true for good once it accepted a readable statement while no rate was contracted. The order
 * of acceptance decides, not the order in which jobs run, so that the result does not depend on timing.
 */
async function estimatesRates(scope: BookScope): Promise<boolean> {
  const { sql, key } = scope;
  const { accountId, workspaceId, carrierId } = key;
  const [book] = await sql<{ estimates: boolean }[]>`
    update ${books} b set estimates = estimates or ${withoutContractedRate(sql, key)} or exists (
      select 1 from ${jobs} j join ${files} f on f.file_id = j.file_id
      where j.account_id = ${accountId} and j.workspace_id = ${workspaceId} and j.carrier_id = ${carrierId} and j.estimates
        and j.status in ('queued', 'processing', 'completed') and (j.mode = 'rescore' or f.status in ('pending', 'active')))
    where ${ofBook(scope)}
    returning estimates`;
  return book?.estimates ?? false;
}

async function saveEstimates(
  scope: BookScope,
  basisPeriod: Period,
  estimates: readonly EstimatedRate[],
): Promise<void> {
  const { sql, key } = scope;
  await sql`delete from ${expectedRates} where ${ofBook(scope)} and source = 'estimated'`;
  const constants = { ...bookColumns(key), source: 'estimated', basis_period: basisPeriod };
  const rows = estimates.map((rate) => ({
    ...rate,
    rateId: estimateId(key, rate),
    planCode: storedPlanCode(rate),
    planName: rate.planName ?? null,
    productType: rate.productType ?? null,
    maxLives: rate.maxLives ?? null,
  }));
  await bulkInsert(sql, { table: expectedRates, constants, record: ESTIMATE }, rows);
}

const ESTIMATE = writtenRecord({
  rateId: required(expectedRates.rateId, uuid),
  planCode: optional(expectedRates.planCode, text),
  planName: optional(expectedRates.planName, text),
  productType: optional(expectedRates.productType, text),
  maxLives: optional(expectedRates.maxLives, integer),
  tier: optional(expectedRates.tier, text),
  rateType: required(expectedRates.rateType, text),
  rateMillionths: required(expectedRates.rateValue, millionths),
  sampleSize: required(expectedRates.sampleSize, integer),
});

/**
 * Makes a version 8 UUID from the book and all fields of the estimate. The same estimate keeps its id whenever the book is scored again.
 * A changed estimate has another id, so that nobody confirms a value that they have not seen.
 */
function estimateId({ accountId, workspaceId, carrierId }: BookKey, rate: EstimatedRate): string {
  const { planCode, planName, productType, maxLives, tier, rateType, rateMillionths } = rate;
  const text = JSON.stringify([
    ...[accountId, workspaceId, carrierId, planCode, planName ?? null, productType ?? null],
    ...[maxLives ?? null, tier, rateType, rateMillionths],
  ]);
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
