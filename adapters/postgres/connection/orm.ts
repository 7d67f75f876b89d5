import { DrizzleQueryError, sql as expression, type SQL } from 'drizzle-orm';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
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
