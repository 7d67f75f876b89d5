import type { Fragment } from 'postgres';
import { type Period, yearStart } from '../../../core/period.ts';
import type { ScorableLine } from '../../../core/scoring/member-month.ts';
import { membersWithoutTotal, type RecordTotal } from '../../../core/scoring/year-to-date.ts';
import { statementLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import { linesInMonth, printsTotals, withYearTotals } from '../reads/member-lines.ts';
import { type BookScope, ofPeriod } from './book-scope.ts';

/**
 * Loads the sums of the year of records, for statements that print totals of the year. Records of these lines that the period has no total
 * of are looked up in earlier months. Call it after the writer is done.
 */
export async function loadRecordTotals(
  scope: BookScope,
  period: Period,
  lines: readonly ScorableLine[],
): Promise<readonly RecordTotal[]> {
  const totals = await loadPrintedTotals(scope, period);
  const others = membersWithoutTotal(lines, totals);
  return others.length === 0 ? totals : [...(await loadEarlierTotals(scope, period, others)), ...totals];
}

async function loadPrintedTotals(scope: BookScope, period: Period): Promise<readonly RecordTotal[]> {
  const { sql, key } = scope;
  return sql<RecordTotal[]>`
    with month as (
      select file_id, bool_and(${printsTotals(sql, sql`f`)}) over () as only_totals
      from ${files} f ${ofPeriod(scope, period)} and status = 'active'
    )
    select l.member_ref_id as "memberRefId", l.policy_ref_id as "policyRefId", (sum(l.amount) * 10000)::float8 as amount
    from month join ${statementLines} l on l.account_id = ${key.accountId} and l.file_id = month.file_id
    where month.only_totals
    group by l.member_ref_id, l.policy_ref_id`;
}

/** Looks up each member in each month of the year. Usually few members need it: those who are new or were left out for a while. */
async function loadEarlierTotals(
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
  return sql<RecordTotal[]>`
    select member_ref_id as "memberRefId", policy_ref_id as "policyRefId", (sum(amount) * 10000)::float8 as amount
    from (${withYearTotals(sql, { lines, record })}) lines
    where in_year_total group by ${record}`;
}
