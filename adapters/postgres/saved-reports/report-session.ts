// One transaction for one report, on a connection of its own that is closed afterwards, so that nothing outlives the report.
import { type Connection, type DatabaseAddress, openConnection } from '../connection/connection.ts';
import type { Database } from '../connection/database.ts';
import { asLost, DatabaseUnavailable, isRefusedLogin, sqlState } from '../connection/database-error.ts';
import { scramVerifier } from '../connection/role-logins.ts';
import type { ReportBackend } from './report-places.ts';

export type ReportServers = AdministeredServer | ServerWithLogins;

interface AdministeredServer {
  /** Issues the tokens and knows the password. */
  readonly database: Database;
  /** The address of the same database as its administrator, who sets the password. */
  readonly administrator: DatabaseAddress;
  /** A replica for reports, as its administrator, which keeps their load off the main server. Without it reports run on the main server. */
  readonly reader?: DatabaseAddress;
}

/** Servers where each role has its own login, whose password another system manages. */
interface ServerWithLogins {
  readonly database: Database;
  /** The address of the server that runs reports, as cas_report. */
  readonly report: DatabaseAddress;
  /** The address of that server for the role of `database`'s system work, if it differs from the server of `database`; null otherwise. */
  readonly system: DatabaseAddress | null;
}

export interface SessionLimits {
  readonly accountId: string;
  readonly seconds: number;
  readonly bytesReadMax: number;
}

export interface ReportSession {
  readonly connection: Connection;
  readonly backend: ReportBackend;
  /** UTC date of the transaction's current time. */
  readonly asOf: string;
}

/** Begins a transaction in which everything reads the account's rows from one snapshot and writes nothing. */
export async function beginReport(servers: ReportServers, limits: SessionLimits): Promise<ReportSession> {
  try {
    return await beginOnce(servers, limits);
  } catch (error) {
    if (!isRefusedLogin(error) && !mayNotConnect(error)) throw error;
    if ('administrator' in servers) await admitReportRole(servers.administrator, servers.database);
    return beginOnce(servers, limits);
  }
}

async function beginOnce(
  servers: ReportServers,
  { accountId, seconds, bytesReadMax }: SessionLimits,
): Promise<ReportSession> {
  // The role's settings are restored before the login, because stored settings of the role would apply from the first byte.
  const [issued] = await servers.database.systemStatement(
    (sql) => sql<{ token: string }[]>`
      select report_private.issue_token(${accountId}) as token from restore_report_role()`,
  );
  const connection = openConnection(await addressOf(servers), {
    applicationName: 'report',
    statementTimeoutSeconds: seconds,
    parameters: { ...sessionParameters, transaction_timeout: seconds * 1000 + transactionMarginMs },
    bytesReadMax,
  });
  try {
    const { client } = connection;
    await connection.prepare();
    // One snapshot for everything that follows, so that the key can't change between checking the token and the report.
    await client.unsafe('begin isolation level repeatable read read only');
    await client`select set_config('report.token', ${issued?.token ?? ''}, true)`;
    const [session] = await client<{ account: string | null; pid: number; startedAt: string; asOf: string }[]>`
      select report_private.current_account() as account, pid, backend_start::text as "startedAt",
        to_char(transaction_timestamp(), 'YYYY-MM-DD') as "asOf"
      from pg_stat_activity where pid = pg_backend_pid()`;
    // Without an account every view is empty, and an empty report looks like a correct one.
    if (session?.account !== accountId) throw new Error('The database did not accept its own token for a report');
    const { pid, startedAt, asOf } = session;
    return { connection, backend: { pid, startedAt }, asOf };
  } catch (error) {
    // Evaluated before the connection is destroyed, which would turn every error into a connection error.
    const cause = asLost(error, connection);
    connection.destroy();
    throw cause;
  }
}

/** Returns true when the role lacks the right to connect. Other missing rights leave the connection open. */
function mayNotConnect(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && sqlState(error.cause) === '42501';
}

/** Returns true when the role or the server has its maximum number of connections. */
export function isFull(error: unknown): boolean {
  return sqlState(error instanceof DatabaseUnavailable ? error.cause : error) === '53300';
}

function addressOf(servers: ReportServers): Promise<DatabaseAddress> | DatabaseAddress {
  if (!('administrator' in servers)) return servers.report;
  return reportAddress(servers.reader ?? servers.administrator, servers.database);
}

/** The limit of a single statement acts first, because it leaves the connection usable. */
const transactionMarginMs = 100;

/**
 * Limits, and settings that affect the results and their format. Each connection sets all of them, so that settings stored with the role
 * don't count. The role has further limits that only a superuser may set.
 */
const sessionParameters = {
  search_path: 'report',
  row_security: 'on',
  default_transaction_read_only: 'on',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '15s',
  idle_session_timeout: 0,
  // A query ends soon after its caller's connection was cut.
  client_connection_check_interval: '1s',
  // A failed query returns its error, and the connection stays usable.
  exit_on_error: 'off',
  work_mem: '16MB',
  hash_mem_multiplier: 1,
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  // Without this setting a scan may start in the middle of a table and return rows in another order.
  synchronize_seqscans: 'off',
  // The guard judges queries under this setting. With it off, a backslash would end a text elsewhere.
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  extra_float_digits: 1,
  bytea_output: 'hex',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
};

// Connections of the role cas_report from the first byte, so that a report can't switch back to another role.

const role = 'cas_report';

/**
 * Returns the same server and database with the role cas_report. A local socket needs no password, because the kernel identifies the user.
 */
async function reportAddress(address: DatabaseAddress, database: Database): Promise<DatabaseAddress> {
  // A login has its role already.
  if (address.kind === 'login') return address;
  if (address.kind === 'socket') return { ...address, user: role };
  const url = new URL(address.url);
  url.username = role;
  url.password = await readPassword(database);
  return { kind: 'url', url: url.href };
}

/**
 * Lets the role connect and sets its password, as the administrator of the address. Concurrent calls are safe, because all set the same
 * password. It is sent as a SCRAM verifier, so that no log of statements has it.
 */
export async function admitReportRole(administrator: DatabaseAddress, database: Database): Promise<void> {
  const verifier = scramVerifier(await readPassword(database));
  const connection: Connection = openConnection(administrator, {
    applicationName: 'report-login',
    statementTimeoutSeconds: 60,
  });
  try {
    // The operator's own database may allow only its owner to connect (server/deploy/own-postgresql.sql).
    await connection.client.unsafe(`
      do $$ begin execute format('grant connect on database %I to ${role}', current_database()); end $$;
      alter role ${role} password '${verifier}'`);
  } catch (error) {
    // Another process is doing the same now.
    if (sqlState(error) !== 'XX000') throw error;
  } finally {
    if (connection.closed) connection.destroy();
    else await connection.end();
  }
}

async function readPassword(database: Database): Promise<string> {
  const [row] = await database.systemStatement(
    (sql) => sql<{ password: string }[]>`select report_private.login_password() as password`,
  );
  if (row === undefined) throw new Error('A function without arguments has one result');
  return row.password;
}
