import type { Fragment } from 'postgres';
import { bringsFile } from './file-job.ts';
import type { Sql } from './sql.ts';

/** Of which member in which month; of all policies unless one is given, null being that of lines without a number. */
interface LinesWanted {
  readonly member: Fragment;
  readonly period: Fragment;
  readonly policy?: Fragment;
}

/**
 * The lines of one member in one month. The offset holds the planner to the look-up: of a table it knows little of it would rather go
 * through all lines.
 */
export const linesInMonth = (sql: Sql, accountId: string, { member, period, policy }: LinesWanted): Fragment => sql`
  select * from statement_lines
  where account_id = ${accountId} and period = ${period} and member_ref_id = ${member}.member_ref_id
    ${policy === undefined ? sql`` : sql`and policy_ref_id is not distinct from ${policy}`} offset 0`;

/** Whether the lines of a row of files are totals of the year, as it was read. */
export const printsTotals = (sql: Sql, file: Fragment): Fragment => sql`
  coalesce(${file}.statement_mode, (
    select read_with.config ->> 'statementMode' from jobs brought
    join statement_configs read_with on read_with.config_id = brought.config_id
    where brought.account_id = ${file}.account_id and brought.file_id = ${file}.file_id and ${bringsFile(sql, sql`brought`)}), 'period') = 'ytd'`;

/**
 * The lines of a year's months with what counts of each for where its record stands (`stands`, of the earlier ones): the last total that was
 * printed of the record, and the payments of that month and since. Of `lines` are needed the columns of `record`, `period`, `is_total`, `is_earlier`.
 */
export const withStanding = (sql: Sql, { lines, record }: { lines: Fragment; record: Fragment }): Fragment => sql`
  select *, is_earlier and (last_total is null or period >= last_total) as stands from (
    select *, max(period) filter (where is_earlier and is_total) over (partition by ${record}) as last_total from (${lines}) lines
  ) lines`;

/**
 * The lines of one member in one month with what each paid (`paid`), as it was scored, and the place and name of its file. A payment paid its amount. Of totals of the year
 * the first line of a record has what the record was paid since (core/scoring/year-to-date.ts), the others nothing. `month`: a row of the
 * book's rollups. Where the records stood is found for all of the member's at once, by sorting: an employer's group may have all of a statement's.
 */
export function paidLinesInMonth(
  sql: Sql,
  accountId: string,
  { month, ...wanted }: Omit<LinesWanted, 'period'> & { readonly month: Fragment },
): Fragment {
  const read = (period: Fragment, isEarlier: boolean) => sql`
    select l.*, f.position, f.original_filename, ${printsTotals(sql, sql`f`)} as is_total, ${isEarlier} as is_earlier
    from (${linesInMonth(sql, accountId, { ...wanted, period })}) l
    cross join lateral (
      select * from files where account_id = ${accountId} and file_id = l.file_id and status = 'active' offset 0
    ) f`;
  const lines = sql`
    select * from own
    union all
    select earlier.* from rollups before cross join lateral (${read(sql`before.period`, true)}) earlier
    where before.account_id = ${accountId} and before.workspace_id = ${month}.workspace_id
      and before.carrier_id = ${month}.carrier_id and left(before.period, 4) = left(${month}.period, 4)
      and before.period < ${month}.period and (select bool_or(is_total) from own)`;
  const record = sql`policy_ref_id`;
  return sql`
    with own as materialized (${read(sql`${month}.period`, false)})
    select * from (
      select *, case
        when not is_total then amount
        when row_number() over (partition by ${record}, is_earlier, is_total order by position, sheet, row_number) > 1 then 0
        else sum(amount) filter (where not is_earlier and is_total) over (partition by ${record})
          - coalesce(sum(amount) filter (where stands) over (partition by ${record}), 0) end as paid
      from (${withStanding(sql, { lines, record })}) lines
    ) lines
    where not is_earlier`;
}
