import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type DatabaseAddress, openConnection } from '../adapters/postgres/connection/connection.ts';
import { sqlState } from '../adapters/postgres/connection/database-error.ts';
import { operatorTokenPath } from './operator-token.ts';
import { DataDirectoryUnusable } from './postgres-data.ts';

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

/** Files of a data directory that the service creates only once it has a database. */
const FILES_BESIDE_DATABASE = ['secret-key', 'objects', 'drops', 'mail'] as const;

/**
 * Refuses to create a database in a data directory that had one, as after a restore without the folder `postgres`. An empty database
 * would answer as if nothing had ever been stored, and the files beside it would be deleted as leftovers.
 */
export async function requireDatabaseFolder(dataDirectory: string): Promise<void> {
  const folder = join(dataDirectory, 'postgres');
  const present = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  if (present.length > 0) return;
  const file = await fileBesideDatabase(dataDirectory);
  if (file === null) return;
  throw new DataDirectoryUnusable(
    `${dataDirectory} had a database: the file ${file} is there, and the folder ${folder} is missing or empty. ` +
      `Restore the folder from the copy that the other files are from. ${HOW_TO_BEGIN_ANEW}`,
  );
}

/** Refuses an empty external database beside files of an earlier database, for the same reason. */
export async function requireFilledDatabase(address: DatabaseAddress, dataDirectory: string): Promise<void> {
  const file = await fileBesideDatabase(dataDirectory);
  if (file === null || !(await isEmpty(address))) return;
  throw new DataDirectoryUnusable(
    `${dataDirectory} had a database: the file ${file} is there, and the database of this start is empty. ` +
      `Restore the database, or name the one that the files belong to by DATABASE_URL. ${HOW_TO_BEGIN_ANEW}`,
  );
}

const HOW_TO_BEGIN_ANEW =
  'To begin with an empty database in spite of it, start once with NEW_DATABASE=allow; files of earlier statements and mail are then deleted in time.';

/** Returns the path of a file that only a service with a database creates; null when there is none. */
async function fileBesideDatabase(dataDirectory: string): Promise<string | null> {
  for (const path of [
    operatorTokenPath(dataDirectory),
    ...FILES_BESIDE_DATABASE.map((name) => join(dataDirectory, name)),
  ]) {
    const found = await firstFile(path);
    if (found !== null) return relative(dataDirectory, found);
  }
  return null;
}

/** Returns the path itself if it is a file, or the first file below it. */
async function firstFile(path: string): Promise<string | null> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const file = entries.find((entry) => entry.isFile());
    return file === undefined ? null : join(file.parentPath, file.name);
  } catch (error) {
    if (isMissing(error)) return null;
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return path;
    throw error;
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Returns true for a database that no service has started with. */
export async function isEmpty(address: DatabaseAddress): Promise<boolean> {
  const connection = openConnection(address, { applicationName: 'runtime-look', statementTimeoutSeconds: 30 });
  try {
    const [row] = await connection.client<{ is_empty: boolean }[]>`
      select to_regclass('schema_migrations') is null as is_empty`;
    return row?.is_empty === true;
  } finally {
    await connection.end();
  }
}

export interface DatabaseWatch {
  /** Resolves when the server has not answered for a long time. It never resolves after `close`. */
  readonly lost: Promise<void>;
  close(): void;
}

const INTERVAL_MS = 5_000;
/** The time without an answer after which the server counts as lost. A busy machine delays a connection by less. */
const SILENT_MS = 30_000;
const ATTEMPTS_MIN = 3;

/**
 * Checks that the bundled database server is alive, on a new connection each time. Open connections keep working when the folder of the
 * socket is gone, but nobody can open a new one. A server that refuses connections (it recovers, or is full) counts as alive.
 */
export function watchDatabase(address: DatabaseAddress, intervalMs = INTERVAL_MS): DatabaseWatch {
  const { promise: lost, resolve } = Promise.withResolvers<void>();
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let answeredAt = performance.now();
  let failures = 0;

  const look = async () => {
    if (await answers(address)) {
      answeredAt = performance.now();
      failures = 0;
    } else failures += 1;
    if (closed) return;
    const silentMs = performance.now() - answeredAt;
    if (failures >= ATTEMPTS_MIN && silentMs >= (SILENT_MS / INTERVAL_MS) * intervalMs) resolve();
    else timer = setTimeout(() => void look(), intervalMs).unref();
  };
  timer = setTimeout(() => void look(), intervalMs).unref();
  return {
    lost,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

async function answers(address: DatabaseAddress): Promise<boolean> {
  const connection = openConnection(address, { applicationName: 'database-watch', statementTimeoutSeconds: 5 });
  try {
    await connection.prepare();
    return true;
  } catch (error) {
    return sqlState(error) !== null;
  } finally {
    connection.destroy();
  }
}
