import type { Fragment } from 'postgres';
import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { Period } from '../../../core/period.ts';
import type { BookPay } from '../../../core/report/pay-bridge.ts';
import type { UnassignedTotals } from '../../../core/statement/unassigned-line.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { exactFrom } from '../records/column-types.ts';
import { type BookScope, whenSet } from './book-scope.ts';

/**
 * Selects the sums of each month of each book, as a subquery with the columns workspace_id, carrier_id, period, count, gross and
 * chargebacks. Only active files count, because an earlier release, which does not know the table, leaves rows of superseded files.
 */
export const unassignedByMonth = (sql: Sql, accountId: string) => sql`(
  select u.workspace_id, u.carrier_id, u.period, count(*)::int as count,
    coalesce(sum(u.amount) filter (where u.amount > 0 and u.is_counted), 0) as gross,
    coalesce(-sum(u.amount) filter (where u.amount < 0 and u.is_counted), 0) as chargebacks
  from ${unassignedLines} u
  join ${files} f on f.account_id = u.account_id and f.file_id = u.file_id and f.status = 'active'
  where u.account_id = ${accountId}
  group by u.workspace_id, u.carrier_id, u.period)`;

/** Selects the sums of the month that a row (account_id, workspace_id, carrier_id, period) is of, as a lateral subquery of one row. */
export const unassignedOfMonth = (sql: Sql, row: Fragment) => sql`lateral (
  select coalesce(sum(l.amount) filter (where l.amount > 0), 0) as gross, coalesce(-sum(l.amount) filter (where l.amount < 0), 0) as chargebacks
  from ${unassignedLines} l
  join ${files} f on f.account_id = l.account_id and f.file_id = l.file_id and f.status = 'active'
  where l.account_id = ${row}.account_id and l.workspace_id = ${row}.workspace_id and l.carrier_id = ${row}.carrier_id
    and l.period = ${row}.period and l.is_counted)`;

/** Loads the sums of periods of a book; a period without such money is left out. Call it after the writer is done. */
export async function loadUnassignedTotals(
  { sql, key }: BookScope,
  periods: readonly Period[],
): Promise<ReadonlyMap<Period, UnassignedTotals>> {
  const rows = await sql<(UnassignedTotals & { readonly period: Period })[]>`
    select m.period, m.count, (m.gross * 10000)::float8 as gross, (m.chargebacks * 10000)::float8 as "chargebackAmount"
    from ${unassignedByMonth(sql, key.accountId)} m
    where m.workspace_id = ${key.workspaceId} and m.carrier_id = ${key.carrierId} and m.period = any(${[...periods]}::text[])`;
  return new Map(rows.map(({ period, ...totals }) => [period, totals]));
}

interface Books {
  readonly sql: Sql;
  readonly accountId: string;
  readonly filter: BookFilter;
}

/** Loads the pay of books from their rollups and from money without a member. */
export async function loadBookPay(
  { sql, accountId, filter: { carrierId, workspaceId } }: Books,
  periods: readonly Period[],
): Promise<readonly BookPay[]> {
  const rows = await sql<
    (Omit<BookPay, 'ofMembers' | 'withoutMember'> & Record<'ofMembers' | 'withoutMember', string>)[]
  >`
    select r.workspace_id as "workspaceId", r.carrier_id as "carrierId", r.period, r.baseline_period as "baselinePeriod",
      (r.gross_amount - r.chargeback_amount)::text as "ofMembers", coalesce(u.gross - u.chargebacks, 0)::text as "withoutMember",
      r.pay_bridge as bridge
    from ${rollups} r
    left join ${unassignedByMonth(sql, accountId)} u on u.workspace_id = r.workspace_id and u.carrier_id = r.carrier_id
      and u.period = r.period
    where ${[
      sql`r.account_id = ${accountId} and r.period = any(${[...periods]}::text[])`,
      ...whenSet(carrierId, (id) => sql`and r.carrier_id = ${id}`),
      ...whenSet(workspaceId, (id) => sql`and r.workspace_id = ${id}`),
    ]}`;
  return rows.map((row) => ({
    ...row,
    ofMembers: exactFrom(row.ofMembers),
    withoutMember: exactFrom(row.withoutMember),
  }));
}
