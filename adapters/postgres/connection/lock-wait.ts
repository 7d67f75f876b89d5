import type { Fragment } from 'postgres';
import type { Sql } from './sql.ts';

/**
 * Limits the total wait of the transaction for all of its locks, in seconds since its start. Select it before locks are requested.
 * PostgreSQL's own limit applies to each lock separately.
 */
export const lockWait = (sql: Sql, seconds: number): Fragment => sql`
  set_config('lock_timeout',
    greatest(1, round(${seconds}::numeric * 1000 - extract(epoch from clock_timestamp() - transaction_timestamp()) * 1000))::text, true)`;
