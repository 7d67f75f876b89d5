import type { Fragment } from 'postgres';
import type { Sql } from '../connection/sql.ts';

/** How the month of a row of `table` stands; null unless it is known how many files it has. */
export const monthOf = (sql: Sql, table: Fragment): Fragment => sql`(
  select jsonb_build_object(
    'state', case when exists (
        select from closed_months c
        where c.account_id = m.account_id and c.workspace_id = m.workspace_id and c.carrier_id = m.carrier_id and c.period = m.period)
      then 'closed' when m.is_open then 'open' else 'complete' end,
    'files', jsonb_build_object('received', m.files_received, 'expected', m.files_expected, 'known', m.known))
  from book_months m where ${ofMonthOf(sql, table)})`;

/** The row `m` of book_months is that of a row of `table`. */
const ofMonthOf = (sql: Sql, table: Fragment): Fragment => sql`
  m.account_id = ${table}.account_id and m.workspace_id = ${table}.workspace_id and m.carrier_id = ${table}.carrier_id
  and m.period = ${table}.period`;

/** What is said of absences in the event of job `j`: they are final in the event of the one job that completed the month. */
export const absenceOf = (sql: Sql): Fragment => sql`(
  select jsonb_build_object('absence', case when m.is_open then 'provisional' when m.completed_job_id = j.job_id then 'final' end)
  from book_months m where ${ofMonthOf(sql, sql`j`)})`;

/** Whether the scored row `s` says that a member is missing from a month that still waits for files. */
export const isProvisional = (sql: Sql): Fragment => sql`
  case when ${isAbsence(sql)} then exists (select from book_months m where ${ofMonthOf(sql, sql`s`)} and m.is_open) else false end`;

/** Its reason, which says so. */
export const reasonOf = (sql: Sql): Fragment => sql`
  case when ${isAbsence(sql)} then concat_ws(' ', s.reason, (
    select m.note from book_months m where ${ofMonthOf(sql, sql`s`)} and m.is_open)) else s.reason end`;

/** A chargeback after the drop is red too, but the member was missing before. */
const isAbsence = (sql: Sql): Fragment => sql`s.status = 'red' and s.counted`;
