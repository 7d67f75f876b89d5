import type { CarrierBook } from '../../../app/reads/medicare-reads.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import type { Sql } from '../connection/sql.ts';
import { refuseUnknownBook, whenSet } from './book-filter.ts';

/** The period a report on a carrier's members is about: the one asked for, else the latest with data; null without any. */
export async function findBookPeriod(
  sql: Sql,
  accountId: string,
  book: CarrierBook,
): Promise<{ readonly period: Period | null } | Refused> {
  const [refused, [latest]] = await Promise.all([
    refuseUnknownBook(sql, accountId, book),
    sql<{ period: Period | null }[]>`
      select coalesce(${book.period ?? null}::text, (
        select max(r.period) from rollups r where ${ofBook(sql, accountId, book)})) as period`,
  ]);
  return isRefused(refused) ? refused : { period: latest?.period ?? null };
}

/**
 * The period's rollups of the carrier joined with their scored rows: the key of each workspace's rows is then complete, so
 * that what is read grows with one month of one carrier.
 */
export const scoredRowsOfBook = (sql: Sql, accountId: string, book: CarrierBook & { readonly period: Period }) => sql`
  rollups r
  join scored_rows s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
    and s.period = r.period
  where ${ofBook(sql, accountId, book)} and r.period = ${book.period}`;

/** The carrier's rollups, as `r`. */
export function ofBook(sql: Sql, accountId: string, { carrierId, workspaceId }: CarrierBook) {
  return [
    sql`r.account_id = ${accountId} and r.carrier_id = ${carrierId}`,
    ...whenSet(workspaceId, (id) => sql`and r.workspace_id = ${id}`),
  ];
}
