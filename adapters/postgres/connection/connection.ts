// One connection to PostgreSQL, which is opened once and never again.
import { createConnection, type Socket } from 'node:net';
import postgres from 'postgres';
import { DatabaseUnavailable } from './database-error.ts';
import { isRefusedLogin } from './refused-login.ts';
import { secureSocket } from './secure-socket.ts';
import { refuseUnknownArray, valueTypes } from './value-types.ts';

/** Where the database is: over the network, behind a socket in a folder of this machine, or over TLS with a login of one role. */
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

/** A user of the server whose password somebody else keeps and changes. */
export interface Login {
  readonly user: string;
  /** Asked for at each connection. */
  password(): Promise<string>;
  /** The server did not take the password given last: the next one has to be read anew. */
  refused(): void;
}

export interface ConnectionSettings {
  readonly applicationName: string;
  /** Everything on the connection runs as this role. A login has its role by itself (role-logins.ts). */
  readonly role?: string;
  /** Further settings of the session. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** The line is cut, with `ReplyTooLarge`, soon after the server has sent more than this in all. */
  readonly bytesReadMax?: number;
  /** The server ends a statement, and a transaction that does nothing, after so long. Zero: never. */
  readonly statementTimeoutSeconds: number;
  readonly onNotify?: (channel: string, payload: string) => void;
  readonly onClosed?: () => void;
}

export interface Connection {
  /** For one user at a time. Once the connection is lost every statement rejects, those under way too. */
  readonly client: postgres.Sql;
  readonly closed: boolean;
  readonly openedAt: number;
  /** Takes the connection for dead when the server stays silent for longer than any statement may take. Of an open one only. */
  watch(on: boolean): void;
  /** Opens the connection, in no more than that time. To be awaited before any other statement; later it does nothing. */
  prepare(): Promise<void>;
  /** Asks the server for a sign of life. False: the connection is lost. */
  answers(): Promise<boolean>;
  /** Says goodbye to the server. For a connection nobody uses. */
  end(): Promise<void>;
  /** Cuts the line; the server rolls back. */
  destroy(): void;
}

/** The server sent more than the connection may read. */
export class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

const connectTimeoutSeconds = 10;
/** How often it is looked at how much was read: at a gigabyte a second, ten megabytes too late. */
const meterMs = 10;
/** What a statement that ended on time may still need for the way back. */
const silenceMarginSeconds = 15;
/** A server that is there answers within milliseconds. */
const signOfLifeMs = 2_000;

/**
 * Opens the connection at the first statement. postgres.js would open a lost one again on its own, and then (3.4.9) statements of
 * the old transaction can run inside the next one, which may be another account's; answers of the old connection can be handed
 * to the new one; and its end() can wait for ever. So it gets its socket from here, and gets only one.
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
    // Rejects what waits for a connection that won't come. It never throws and is not worth waiting for.
    client.end({ timeout: 0 }).catch(() => {});
    settings.onClosed?.();
  };
  const connectOnce = async (target: SocketTarget): Promise<Socket> => {
    try {
      if (opened || closed) throw new DatabaseUnavailable('The connection to the database was lost');
      opened = true;
      // Read here, where a failure is one of connecting; postgres.js would not notice it.
      if (address.kind === 'login') password = await address.login.password();
      socket = await connectSocket(target, address.kind === 'login');
      if (closed) socket.destroy();
      // Known before postgres.js rejects what is under way: whoever is told asks whether the connection is lost.
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
      // Not by watching: while it opens there is no socket yet, or postgres.js is about to put its own in the place of it.
      const overdue = silenceMs === 0 ? undefined : setTimeout(lost, silenceMs);
      try {
        // Also where there is nothing to set: when the server refuses a connection, as it does while it recovers, postgres.js (3.4.9)
        // tells the first statement, and those behind it never end.
        if (address.kind === 'login')
          await client.unsafe(sessionStatement, [JSON.stringify(sessionParameters(settings))]);
        else await client.unsafe('select 1');
        prepared = true;
      } catch (error) {
        if (address.kind === 'login' && isRefusedLogin(error)) address.login.refused();
        // The server is about to hang up, or the session is not as it has to be: nobody may use it.
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

/** The names postgres.js has for them. */
function targetOf(address: Exclude<DatabaseAddress, { readonly kind: 'url' }>) {
  return address.kind === 'socket'
    ? { host: address.directory, port: address.port, user: address.user, database: address.database }
    : { host: address.host, port: address.port, user: address.login.user, database: address.database, ssl: false };
}

/** A proxy in front of a managed server lets nobody bring settings along: there they are made once the connection is open. */
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
    // The pool decides when a connection is given up: doing it here races with the next statement.
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

/** Asks the socket rather than listens to it: postgres.js takes all listeners off when it goes over to TLS. */
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

/** The time to connect is for all of it: reaching the server, and agreeing on the protection. */
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
      // postgres.js reads the name from here to check the server's certificate against it.
      resolve(Object.assign(connected, { host: name }));
    };
    socket.once('error', refused);
    socket.once('connect', () => {
      if (secure) void secureSocket(socket, name).then(ready, refused);
      else ready(socket);
    });
  });
}
