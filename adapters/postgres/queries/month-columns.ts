import type { Fragment } from 'postgres';
import type { Period } from '../../../core/period.ts';
import type { UnassignedTotals } from '../../../core/statement/unassigned-line.ts';
import { unassignedLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { bookMonths, closedMonths } from '../../../schema/months.ts';
import type { Sql } from '../connection/sql.ts';
import type { BookScope } from './book-scope.ts';

/**
 * Selects the part of a rollup's (`r`) owed amount that is based on an estimate. Rollups of earlier releases only say whether there is
 * one.
 */
export const estimatedOwed = (sql: Sql): Fragment =>
  sql`coalesce(r.commission_owed_estimated, case when r.owed_estimated then r.commission_owed else 0 end)`;

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

/** Selects state and file counts of the month of a row of `table`; null while the expected files are not known. */
export const monthOf = (sql: Sql, table: Fragment): Fragment => sql`(
  select jsonb_build_object(
    'state', case when exists (
        select from ${closedMonths} c
        where c.account_id = m.account_id and c.workspace_id = m.workspace_id and c.carrier_id = m.carrier_id and c.period = m.period)
      then 'closed' when m.is_open then 'open' else 'complete' end,
    'files', jsonb_build_object('received', m.files_received, 'expected', m.files_expected, 'known', m.known))
  from ${bookMonths} m where ${ofMonthOf(sql, table)})`;

/** Makes the condition that row `m` of book_months is the month of a row of `table`. */
const ofMonthOf = (sql: Sql, table: Fragment): Fragment => sql`
  m.account_id = ${table}.account_id and m.workspace_id = ${table}.workspace_id and m.carrier_id = ${table}.carrier_id
  and m.period = ${table}.period`;

/** Selects `absence` for the event of job `j`: provisional in an open month, and final in the event of the job that completed the month. */
export const absenceOf = (sql: Sql): Fragment => sql`(
  select jsonb_build_object('absence', case when m.is_open then 'provisional' when m.completed_job_id = j.job_id then 'final' end)
  from ${bookMonths} m where ${ofMonthOf(sql, sql`j`)})`;

/** Selects whether the scored row `s` reports a missing member of a month that still waits for files. */
export const isProvisional = (sql: Sql): Fragment => sql`
  case when ${isAbsence(sql)} then exists (select from ${bookMonths} m where ${ofMonthOf(sql, sql`s`)} and m.is_open) else false end`;

/** Selects the reason of row `s`. A provisional absence also gets the month's note. */
export const reasonOf = (sql: Sql): Fragment => sql`
  case when ${isAbsence(sql)} then concat_ws(' ', s.reason, (
    select m.note from ${bookMonths} m where ${ofMonthOf(sql, sql`s`)} and m.is_open)) else s.reason end`;

/** Makes the condition that row `s` reports a missing member. A later chargeback is red too, but it is not counted. */
const isAbsence = (sql: Sql): Fragment => sql`s.status = 'red' and s.counted`;
