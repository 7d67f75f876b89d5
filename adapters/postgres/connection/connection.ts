// One connection to PostgreSQL, which is opened once and never reopened.
import { once } from 'node:events';
import { createConnection, isIP, type Socket } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import postgres, { type Fragment } from 'postgres';
import { DatabaseUnavailable, isRefusedLogin } from './database-error.ts';
import { parseArray, type Sql } from './sql.ts';

/** The address of the database: over the network, behind a local Unix socket, or over TLS with the login of one role. */
export type DatabaseAddress =
  | { readonly kind: 'url'; readonly url: string }
  | {
      readonly kind: 'socket';
      readonly directory: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    }
  | {
      readonly kind: 'login';
      readonly host: string;
      readonly port: number;
      readonly database: string;
      readonly login: Login;
    };

/** A database user whose password is kept and rotated by another system. */
export interface Login {
  readonly user: string;
  /** Reads the password; called for each connection. */
  password(): Promise<string>;
  /** Reports that the server refused the last password, so that the next call of `password` reads it again. */
  refused(): void;
}

export interface ConnectionSettings {
  readonly applicationName: string;
  /** The role of the session. A login has its role already (role-logins.ts). */
  readonly role?: string;
  /** Further settings of the session. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** The connection is closed, with `ReplyTooLarge`, soon after the server has sent more bytes than this in total. */
  readonly bytesReadMax?: number;
  /** The server ends a statement, and an idle transaction, after this time. Zero means never. */
  readonly statementTimeoutSeconds: number;
  readonly onNotify?: (channel: string, payload: string) => void;
  readonly onClosed?: () => void;
}

export interface Connection {
  /** The client, for one user at a time. Once the connection is lost, every pending and later statement rejects. */
  readonly client: postgres.Sql;
  readonly closed: boolean;
  readonly openedAt: number;
  /**
   * Turns the watchdog of an open connection on or off. It closes the connection when the server is silent for longer than a statement may
   * take.
   */
  watch(on: boolean): void;
  /** Opens the connection within the time limit. Must be awaited before any other statement; later calls do nothing. */
  prepare(): Promise<void>;
  /** Checks that the server responds. False means that the connection is lost. */
  answers(): Promise<boolean>;
  /** Closes an unused connection with a message to the server. */
  end(): Promise<void>;
  /** Closes the connection at once; the server rolls back. */
  destroy(): void;
}

/** The server sent more bytes than the connection may read. */
export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

const connectTimeoutSeconds = 10;
/** Interval of the byte counter. At a gigabyte a second the limit is exceeded by up to ten megabytes. */
const meterMs = 10;
/** Extra time for the answer of a statement that ended just within its limit. */
const silenceMarginSeconds = 15;
/** The milliseconds within which a server has to answer. A healthy server answers within milliseconds. */
const signOfLifeMs = 2_000;

/**
 * Opens the connection at the first statement. postgres.js (3.4.9) would reopen a lost connection: statements of the old transaction could
 * then run in the next one, perhaps of another account, and answers could reach the wrong statement. This function therefore passes
 * exactly one socket to postgres.js.
 */
export function openConnection(address: DatabaseAddress, settings: ConnectionSettings): Connection {
  let socket: Socket | null = null;
  let meter: NodeJS.Timeout | undefined;
  let password = '';
  let opened = false;
  let prepared = false;
  let closed = false;
  let failing = false;

  const lost = () => {
    if (closed) return;
    closed = true;
    clearInterval(meter);
    socket?.destroy();
    // Rejects statements that wait for a failed connection. It never throws, and nothing has to wait for it.
    client.end({ timeout: 0 }).catch(() => {});
    settings.onClosed?.();
  };
  const connectOnce = async (target: SocketTarget): Promise<Socket> => {
    try {
      if (opened || closed) throw new DatabaseUnavailable('The connection to the database was lost');
      opened = true;
      // The password is read here, so that a failure is an error of connecting. postgres.js would not notice it.
      if (address.kind === 'login') password = await address.login.password();
      socket = await connectSocket(target, address.kind === 'login');
      if (closed) socket.destroy();
      // This must run before postgres.js rejects pending statements, because their callers then ask whether the connection is lost.
      socket.once('error', () => {
        failing = true;
      });
      meter = settings.bytesReadMax === undefined ? undefined : limitBytesRead(socket, settings.bytesReadMax);
      return socket;
    } catch (error) {
      lost();
      throw error;
    }
  };
  const options = { ...clientOptions(address, settings), socket: connectOnce, onclose: lost };
  const client =
    address.kind === 'url'
      ? postgres(address.url, options)
      : postgres({ ...options, ...targetOf(address), password: () => password });

  const silenceMs =
    settings.statementTimeoutSeconds && (settings.statementTimeoutSeconds + silenceMarginSeconds) * 1000;
  const onSilence = () => socket?.destroy(new DatabaseUnavailable('The database did not answer in time'));
  return {
    client,
    openedAt: performance.now(),
    get closed() {
      return closed || failing;
    },
    async prepare() {
      if (prepared) return;
      // A timer is used because the watchdog needs a socket. During opening there is none yet, or postgres.js is about to replace it.
      const overdue = silenceMs === 0 ? undefined : setTimeout(lost, silenceMs);
      try {
        // A statement is sent even when there is nothing to set. When a recovering server refuses the connection, postgres.js (3.4.9)
        // rejects the first statement only, and later ones would never end.
        if (address.kind === 'login')
          await client.unsafe(sessionStatement, [JSON.stringify(sessionParameters(settings))]);
        else await client.unsafe('select 1');
        prepared = true;
      } catch (error) {
        if (address.kind === 'login' && isRefusedLogin(error)) address.login.refused();
        // The server is about to close the connection, or the session lacks its settings, so nobody may use it.
        lost();
        throw error;
      } finally {
        clearTimeout(overdue);
      }
    },
    async answers() {
      const overdue = setTimeout(lost, signOfLifeMs);
      await client`select 1`.catch(lost);
      clearTimeout(overdue);
      return !closed;
    },
    watch: (on) => socket?.removeListener('timeout', onSilence).setTimeout(on ? silenceMs : 0, onSilence),
    end: () => client.end({ timeout: 5 }),
    destroy: lost,
  };
}

/** Converts an address to the option names of postgres.js. */
function targetOf(address: Exclude<DatabaseAddress, { readonly kind: 'url' }>) {
  return address.kind === 'socket'
    ? { host: address.directory, port: address.port, user: address.user, database: address.database }
    : { host: address.host, port: address.port, user: address.login.user, database: address.database, ssl: false };
}

/** A proxy in front of a managed server does not accept settings at connect time, so they are set once the connection is open. */
const sessionStatement = 'select set_config(key, value, false) from json_each_text($1::text::json)';

function sessionParameters({ statementTimeoutSeconds, parameters }: ConnectionSettings) {
  const timeoutMs = statementTimeoutSeconds * 1000;
  return {
    TimeZone: 'UTC',
    DateStyle: 'ISO, YMD',
    IntervalStyle: 'iso_8601',
    statement_timeout: timeoutMs,
    idle_in_transaction_session_timeout: timeoutMs,
    ...parameters,
  };
}

function clientOptions(address: DatabaseAddress, settings: ConnectionSettings) {
  const { applicationName, role } = settings;
  const brought = { ...sessionParameters(settings), ...(role === undefined ? {} : { role }) };
  return {
    max: 1,
    connect_timeout: connectTimeoutSeconds,
    // The pool decides when to close a connection. A timeout here would race with the next statement.
    idle_timeout: 0,
    max_lifetime: null,
    types: valueTypes,
    fetch_types: false,
    transform: { value: { from: refuseUnknownArray } },
    onnotice: () => {},
    onnotify: settings.onNotify,
    connection: { application_name: applicationName, ...(address.kind === 'login' ? {} : brought) },
  };
}

/** Polls the socket's byte count, because postgres.js removes all listeners when it switches to TLS. */
function limitBytesRead(socket: Socket, bytesMax: number): NodeJS.Timeout {
  return setInterval(() => {
    if (socket.bytesRead > bytesMax) socket.destroy(new ReplyTooLarge('The server sent more than was asked for'));
  }, meterMs).unref();
}

interface SocketTarget {
  readonly path: string | false;
  readonly host: readonly string[];
  readonly port: readonly number[];
}

/** The connect timeout covers both reaching the server and the TLS handshake. */
function connectSocket({ path, host, port }: SocketTarget, secure: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const [name = ''] = host;
    const socket = path ? createConnection({ path }) : createConnection({ host: name, port: port[0] ?? 5432 });
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), connectTimeoutSeconds * 1000);
    const refused = (error: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(new DatabaseUnavailable('The database can not be reached', error));
    };
    const ready = (connected: Socket) => {
      clearTimeout(timer);
      socket.removeListener('error', refused);
      // postgres.js reads the host name from the socket to check the server's certificate.
      resolve(Object.assign(connected, { host: name }));
    };
    socket.once('error', refused);
    socket.once('connect', () => {
      if (secure) void secureSocket(socket, name).then(ready, refused);
      else ready(socket);
    });
  });
}

// Starts TLS as PostgreSQL does: a request in clear text, then everything encrypted under the server's certificate.

/** SSLRequest: its own length, and the code that takes the place of the protocol version. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const ACCEPTED = 'S';

/**
 * Resolves once the server has shown a certificate for `host` from an authority that Node trusts (NODE_EXTRA_CA_CERTS adds some). Rejects
 * otherwise; nothing is ever sent unencrypted. postgres.js is not used for this, because it leaves the socket without an error listener
 * during the switch, and an unhandled socket error ends the process.
 */
async function secureSocket(socket: Socket, host: string): Promise<TLSSocket> {
  const hungUp = once(socket, 'close').then((): never => {
    throw new Error('The server hung up before the connection was secure');
  });
  socket.write(SSL_REQUEST);
  const [answer]: unknown[] = await Promise.race([once(socket, 'data'), hungUp]);
  // More than one byte would be text that an attacker put in front of the encrypted answer.
  if (String(answer) !== ACCEPTED) throw new Error('The server does not offer TLS');
  const secured = connect({ socket, host, servername: isIP(host) === 0 ? host : '', minVersion: 'TLSv1.2' });
  await Promise.race([once(secured, 'secureConnect'), hungUp]);
  return secured;
}

const asText = (value: unknown) => String(value);
const asNumber = Number;
const asBoolean = (text: string) => text === 't';
const asJson = (text: string): unknown => JSON.parse(text);

/** Registers a parser by the server's type number (pg_type). Bound values are text already (sql.ts). */
const readAs = <T>(oid: number, parse: (text: string) => T) => ({ to: oid, from: [oid], serialize: asText, parse });
const readArrayAs = <T>(oid: number, parse: (text: string) => T) => readAs(oid, (text) => parseArray(text, parse));

/**
 * The parsers for postgres.js's `types`: date as YYYY-MM-DD, timestamptz as ISO 8601 UTC with milliseconds, JSON parsed, NULL in arrays as
 * null.
 */
const valueTypes = {
  json: readAs(114, asJson),
  jsonb: readAs(3802, asJson),
  date: readAs(1082, asText),
  timestamp: readAs(1114, asText),
  timestamptz: readAs(1184, isoTimestamp),
  booleanArray: readArrayAs(1000, asBoolean),
  smallintArray: readArrayAs(1005, asNumber),
  integerArray: readArrayAs(1007, asNumber),
  bigintArray: readArrayAs(1016, asText),
  doubleArray: readArrayAs(1022, asNumber),
  numericArray: readArrayAs(1231, asText),
  textArray: readArrayAs(1009, asText),
  varcharArray: readArrayAs(1015, asText),
  nameArray: readArrayAs(1003, asText),
  uuidArray: readArrayAs(2951, asText),
  dateArray: readArrayAs(1182, asText),
  timestamptzArray: readArrayAs(1185, isoTimestamp),
  jsonbArray: readArrayAs(3807, asJson),
};

/** Type numbers below this one are PostgreSQL's own types. */
const firstOwnType = 16_384;

/**
 * Throws for an array of a domain or enum, which would arrive as one string with braces. Returns any other value unchanged, as
 * postgres.js's `transform`.
 */
function refuseUnknownArray(value: unknown, column: { readonly name: string; readonly type: number }): unknown {
  if (column.type >= firstOwnType && typeof value === 'string' && value.startsWith('{')) {
    throw new TypeError(`Column ${column.name} is an array of a type of this schema; cast it to text[]`);
  }
  return value;
}

const utcTimestamp = /^(\d{4,})-(\d\d)-(\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/;

/** Converts `2026-01-31 08:00:00.123456+00` to `2026-01-31T08:00:00.123Z`. Digits after milliseconds are cut, not rounded. */
function isoTimestamp(text: string): string {
  const [, year, month, day, time, fraction = ''] = utcTimestamp.exec(text) ?? [];
  if (year === undefined) throw new RangeError(`Not a timestamp this program can show: ${text}`);
  return `${year}-${month}-${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
}

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
