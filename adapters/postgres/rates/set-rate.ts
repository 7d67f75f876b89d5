import { randomUUID } from 'node:crypto';
import type { DisputedBook, RescoredBooks } from '../../../app/book/book-store.ts';
import type { RescoreMembers } from '../../../app/members/join-members.ts';
import type { NewRate, RateRules, RateSet, RateStore, Rescore } from '../../../app/rates/decide-rates.ts';
import type { RateRecord } from '../../../app/rates/rate-records.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { REQUEST_LOCK_WAIT_SECONDS, RESCORED_AT_ONCE_LINES_MAX } from '../../../core/limits/job-limits.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { refuseUnknown } from '../../../core/refusals.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import type { RateBounds } from '../../../core/scoring/rate-bounds.ts';
import { expectedRates } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { holdWorkspaces } from '../accounts/account-store.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { lockBooksOfCarrier } from '../book/book-store.ts';
import { holdCarrier } from '../carriers/carrier-store.ts';
import { lockWait } from '../connection/connection.ts';
import type { Sql } from '../connection/sql.ts';
import {
  NOT_FOR_CODE_BEFORE,
  rateFirstDay,
  storedPlanCode,
  withoutContractedRate,
} from '../queries/expected-rate-rows.ts';
import { enqueueJobs } from '../queries/outbox.ts';

interface ChangedBook {
  readonly key: BookKey;
  readonly book: DisputedBook;
  /** The first month that changed; null without a change. */
  readonly from: Period | null;
  readonly origin: RequestOrigin;
}

/** Scores one book again in the transaction that changed its lines. A book that is too large for a request gets a job instead. */
export async function rescoreBook(
  sql: Sql,
  { key, book, from, origin }: ChangedBook,
  rescore: RescoreMembers,
): Promise<RescoredBooks> {
  if (from === null) return { rescoredPeriods: 0, jobIds: [] };
  const [reached] = await sql<{ lines: number; file_id: string | null; period: Period | null; periods: number }[]>`
    select coalesce(sum(rows_ingested), 0)::int as lines, count(distinct period)::int as periods, min(period) as period,
      (array_agg(file_id order by period, position))[1] as file_id
    from ${files}
    where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
      and status = 'active' and period >= ${from}`;
  if (reached === undefined || reached.file_id === null || reached.period === null) {
    return { rescoredPeriods: 0, jobIds: [] };
  }
  if (reached.lines <= RESCORED_AT_ONCE_LINES_MAX) {
    return { rescoredPeriods: await rescore(from, book), jobIds: [] };
  }
  const { file_id, period, periods } = reached;
  const large = [{ workspace_id: key.workspaceId, file_id, period, periods }];
  const jobIds = await queueRescores(sql, { accountId: key.accountId, carrierId: key.carrierId, from, origin }, large);
  return { rescoredPeriods: periods, jobIds };
}

/** The books that a change of rates rescores before the answer. */
export interface ReachedBooks extends Omit<BookKey, 'workspaceId'> {
  readonly from: Period;
  /** Workspaces whose books are left to jobs, because they are too large. */
  readonly workspacesLeftOut: readonly string[];
  readonly periodsLeftOut: number;
}

/** Called with the locks of the books held, before anything is scored. */
export type OnReached = (reached: ReachedBooks) => Promise<void>;

/** A carrier's books from the first period on that a change of its rates reaches. */
interface RateReach extends Omit<BookKey, 'workspaceId'> {
  readonly from: Period;
  readonly origin: RequestOrigin;
  readonly onReached?: OnReached | undefined;
}

/**
 * Rescores the periods that a change of rates reaches, in the transaction of the change. Books with too many lines for a request get a job
 * each, which begins after the commit.
 */
export async function rescoreReached(sql: Sql, reached: RateReach, rescore: Rescore): Promise<RescoredBooks> {
  const large = await findLargeBooks(sql, reached);
  const workspacesLeftOut = large.map(({ workspace_id }) => workspace_id);
  const books = await lockBooksOfCarrier(sql, reached, workspacesLeftOut);
  // All locks are taken before anything is scored, because afterwards there may be no time left to wait for one.
  const jobIds = await queueRescores(sql, reached, large);
  const periodsLeftOut = large.reduce((sum, { periods }) => sum + periods, 0);
  const { accountId, carrierId, from } = reached;
  await reached.onReached?.({ accountId, carrierId, from, workspacesLeftOut, periodsLeftOut });
  const atOnce = await rescore(reached.from, books);
  return { rescoredPeriods: periodsLeftOut + atOnce, jobIds };
}

export interface LargeBook {
  workspace_id: string;
  /** The first file of the period. The job is listed under its name. */
  file_id: string;
  period: Period;
  periods: number;
}

/** Returns the books that are too large. The smallest books are scored in the request, as many as there is time for. */
async function findLargeBooks(sql: Sql, { accountId, carrierId, from }: RateReach): Promise<readonly LargeBook[]> {
  return sql<LargeBook[]>`
    select workspace_id, file_id, period, periods from (
      select workspace_id, min(period) as period, (array_agg(file_id order by period, position))[1] as file_id,
        count(distinct period)::int as periods,
        sum(sum(rows_ingested)) over (order by sum(rows_ingested), workspace_id) as lines_up_to_here
      from ${files}
      where account_id = ${accountId} and carrier_id = ${carrierId} and status = 'active' and period >= ${from}
      group by workspace_id) book
    where lines_up_to_here > ${RESCORED_AT_ONCE_LINES_MAX}
    order by workspace_id`;
}

/**
 * Queues jobs that rescore from the start of the rates, not from the first month that exists, because an earlier month may be read with
 * the old rates until the commit. A waiting job is reused: its row is locked, so it begins after the commit.
 */
async function queueRescores(
  sql: Sql,
  { accountId, carrierId, from, origin }: RateReach,
  large: readonly LargeBook[],
): Promise<readonly string[]> {
  if (large.length === 0) return [];
  const workspaceIds = large.map(({ workspace_id }) => workspace_id);
  const waiting = await sql<{ job_id: string; workspace_id: string }[]>`
    select job_id, workspace_id from ${jobs}
    where account_id = ${accountId} and carrier_id = ${carrierId} and workspace_id = any(${workspaceIds}::uuid[])
      and mode = 'rescore' and status = 'queued' and coalesce(rates_from, period) <= ${from}
    for share`;
  const served = new Set(waiting.map(({ workspace_id }) => workspace_id));
  const others = large.filter(({ workspace_id }) => !served.has(workspace_id));
  const jobIds = others.map(() => randomUUID());
  await sql`
    insert into ${jobs} (job_id, account_id, workspace_id, carrier_id, period, file_id, mode, status, request_id, rates_from,
      estimates)
    select unnest(${jobIds}::uuid[]), ${accountId}, unnest(${others.map(({ workspace_id }) => workspace_id)}::uuid[]), ${carrierId},
      unnest(${others.map(({ period }) => period)}::text[]), unnest(${others.map(({ file_id }) => file_id)}::uuid[]),
      'rescore', 'queued', ${origin.requestId}, ${from}, ${withoutContractedRate(sql, { accountId, carrierId })}`;
  await enqueueJobs(sql, jobIds);
  return [...waiting.map(({ job_id }) => job_id), ...jobIds];
}

/** Reads, locks and writes a change of one contracted rate. */

export const rateColumns = (sql: Sql) => sql`
  rate_id as id, carrier_id as "carrierId", nullif(plan_code, '') as "planCode", plan_name as "planName",
  product_type as "productType", max_lives as "maxLives", rate_type as "rateType",
  rate_value::float8 as "rateValue", tier, state, ${rateFirstDay(sql)} as "effectiveFrom", effective_to as "effectiveTo",
  from_policy_month as "fromPolicyMonth", to_policy_month as "toPolicyMonth", from_lives as "fromLives", to_lives as "toLives",
  source, workspace_id as "workspaceId", basis_period as "basisPeriod", sample_size as "sampleSize",
  created_at as "createdAt"`;

/**
 * Serialises changes of one carrier's contracted rates, so that "first" and "last" rate are well defined. A new workspace waits too,
 * because its books are not rescored.
 */
export async function lockRates(sql: Sql, accountId: string, carrierId: string): Promise<void> {
  await sql`select ${lockWait(sql, REQUEST_LOCK_WAIT_SECONDS)}`;
  await holdWorkspaces(sql, accountId);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`expected rates ${accountId} ${carrierId}`}, 0))`;
}

type SetCommand = Parameters<RateStore['set']>[0] & {
  readonly onReached?: OnReached;
  /** The estimate that the rate confirms. */
  readonly estimateId?: string;
};

/** Makes one change in the given transaction. */
export async function setRate(
  sql: Sql,
  { accountId, rate, origin, onReached, estimateId }: SetCommand,
  rules: RateRules,
): Promise<RateSet | Refused> {
  const { carrierId } = rate;
  if (!(await holdCarrier(sql, { accountId, carrierId }))) return refuseUnknown('carrierId');
  await lockRates(sql, accountId, carrierId);
  const changesEstimates = !(await hasContractedRate(sql, accountId, carrierId));
  const alike = await listAlike(sql, accountId, rate);
  const decided = rules.decideReplaced(rate, alike);
  if (isRefused(decided)) return decided;
  const replaced = decided.replaced === null ? null : await replaceRate(sql, accountId, decided.replaced.id, rate);
  const full = replaced === null ? await refuseOneMore(sql, accountId, 'expectedRates') : null;
  if (full !== null) return full;
  const stored = replaced ?? (await insertRate(sql, accountId, rate));
  await recordAudit(sql, {
    accountId,
    origin,
    action: estimateId === undefined ? 'rate.set' : 'rate.confirm',
    target: stored.id,
    meta: { ...rate, ...(estimateId && { estimateId }) },
  });
  const from = rules.firstPeriodReached({ effectiveFrom: rate.effectiveFrom, changesEstimates });
  const rescored = await rescoreReached(sql, { accountId, carrierId, from, origin, onReached }, rules.rescore);
  return { rate: stored, created: replaced === null, ...rescored };
}

/**
 * Lists the carrier's contracted rates that differ from the rate only in value, bounds and last day. Plan codes that differ only in case
 * are equal, as in scoring.
 */
function listAlike(sql: Sql, accountId: string, rate: NewRate): Promise<RateRecord[]> {
  return sql<RateRecord[]>`
    select ${rateColumns(sql)} from ${expectedRates}
    where account_id = ${accountId} and carrier_id = ${rate.carrierId} and source = 'contracted'
      and upper(plan_code) is not distinct from upper(${storedPlanCode(rate)}::text)
      and plan_name is not distinct from ${rate.planName} and product_type is not distinct from ${rate.productType}
      and tier is not distinct from ${rate.tier} and state is not distinct from ${rate.state}
      and ${rateFirstDay(sql)} is not distinct from ${rate.effectiveFrom}::date
    order by rate_id`;
}

export function isBounded({ fromPolicyMonth, toPolicyMonth, fromLives, toLives }: RateBounds): boolean {
  return [fromPolicyMonth, toPolicyMonth, fromLives, toLives].some((bound) => bound !== null);
}

async function replaceRate(sql: Sql, accountId: string, rateId: string, rate: NewRate): Promise<RateRecord> {
  const [replaced] = await sql<RateRecord[]>`
    update ${expectedRates} set plan_code = ${storedPlanCode(rate)}, rate_type = ${rate.rateType},
      rate_value = ${rate.rateValue}::numeric, effective_to = ${rate.effectiveTo}, max_lives = ${rate.maxLives}
    where account_id = ${accountId} and rate_id = ${rateId}
    returning ${rateColumns(sql)}`;
  return returned(replaced);
}

async function insertRate(sql: Sql, accountId: string, rate: NewRate): Promise<RateRecord> {
  const hasBounds = isBounded(rate);
  const [inserted] = await sql<RateRecord[]>`
    insert into ${expectedRates} (rate_id, account_id, carrier_id, source, plan_code, plan_name, product_type, rate_type, rate_value,
      tier, state, effective_from, bounded_from, effective_to, max_lives, from_policy_month, to_policy_month, from_lives, to_lives)
    values (${randomUUID()}, ${accountId}, ${rate.carrierId}, 'contracted', ${storedPlanCode(rate)}, ${rate.planName},
      ${rate.productType}, ${rate.rateType}, ${rate.rateValue}::numeric, ${rate.tier}, ${rate.state},
      ${hasBounds ? NOT_FOR_CODE_BEFORE : rate.effectiveFrom}, ${hasBounds ? rate.effectiveFrom : null}, ${rate.effectiveTo},
      ${rate.maxLives}, ${rate.fromPolicyMonth}, ${rate.toPolicyMonth}, ${rate.fromLives}, ${rate.toLives})
    returning ${rateColumns(sql)}`;
  return returned(inserted);
}

function returned(row: RateRecord | undefined): RateRecord {
  if (row === undefined) throw new Error('The statement returned no row.');
  return row;
}

export async function hasContractedRate(sql: Sql, accountId: string, carrierId: string): Promise<boolean> {
  const rows = await sql`select 1 where ${withoutContractedRate(sql, { accountId, carrierId })}`;
  return rows.length === 0;
}
