import { DrizzleQueryError, sql as expression, type SQL } from 'drizzle-orm';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type { Sql, SqlValue } from './sql.ts';

/** drizzle's query builder without its transactions: `Database` begins and ends those. */
export type Orm = Pick<PgRemoteDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete'>;

/**
 * The query builder for one transaction. A statement is sent when it is awaited, on the connection of that transaction and with our
 * own readers of values; drizzle's driver for postgres.js would replace those.
 */
export function orm(sql: Sql): Orm {
  return drizzle(async (text, values: readonly SqlValue[], method) => {
    const statement = sql.unsafe(text, values, { prepare: true });
    return { rows: method === 'execute' ? await statement : await statement.values() };
  });
}

/** The time at which PostgreSQL evaluates it: later statements of one transaction see later times. */
export const clockTime: SQL<string> = expression<string>`clock_timestamp()`;

/**
 * The error of the server or the connection. drizzle wraps it in an error whose message quotes the bound values, which would reach
 * the logs, and which hides the SQLSTATE.
 */
export function withoutStatement(error: unknown): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}
