import type { Sql } from './sql.ts';

/**
 * A member's rows are found month by month of its book, each by a look-up in the key of that month: an index of all members over
 * all months would be touched all over by every statement. The row a member was first seen in says whose book it is in.
 */

/** Of the member of row `m`, its row `r` in each month `p` of the book, from the month of `m` on. More conditions may follow. */
export const laterRows = (sql: Sql, accountId: string) => sql`
  rollups p
  join scored_rows r on r.account_id = p.account_id and r.workspace_id = p.workspace_id and r.carrier_id = p.carrier_id
    and r.period = p.period and r.member_ref_id = m.member_ref_id
  where p.account_id = ${accountId} and p.workspace_id = m.workspace_id and p.carrier_id = m.carrier_id and p.period >= m.period`;

/** All rows of one member. */
export const rowsOfMember = (sql: Sql, accountId: string, memberRefId: string) => sql`
  select later.* from scored_rows m
  cross join lateral (select r.* from ${laterRows(sql, accountId)}) later
  where m.account_id = ${accountId} and m.member_ref_id = ${memberRefId} and m.period = m.first_seen_period`;
