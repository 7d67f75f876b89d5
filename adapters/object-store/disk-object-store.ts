import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { DeletedObjects, ObjectStore } from '../../app/platform/object-store.ts';
import { objectKeySegments } from './object-key.ts';

/** Statements hold personal data, so only the service's own user may read them. */
const DIRECTORY_MODE = 0o700;
export const FILE_MODE = 0o600;
/** Opens new files for writing; fails when the file exists. */
export const DRAFT_FLAGS = 'wx';
/** Directory of partly written files. No key can name it, because no part of a key begins with a dot. */
const INCOMING = '.incoming';

/**
 * Removes partly written files of processes that died. Call it before a service opens the directory, because it can't distinguish them
 * from files that are being written.
 */
export async function sweepDiskObjectStore(directory: string): Promise<void> {
  await rm(join(directory, INCOMING), { recursive: true, force: true });
}

const DAY_MS = 24 * 3_600 * 1_000;

/** The lifecycle rule of a bucket, for a directory. */
export interface DiskLifecycle {
  readonly directory: string;
  readonly keptDays: number;
  /** Paths below the directory that the rule ignores. */
  readonly isSpared?: (path: string) => boolean;
}

/** Removes objects that were stored longer ago than the rule allows, by the clock of the disk. Returns their number. */
export async function expireDiskObjects({
  directory,
  keptDays,
  isSpared = () => false,
}: DiskLifecycle): Promise<number> {
  const entries = await missingAsNull(readdir(directory, { recursive: true, withFileTypes: true }));
  let expired = 0;
  for (const entry of entries ?? []) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (isSpared(relative(directory, path))) continue;
    const found = await missingAsNull(lstat(path));
    if (found === null || Date.now() - found.mtimeMs <= keptDays * DAY_MS) continue;
    await rm(path, { force: true });
    expired += 1;
  }
  return expired;
}

/**
 * Opens objects as files below one directory, which several processes may use at once. A file appears under its key by a rename, complete
 * and synced.
 */
export async function openDiskObjectStore(directory: string): Promise<ObjectStore> {
  const root = await openRoot(directory);
  return {
    put: (key, bytes) => put(root, key, bytes),
    get: (key) => get(root, key),
    delete: (key) => remove(root, key),
    deleteBelow: (prefix) => deleteBelow(root, objectKeySegments(prefix.replace(/\/$/, ''))),
  };
}

/** The most files that one call deletes. */
const DELETED_AT_ONCE = 1_000;

/** Deletes everything below the directory, and directories when they are empty. */
export async function deleteBelow(root: string, segments: readonly string[]): Promise<DeletedObjects> {
  // The directory is located as a key is, so that no symbolic link leads out of the store.
  const directory = await locate(root, segments, { create: false });
  const isThere = directory !== null && (await missingAsNull(lstat(directory)))?.isDirectory() === true;
  if (directory === null || !isThere) return { objects: 0, bytes: 0 };
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  let bytes = 0;
  for (const entry of files.slice(0, DELETED_AT_ONCE)) {
    const path = join(entry.parentPath, entry.name);
    bytes += (await missingAsNull(lstat(path)))?.size ?? 0;
    await rm(path, { force: true });
  }
  if (files.length <= DELETED_AT_ONCE) await rm(directory, { recursive: true, force: true });
  await syncDirectory(dirname(directory));
  return { objects: Math.min(files.length, DELETED_AT_ONCE), bytes };
}

/** Makes the directory of a store if needed; no other user may read it. */
export async function openRoot(directory: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: DIRECTORY_MODE });
  const root = await realpath(directory);
  await chmod(root, DIRECTORY_MODE);
  await makeDirectory(join(root, INCOMING));
  return root;
}

async function put(root: string, key: string, bytes: Uint8Array): Promise<void> {
  const path = await locate(root, objectKeySegments(key), { create: true });
  if (path === null) throw new Error(`No directory for ${key}`);
  await storeFile(root, path, bytes);
}

/** Returns the path at which a file is written before it has a key. */
export const incomingPath = (root: string, name: string): string => join(root, INCOMING, name);

/** Stores the file at the path, complete and synced. */
export async function storeFile(root: string, path: string, bytes: Uint8Array): Promise<void> {
  const incoming = incomingPath(root, randomUUID());
  try {
    const file = await open(incoming, DRAFT_FLAGS, FILE_MODE);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(incoming, path);
  } catch (error) {
    await rm(incoming, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function get(root: string, key: string): Promise<Uint8Array | null> {
  const path = await locate(root, objectKeySegments(key), { create: false });
  return path === null ? null : readWhole(path);
}

/** Reads a file; returns null when there is none at the path. */
export async function readWhole(path: string): Promise<Uint8Array | null> {
  const file = await missingAsNull(open(path, constants.O_RDONLY | constants.O_NOFOLLOW));
  if (file === null) return null;
  try {
    // A directory is not an object: it contains longer keys.
    return (await file.stat()).isFile() ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

async function remove(root: string, key: string): Promise<void> {
  const path = await locate(root, objectKeySegments(key), { create: false });
  if (path !== null) await removeFile(path);
}

export async function removeFile(path: string): Promise<void> {
  const gone = await missingAsNull(unlink(path).then(() => true));
  if (gone !== null) await syncDirectory(dirname(path));
}

/**
 * Returns the path of a key. Every directory on the way must be a real one, so that no symbolic link is followed. Returns null when a
 * directory is missing and may not be created.
 */
export async function locate(
  root: string,
  segments: readonly string[],
  { create }: { readonly create: boolean },
): Promise<string | null> {
  let path = root;
  for (const segment of segments.slice(0, -1)) {
    path = join(path, segment);
    if (create) await makeDirectory(path);
    const found = await missingAsNull(lstat(path));
    if (found === null) return null;
    if (!found.isDirectory()) throw new Error(`Not a directory: ${path}`);
  }
  return join(path, segments.at(-1) ?? '');
}

async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: DIRECTORY_MODE });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Syncs a directory. A rename or a new entry survives a power failure only after that. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

export async function missingAsNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
