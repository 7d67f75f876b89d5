import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import type { Database, Work } from '../../adapters/postgres/connection/database.ts';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';
import { heldSql } from './held-sql.ts';
import { asOwner } from './postgres.ts';

/** Wraps a database, so that faults can happen before any statement of its process and after any commit. */

export interface Moment {
  /** The text of the statement to be sent; null right after a commit whose answer is not known yet. */
  readonly statement: string | null;
  /** The server process of this transaction. */
  readonly backend: () => Promise<number>;
}

export type AtMoment = (moment: Moment) => Promise<void>;

export function interceptedDatabase(database: Database, at: AtMoment): Database {
  const run = async <T>(transaction: (work: Work<T>) => Promise<T>, work: Work<T>): Promise<T> => {
    const result = await transaction((sql) => work(interceptedSql(sql, at)));
    await at({ statement: null, backend: () => Promise.reject(new Error('The transaction is over.')) });
    return result;
  };
  return {
    ...database,
    tenant: (accountId, work) => run((inside) => database.tenant(accountId, inside), work),
    read: (accountId, work) => run((inside) => database.read(accountId, inside), work),
    system: (work) => run((inside) => database.system(inside), work),
    systemStatement: (build) => database.systemStatement((sql) => build(interceptedSql(sql, at))),
  };
}

function interceptedSql(sql: Sql, at: AtMoment): Sql {
  const backend = async () => {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
    return row?.pid ?? 0;
  };
  return heldSql(sql, (statement, send) => at({ statement, backend }).then(send));
}

/** Stops once, before the first matching statement, until it is released. */
export interface Gate {
  readonly at: AtMoment;
  readonly reached: Promise<Moment>;
  readonly open: () => void;
}

export function gateBefore(statement: RegExp): Gate {
  const reached = Promise.withResolvers<Moment>();
  const opened = Promise.withResolvers<void>();
  let isReached = false;
  return {
    reached: reached.promise,
    open: opened.resolve,
    at: async (moment) => {
      if (isReached || moment.statement === null || !statement.test(moment.statement)) return;
      isReached = true;
      reached.resolve(moment);
      await opened.promise;
    },
  };
}

/** Makes the server end the connection, like a failover. */
export async function killBackend(address: DatabaseAddress, backend: number): Promise<void> {
  await asOwner(address, (sql) => sql`select pg_terminate_backend(${backend}, 5000)`);
}

/** Ends the connections of a killed process. The server would notice its death later, and hold its locks until then. */
export async function endConnections(address: DatabaseAddress, applicationName: string): Promise<void> {
  await asOwner(
    address,
    (sql) => sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = ${applicationName}`,
  );
}

class Crash extends Error {
  override readonly name = 'Crash';
}

/**
 * Ends a process at its n-th moment: `die` like a killed process (nothing it does afterwards has any effect), `throw` with one error,
 * `kill` with its connection broken.
 */
export function faultAt(
  address: DatabaseAddress,
  { number, kind }: { readonly number: number; readonly kind: 'die' | 'throw' | 'kill' },
): { readonly at: AtMoment; readonly moments: () => number } {
  let moments = 0;
  return {
    moments: () => moments,
    at: async ({ statement, backend }) => {
      moments += 1;
      if (kind === 'die' ? moments < number : moments !== number) return;
      if (kind === 'kill' && statement !== null) return killBackend(address, await backend());
      throw new Crash(`At moment ${moments}`);
    },
  };
}
