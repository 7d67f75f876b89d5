import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../../adapters/postgres/connection/database.ts';
import { readAccountSums } from '../../adapters/postgres/connection/tenant-tables.ts';
import { checkMigrations, DatabaseTooNew } from '../../adapters/postgres/migrations/migrate.ts';
import { type Comparison, compareSums, type TableSum } from '../../core/account-sums.ts';
import { makeDataDirectory } from '../data-directory.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { copyListed, MissingFile, syncFolder, syncFolders } from './copied-folder.ts';
import { type Backup, DATA, type Manifest, readManifest } from './manifest.ts';
import { BackupFailed } from './operate-backups.ts';
import { openServer, takeBackup } from './take-backup.ts';

export interface RestorePlan {
  readonly backup: string;
  /** A folder that is empty or does not exist. */
  readonly dataDirectory: string;
  /** True if DATABASE_URL names the database. */
  readonly hasOwnDatabase: boolean;
  readonly onBytes: (bytes: number) => void;
}

const DATABASE = 'postgres';
const DRAFT_PREFIX = '.restore-';

/**
 * Fills a data directory from a backup. Every digest is checked and the database is started once, before anything has its final place.
 * Throws `BackupFailed` with a message for the operator; the directory is then as empty as before.
 */
export async function restoreBackup({ dataDirectory: asked, ...plan }: RestorePlan): Promise<Manifest> {
  const folder = resolve(plan.backup);
  const dataDirectory = resolve(asked);
  const backup = await readManifest(folder);
  if (backup.manifest.database === 'included' && plan.hasOwnDatabase)
    throw new BackupFailed('The backup has the built-in database, and DATABASE_URL names another. Unset DATABASE_URL.');
  await makeDataDirectory(dataDirectory);
  await requireEmpty(dataDirectory);
  // The draft is inside of the directory, because that may be a disk of its own.
  const draft = await mkdtemp(join(dataDirectory, DRAFT_PREFIX));
  try {
    await copyChecked(backup, { source: join(folder, DATA), target: draft, onBytes: plan.onBytes });
    if (backup.manifest.database === 'included') await requireUsableDatabase(join(draft, DATABASE));
    await syncFolders(draft);
    await moveAll(draft, dataDirectory);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return backup.manifest;
}

/** Removes what an interrupted restore left behind. */
async function requireEmpty(dataDirectory: string): Promise<void> {
  const names = await readdir(dataDirectory);
  const [other] = names.filter((name) => !name.startsWith(DRAFT_PREFIX) && name !== 'lost+found');
  if (other !== undefined)
    throw new BackupFailed(
      `DATA_DIR (${dataDirectory}) is not empty: it has "${other}". Stop its service and move the directory away, or name another one.`,
    );
  for (const name of names.filter((each) => each.startsWith(DRAFT_PREFIX)))
    await rm(join(dataDirectory, name), { recursive: true, force: true });
}

interface CheckedCopy {
  readonly source: string;
  readonly target: string;
  readonly onBytes: (bytes: number) => void;
}

async function copyChecked({ manifest, digests }: Backup, copy: CheckedCopy): Promise<void> {
  for (const folder of manifest.folders) await mkdir(join(copy.target, folder), { recursive: true, mode: 0o700 });
  try {
    const files = await copyListed(copy, [...digests.keys()]);
    const changed = files.find(({ path, sha256 }) => digests.get(path) !== sha256);
    if (changed !== undefined) throw new BackupFailed(`The backup is damaged: ${changed.path} is not what was copied.`);
  } catch (error) {
    if (error instanceof MissingFile) throw new BackupFailed(`The backup is damaged: ${error.message}.`, error);
    throw error;
  }
}

/** Recovers the database from its log, and checks that this version can serve it. */
async function requireUsableDatabase(directory: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDirectory: directory });
  try {
    await checkMigrations(server.address);
  } catch (error) {
    if (error instanceof DatabaseTooNew) throw new BackupFailed(error.message, error);
    throw error;
  } finally {
    await server.stop();
  }
}

/** Moves the database last: a service refuses to start on files without their database. */
async function moveAll(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => name !== DATABASE);
  for (const name of names) await rename(join(from, name), join(to, name));
  if ((await readdir(from)).includes(DATABASE)) await rename(join(from, DATABASE), join(to, DATABASE));
  await syncFolder(to);
}

interface DrillPlan {
  readonly dataDirectory: string;
  /** The folder in which the copies are made; it has to have room for the data twice. */
  readonly scratch: string;
  readonly serviceVersion: string;
  readonly onBytes: (bytes: number) => void;
}

/**
 * Takes a backup of a data directory, whether or not a service runs on it, restores it, and compares every row of every account. Nothing of
 * it stays.
 */
export async function drillRestore({ dataDirectory, scratch, ...plan }: DrillPlan): Promise<Comparison> {
  const folder = await mkdtemp(join(resolve(scratch), 'restore-drill-'));
  try {
    const backup = join(folder, 'backup');
    const restored = join(folder, 'restored');
    const before = await sumsOfService(dataDirectory);
    await takeBackup({ ...plan, dataDirectory, target: backup, hasOwnDatabase: false });
    const after = await sumsOfService(dataDirectory);
    await restoreBackup({ ...plan, backup, dataDirectory: restored, hasOwnDatabase: false });
    const server = await startEmbeddedPostgres({ dataDirectory: join(restored, 'postgres') });
    try {
      return compareSums(before, after, await sumsAt(server.address));
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function sumsOfService(dataDirectory: string): Promise<readonly TableSum[]> {
  const server = await openServer(join(dataDirectory, 'postgres'));
  try {
    return await sumsAt(server.address);
  } finally {
    await server.close();
  }
}

async function sumsAt(address: DatabaseAddress): Promise<readonly TableSum[]> {
  const database = connectDatabase(address, { poolSize: 1, applicationName: 'restore-drill' });
  try {
    return await readAccountSums(database);
  } finally {
    await database.close();
  }
}
