import type { Period } from '../../../core/period.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { scoredRows } from '../../../schema/scores.ts';
import { opaqueAccountId } from '../connection/planned-for-values.ts';
import type { Sql } from '../connection/sql.ts';
import { ROWS_PER_STATEMENT } from '../records/bulk-writer.ts';
import { readColumnar, readInBatches } from '../records/columnar-read.ts';
import { type BookScope, ofBook } from './book-scope.ts';
import { PRIOR_ROW } from './score-records.ts';

/** Rows of earlier periods that a period's members are compared with. */

/** Loads the latest row before this period of each of these members who has one. None of them may have a row in the period. */
export async function loadEarlierRows(
  { sql, key }: BookScope,
  period: Period,
  memberRefIds: readonly string[],
): Promise<readonly PriorRow[]> {
  const found: PriorRow[] = [];
  for (let start = 0; start < memberRefIds.length; start += ROWS_PER_STATEMENT) {
    const some = memberRefIds.slice(start, start + ROWS_PER_STATEMENT);
    const rows = earlierRows(sql, key.accountId, { some, before: period });
    await readColumnar(sql, PRIOR_ROW, rows, (row) => found.push(row));
  }
  return found;
}

/**
 * Selects the latest red row of each member. A member has a row in every month until it drops (`scoreMember`), so the last row of a
 * missing member is red. A member who was only paid once, as by a bonus, does not drop: its first row is selected. The query does not name
 * the book, because the planner would then use the primary key instead of the two indexes.
 */
const earlierRows = (
  sql: Sql,
  accountId: string,
  { some, before }: { readonly some: readonly string[]; readonly before: Period },
) => sql`(
  select s.* from unnest(${some}::uuid[]) as wanted (member_ref_id)
  cross join lateral (
    select * from (
      (select * from ${scoredRows}
      where account_id = ${opaqueAccountId(sql, accountId)} and member_ref_id = wanted.member_ref_id and status = 'red' and period < ${before}
      order by period desc limit 1)
      union all
      (select * from ${scoredRows}
      where account_id = ${opaqueAccountId(sql, accountId)} and member_ref_id = wanted.member_ref_id and period = first_seen_period
        and period < ${before}
      limit 1)
    ) known order by period desc limit 1
  ) s) earlier`;

/** Loads all rows of a period, in the order of member ids. */
export async function loadBaseline(scope: BookScope, period: Period): Promise<readonly PriorRow[]> {
  const stored = {
    table: scoredRows,
    where: scope.sql`${ofBook(scope)} and period = ${period}`,
    // The nil UUID is no member's id, because member ids have a version.
    key: { member_ref_id: "'00000000-0000-0000-0000-000000000000'::uuid" },
  };
  const rows: PriorRow[] = [];
  await readInBatches(scope.sql, PRIOR_ROW, stored, (row) => rows.push(row));
  return rows;
}
