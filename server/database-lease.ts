import { type DatabaseAddress, openConnection } from '../adapters/postgres/connection/connection.ts';

export interface DatabaseLease {
  release(): Promise<void>;
}

/** Another `npm start` is using the database. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** The id of the advisory lock that the process which uses the database holds. Any constant would do. */
const LEASE_LOCK = 7_203_115_943;

/**
 * Ensures that only one runtime uses the database, and throws `DatabaseInUse` otherwise. At its start a runtime treats every message in
 * flight as lost, which is correct only for a single process. The lock ends with the connection, however this process ends.
 */
export async function leaseDatabase(address: DatabaseAddress): Promise<DatabaseLease> {
  const connection = openConnection(address, { applicationName: 'runtime-lease', statementTimeoutSeconds: 0 });
  const [row] = await connection.client<{ leased: boolean }[]>`select pg_try_advisory_lock(${LEASE_LOCK}) as leased`;
  if (row?.leased !== true) {
    await connection.end();
    throw new DatabaseInUse('Another instance of the service is already running on this database.');
  }
  return { release: () => connection.end() };
}
