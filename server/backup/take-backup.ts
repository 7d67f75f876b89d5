import { statfsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type postgres from 'postgres';
import { type DatabaseAddress, openConnection } from '../../adapters/postgres/connection/connection.ts';
import { sqlState } from '../../adapters/postgres/connection/database-error.ts';
import { diskFigures, isDiskFull } from '../../core/disk-room.ts';
import { MEBIBYTE } from '../../core/limits/account-limits.ts';
import { createDiskReader } from '../disk-space.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { createDirectory } from '../postgres-binaries.ts';
import { DataDirectoryInUse, readLockFile } from '../postgres-postmaster.ts';
import { addressIn } from '../postgres-server.ts';
import {
  type CopiedFile,
  copyListed,
  createFolderCopy,
  isWithin,
  syncFolder,
  syncFolders,
  writeCopy,
} from './copied-folder.ts';
import { DATA, type Manifest, writeManifest } from './manifest.ts';
import { BackupFailed } from './operate-backups.ts';

export interface BackupPlan {
  readonly dataDirectory: string;
  /** The folder to make. */
  readonly target: string;
  /** True if DATABASE_URL names the database: the backup then has the files only. */
  readonly hasOwnDatabase: boolean;
  readonly serviceVersion: string;
  readonly onBytes: (bytes: number) => void;
}

const DATABASE = 'postgres';

/** The bytes between two looks at the disk of a backup. */
const LOOK_BYTES = 16 * MEBIBYTE;

/**
 * Makes the function that stops a backup before it takes the room that the running service needs on the same disk. A backup on another disk
 * may fill it.
 */
async function guardDisk(dataDirectory: string, targetParent: string): Promise<(bytes: number) => void> {
  await mkdir(targetParent, { recursive: true });
  const isSameDisk = (await stat(targetParent)).dev === (await stat(dataDirectory)).dev;
  if (!isSameDisk) return () => undefined;
  const { neededBytes } = await createDiskReader(dataDirectory)();
  let untilLook = 0;
  return (bytes) => {
    untilLook -= bytes;
    if (untilLook > 0) return;
    untilLook = LOOK_BYTES;
    const { bavail, bsize } = statfsSync(targetParent);
    const space = { freeBytes: bavail * bsize, totalBytes: 0, neededBytes };
    if (isDiskFull(space))
      throw new BackupFailed(
        `There is no room for the backup beside the data: ${diskFigures(space)}. Take it to another disk.`,
      );
  };
}

/**
 * Copies a data directory, whether or not a service runs on it. The target appears complete or not at all. Throws `BackupFailed` with a
 * message for the operator.
 */
export async function takeBackup(plan: BackupPlan): Promise<Manifest> {
  const dataDirectory = resolve(plan.dataDirectory);
  const target = resolve(plan.target);
  if (isWithin(dataDirectory, target))
    throw new BackupFailed(`The backup can't be inside of DATA_DIR (${dataDirectory}). Choose a folder elsewhere.`);
  if (await exists(target)) throw new BackupFailed(`${target} exists. Choose a folder that does not exist yet.`);
  const isEmbedded = !plan.hasOwnDatabase;
  if (!(await exists(isEmbedded ? join(dataDirectory, DATABASE, 'PG_VERSION') : dataDirectory)))
    throw new BackupFailed(`DATA_DIR (${dataDirectory}) has no data of the service.`);
  const guard = await guardDisk(dataDirectory, dirname(target));
  const guarded = {
    ...plan,
    onBytes(bytes: number) {
      guard(bytes);
      plan.onBytes(bytes);
    },
  };
  let manifest: Manifest | null = null;
  const isNew = await createDirectory(target, async (draft) => {
    await mkdir(join(draft, DATA), { mode: 0o700 });
    manifest = isEmbedded
      ? await copyAll(guarded, dataDirectory, draft)
      : await copyFiles(guarded, dataDirectory, draft);
    await syncFolders(draft);
  });
  if (!isNew || manifest === null) throw new BackupFailed(`${target} appeared meanwhile. Choose another folder.`);
  await syncFolder(dirname(target));
  return manifest;
}

/** Matches folders of incomplete files, and folders that each start makes again. */
const LEFT_OUT =
  /^(postgres|spool|\.write-test-.*|\.restore-.*|postgres\.new-.*)$|(^|\/)\.incoming$|(^|\/)\.linked-from-/;

const filesOf = ({ onBytes }: BackupPlan, dataDirectory: string, draft: string) =>
  createFolderCopy({
    source: dataDirectory,
    target: join(draft, DATA),
    isLeftOut: (path) => LEFT_OUT.test(path),
    onBytes,
  });

/**
 * Copies files and database. The database refers to existing files only, so files are copied just before the moment of the database, and
 * files that appeared until then are added just after it.
 */
async function copyAll(plan: BackupPlan, dataDirectory: string, draft: string): Promise<Manifest> {
  const source = join(dataDirectory, DATABASE);
  const files = filesOf(plan, dataDirectory, draft);
  await files.add();
  const server = await openServer(source);
  try {
    await mkdir(join(draft, DATA, DATABASE), { mode: 0o700 });
    const target = join(draft, DATA, DATABASE);
    const { address } = server;
    const { onBytes } = plan;
    const base = await takeBaseBackup({ address, source, target, onBytes, beforeEnd: () => files.update() });
    const takenAt = new Date().toISOString();
    await files.add();
    const inDatabase = <T extends { readonly path: string }>(each: T) => ({ ...each, path: join(DATABASE, each.path) });
    const all: readonly CopiedFile[] = [...files.files(), ...base.files.map(inDatabase)];
    return await writeManifest(
      draft,
      {
        serviceVersion: plan.serviceVersion,
        takenAt,
        database: 'included',
        postgresMajor: (await readFile(join(source, 'PG_VERSION'), 'utf8')).trim(),
        newestMigration: base.newestMigration,
        folders: [...files.folders(), DATABASE, ...base.folders.map((folder) => join(DATABASE, folder))],
      },
      all,
    );
  } finally {
    await server.close();
  }
}

async function copyFiles(plan: BackupPlan, dataDirectory: string, draft: string): Promise<Manifest> {
  const files = filesOf(plan, dataDirectory, draft);
  await files.add();
  return writeManifest(
    draft,
    {
      serviceVersion: plan.serviceVersion,
      takenAt: new Date().toISOString(),
      database: 'external',
      postgresMajor: null,
      newestMigration: null,
      folders: [...files.folders()],
    },
    files.files(),
  );
}

export interface OpenServer {
  readonly address: DatabaseAddress;
  close(): Promise<void>;
}

/** Uses the server of a running service. Without one it starts the server, so that no service starts during the backup. */
export async function openServer(directory: string): Promise<OpenServer> {
  try {
    const { address, stop } = await startEmbeddedPostgres({ dataDirectory: directory });
    return { address, close: stop };
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    const lock = readLockFile(directory);
    if (lock === null || !lock.ready || error.pid === null)
      throw new BackupFailed(
        `${error.message}. Its database does not answer here: try again when it has started, or inside of its container.`,
        error,
      );
    return { address: addressIn(lock.socketDirectory), close: async () => {} };
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

interface BaseBackupPlan {
  readonly address: DatabaseAddress;
  /** The server's data directory. */
  readonly source: string;
  readonly target: string;
  readonly onBytes: (bytes: number) => void;
  /** Runs just before the end of the backup. The copy shows the database as of that end. */
  readonly beforeEnd: () => Promise<void>;
}

interface BaseBackup {
  readonly files: readonly CopiedFile[];
  /** The folders that PostgreSQL needs, relative to the target; several are empty. */
  readonly folders: readonly string[];
  /** The newest migration; null if the database was never migrated. */
  readonly newestMigration: string | null;
}

/**
 * Copies the server as it is at the end of this call, by the protocol of PostgreSQL for that (docs/adr/history.md). Throws `BackupFailed`
 * when the server does not allow it.
 */
async function takeBaseBackup(plan: BaseBackupPlan): Promise<BaseBackup> {
  const connection = openConnection(plan.address, { applicationName: 'backup', statementTimeoutSeconds: 0 });
  try {
    await connection.prepare();
    return await copyServer(connection.client, plan);
  } catch (error) {
    throw asBackupFailed(error);
  } finally {
    // The end of the session ends an unfinished backup and removes the slot.
    if (connection.closed) connection.destroy();
    else await connection.end();
  }
}

async function copyServer(sql: postgres.Sql, plan: BaseBackupPlan): Promise<BaseBackup> {
  const { source, target, onBytes, beforeEnd } = plan;
  if ((await readdir(join(source, 'pg_tblspc'))).length > 0)
    throw new BackupFailed('The database has tablespaces, which this backup does not copy. Copy it by pg_basebackup.');
  // The slot keeps the write-ahead log of the whole backup. It is temporary: it ends with this session.
  await sql`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`;
  const [start] = await sql<{ segment: string }[]>`
    select pg_walfile_name(pg_backup_start('npm run backup', fast => true)) as segment`;
  const copy = createFolderCopy({ source, target, onBytes, isLeftOut: isLeftOutOfBackup });
  await copy.add();
  const control = await writeCopy(target, CONTROL, await readUntorn(join(source, CONTROL)));
  const newestMigration = await newestMigrationOf(sql);
  await beforeEnd();
  const [end] = await sql<{ segment: string; label: string }[]>`
    select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)`;
  if (start === undefined || end === undefined) throw new Error('PostgreSQL did not answer to the backup');
  const label = await writeCopy(target, LABEL, Buffer.from(end.label));
  const segments = segmentsBetween(await readdir(join(source, WAL)), start.segment, end.segment);
  const log = await copyListed(
    { source, target, onBytes },
    segments.map((name) => join(WAL, name)),
  );
  const files = [...copy.files().filter(({ path }) => path !== CONTROL), control, label, ...log];
  return { files, folders: copy.folders(), newestMigration };
}

const CONTROL = 'global/pg_control';
/** The file that names the place in the log from which PostgreSQL recovers. */
const LABEL = 'backup_label';
const WAL = 'pg_wal';

/** Folders whose contents belong to the running server. PostgreSQL's documentation lists them. */
const EMPTIED = new Set([
  WAL,
  ...['pg_dynshmem', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
]);
const BASE_BACKUP_LEFT_OUT = new Set([
  ...[LABEL, 'tablespace_map', 'postmaster.pid', 'postmaster.opts', 'current_logfiles'],
  ...['server.log', 'server.log.old'],
]);
/** Temporary files and tables, a cache that is made again, and the marks of linked folders. */
const TEMPORARY = /^(pgsql_tmp|t\d+_\d+|pg_internal\.init|\.linked-from-)/;

/** True for files of a server's data directory that a copy must not have. */
export function isLeftOutOfBackup(path: string): boolean {
  const [folder = '', below] = path.split('/');
  return (
    BASE_BACKUP_LEFT_OUT.has(path) || (EMPTIED.has(folder) && below !== undefined) || TEMPORARY.test(basename(path))
  );
}

/** Reads the file until two readings are the same, because the server may write it during a reading. */
async function readUntorn(path: string): Promise<Uint8Array> {
  for (let last = await readFile(path); ; ) {
    const next = await readFile(path);
    if (next.equals(last)) return next;
    last = next;
  }
}

const SEGMENT = /^[0-9A-F]{24}$/;
/**
 * The number of 16 MB segments in one log. The last eight digits of a segment's name count up to it; then they start again and the eight
 * digits before them grow by one.
 */
const SEGMENTS_OF_A_LOG = 256;

/** The names of all segments from the first to the last. Throws if the server no longer has one of them. */
export function segmentsBetween(names: readonly string[], first: string, last: string): readonly string[] {
  const found = names.filter((name) => SEGMENT.test(name) && name >= first && name <= last).toSorted();
  if (found.length !== segmentNumber(last) - segmentNumber(first) + 1)
    throw new BackupFailed('The database removed a part of its write-ahead log during the backup. Take it again.');
  return found;
}

const segmentNumber = (name: string) =>
  Number.parseInt(name.slice(8, 16), 16) * SEGMENTS_OF_A_LOG + Number.parseInt(name.slice(16), 16);

/** Returns the name of the newest migration; null if the database was never migrated. */
async function newestMigrationOf(sql: postgres.Sql): Promise<string | null> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('schema_migrations') is not null as exists`;
  if (table?.exists !== true) return null;
  const [row] = await sql<{ name: string }[]>`select name from schema_migrations order by version desc limit 1`;
  return row?.name ?? null;
}

function asBackupFailed(error: unknown): unknown {
  const state = sqlState(error);
  if (state?.startsWith('28'))
    return new BackupFailed(
      'The database refuses this user. Take the backup as the user that runs the service.',
      error,
    );
  if (state === '55000' && error instanceof Error)
    return new BackupFailed(
      `The running service does not allow a backup (${error.message}). Restart it with this version.`,
      error,
    );
  return error;
}
