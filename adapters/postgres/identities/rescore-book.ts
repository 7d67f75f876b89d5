import type { DisputedBook, RescoredBooks } from '../../../app/book/book-store.ts';
import type { RescoreMembers } from '../../../app/members/join-members.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { RESCORED_AT_ONCE_LINES_MAX } from '../../../core/limits/job-limits.ts';
import type { Period } from '../../../core/period.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { files } from '../../../schema/files.ts';
import type { Sql } from '../connection/sql.ts';
import { queueRescores } from '../rates/rate-rescore.ts';

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
