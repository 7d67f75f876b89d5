import type { Fragment } from 'postgres';
import type { Sql } from './sql.ts';

/**
 * To be selected at the beginning of a transaction: each of its statements is planned for the values it comes with. For work on
 * thousands of rows. PostgreSQL takes a plan for any values after five executions; it doesn't know then how many they are, and where
 * a table has no statistics yet it goes through all of a month for each of them.
 */
export const plannedForValues = (sql: Sql): Fragment => sql`set_config('plan_cache_mode', 'force_custom_plan', true)`;

/**
 * The same for work on a book, of which every month is one piece of each key. Where a table has no statistics yet the server takes the
 * rows of a portion for a few, and would fetch and sort all that are left for each: 40,000 lines took 1.6 s instead of 0.1. Kept
 * from that alone it reads the whole table for a month, all accounts of it.
 */
export const plannedAlongKeys = (sql: Sql): Fragment =>
  sql`set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

/**
 * The account as a value that the planner doesn't know, to be compared with `account_id`. Of an account that its statistics don't have
 * yet, a new one of an old installation, it expects one row, and takes any index that begins with the account for as good as
 * the one that was meant: all lines of the account for those of a policy.
 */
export const opaqueAccountId = (sql: Sql, accountId: string): Fragment => sql`(select ${accountId}::uuid)`;
