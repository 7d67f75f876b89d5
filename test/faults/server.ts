import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { asOwner } from '../support/postgres.ts';

/**
 * Ends connections at the database server, as an operator, a failover or a time-out does. The calls do not wait for the end of a
 * connection, so others find the locks of a dead process held for a moment, as in reality.
 */
export interface Server {
  readonly address: DatabaseAddress;
  /** Ends the connections of one application; null ends all. */
  terminate(applicationName: string | null): Promise<void>;
  terminateBackend(backend: number): Promise<void>;
}

const OWN_NAME = 'test';

export function serverAt(address: DatabaseAddress): Server {
  return {
    address,
    terminate: async (applicationName) => {
      await asOwner(
        address,
        (sql) => sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and application_name <> ${OWN_NAME}
            and (${applicationName}::text is null or application_name = ${applicationName})`,
      );
    },
    terminateBackend: async (backend) => {
      await asOwner(address, (sql) => sql`select pg_terminate_backend(${backend})`);
    },
  };
}
