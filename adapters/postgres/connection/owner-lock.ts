// One deployment at a time.
import { type DatabaseAddress, openConnection } from './connection.ts';

/** Any constant. Another one than the lock of a single migration, which is taken under this one. */
const DEPLOYMENT_LOCK = 7_203_115_943;

/** Runs the work while no other such run is under way on this database. Throws when the lock is not to be had in time. */
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
    // The lock goes with its connection, whatever happened.
    connection.destroy();
  }
}
