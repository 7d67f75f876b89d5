import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, lstat, mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { DeletedObjects, ObjectStore } from '../../app/files/object-ports.ts';
import { objectKeySegments } from './object-key.ts';

/** Statements name people: nobody but the service's own account may read them. */
const DIRECTORY_MODE = 0o700;
export const FILE_MODE = 0o600;
/** For files that are new and written to. */
export const DRAFT_FLAGS = 'wx';
/** Half-written files. No key can name it, because no part of a key begins with a dot. */
const INCOMING = '.incoming';

/**
 * Removes what a process that died left half-written. For the start of a service, before anything has the directory open:
 * it can't tell a file that is being written from one that never will be.
 */
export async function sweepDiskObjectStore(directory: string): Promise<void> {
  await rm(join(directory, INCOMING), { recursive: true, force: true });
}

const DAY_MS = 24 * 3_600 * 1_000;

/** What the lifecycle rule of a bucket says, of a directory. */
export interface DiskLifecycle {
  readonly directory: string;
  readonly keptDays: number;
  /** Of what it takes no notice, by the path below the directory. */
  readonly isSpared?: (path: string) => boolean;
}

/**
 * What such a rule does: removes objects that were stored longer ago. By the clock of the disk, as a bucket goes by its
 * own. Returns how many.
 */
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
 * Objects as files below one directory, which any number of processes may have open. A file appears under its key by a
 * rename, whole and on the disk, or not at all.
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

/** Files that one call deletes. */
const DELETED_AT_ONCE = 1_000;

/** Whatever lies below the directory, under whatever name; with the last file the directories go too. */
export async function deleteBelow(root: string, segments: readonly string[]): Promise<DeletedObjects> {
  // As a key of its own, so that no link on the way leads out of the store.
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

/** The directory of a store, made if need be; nobody else may look into it. */
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

/** Where a file is written that has no key yet. */
export const incomingPath = (root: string, name: string): string => join(root, INCOMING, name);

/** Makes the file appear at the path, whole and on the disk. */
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

/** Null when there is no file at the path. */
export async function readWhole(path: string): Promise<Uint8Array | null> {
  const file = await missingAsNull(open(path, constants.O_RDONLY | constants.O_NOFOLLOW));
  if (file === null) return null;
  try {
    // A directory is no object: it is where longer keys live.
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
 * The path of a key. Every directory on the way has to be a real one, so that a symbolic link planted below the root
 * leads nowhere. Null when a directory is missing and none may be created.
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

/** A rename or a new entry survives a power cut only after its directory was written too. */
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
