// Copies a PostgreSQL server while it works, by PostgreSQL's own protocol for that (docs/adr/history.md).
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type postgres from 'postgres';
import { type DatabaseAddress, openConnection } from '../../adapters/postgres/connection/connection.ts';
import { sqlState } from '../../adapters/postgres/connection/database-error.ts';
import { type CopiedFile, copyListed, createFolderCopy, writeCopy } from './copied-folder.ts';
import { BackupFailed } from './operate-backups.ts';

export interface BaseBackupPlan {
  readonly address: DatabaseAddress;
  /** The server's data directory. */
  readonly source: string;
  readonly target: string;
  readonly onBytes: (bytes: number) => void;
  /** Runs just before the end of the backup. The copy shows the database as of that end. */
  readonly beforeEnd: () => Promise<void>;
}

export interface BaseBackup {
  readonly files: readonly CopiedFile[];
  /** The folders that PostgreSQL needs, relative to the target; several are empty. */
  readonly folders: readonly string[];
  /** The newest migration; null if the database was never migrated. */
  readonly newestMigration: string | null;
}

/** Copies the server as it is at the end of this call. Throws `BackupFailed` when the server does not allow it. */
export async function takeBaseBackup(plan: BaseBackupPlan): Promise<BaseBackup> {
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
const LEFT_OUT = new Set([
  ...[LABEL, 'tablespace_map', 'postmaster.pid', 'postmaster.opts', 'current_logfiles'],
  ...['server.log', 'server.log.old'],
]);
/** Temporary files and tables, a cache that is made again, and the marks of linked folders. */
const TEMPORARY = /^(pgsql_tmp|t\d+_\d+|pg_internal\.init|\.linked-from-)/;

/** True for files of a server's data directory that a copy must not have. */
export function isLeftOutOfBackup(path: string): boolean {
  const [folder = '', below] = path.split('/');
  return LEFT_OUT.has(path) || (EMPTIED.has(folder) && below !== undefined) || TEMPORARY.test(basename(path));
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
