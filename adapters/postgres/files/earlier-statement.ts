import { EARLIER_ROWS_MAX, type EarlierStatement } from '../../../core/job/other-month.ts';
import type { Period } from '../../../core/period.ts';
import { statementLines } from '../../../schema/book.ts';
import { files } from '../../../schema/files.ts';
import type { BookScope } from '../book/book-scope.ts';

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
