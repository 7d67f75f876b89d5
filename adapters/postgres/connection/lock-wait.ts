import type { Fragment } from 'postgres';
import type { Sql } from './sql.ts';

/**
 * To be selected before locks are asked for: this transaction waits for them until so many seconds after it began, however many
 * they are. PostgreSQL's own limit is for each of them.
 */
export const lockWait = (sql: Sql, seconds: number): Fragment => sql`
  set_config('lock_timeout',
    greatest(1, round(${seconds}::numeric * 1000 - extract(epoch from clock_timestamp() - transaction_timestamp()) * 1000))::text, true)`;
