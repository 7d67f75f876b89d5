import type { Fragment } from 'postgres';
import { bookMonths, closedMonths } from '../../../schema/months.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Selects the part of a rollup's (`r`) owed amount that is based on an estimate. Rollups of earlier releases only say whether there is
 * one.
 */
export const estimatedOwed = (sql: Sql): Fragment =>
  sql`coalesce(r.commission_owed_estimated, case when r.owed_estimated then r.commission_owed else 0 end)`;

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

/** Selects the day on which the first file of a month came, from grouped files. A file that was replaced told of the month too. */
export const arrivedOn = (sql: Sql) => sql`
  to_char(min(uploaded_at) filter (where status in ('active', 'replaced')) at time zone 'utc', 'YYYY-MM-DD')`;
