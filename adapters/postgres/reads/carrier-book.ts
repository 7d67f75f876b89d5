import type { CarrierBook } from '../../../app/reads/report-medicare.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseUnknownBook, whenSet } from './book-filter.ts';

/** Returns the period of a report on a carrier's members: the requested one, else the latest with data; null without data. */
export async function findBookPeriod(
  sql: Sql,
  accountId: string,
  book: CarrierBook,
): Promise<{ readonly period: Period | null } | Refused> {
  const [refused, [latest]] = await Promise.all([
    refuseUnknownBook(sql, accountId, book),
    sql<{ period: Period | null }[]>`
      select coalesce(${book.period ?? null}::text, (
        select max(r.period) from ${rollups} r where ${ofBook(sql, accountId, book)})) as period`,
  ]);
  return isRefused(refused) ? refused : { period: latest?.period ?? null };
}

/**
 * Joins the period's rollups of the carrier with their scored rows. Each workspace's rows are then read by their whole key, so the cost
 * grows with one month of one carrier.
 */
export const scoredRowsOfBook = (sql: Sql, accountId: string, book: CarrierBook & { readonly period: Period }) => sql`
  ${rollups} r
  join ${scoredRows} s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
    and s.period = r.period
  where ${ofBook(sql, accountId, book)} and r.period = ${book.period}`;

/** Makes the condition for the carrier's rollups, as `r`. */
export function ofBook(sql: Sql, accountId: string, { carrierId, workspaceId }: CarrierBook) {
  return [
    sql`r.account_id = ${accountId} and r.carrier_id = ${carrierId}`,
    ...whenSet(workspaceId, (id) => sql`and r.workspace_id = ${id}`),
  ];
}
