import type { Fragment } from 'postgres';
import { type DatabaseAddress, openConnection } from './connection.ts';
import type { Sql } from './sql.ts';

// Allows one deployment at a time.

/** An arbitrary constant. It differs from the lock of a single migration, which is taken while this one is held. */
const DEPLOYMENT_LOCK = 7_203_115_943;

/** Runs the work while holding the deployment lock of this database. Throws when the lock is not free in time. */
export async function withOwnerLock<T>(
  owner: DatabaseAddress,
  waitSeconds: number,
  work: () => Promise<T>,
): Promise<T> {
  const connection = openConnection(owner, {
    applicationName: 'deployment-lock',
    statementTimeoutSeconds: 0,
    parameters: { lock_timeout: waitSeconds * 1000 },
  });
  try {
    await connection.prepare();
    await connection.client`select pg_advisory_lock(${DEPLOYMENT_LOCK})`;
    return await work();
  } finally {
    // The lock ends with its connection.
    connection.destroy();
  }
}

/**
 * Limits the total wait of the transaction for all of its locks, in seconds since its start. Select it before locks are requested.
 * PostgreSQL's own limit applies to each lock separately.
 */
export const lockWait = (sql: Sql, seconds: number): Fragment => sql`
  set_config('lock_timeout',
    greatest(1, round(${seconds}::numeric * 1000 - extract(epoch from clock_timestamp() - transaction_timestamp()) * 1000))::text, true)`;
