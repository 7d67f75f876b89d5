import type { Fragment } from 'postgres';
import {
  EARLIER_ROWS_MAX,
  type EarlierStatement,
  REPEATED_IN_PERIOD_LINES_MIN,
  REPEATED_LINES_MIN,
  type RepeatedStatement,
} from '../../../core/job/other-month.ts';
import type { Period } from '../../../core/period.ts';
import { statementLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import { rollups } from '../../../schema/scores.ts';
import type { BookScope } from '../queries/book-scope.ts';

/** Finds the newest active file of another period of the book. Its first rows are read along their primary key. */
export async function findEarlierStatement({ sql, key }: BookScope, period: Period): Promise<EarlierStatement | null> {
  const rows = await sql<{ period: Period; coverageMonth: Period | null; paidDate: string | null }[]>`
    with earlier as (
      select file_id, period from ${files}
      where account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId}
        and period <> ${period} and status = 'active' and rows_ingested > 0
      order by position desc limit 1
    )
    select earlier.period, l.coverage_month as "coverageMonth", l.paid_date as "paidDate"
    from earlier join lateral (
      select coverage_month, paid_date from ${statementLines} l
      where l.account_id = ${key.accountId} and l.file_id = earlier.file_id
      order by l.file_id, l.sheet, l.row_number limit ${EARLIER_ROWS_MAX}
    ) l on true`;
  const [first] = rows;
  return first === undefined ? null : { period: first.period, rows };
}

/**
 * Finds the statement that the file repeats. Candidates, in this order: the nearest period with the same bytes, earlier ones first;
 * another file of the period with the same lines; the baseline with the same lines. Lines are compared only when their numbers, and
 * between periods their sums, are equal. Requires the period's lines and scores to be saved.
 */
export async function findRepeatedStatement(
  { sql, key }: BookScope,
  fileId: string,
): Promise<RepeatedStatement | null> {
  const ofBook = (table: Fragment) => sql`
    ${table}.account_id = ${key.accountId} and ${table}.workspace_id = ${key.workspaceId}
    and ${table}.carrier_id = ${key.carrierId}`;
  const [o, f, r, b] = [sql`o`, sql`f`, sql`r`, sql`b`];
  // Compares two multisets of equal size exactly; null equals null.
  const compared = sql`l.member_ref_id, l.policy_ref_id, l.amount, l.coverage_month, l.paid_date, l.paid_through`;
  // Lines of files of one period are also compared by agent, because the files may belong to two payees.
  const linesOfFile = (table: Fragment) => sql`
    select ${compared}, l.transaction_type, l.agent_id, l.agent_name
    from ${statementLines} l
    where l.account_id = ${key.accountId} and l.period = ${table}.period and l.file_id = ${table}.file_id`;
  const linesOf = (table: Fragment) => sql`
    select ${compared} from ${files} f join ${statementLines} l on l.file_id = f.file_id and l.account_id = ${key.accountId}
    where ${ofBook(f)} and f.period = ${table}.period and f.status = 'active'`;
  const [repeated] = await sql<RepeatedStatement[]>`
    with own as (
      select o.file_id, o.period, o.checksum_sha256, o.status, o.rows_ingested
      from ${files} o where ${ofBook(o)} and o.file_id = ${fileId}
    ), same_bytes as (
      select f.period, f.original_filename from own
      join ${files} f on ${ofBook(f)} and f.checksum_sha256 = own.checksum_sha256 and f.period <> own.period
      where f.status in ('active', 'pending')
      order by f.period < own.period desc, case when f.period < own.period then f.period end desc, f.period, f.position desc
      limit 1
    ), same_period as (
      select o.period, o.original_filename from own
      join ${files} o on ${ofBook(o)} and o.period = own.period and o.file_id <> own.file_id and o.status = 'active'
        and o.rows_ingested = own.rows_ingested
      where own.status = 'active' and own.rows_ingested >= ${REPEATED_IN_PERIOD_LINES_MIN}
        and not exists (${linesOfFile(sql`own`)} except all ${linesOfFile(o)})
      order by o.position desc limit 1
    ), same_lines as (
      select b.period,
        (select f.original_filename from ${files} f
          where ${ofBook(f)} and f.period = b.period and f.status = 'active' order by f.position desc limit 1)
      from own
      join ${rollups} r on ${ofBook(r)} and r.period = own.period
      join ${rollups} b on ${ofBook(b)} and b.period = r.baseline_period and b.line_count = r.line_count
        and b.gross_amount = r.gross_amount and b.chargeback_amount = r.chargeback_amount
      where own.status = 'active' and r.line_count >= ${REPEATED_LINES_MIN}
        and not exists (${linesOf(r)} except all ${linesOf(b)})
    )
    select "sameBytes", period, "fileName" from (
      select 1 as choice, true as "sameBytes", period, original_filename as "fileName" from same_bytes
      union all select 2, false, period, original_filename from same_period
      union all select 3, false, period, original_filename from same_lines) found
    order by choice limit 1`;
  return repeated ?? null;
}
