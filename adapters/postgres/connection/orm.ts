import { DrizzleQueryError, sql as expression, type SQL } from 'drizzle-orm';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Fragment } from 'postgres';
import type { Sql, SqlValue } from './sql.ts';

/** drizzle's query builder without its transactions, which `Database` begins and ends. */
export type Orm = Pick<PgRemoteDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete'>;

/**
 * Makes the query builder for one transaction. A statement is sent when it is awaited, on the transaction's connection and with our own
 * value parsers, which drizzle's driver for postgres.js would replace.
 */
export function orm(sql: Sql): Orm {
  return drizzle(async (text, values: readonly SqlValue[], method) => {
    const statement = sql.unsafe(text, values, { prepare: true });
    return { rows: method === 'execute' ? await statement : await statement.values() };
  });
}

/** The time at which PostgreSQL evaluates the expression. Later statements of one transaction see later times. */
export const clockTime: SQL<string> = expression<string>`clock_timestamp()`;

/**
 * Unwraps the error of the server or the connection. drizzle wraps it in an error that hides the SQLSTATE and whose message quotes bound
 * values, which would reach the logs.
 */
export function withoutStatement(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

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
