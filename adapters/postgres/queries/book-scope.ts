import { and, eq } from 'drizzle-orm';
import type { Fragment } from 'postgres';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { BookMonth } from '../../../app/reads/report-book-members.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { Period } from '../../../core/period.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { refuseUnknown } from '../../../core/refusals.ts';
import { workspaces } from '../../../schema/accounts.ts';
import { carriers, statementConfigs } from '../../../schema/carriers.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import type { BulkWriter } from '../records/stored-record.ts';

/** Filter conditions that the reads share. */

/** Makes a condition, or none when the filter does not name the value, so that the plan fits the filter that is used. */
export function whenSet<T>(value: T | undefined, condition: (value: T) => Fragment): readonly Fragment[] {
  return value === undefined ? [] : [condition(value)];
}

/**
 * Refuses a filter that names an unknown carrier or workspace; null allows it. Callers send it together with the read in one round trip.
 */
export async function refuseUnknownBook(
  sql: Sql,
  accountId: string,
  { carrierId, workspaceId }: BookFilter,
): Promise<Refused | null> {
  if (carrierId === undefined && workspaceId === undefined) return null;
  const [known] = await sql<{ carrier: boolean; workspace: boolean }[]>`
    select
      exists (select 1 from ${visibleCarriers(sql, accountId)} c where c.carrier_id = ${carrierId ?? null}) as carrier,
      exists (select 1 from ${workspaces}
        where account_id = ${accountId} and workspace_id = ${workspaceId ?? null}) as workspace`;
  if (carrierId !== undefined && known?.carrier !== true) return refuseUnknown('carrierId');
  if (workspaceId !== undefined && known?.workspace !== true) return refuseUnknown('workspaceId');
  return null;
}

/** Returns the book of a member; null when the member has no rows. */
export async function findBookOf(sql: Sql, accountId: string, memberRefId: string): Promise<BookKey | null> {
  const [book] = await orm(sql)
    .select({ workspaceId: scoredRows.workspaceId, carrierId: scoredRows.carrierId })
    .from(scoredRows)
    .where(
      and(
        eq(scoredRows.accountId, accountId),
        eq(scoredRows.memberRefId, memberRefId),
        eq(scoredRows.period, scoredRows.firstSeenPeriod),
      ),
    )
    .limit(1);
  return book === undefined ? null : { accountId, ...book };
}

/** Returns the period of a report on a carrier's members: the requested one, else the latest with data; null without data. */
export async function findBookPeriod(
  sql: Sql,
  accountId: string,
  book: BookMonth,
): Promise<{ readonly period: Period | null } | Refused> {
  const [refused, [latest]] = await Promise.all([
    refuseUnknownBook(sql, accountId, book),
    sql<{ period: Period | null }[]>`
      select coalesce(${book.period ?? null}::text, (
        select max(r.period) from ${rollups} r where ${ofBooks(sql, accountId, book)})) as period`,
  ]);
  return isRefused(refused) ? refused : { period: latest?.period ?? null };
}

/**
 * Joins the period's rollups of the carrier with their scored rows. Each workspace's rows are then read by their whole key, so the cost
 * grows with one month of one carrier.
 */
export const scoredRowsOfBook = (sql: Sql, accountId: string, book: BookMonth & { readonly period: Period }) => sql`
  ${rollups} r
  join ${scoredRows} s on s.account_id = r.account_id and s.workspace_id = r.workspace_id and s.carrier_id = r.carrier_id
    and s.period = r.period
  where ${ofBooks(sql, accountId, book)} and r.period = ${book.period}`;

/** Makes the condition for the rollups of the books of a filter, as `r`. */
export function ofBooks(sql: Sql, accountId: string, { carrierId, workspaceId }: BookFilter) {
  return [
    sql`r.account_id = ${accountId}`,
    ...whenSet(carrierId, (id) => sql`and r.carrier_id = ${id}`),
    ...whenSet(workspaceId, (id) => sql`and r.workspace_id = ${id}`),
  ];
}

/** A locked book in one transaction. */
export interface BookScope {
  readonly sql: Sql;
  readonly key: BookKey;
  /** The job that this transaction ends. It counts as completed; null for a request. */
  readonly jobId: string | null;
}

/** A locked book with the writer that sends its statements in the background. */
export interface WriterScope extends BookScope {
  readonly writer: BulkWriter;
}

/** Makes the condition for all rows of one book. */
export const ofBook = ({ sql, key }: Pick<BookScope, 'sql' | 'key'>): Fragment => sql`
  account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}`;

/** Makes the condition for all rows of one period. */
export const ofPeriod = (scope: Pick<BookScope, 'sql' | 'key'>, period: Period): Fragment => scope.sql`
  where ${ofBook(scope)} and period = ${period}`;

/** Returns the columns of a book for rows that are inserted. */
export const bookColumns = ({ accountId, workspaceId, carrierId }: BookKey) => ({
  account_id: accountId,
  workspace_id: workspaceId,
  carrier_id: carrierId,
});

/** Selects the carriers that an account sees, its own and the shared ones, as a row source of a query. */
export const visibleCarriers = (sql: Sql, accountId: string): Fragment => sql`(
  select * from ${carriers} where account_id = ${accountId} or account_id is null)`;

/** Selects the name of the carrier of a row. */
export const carrierName = (sql: Sql, accountId: string, row: Fragment): Fragment => sql`
  select c.name from ${visibleCarriers(sql, accountId)} c where c.carrier_id = ${row}.carrier_id`;

/** Selects the formats of a carrier that an account may read statements with. The account is a value, or a column of an outer row. */
export const usableFormats = (
  sql: Sql,
  accountId: string | null | Fragment,
  carrierId: string | Fragment,
): Fragment => sql`(
  select config_id, account_id, version, config from ${statementConfigs}
  where carrier_id = ${carrierId} and (account_id = ${accountId} or account_id is null) and removed_at is null)`;

/** Orders formats by precedence: the account's own before the shared ones, the newest version of each first. */
export const formatPrecedence = (sql: Sql): Fragment => sql`account_id nulls last, version desc`;

/** Selects the format that a carrier's statements are read with: the first by precedence. No row where the carrier has none. */
export const activeFormat = (
  sql: Sql,
  accountId: string | null | Fragment,
  carrierId: string | Fragment,
): Fragment => sql`(
  select config_id, version, config from ${usableFormats(sql, accountId, carrierId)} usable
  order by ${formatPrecedence(sql)} limit 1)`;
