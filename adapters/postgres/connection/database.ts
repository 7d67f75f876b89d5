// The database as the rest of the program sees it: work in transactions, each inside one account or inside the system's role.
import type postgres from 'postgres';
import { type Connection, type DatabaseAddress, openConnection } from './connection.ts';
import { type ConnectionPool, connectionPool } from './connection-pool.ts';
import { asLost, DatabaseUnavailable } from './database-error.ts';
import { listen } from './listen.ts';
import { withoutStatement } from './orm.ts';
import { isRefusedLogin } from './refused-login.ts';
import { type Sql, strictSql } from './sql.ts';

/** Statements of one transaction. It throws when used after the work it was given to is over. */
export type Work<T> = (sql: Sql) => Promise<T>;

export interface Database {
  /** A transaction that sees and writes only the account's rows: row-level security holds even where a statement forgets to ask. */
  tenant<T>(accountId: string, work: Work<T>): Promise<T>;
  /** The same, but read only, and every statement sees the same moment. */
  read<T>(accountId: string, work: Work<T>): Promise<T>;
  /** A transaction over all accounts, for sign-in, operators, queues and schedules. */
  system<T>(work: Work<T>): Promise<T>;
  /** One statement over all accounts, a transaction by itself: one round trip. */
  systemStatement<T extends readonly (object | undefined)[]>(build: (sql: Sql) => postgres.PendingQuery<T>): Promise<T>;
  /** Calls back at each notification, and once with an empty payload whenever some may have been missed. Returns how to stop. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Lets transactions under way finish, for some seconds. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections per role. */
  readonly poolSize?: number;
  readonly applicationName?: string;
  readonly statementTimeoutSeconds?: number;
}

/** A server where each role has a login of its own. */
export interface RoleAddresses {
  readonly service: DatabaseAddress;
  readonly system: DatabaseAddress;
}

/** Connects at first use. Everything may throw `DatabaseUnavailable`. */
export function connectDatabase(address: DatabaseAddress | RoleAddresses, options: DatabaseOptions = {}): Database {
  const { poolSize = 10, applicationName = 'commission-statement-service', statementTimeoutSeconds = 60 } = options;
  const settings = { applicationName, statementTimeoutSeconds };
  const addresses = 'kind' in address ? { service: address, system: address } : address;
  const poolOf = (role: 'service' | 'system') =>
    connectionPool(() => openConnection(addresses[role], { ...settings, role: `cas_${role}` }), poolSize);
  const service = poolOf('service');
  const system = poolOf('system');
  const listeners = new Set<() => Promise<void>>();

  return {
    tenant: (accountId, work) => transaction(service, { mode: 'begin', accountId: requireAccountId(accountId) }, work),
    read: (accountId, work) => readTransaction(service, requireAccountId(accountId), work),
    system: (work) => transaction(system, { mode: 'begin', accountId: null }, work),
    systemStatement: (build) => withConnection(system, async ({ client }) => build(strictSql(client, () => {}))),
    async listen(channel, onNotify) {
      const stop = await listen(addresses.system, { ...settings, role: 'cas_system' }, { channel, onNotify });
      listeners.add(stop);
      return async () => {
        listeners.delete(stop);
        await stop();
      };
    },
    async close() {
      await Promise.all([service.close(), system.close(), ...[...listeners].map((stop) => stop())]);
    },
  };
}

/** An empty account would be an unset one, and an unset one must never reach a tenant's transaction. */
function requireAccountId(accountId: string): string {
  if (accountId === '') throw new TypeError('A transaction of a tenant needs an account');
  return accountId;
}

interface TransactionSettings {
  readonly mode: 'begin' | 'begin isolation level repeatable read read only';
  readonly accountId: string | null;
}

function transaction<T>(pool: ConnectionPool, settings: TransactionSettings, work: Work<T>): Promise<T> {
  return withConnection(pool, async (connection) => {
    const { client } = connection;
    let over = false;
    const sql = strictSql(client, () => refuseAfter(over));
    try {
      await begun(connection, settings);
      const result = await work(sql);
      over = true;
      const { command } = await client.unsafe('commit');
      // PostgreSQL answers so, without an error, when a statement failed and nobody looked.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed');
      return result;
    } catch (error) {
      over = true;
      // A connection that can't roll back is not one to give to the next account.
      await client.unsafe('rollback').catch(() => connection.destroy());
      throw error;
    }
  });
}

/**
 * What only reads does not wait for the begin: its first statements travel with it, and if there is no transaction, row-level
 * security shows them nothing. Nor does it wait for the end, behind which whoever gets the connection next has to queue. So a read
 * of one statement is one round trip; where the work is that statement and nothing else, the end travels with it too.
 */
function readTransaction<T>(pool: ConnectionPool, accountId: string, work: Work<T>): Promise<T> {
  return withConnection(pool, async (connection) => {
    const { client } = connection;
    let over = false;
    const began = begun(connection, { mode: 'begin isolation level repeatable read read only', accountId });
    // It is waited for below; until then nobody would hear of its failure.
    began.catch(() => {});
    const end = () => {
      if (!over)
        client
          .unsafe('commit')
          .execute()
          .catch(() => connection.destroy());
      over = true;
    };
    try {
      const asked = work(strictSql(client, () => refuseAfter(over)));
      if (isStatement(asked)) {
        // Put on the wire before the end; it is awaited below.
        void asked.execute();
        end();
      }
      const result = await asked;
      await began;
      return result;
    } catch (error) {
      // If it did not begin, that is why, and a new connection may do all of it.
      await began;
      throw error;
    } finally {
      end();
    }
  });
}

/** A statement of the query builder has `execute` too, and sends itself once more with each call; it is no instance of Promise. */
function isStatement(asked: Promise<unknown>): asked is postgres.PendingQuery<postgres.Row[]> {
  return asked instanceof Promise && 'execute' in asked;
}

function refuseAfter(over: boolean): void {
  if (over) throw new Error('The transaction is over: a statement was not awaited');
}

/** Throws NotBegun where a new connection may begin in its place. */
async function begun(connection: Connection, settings: TransactionSettings): Promise<void> {
  await begin(connection.client, settings).catch((error: unknown) => {
    connection.destroy();
    throw error instanceof DatabaseUnavailable ? error : new NotBegun(error);
  });
}

/**
 * Both statements travel together, and before any other of the connection: they are executed here, not when they are awaited. What
 * writes waits for them: it must not run outside the transaction or the account.
 */
async function begin(client: postgres.Sql, { mode, accountId }: TransactionSettings): Promise<void> {
  const started = client.unsafe(mode).execute();
  if (accountId === null) await started;
  else await Promise.all([started, client`select set_config('app.account_id', ${accountId}, true)`.execute()]);
}

/** The line had been cut while the connection rested. */
class NotBegun extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super('The connection to the database was lost', cause);
  }
}

/** Where nothing has run yet a new connection may do all of it: the old line was dead, or the password was changed since it was read. */
async function withConnection<T>(pool: ConnectionPool, use: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    return await useConnection(pool, use);
  } catch (error) {
    if (!(error instanceof NotBegun || isRefusedLogin(error))) throw error;
    return useConnection(pool, use);
  }
}

async function useConnection<T>(pool: ConnectionPool, use: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await pool.lease();
  try {
    await connection.prepare();
    connection.watch(true);
    return await use(connection);
  } catch (error) {
    throw asLost(withoutStatement(error), connection);
  } finally {
    connection.watch(false);
    pool.release(connection);
  }
}
