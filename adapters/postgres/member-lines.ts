import type { Fragment } from 'postgres';
import type { Sql } from './sql.ts';

/**
 * The lines of one member in one month. The offset holds the planner to the look-up: of a table it knows little of it would rather go
 * through all lines.
 */
export const linesInMonth = (
  sql: Sql,
  accountId: string,
  { member, period }: { member: Fragment; period: Fragment },
) => sql`
  select * from statement_lines
  where account_id = ${accountId} and period = ${period} and member_ref_id = ${member}.member_ref_id offset 0`;

/** Whether a month's lines are totals of the year, as it was scored. `month`: a row of the book's rollups. */
export const printsTotals = (sql: Sql, month: Fragment): Fragment => sql`
  coalesce(${month}.statement_mode, (
    select scored_with.config ->> 'statementMode' from statement_configs scored_with
    where scored_with.config_id = ${month}.config_id), 'period') = 'ytd'`;

/**
 * What records stood at, from their amounts in the months of a year (columns `record`, `period`, `prints_totals`, `amount`): the last total
 * that was printed of each, and what statements of payments brought since.
 */
export const standOf = (sql: Sql, { months, record }: { months: Fragment; record: Fragment }): Fragment => sql`
  select ${record}, sum(amount) as amount from (
    select *, max(period) filter (where prints_totals) over (partition by ${record}) as last_total from (${months}) months
  ) months
  where last_total is null or period >= last_total
  group by ${record}`;

/**
 * The same with what each paid (`paid`), as it was scored: the amount, or, where the statements print totals of the year, one line for each
 * record with what it was paid since (core/scoring/year-to-date.ts). `month`: a row of the book's rollups.
 */
export function paidLinesInMonth(
  sql: Sql,
  accountId: string,
  { member, month }: { member: Fragment; month: Fragment },
): Fragment {
  const record = sql`partition by l.policy_ref_id`;
  const earlier = sql`
    select e.policy_ref_id, before.period, ${printsTotals(sql, sql`before`)} as prints_totals, e.amount
    from rollups before
    cross join lateral (${linesInMonth(sql, accountId, { member, period: sql`before.period` })}) e
    where before.account_id = ${accountId} and before.workspace_id = ${month}.workspace_id
      and before.carrier_id = ${month}.carrier_id and left(before.period, 4) = left(${month}.period, 4)
      and before.period < ${month}.period and e.policy_ref_id is not distinct from l.policy_ref_id`;
  return sql`
    select * from (
      select l.*, row_number() over (${record} order by l.file_id, l.sheet, l.row_number) as nth, total.is_printed,
        case when not total.is_printed then l.amount else sum(l.amount) over (${record}) - coalesce((
          select stand.amount from (${standOf(sql, { months: earlier, record: sql`policy_ref_id` })}) stand), 0) end as paid
      from (select ${printsTotals(sql, month)} as is_printed) total
      cross join lateral (${linesInMonth(sql, accountId, { member, period: sql`${month}.period` })}) l
    ) paid_lines
    where nth = 1 or not is_printed`;
}
