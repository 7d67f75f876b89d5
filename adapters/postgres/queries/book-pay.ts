import type { BookFilter } from '../../../app/reads/read-models.ts';
import type { Period } from '../../../core/period.ts';
import type { BookPay } from '../../../core/report/pay-bridge.ts';
import { rollups } from '../../../schema/scores.ts';
import type { Sql } from '../connection/sql.ts';
import { exactFrom } from '../records/column-types.ts';
import { whenSet } from './book-scope.ts';
import { unassignedByMonth } from './unassigned-totals.ts';

interface Books {
  readonly sql: Sql;
  readonly accountId: string;
  readonly filter: BookFilter;
}

/** Loads the pay of books from their rollups and from money without a member. */
export async function loadBookPay(
  { sql, accountId, filter: { carrierId, workspaceId } }: Books,
  periods: readonly Period[],
): Promise<readonly BookPay[]> {
  const rows = await sql<
    (Omit<BookPay, 'ofMembers' | 'withoutMember'> & Record<'ofMembers' | 'withoutMember', string>)[]
  >`
    select r.workspace_id as "workspaceId", r.carrier_id as "carrierId", r.period, r.baseline_period as "baselinePeriod",
      (r.gross_amount - r.chargeback_amount)::text as "ofMembers", coalesce(u.gross - u.chargebacks, 0)::text as "withoutMember",
      r.pay_bridge as bridge
    from ${rollups} r
    left join ${unassignedByMonth(sql, accountId)} u on u.workspace_id = r.workspace_id and u.carrier_id = r.carrier_id
      and u.period = r.period
    where ${[
      sql`r.account_id = ${accountId} and r.period = any(${[...periods]}::text[])`,
      ...whenSet(carrierId, (id) => sql`and r.carrier_id = ${id}`),
      ...whenSet(workspaceId, (id) => sql`and r.workspace_id = ${id}`),
    ]}`;
  return rows.map((row) => ({
    ...row,
    ofMembers: exactFrom(row.ofMembers),
    withoutMember: exactFrom(row.withoutMember),
  }));
}
