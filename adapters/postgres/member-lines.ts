import type { Fragment } from 'postgres';
import type { Sql } from './sql.ts';

/**
 * The lines of one member in one month. The offset holds the planner to the look-up: of a table it knows little of it would rather go
 * through all lines.
 */
export const linesInMonth = (
  sql: Sql,
  accountId: string,
  { member, period }: { member: Fragment; period: Fragment },
) => sql`
  select * from statement_lines
  where account_id = ${accountId} and period = ${period} and member_ref_id = ${member}.member_ref_id offset 0`;
