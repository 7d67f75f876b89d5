import type { Fragment } from 'postgres';
import type { Sql } from './sql.ts';

/**
 * Makes PostgreSQL plan each statement for its own values. Select it at the beginning of a transaction that works on thousands of rows.
 * After five executions PostgreSQL would use a generic plan, which underestimates the rows and scans a whole month for each value
 * (docs/adr/0041-simple-before-the-last-ten-per-cent.md).
 */
export const plannedForValues = (sql: Sql): Fragment => sql`set_config('plan_cache_mode', 'force_custom_plan', true)`;

/**
 * Does the same, and makes PostgreSQL read a book along its keys. Without statistics PostgreSQL expects few rows: it would sort the
 * remaining rows for every batch, or scan the whole table for a month (docs/performance-notes.md).
 */
export const plannedAlongKeys = (sql: Sql): Fragment =>
  sql`set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

/**
 * Hides the account id from the query planner; compare it with `account_id`. For an account missing from its statistics PostgreSQL expects
 * one row and picks any index that begins with the account.
 */
export const opaqueAccountId = (sql: Sql, accountId: string): Fragment => sql`(select ${accountId}::uuid)`;
