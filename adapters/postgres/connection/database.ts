// The database as the rest of the program sees it: work in transactions, each for one account or for the system role.
import { AsyncLocalStorage } from 'node:async_hooks';
import type postgres from 'postgres';
import { type Connection, type ConnectionSettings, type DatabaseAddress, openConnection } from './connection.ts';
import { type ConnectionPool, connectionPool } from './connection-pool.ts';
import { AccountMoved, asArchived, asLost, DatabaseUnavailable, isRefusedLogin } from './database-error.ts';
import { withoutStatement } from './orm.ts';
import { type Sql, strictSql } from './sql.ts';

/** Statements of one transaction. The `sql` tag throws when it is used after the work has ended. */
export type Work<T> = (sql: Sql) => Promise<T>;

export interface Database {
  /**
   * Runs a transaction that reads and writes only the account's rows, which row-level security enforces. Throws `AccountMoved` when the
   * rows were moved to another database.
   */
  tenant<T>(accountId: string, work: Work<T>): Promise<T>;
  /** Runs a read-only transaction on the account's rows. All its statements see one snapshot. */
  read<T>(accountId: string, work: Work<T>): Promise<T>;
  /** Runs a transaction over all accounts, for sign-in, operators, queues and schedules. */
  system<T>(work: Work<T>): Promise<T>;
  /** Runs one statement over all accounts as a transaction by itself: one round trip. */
  systemStatement<T extends readonly (object | undefined)[]>(build: (sql: Sql) => postgres.PendingQuery<T>): Promise<T>;
  /**
   * Runs work for a writing agent. Every `read` and `tenant` in it, also one that a later step of the work begins, sees rows that name the
   * agent and can write nothing; work over all accounts throws (docs/adr/0056-agents-in-the-database.md).
   */
  asAgent<T>(agent: string, work: () => Promise<T>): Promise<T>;
  /** Calls back at each notification, and with an empty payload whenever some may have been missed. Returns a function that stops it. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Closes all connections after a few seconds in which open transactions can finish. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections per role. */
  readonly poolSize?: number;
  readonly applicationName?: string;
  readonly statementTimeoutSeconds?: number;
}

/** Addresses of a server where each role has a login of its own. */
export interface RoleAddresses {
  readonly service: DatabaseAddress;
  readonly system: DatabaseAddress;
}

/** Creates a database that connects at first use. All its methods may throw `DatabaseUnavailable`. */
export function connectDatabase(address: DatabaseAddress | RoleAddresses, options: DatabaseOptions = {}): Database {
  const { poolSize = 10, applicationName = 'commission-statement-service', statementTimeoutSeconds = 60 } = options;
  const settings = { applicationName, statementTimeoutSeconds };
  const addresses = 'kind' in address ? { service: address, system: address } : address;
  const poolOf = (role: 'service' | 'system') =>
    connectionPool(() => openConnection(addresses[role], { ...settings, role: `cas_${role}` }), poolSize);
  const service = poolOf('service');
  const system = poolOf('system');
  const listeners = new Set<() => Promise<void>>();

  const agents = new AsyncLocalStorage<string>();
  const scopeOf = (accountId: string): Scope => ({
    accountId: requireValue(accountId, 'an account'),
    agent: agents.getStore(),
  });
  const forAll = (): ConnectionPool => {
    if (agents.getStore() === undefined) return system;
    throw new Error("An agent's work has no transaction over all accounts");
  };

  return {
    tenant: (accountId, work) => transaction(service, { mode: 'begin', scope: scopeOf(accountId) }, work),
    read: (accountId, work) => readTransaction(service, scopeOf(accountId), work),
    system: async (work) => transaction(forAll(), { mode: 'begin', scope: null }, work),
    systemStatement: async (build) =>
      withConnection(forAll(), async ({ client }) => build(strictSql(client, () => {}))),
    asAgent: (agent, work) => agents.run(requireValue(agent.trim(), 'an agent'), work),
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

/** An empty account or agent would count as unset, and an unset one must never reach a tenant's transaction. */
function requireValue(value: string, name: string): string {
  if (value === '') throw new TypeError(`A transaction of a tenant needs ${name}`);
  return value;
}

/** The rows that a transaction sees: those of an account, or of one of its agents. */
interface Scope {
  readonly accountId: string;
  readonly agent: string | undefined;
}

interface TransactionSettings {
  readonly mode: 'begin' | 'begin isolation level repeatable read read only';
  /** Null means all accounts. */
  readonly scope: Scope | null;
}

function transaction<T>(pool: ConnectionPool, settings: TransactionSettings, work: Work<T>): Promise<T> {
  return withConnection(pool, async (connection) => {
    const { client } = connection;
    let over = false;
    const sql = strictSql(client, () => refuseAfter(over));
    try {
      if ((await begun(connection, settings)) === 'moved') throw new AccountMoved();
      const result = await work(sql);
      over = true;
      const { command } = await client.unsafe('commit');
      // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement failed and its error was ignored.
      if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements had failed');
      return result;
    } catch (error) {
      over = true;
      // A connection that can't roll back must not be reused for another account.
      await client.unsafe('rollback').catch(() => connection.destroy());
      throw error;
    }
  });
}

/**
 * Runs a read transaction with few round trips: `begin`, the first statements and the commit are sent without waiting. If `begin` failed,
 * row-level security shows the statements no rows. A read of a single statement takes one round trip.
 */
function readTransaction<T>(pool: ConnectionPool, scope: Scope, work: Work<T>): Promise<T> {
  return withConnection(pool, async (connection) => {
    const { client } = connection;
    let over = false;
    const began = begun(connection, { mode: 'begin isolation level repeatable read read only', scope });
    // `began` is awaited below. This keeps an earlier rejection from counting as unhandled.
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
        // The statement is sent before the commit, and awaited below.
        void asked.execute();
        end();
      }
      const result = await asked;
      await began;
      return result;
    } catch (error) {
      // If `begin` failed, the await throws its error, and the work may be repeated on a new connection.
      await began;
      throw error;
    } finally {
      end();
    }
  });
}

/** Recognises statements of postgres.js. Statements of drizzle have `execute` too but are not promises, and would be sent twice. */
function isStatement(asked: Promise<unknown>): asked is postgres.PendingQuery<postgres.Row[]> {
  return asked instanceof Promise && 'execute' in asked;
}

function refuseAfter(over: boolean): void {
  if (over) throw new Error('The transaction is over: a statement was not awaited');
}

/** Begins a transaction. Throws NotBegun when a new connection may replace this one. */
async function begun(connection: Connection, settings: TransactionSettings): Promise<Begun> {
  return begin(connection.client, settings).catch((error: unknown) => {
    connection.destroy();
    throw error instanceof DatabaseUnavailable ? error : new NotBegun(error);
  });
}

/** `moved`: the account's rows are in another database, so nothing may be written here. */
type Begun = 'moved' | null;

/**
 * Sends its statements together, before any other of the connection: they are executed here and not when they are awaited. Writes wait
 * for them, because a write must not run outside the transaction or the account.
 */
async function begin(client: postgres.Sql, { mode, scope }: TransactionSettings): Promise<Begun> {
  const started = client.unsafe(mode).execute();
  if (scope === null) {
    await started;
    return null;
  }
  const isHere = mode === 'begin' ? holdAccount(client, scope) : null;
  await Promise.all([started, isHere, enter(client, scope).execute()]);
  return isHere;
}

/**
 * Lets the move of an account (adapters/postgres/operations/account-move.ts) wait for this write, and tells whether the account has moved.
 * The second statement has a snapshot of its own, so it sees everything that was committed before the lock.
 */
async function holdAccount(client: postgres.Sql, { accountId }: Scope): Promise<Begun> {
  const held = client`
    select pg_advisory_xact_lock_shared(hashtextextended(${moveLock(accountId)}, 0)), set_config('app.account_id', ${accountId}, true)`.execute();
  const found = client`select 1 from accounts where account_id = ${accountId} and status = 'moved'`.execute();
  const [, moved] = await Promise.all([held, found]);
  return moved.length > 0 ? 'moved' : null;
}

/** The name of the lock that writes of an account share, and the end of its move to another database holds alone. */
export const moveLock = (accountId: string): string => `move ${accountId}`;

/** Sets the account of the transaction. For an agent it also switches to the role that reads the views of the schema `own` only. */
function enter(client: postgres.Sql, { accountId, agent }: Scope) {
  return agent === undefined
    ? client`select set_config('app.account_id', ${accountId}, true)`
    : client`
        select begin_agent(${accountId}, ${agent}), set_config('search_path', 'own, public', true),
          set_config('role', 'cas_agent', true)`;
}

/** The connection was lost while it was idle. */
class NotBegun extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super('The connection to the database was lost', cause);
  }
}

/** Retries on a new connection while no statement has run: the idle connection was lost, or the password had been rotated. */
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
    throw asLost(asArchived(withoutStatement(error)), connection);
  } finally {
    connection.watch(false);
    pool.release(connection);
  }
}

// Notifications, which hint that there is work to do. They may be missed while the connection is away; `onNotify` then runs once anyway.

interface Listener {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
}

const retryMs = 1000;

/** Listens on its own connection until the returned function is called. Resolves once the server listens. */
async function listen(
  address: DatabaseAddress,
  settings: ConnectionSettings,
  { channel, onNotify }: Listener,
): Promise<() => Promise<void>> {
  let connection: Connection | null = null;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  const connect = async () => {
    connection = openConnection(address, {
      ...settings,
      // This connection sends no statements, so its silence is normal.
      statementTimeoutSeconds: 0,
      onNotify: (_, payload) => onNotify(payload),
      onClosed: reconnect,
    });
    const name = `"${channel.replaceAll('"', '""')}"`;
    await connection.client.unsafe(`listen ${name}`);
  };
  const reconnect = () => {
    if (stopped || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      // A failed attempt closes the connection, which calls this function again.
      connect().then(
        () => onNotify(''),
        () => connection?.destroy(),
      );
    }, retryMs);
  };
  const stop = async () => {
    stopped = true;
    clearTimeout(retry);
    await connection?.end();
  };

  try {
    await connect();
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** Ends the transaction of a rehearsal, so that nothing of it stays. */
class RehearsalOver extends Error {
  override readonly name = 'RehearsalOver';
}

/**
 * Runs work whose transactions all become part of one transaction of the system role, which is rolled back at the end. Other connections
 * see nothing of it. Row-level security does not limit the work, because the system role sees all accounts.
 */
export async function inRehearsal<T>(database: Database, work: (rehearsed: Database) => Promise<T>): Promise<T> {
  const done: T[] = [];
  try {
    await database.system(async (sql) => {
      done.push(await work(databaseInside(sql)));
      throw new RehearsalOver();
    });
  } catch (error) {
    if (!(error instanceof RehearsalOver)) throw error;
  }
  const [result] = done;
  if (result === undefined) throw new Error('The rehearsal gave no result');
  return result;
}

function databaseInside(sql: Sql): Database {
  const tenant: Database['tenant'] = async (accountId, work) => {
    await sql`select set_config('app.account_id', ${accountId}, true)`;
    return work(sql);
  };
  return {
    tenant,
    read: tenant,
    system: (work) => work(sql),
    systemStatement: async (build) => build(sql),
    asAgent: () => Promise.reject(new Error('An agent rehearses nothing')),
    listen: () => Promise.reject(new Error('A rehearsal listens to nothing')),
    close: async () => {},
  };
}

/** Runs the work in a transaction of the account that is always rolled back. Returns the result that the work would have had. */
export async function rolledBack<T>(database: Database, accountId: string, work: Work<T>): Promise<T> {
  const results: T[] = [];
  const end = new Error('The transaction is rolled back as intended.');
  try {
    await database.tenant(accountId, async (sql) => {
      results.push(await work(sql));
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  const [result] = results;
  if (result === undefined) throw new Error('The transaction ended without a result.');
  return result;
}
