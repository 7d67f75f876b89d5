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

/**
 * The same with what each paid (`paid`), as it was scored: the amount, or, where the statements print totals of the year, one line for each
 * record with what it was paid since the last statement of the year that has it (core/scoring/year-to-date.ts). `month`: a row
 * of the book's rollups, which names the configuration that it was scored with.
 */
export function paidLinesInMonth(
  sql: Sql,
  accountId: string,
  { member, month }: { member: Fragment; month: Fragment },
): Fragment {
  const isTotal = sql`coalesce((select c.config ->> 'statementMode' = 'ytd' from statement_configs c where c.config_id = ${month}.config_id), false)`;
  const record = sql`partition by l.policy_ref_id`;
  return sql`
    select * from (
      select l.*, row_number() over (${record} order by l.file_id, l.sheet, l.row_number) as nth,
        case when not ${isTotal} then l.amount else sum(l.amount) over (${record}) - coalesce((
          select sum(e.amount) from rollups before
          cross join lateral (${linesInMonth(sql, accountId, { member, period: sql`before.period` })}) e
          where before.account_id = ${accountId} and before.workspace_id = ${month}.workspace_id
            and before.carrier_id = ${month}.carrier_id and left(before.period, 4) = left(${month}.period, 4)
            and before.period < ${month}.period and e.policy_ref_id is not distinct from l.policy_ref_id
          group by before.period order by before.period desc limit 1), 0) end as paid
      from (${linesInMonth(sql, accountId, { member, period: sql`${month}.period` })}) l
    ) paid_lines
    where nth = 1 or not ${isTotal}`;
}
