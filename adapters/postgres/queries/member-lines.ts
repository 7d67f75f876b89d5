import type { Fragment } from 'postgres';
import { statementLines } from '../../../schema/book.ts';
import { statementConfigs } from '../../../schema/carriers.ts';
import { files, jobs } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';

/** Makes the condition that a row of jobs is the job that brought its file. Each file has exactly one (index one_ingest_of_a_file). */
export const ingestsFile = (sql: Sql, job: Fragment): Fragment => sql`${job}.mode in ('ingest', 'append', 'replace')`;

/** The member and month of the lines. `policy` selects one policy; null selects lines without a policy number. */
interface LinesWanted {
  readonly member: Fragment;
  readonly period: Fragment;
  readonly policy?: Fragment;
}

/**
 * Selects the lines of one member in one month. `offset 0` keeps the planner from merging the subquery: without statistics it would scan
 * all lines instead of using the index.
 */
export const linesInMonth = (sql: Sql, accountId: string, { member, period, policy }: LinesWanted): Fragment => sql`
  select * from ${statementLines}
  where account_id = ${accountId} and period = ${period} and member_ref_id = ${member}.member_ref_id
    ${policy === undefined ? sql`` : sql`and policy_ref_id is not distinct from ${policy}`} offset 0`;

/** Makes the condition that a row of `files` was read as totals of the year. */
export const printsTotals = (sql: Sql, file: Fragment): Fragment => sql`
  coalesce(${file}.statement_mode, (
    select read_with.config ->> 'statementMode' from ${jobs} brought
    join ${statementConfigs} read_with on read_with.config_id = brought.config_id
    where brought.account_id = ${file}.account_id and brought.file_id = ${file}.file_id and ${ingestsFile(sql, sql`brought`)}), 'period') = 'ytd'`;

/**
 * Marks the earlier lines that make up a record's sum of the year (`in_year_total`): its last printed total, and the payments of that
 * month and later ones. `lines` needs the columns of `record`, `period`, `is_total` and `is_earlier`.
 */
export const withYearTotals = (sql: Sql, { lines, record }: { lines: Fragment; record: Fragment }): Fragment => sql`
  select *, is_earlier and (last_total is null or period >= last_total) as in_year_total from (
    select *, max(period) filter (where is_earlier and is_total) over (partition by ${record}) as last_total from (${lines}) lines
  ) lines`;

/**
 * Selects the lines of one member in one month with the amount that scoring counts (`paid`), and with position and name of the file. A
 * payment counts as its amount. Of totals of the year, a record's first line has the difference to the sum before
 * (core/scoring/year-of-pay.ts), and its other lines have 0. `month` is a row of rollups. Window functions sum all records of the
 * member at once, because a group may have all lines of a statement.
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
      select * from ${files} where account_id = ${accountId} and file_id = l.file_id and status = 'active' offset 0
    ) f`;
  const lines = sql`
    select * from own
    union all
    select earlier.* from ${rollups} before cross join lateral (${read(sql`before.period`, true)}) earlier
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
          - coalesce(sum(amount) filter (where in_year_total) over (partition by ${record}), 0) end as paid
      from (${withYearTotals(sql, { lines, record })}) lines
    ) lines
    where not is_earlier`;
}
