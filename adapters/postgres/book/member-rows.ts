import type { Fragment } from 'postgres';
import type { Sql } from '../connection/sql.ts';

/**
 * A member's rows are found month by month of its book, each by a look-up in the key of that month: an index of all members over
 * all months would be touched all over by every statement. The row a member was first seen in says whose book it is in.
 */

/**
 * The row of a member in the month `p`. The limit holds the planner to the look-up: of a table it knows little of it would rather go
 * through all rows of the book.
 */
export const rowInMonth = (sql: Sql, member: Fragment) => sql`
  select * from scored_rows
  where account_id = p.account_id and workspace_id = p.workspace_id and carrier_id = p.carrier_id
    and period = p.period and member_ref_id = ${member}.member_ref_id
  limit 1`;

/**
 * Of the member of row `m`, its row `r` in each month `p` of the book, latest first, back to the month of `m`. More conditions may
 * follow. The months are put in order first, so that no more of them are looked up than are asked for.
 */
export const laterRows = (sql: Sql, accountId: string) => sql`
  (select account_id, workspace_id, carrier_id, period from rollups
    where account_id = ${accountId} and workspace_id = m.workspace_id and carrier_id = m.carrier_id and period >= m.period
    order by period desc) p
  cross join lateral (${rowInMonth(sql, sql`m`)}) r
  where true`;

/** All rows of one member. */
export const rowsOfMember = (sql: Sql, accountId: string, memberRefId: string) => sql`
  select later.* from scored_rows m
  cross join lateral (select r.* from ${laterRows(sql, accountId)}) later
  where m.account_id = ${accountId} and m.member_ref_id = ${memberRefId} and m.period = m.first_seen_period`;
