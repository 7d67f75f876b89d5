import type { Fragment } from 'postgres';
import { REPEATED_LINES_MIN, type RepeatedStatement } from '../../core/job/repeated-statement.ts';
import type { BookScope } from './book-scope.ts';

/**
 * The statement of another period that the file repeats: first one of the same bytes, the nearest earlier period before
 * later ones; else the baseline, when it has the same lines. Lines are only compared where their number and sums are the
 * same, so this costs next to nothing for a statement that is no copy. Needs the period's scores to be saved.
 */
export async function findRepeatedStatement(
  { sql, key }: BookScope,
  fileId: string,
): Promise<RepeatedStatement | null> {
  const ofBook = (table: Fragment) => sql`
    ${table}.account_id = ${key.accountId} and ${table}.workspace_id = ${key.workspaceId}
    and ${table}.carrier_id = ${key.carrierId}`;
  const [o, f, r, b] = [sql`o`, sql`f`, sql`r`, sql`b`];
  // An exact comparison of two multisets of equal size, in which null equals null.
  const linesOf = (table: Fragment) => sql`
    select l.member_ref_id, l.policy_ref_id, l.amount, l.coverage_month, l.paid_date
    from files f join statement_lines l on l.file_id = f.file_id and l.account_id = ${key.accountId}
    where ${ofBook(f)} and f.period = ${table}.period and f.status = 'active'`;
  const [repeated] = await sql<RepeatedStatement[]>`
    with own as (
      select o.period, o.checksum_sha256, o.status from files o where ${ofBook(o)} and o.file_id = ${fileId}
    ), same_bytes as (
      select f.period, f.original_filename from own
      join files f on ${ofBook(f)} and f.checksum_sha256 = own.checksum_sha256 and f.period <> own.period
      where f.status in ('active', 'pending')
      order by f.period < own.period desc, case when f.period < own.period then f.period end desc, f.period, f.position desc
      limit 1
    ), same_lines as (
      select b.period,
        (select f.original_filename from files f
          where ${ofBook(f)} and f.period = b.period and f.status = 'active' order by f.position desc limit 1)
      from own
      join rollups r on ${ofBook(r)} and r.period = own.period
      join rollups b on ${ofBook(b)} and b.period = r.baseline_period and b.line_count = r.line_count
        and b.gross_amount = r.gross_amount and b.chargeback_amount = r.chargeback_amount
      where own.status = 'active' and r.line_count >= ${REPEATED_LINES_MIN}
        and not exists (${linesOf(r)} except all ${linesOf(b)})
    )
    select true as "sameBytes", period, original_filename as "fileName" from same_bytes
    union all select false, period, original_filename from same_lines
    order by 1 desc limit 1`;
  return repeated ?? null;
}
