// One transaction for one report, on a connection that is opened for it and closed after it: nothing of it can outlive it.
import { type Connection, type DatabaseAddress, openConnection } from '../connection/connection.ts';
import type { Database } from '../connection/database.ts';
import { asLost, DatabaseUnavailable, sqlState } from '../connection/database-error.ts';
import { isRefusedLogin } from '../connection/refused-login.ts';
import { reportAddress, setReportPassword } from './report-login.ts';
import type { ReportBackend } from './report-places.ts';

export type ReportServers = AdministeredServer | ServerWithLogins;

interface AdministeredServer {
  /** Gives out the tokens and knows the password. */
  readonly database: Database;
  /** The same database as its administrator, who sets the password. */
  readonly administrator: DatabaseAddress;
  /** A copy to run reports on, as its administrator, so that their load is nobody else's. Without it they run where the rest does. */
  readonly reader?: DatabaseAddress;
}

/** Where each role has a login of its own, and somebody else keeps the passwords. */
interface ServerWithLogins {
  readonly database: Database;
  /** As cas_report, on the server that runs reports. */
  readonly report: DatabaseAddress;
  /** As cas_system on that server, where it is another one than that of `database`; else null. */
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
  /** UTC date of the moment that the transaction takes for now. */
  readonly asOf: string;
}

/** Begins: what runs on the connection from now on reads the account's rows as of this moment, and writes nothing. */
export async function beginReport(servers: ReportServers, limits: SessionLimits): Promise<ReportSession> {
  try {
    return await beginOnce(servers, limits);
  } catch (error) {
    if (!isRefusedLogin(error)) throw error;
    if ('administrator' in servers) await setReportPassword(servers.administrator, servers.database);
    return beginOnce(servers, limits);
  }
}

async function beginOnce(
  servers: ReportServers,
  { accountId, seconds, bytesReadMax }: SessionLimits,
): Promise<ReportSession> {
  // Before the login: the role may have stored settings of its own, and they would count from the first byte.
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
    // One snapshot for all that follows: the key can't be changed between the look at the token and the report.
    await client.unsafe('begin isolation level repeatable read read only');
    await client`select set_config('report.token', ${issued?.token ?? ''}, true)`;
    const [session] = await client<{ account: string | null; pid: number; startedAt: string; asOf: string }[]>`
      select report_private.current_account() as account, pid, backend_start::text as "startedAt",
        to_char(transaction_timestamp(), 'YYYY-MM-DD') as "asOf"
      from pg_stat_activity where pid = pg_backend_pid()`;
    // Without an account every view is empty, and an empty report looks like a true one.
    if (session?.account !== accountId) throw new Error('The database did not accept its own token for a report');
    const { pid, startedAt, asOf } = session;
    return { connection, backend: { pid, startedAt }, asOf };
  } catch (error) {
    // Before it is destroyed here, which would make every error one of the connection.
    const cause = asLost(error, connection);
    connection.destroy();
    throw cause;
  }
}

/** The role has as many connections as it may have, or the server as many as it can. */
export function isFull(error: unknown): boolean {
  return sqlState(error instanceof DatabaseUnavailable ? error.cause : error) === '53300';
}

function addressOf(servers: ReportServers): Promise<DatabaseAddress> | DatabaseAddress {
  if (!('administrator' in servers)) return servers.report;
  return reportAddress(servers.reader ?? servers.administrator, servers.database);
}

/** A single statement that takes too long is refused first, which leaves the connection in order. */
const transactionMarginMs = 100;

/**
 * Limits, and what the result of a query and the look of its values depend on. All of it is said at each connection, so that
 * nothing that was stored with the role counts. The role has further limits that only a superuser may set.
 */
const sessionParameters = {
  search_path: 'report',
  row_security: 'on',
  default_transaction_read_only: 'on',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '15s',
  idle_session_timeout: 0,
  // A query ends soon after the line of its caller was cut.
  client_connection_check_interval: '1s',
  // A query that fails gets its answer, and the connection goes on.
  exit_on_error: 'off',
  work_mem: '16MB',
  hash_mem_multiplier: 1,
  max_parallel_workers_per_gather: 0,
  jit: 'off',
  // A scan that joins another one in the middle of a table returns its rows in another order.
  synchronize_seqscans: 'off',
  // What the query was judged by: with it off a backslash would end a text elsewhere.
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  array_nulls: 'on',
  extra_float_digits: 1,
  bytea_output: 'hex',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
};
