import { randomUUID } from 'node:crypto';
import { constants, type Dirent } from 'node:fs';
import { copyFile, type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { DroppedObject, DropStore } from '../../app/platform/object-store.ts';
import { DROP_LISTING_MAX } from '../../core/limits/request-limits.ts';
import {
  DRAFT_FLAGS,
  deleteBelow,
  FILE_MODE,
  incomingPath,
  locate,
  missingAsNull,
  openRoot,
  readWhole,
  removeFile,
  storeFile,
  syncDirectory,
} from './disk-object-store.ts';
import { dropKeySegments, isSegment } from './object-key.ts';

/** A drop store that can also write objects piece by piece. */
export interface DiskDropStore extends DropStore {
  draft(): Promise<DiskDraft>;
  /** Opens a draft that begins with the bytes of an object; null when the object does not exist. */
  draftOf(key: string): Promise<DraftOfObject | null>;
}

export interface DraftOfObject {
  readonly draft: DiskDraft;
  readonly byteSize: number;
}

/** Opens the bucket of drops as a directory. Each change of a file makes a new inode, from which the etag is made. */
export async function openDiskDropStore(directory: string): Promise<DiskDropStore> {
  const root = await openRoot(directory);
  const find = (key: string) => locate(root, dropKeySegments(key), { create: false });
  return {
    list: (prefix) => list(root, prefix),
    async get(key) {
      const path = await find(key);
      return path === null ? null : readWhole(path);
    },
    async put(key, bytes) {
      await storeFile(root, await place(root, key), bytes);
    },
    draft: () => openDraft(root, (key) => place(root, key)),
    async draftOf(key) {
      const path = await find(key);
      const state = path === null ? null : await stateOf(path);
      if (path === null || state === null) return null;
      const draft = await openDraft(root, (to) => place(root, to), path);
      return { draft, byteSize: state.byteSize };
    },
    async move({ key, etag }, to) {
      const path = await find(key);
      if (path === null) return false;
      return moveFile({ path, etag }, await place(root, to));
    },
    async delete(key) {
      const path = await find(key);
      if (path !== null) await removeFile(path);
    },
    deleteBelow: (prefix) => deleteBelow(root, dropKeySegments(prefix.replace(/\/$/, ''))),
  };
}

async function list(root: string, prefix: string): Promise<readonly DroppedObject[]> {
  const directory = join(root, ...dropKeySegments(prefix.replace(/\/$/, '')));
  const entries = await missingAsNull(readdir(directory, { recursive: true, withFileTypes: true }));
  const found: DroppedObject[] = [];
  for (const entry of entries ?? []) {
    const path = join(entry.parentPath, entry.name);
    const state = isOurs(entry) ? await stateOf(path) : null;
    if (state !== null) found.push({ key: relative(root, path).split(sep).join('/'), ...state });
  }
  found.sort((a, b) => a.lastModified.getTime() - b.lastModified.getTime() || (a.key < b.key ? -1 : 1));
  return found.slice(0, DROP_LISTING_MAX);
}

/** Returns true for regular files whose name is a valid key segment. Skips directories, and entries of other programs such as links. */
const isOurs = (entry: Dirent): boolean => entry.isFile() && isSegment(entry.name);

async function stateOf(path: string): Promise<Omit<DroppedObject, 'key'> | null> {
  const found = await missingAsNull(lstat(path, { bigint: true }));
  if (found === null) return null;
  const { ino, mtimeNs, size, mtime } = found;
  return { byteSize: Number(size), etag: `${ino}-${mtimeNs}-${size}`, lastModified: mtime };
}

/** Returns the path of a key and makes its directories. */
async function place(root: string, key: string): Promise<string> {
  const path = await locate(root, dropKeySegments(key), { create: true });
  if (path === null) throw new Error(`No directory for ${key}`);
  return path;
}

/**
 * Moves the file first and checks it afterwards, so that no other file can take its place in between. A wrong file is moved back, unless a
 * newer file is there by now.
 */
async function moveFile(
  { path, etag }: { readonly path: string; readonly etag: string },
  to: string,
): Promise<boolean> {
  if ((await stateOf(path))?.etag !== etag) return false;
  const moved = await missingAsNull(rename(path, to).then(() => true));
  if (moved === null) return false;
  const isTheOne = (await stateOf(to))?.etag === etag;
  if (!isTheOne) {
    await link(to, path).catch(() => {});
    await removeFile(to);
  }
  await syncDirectory(dirname(to));
  await syncDirectory(dirname(path));
  return isTheOne;
}

/** A file that is being written. Its pieces go to the disk as they arrive, and it has no key before it is complete. */
export interface DiskDraft {
  /** Writes a piece at any position, in any order. */
  write(offset: number, bytes: Uint8Array): Promise<void>;
  /** Stores the first `byteSize` bytes under the key, complete and synced, and ends the draft. Replaces an object with this key. */
  keepAs(key: string, byteSize: number): Promise<void>;
  /** Ends the draft. May be repeated, also after keepAs. */
  discard(): Promise<void>;
}

/** Opens a draft. `copyOf`: path of the file whose bytes it begins with. */
async function openDraft(
  root: string,
  placeOf: (key: string) => Promise<string>,
  copyOf: string | null = null,
): Promise<DiskDraft> {
  const path = incomingPath(root, randomUUID());
  if (copyOf !== null) await copyFile(copyOf, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const file = await open(path, copyOf === null ? DRAFT_FLAGS : constants.O_WRONLY, FILE_MODE);
  let isOver = false;
  const end = async (finish: () => Promise<void>) => {
    if (isOver) return;
    isOver = true;
    try {
      await finish();
    } finally {
      await file.close();
    }
  };
  return {
    write: (offset, bytes) => writeAll(file, offset, bytes),
    async keepAs(key, byteSize) {
      if (isOver) throw new Error('The draft is over');
      const to = await placeOf(key);
      try {
        await end(async () => {
          await file.truncate(byteSize);
          await file.sync();
        });
        await rename(path, to);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      await syncDirectory(dirname(to));
    },
    discard: () => end(() => rm(path, { force: true })),
  };
}

/** Writes all bytes. The call is repeated, because one call may write only a part. */
async function writeAll(file: FileHandle, offset: number, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.byteLength) {
    const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written, offset + written);
    written += bytesWritten;
  }
}
