import type { Period } from '../../../core/period.ts';
import type { PriorRow } from '../../../core/scoring/scored-row.ts';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { opaqueAccountId } from '../connection/planned-for-values.ts';
import type { Sql } from '../connection/sql.ts';
import { ROWS_PER_BATCH } from '../records/bulk-writer.ts';
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
  for (let start = 0; start < memberRefIds.length; start += ROWS_PER_BATCH) {
    const some = memberRefIds.slice(start, start + ROWS_PER_BATCH);
    const rows = earlierRows(sql, key.accountId, { some, before: period });
    await readColumnar(sql, PRIOR_ROW, rows, (row) => found.push(row));
  }
  return found;
}

/**
 * Selects the latest row of each member. A member has a row in every month until it drops (`scoreMember`), so the last row of a missing
 * member is red. Members who were only paid once, as by bonuses, never drop: they are looked up month by month from their first row. The
 * query does not name the book before that, because the planner would then use the primary key instead of the two indexes.
 */
const earlierRows = (
  sql: Sql,
  accountId: string,
  { some, before }: { readonly some: readonly string[]; readonly before: Period },
) => sql`(
  select latest.* from unnest(${some}::uuid[]) as wanted (member_ref_id)
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
  ) known
  cross join lateral (
    select known.* where known.status = 'red'
    union all
    (select once.* from ${rollups} r
    cross join lateral (
      select * from ${scoredRows}
      where account_id = ${accountId} and workspace_id = r.workspace_id and carrier_id = r.carrier_id and period = r.period
        and member_ref_id = known.member_ref_id
      offset 0
    ) once
    where known.status <> 'red' and r.account_id = ${accountId} and r.workspace_id = known.workspace_id
      and r.carrier_id = known.carrier_id and r.period >= known.period and r.period < ${before}
    order by r.period desc limit 1)
  ) latest) earlier`;

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
