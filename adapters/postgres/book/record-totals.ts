import type { Fragment } from 'postgres';
import { type Period, yearStart } from '../../../core/period.ts';
import type { RecordTotal } from '../../../core/scoring/year-to-date.ts';
import { statementLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import type { BookScope } from './book-scope.ts';
import { linesInMonth, printsTotals, withYearTotals } from './member-lines.ts';

/** Sums of the year of records, for statements that print totals of the year. */

export async function loadRecordTotals({ sql, key }: BookScope, period: Period): Promise<readonly RecordTotal[]> {
  const rows = await sql<RecordTotalRow[]>`
    with month as (
      select file_id, bool_and(${printsTotals(sql, sql`f`)}) over () as only_totals from ${files} f
      where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
        and period = ${period} and status = 'active'
    )
    select l.member_ref_id, l.policy_ref_id, (sum(l.amount) * 10000)::float8 as amount
    from month join ${statementLines} l on l.account_id = ${key.accountId} and l.file_id = month.file_id
    where month.only_totals
    group by l.member_ref_id, l.policy_ref_id`;
  return rows.map(recordTotalFrom);
}

/**
 * Looks up each member in each month of the year. Usually few members need it: those who are new or were left out for a while. Call it
 * after the writer is done.
 */
export async function loadEarlierTotals(
  { sql, key }: BookScope,
  period: Period,
  memberRefIds: readonly string[],
): Promise<readonly RecordTotal[]> {
  const record = sql`member_ref_id, policy_ref_id`;
  const inBook = (table: Fragment) => sql`
    ${table}.account_id = ${key.accountId} and ${table}.workspace_id = ${key.workspaceId} and ${table}.carrier_id = ${key.carrierId}
    and ${table}.period between ${yearStart(period)} and ${period}`;
  const lines = sql`
    select l.member_ref_id, l.policy_ref_id, l.period, l.amount, true as is_earlier,
      l.file_id = any (array(select f.file_id from ${files} f where ${inBook(sql`f`)} and ${printsTotals(sql, sql`f`)})) as is_total
    from unnest(${memberRefIds}::uuid[]) as wanted (member_ref_id)
    join ${rollups} month on ${inBook(sql`month`)}
    cross join lateral (${linesInMonth(sql, key.accountId, { member: sql`wanted`, period: sql`month.period` })}) l`;
  const rows = await sql<RecordTotalRow[]>`
    select ${record}, (sum(amount) * 10000)::float8 as amount from (${withYearTotals(sql, { lines, record })}) lines
    where in_year_total group by ${record}`;
  return rows.map(recordTotalFrom);
}

interface RecordTotalRow {
  readonly member_ref_id: string;
  readonly policy_ref_id: string | null;
  readonly amount: number;
}

const recordTotalFrom = (row: RecordTotalRow): RecordTotal => ({
  memberRefId: row.member_ref_id,
  policyRefId: row.policy_ref_id,
  amount: row.amount,
});
