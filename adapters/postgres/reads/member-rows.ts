import type { Fragment } from 'postgres';
import { rollups, scoredRows } from '../../../schema/scores.ts';
import { firstRows } from '../../../schema/views.ts';
import type { Sql } from '../connection/sql.ts';

/**
 * Finds a member's rows month by month, each by the primary key. An index of members over all months would make every statement write to
 * pages all over the index. The row of the first month has the member's book.
 */

/**
 * Selects the row of a member in the month `p`. `limit 1` makes the planner use the key: without statistics it would scan all rows of the
 * book.
 */
export const rowInMonth = (sql: Sql, member: Fragment) => sql`
  select * from ${scoredRows}
  where account_id = p.account_id and workspace_id = p.workspace_id and carrier_id = p.carrier_id
    and period = p.period and member_ref_id = ${member}.member_ref_id
  limit 1`;

/**
 * Selects the rows `r` of row `m`'s member in the months `p` from that of `m` on, latest first. The caller may append conditions. Months
 * are sorted before the look-up, so that a limit also limits the look-ups.
 */
export const laterRows = (sql: Sql, accountId: string) => sql`
  (select account_id, workspace_id, carrier_id, period from ${rollups}
    where account_id = ${accountId} and workspace_id = m.workspace_id and carrier_id = m.carrier_id and period >= m.period
    order by period desc) p
  cross join lateral (${rowInMonth(sql, sql`m`)}) r
  where true`;

/** Selects all rows of one member. */
export const rowsOfMember = (sql: Sql, accountId: string, memberRefId: string) => sql`
  select later.* from ${firstRows} m
  cross join lateral (select r.* from ${laterRows(sql, accountId)}) later
  where m.account_id = ${accountId} and m.member_ref_id = ${memberRefId}`;
