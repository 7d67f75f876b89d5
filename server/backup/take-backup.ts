import { statfsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';
import { diskFigures, isDiskFull } from '../../core/disk-room.ts';
import { MEBIBYTE } from '../../core/limits/account-limits.ts';
import { createDiskReader } from '../disk-space.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { createDirectory } from '../postgres-binaries.ts';
import { DataDirectoryInUse, readLockFile } from '../postgres-postmaster.ts';
import { addressIn } from '../postgres-server.ts';
import { takeBaseBackup } from './base-backup.ts';
import { type CopiedFile, createFolderCopy, isWithin, syncFolder, syncFolders } from './copied-folder.ts';
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
