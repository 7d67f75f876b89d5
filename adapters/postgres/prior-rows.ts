import type { Period } from '../../core/period.ts';
import type { PriorRow } from '../../core/scoring/score-member.ts';
import type { BookScope } from './book-scope.ts';
import { readByColumn, readInPortions } from './by-column.ts';
import { laterRows } from './member-rows.ts';
import { ROWS_PER_STATEMENT } from './row-set.ts';
import { PRIOR_ROW, priorRowFrom } from './score-columns.ts';

/** The rows that a period's members are measured by. */

export interface PeriodRows {
  readonly period: Period;
  readonly rows: readonly PriorRow[];
}

/**
 * The baseline's members, and for those of the statement who are not among them the latest row they ever had. The baseline comes
 * first of the months that are known; of those before them everything is written.
 */
export async function loadPriorRows(
  { sql, key }: BookScope,
  known: readonly PeriodRows[],
  memberRefIds: Iterable<string>,
): Promise<ReadonlyMap<string, PriorRow>> {
  const prior = new Map<string, PriorRow>();
  for (const row of known[0]?.rows ?? []) if (row.status !== 'red') prior.set(row.memberRefId, row);
  const others = new Set<string>();
  for (const memberRefId of memberRefIds) if (!prior.has(memberRefId)) others.add(memberRefId);
  for (const { rows } of known) {
    for (const row of rows) if (others.delete(row.memberRefId)) prior.set(row.memberRefId, row);
  }
  const earliest = known.at(-1)?.period;
  if (others.size === 0 || earliest === undefined) return prior;
  // Newcomers end at the first look-up; of who was there before, the last month is nearly always near.
  const wanted = [...others];
  for (let start = 0; start < wanted.length; start += ROWS_PER_STATEMENT) {
    const some = wanted.slice(start, start + ROWS_PER_STATEMENT);
    const latest = sql`scored_rows m
      cross join lateral (
        select r.* from ${laterRows(sql, key.accountId)} and p.period < ${earliest} order by p.period desc limit 1
      ) s
      where m.account_id = ${key.accountId} and m.member_ref_id = any(${some}::uuid[]) and m.period = m.first_seen_period`;
    await readByColumn(sql, PRIOR_ROW, latest, (read) => prior.set(read('member_ref_id'), priorRowFrom(read)));
  }
  return prior;
}

export async function loadBaseline({ sql, key }: BookScope, period: Period): Promise<readonly PriorRow[]> {
  const stored = {
    table: 'scored_rows',
    alias: 's',
    where: sql`
      account_id = ${key.accountId} and workspace_id = ${key.workspaceId} and carrier_id = ${key.carrierId} and period = ${period}`,
    // No member's: an id has a version.
    key: { member_ref_id: "'00000000-0000-0000-0000-000000000000'::uuid" },
  };
  const rows: PriorRow[] = [];
  await readInPortions(sql, PRIOR_ROW, stored, (read) => rows.push(priorRowFrom(read)));
  return rows;
}
