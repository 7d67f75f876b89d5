import { randomUUID } from 'node:crypto';
import type { Rescore, RescoredBooks } from '../../app/carrier-ports.ts';
import type { BookKey, RequestOrigin } from '../../app/ports.ts';
import { RESCORED_AT_ONCE_LINES_MAX } from '../../core/limits.ts';
import type { Period } from '../../core/period.ts';
import { lockBooksOfCarrier, untilWritten } from './book-store.ts';
import { enqueueJobs } from './outbox.ts';
import type { Sql } from './sql.ts';

/** A carrier's books from the first period on that a change of its rates reaches. */
interface ReachedBooks extends Omit<BookKey, 'workspaceId'> {
  readonly from: Period;
  readonly origin: RequestOrigin;
}

/**
 * Scores again what a change of rates reaches, in the transaction that makes the change. Books with more lines than somebody
 * can wait for get a job each, which begins after the change is committed.
 */
export async function rescoreReached(sql: Sql, reached: ReachedBooks, rescore: Rescore): Promise<RescoredBooks> {
  const large = await findLargeBooks(sql, reached);
  const books = await lockBooksOfCarrier(
    sql,
    reached,
    large.map(({ workspace_id }) => workspace_id),
  );
  const atOnce = await untilWritten(books, () => rescore(reached.from, books));
  const jobIds = await queueRescores(sql, reached, large);
  return { rescoredPeriods: large.reduce((sum, { periods }) => sum + periods, atOnce), jobIds };
}

interface LargeBook {
  workspace_id: string;
  /** The first period reached that has a file, and that file. */
  period: Period;
  file_id: string;
  periods: number;
}

/**
 * The smallest are scored at once, as many as that leaves time for. A period that is being read for the first time counts as
 * reached: its job may have read the rates before they changed.
 */
async function findLargeBooks(sql: Sql, { accountId, carrierId, from }: ReachedBooks): Promise<readonly LargeBook[]> {
  return sql<LargeBook[]>`
    select workspace_id, period, file_id, periods from (
      select workspace_id, min(period) as period, (array_agg(file_id order by period, position))[1] as file_id,
        count(distinct period) filter (where status = 'active')::int as periods,
        sum(sum(rows_ingested)) over (order by coalesce(sum(rows_ingested), 0), workspace_id) as lines_up_to_here
      from files
      where account_id = ${accountId} and carrier_id = ${carrierId} and period >= ${from} and status in ('active', 'pending')
      group by workspace_id) book
    where lines_up_to_here > ${RESCORED_AT_ONCE_LINES_MAX}
    order by workspace_id`;
}

/**
 * A job that waits already will read the new rates too. Its row is locked until the change is committed, so that it can't begin
 * before.
 */
async function queueRescores(
  sql: Sql,
  { accountId, carrierId, origin }: ReachedBooks,
  large: readonly LargeBook[],
): Promise<readonly string[]> {
  if (large.length === 0) return [];
  const waiting = await sql<{ job_id: string; workspace_id: string }[]>`
    select j.job_id, j.workspace_id
    from jobs j
    join unnest(${large.map(({ workspace_id }) => workspace_id)}::uuid[], ${large.map(({ period }) => period)}::text[])
      as book(workspace_id, period) on book.workspace_id = j.workspace_id
    where j.account_id = ${accountId} and j.carrier_id = ${carrierId} and j.mode = 'rescore' and j.status = 'queued'
      and j.period <= book.period
    for share of j`;
  const served = new Set(waiting.map(({ workspace_id }) => workspace_id));
  const others = large.filter(({ workspace_id }) => !served.has(workspace_id));
  const jobIds = others.map(() => randomUUID());
  await sql`
    insert into jobs (job_id, account_id, workspace_id, carrier_id, period, file_id, mode, status, request_id, for_rates)
    select unnest(${jobIds}::uuid[]), ${accountId}, unnest(${others.map(({ workspace_id }) => workspace_id)}::uuid[]), ${carrierId},
      unnest(${others.map(({ period }) => period)}::text[]), unnest(${others.map(({ file_id }) => file_id)}::uuid[]),
      'rescore', 'queued', ${origin.requestId}, true`;
  await enqueueJobs(sql, jobIds);
  return [...waiting.map(({ job_id }) => job_id), ...jobIds];
}
