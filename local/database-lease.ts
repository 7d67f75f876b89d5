import { type DatabaseAddress, openConnection } from '../adapters/postgres/connection/connection.ts';

export interface DatabaseLease {
  release(): Promise<void>;
}

/** The database is in use by another `npm start`. */
export class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse';
}

/** Any constant; whoever serves from this database holds it. */
const LEASE_LOCK = 7_203_115_943;

/**
 * One machine's runtime at a time: at its start it takes every message in flight for lost, which is true only of the one
 * process that serves. The lock ends with the connection, however this process ends.
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
