import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { inParallel } from '../../app/platform/portions.ts';

/** One file of a backup. */
export interface CopiedFile {
  /** The path below the copied folder. */
  readonly path: string;
  readonly bytes: number;
  /** The SHA-256 of the copy, in lower-case hex. */
  readonly sha256: string;
}

interface CopyPlan {
  readonly source: string;
  readonly target: string;
  /** Called with the number of bytes that were just written. */
  readonly onBytes: (bytes: number) => void;
}

export interface FolderCopyPlan extends CopyPlan {
  /** True for a path below the source that the copy leaves out, with everything below it. */
  readonly isLeftOut: (path: string) => boolean;
}

/** Repeats the copy of a folder whose files change meanwhile. Each run copies only new and changed files. */
export interface FolderCopy {
  /** Makes the copy like the folder, and removes files that the folder no longer has. */
  update(): Promise<void>;
  /** Adds new and changed files, and keeps files that the folder no longer has. */
  add(): Promise<void>;
  /** The present files of the copy, in the order of their paths. */
  files(): readonly CopiedFile[];
  /** The folders of the copy, also empty ones, in the order of their paths. */
  folders(): readonly string[];
}

/** The number of files that are copied at once, so that the disk can sync several together. */
const FILES_AT_ONCE = 4;
const CHUNK_BYTES = 1024 * 1024;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

export function createFolderCopy(plan: FolderCopyPlan): FolderCopy {
  const copied = new Map<string, CopiedFile & { readonly version: string }>();
  const folders = new Set<string>();

  const copyNew = async (): Promise<ReadonlySet<string>> => {
    const found = await listTree(plan);
    for (const folder of found.folders) {
      folders.add(folder);
      await mkdir(join(plan.target, folder), { recursive: true, mode: PRIVATE_FOLDER });
    }
    const present = new Set<string>();
    await untilFailure(found.files, async (path) => {
      const before = await statIfThere(join(plan.source, path));
      if (before === null) return;
      present.add(path);
      if (copied.get(path)?.version === versionOf(before)) return;
      const file = await copyFileIfThere(plan, path);
      if (file === null) present.delete(path);
      else copied.set(path, { ...file, version: versionOf(before) });
    });
    return present;
  };
  return {
    async update() {
      const present = await copyNew();
      for (const path of copied.keys()) {
        if (present.has(path)) continue;
        await rm(join(plan.target, path), { force: true });
        copied.delete(path);
      }
    },
    async add() {
      await copyNew();
    },
    files: () => [...copied.values()].map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 })).toSorted(byPath),
    folders: () => [...folders].toSorted(),
  };
}

const byPath = (a: CopiedFile, b: CopiedFile) => (a.path < b.path ? -1 : 1);

const versionOf = ({ ino, size, mtimeNs }: BigIntStats) => `${ino}-${size}-${mtimeNs}`;

/** Copies the files of a list, in any order, and throws for a file that does not exist. Returns what was written. */
export async function copyListed(plan: CopyPlan, paths: readonly string[]): Promise<readonly CopiedFile[]> {
  const files: CopiedFile[] = [];
  await untilFailure(paths, async (path) => {
    await mkdir(dirname(join(plan.target, path)), { recursive: true, mode: PRIVATE_FOLDER });
    const file = await copyFileIfThere(plan, path);
    if (file === null) throw new MissingFile(path);
    files.push(file);
  });
  return files.toSorted(byPath);
}

/**
 * Does the work for all paths, a few at a time. After a failure no further work begins; the function throws when the running work has
 * ended.
 */
async function untilFailure(paths: readonly string[], work: (path: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  await inParallel(paths, FILES_AT_ONCE, async (path) => {
    if (failures.length > 0) return;
    await work(path).catch((error: unknown) => failures.push(error));
  });
  if (failures.length > 0) throw failures[0];
}

/** Writes a file of the copy. */
export async function writeCopy(target: string, path: string, content: Uint8Array): Promise<CopiedFile> {
  await writeFile(join(target, path), content, { mode: PRIVATE_FILE, flush: true });
  return { path, bytes: content.byteLength, sha256: createHash('sha256').update(content).digest('hex') };
}

/** A file of a list does not exist. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile';
  readonly path: string;

  constructor(path: string) {
    super(`${path} is missing`);
    this.path = path;
  }
}

/**
 * Lists the files and folders of a tree. Follows links, so that a folder on another disk is copied like the others. Leaves out sockets and
 * other special files.
 */
async function listTree(
  { source, isLeftOut }: Pick<FolderCopyPlan, 'source' | 'isLeftOut'>,
  folder = '',
): Promise<{ readonly files: string[]; readonly folders: string[] }> {
  const files: string[] = [];
  const folders: string[] = [];
  for (const name of (await ifThere(readdir(join(source, folder)))) ?? []) {
    const path = join(folder, name);
    if (isLeftOut(path)) continue;
    const found = await statIfThere(join(source, path));
    if (found?.isFile()) files.push(path);
    if (!found?.isDirectory()) continue;
    const below = await listTree({ source, isLeftOut }, path);
    files.push(...below.files);
    folders.push(path, ...below.folders);
  }
  return { files, folders };
}

/** Copies a file with its time of change. Returns null if the file does not exist, because the service may delete it at any time. */
async function copyFileIfThere({ source, target, onBytes }: CopyPlan, path: string): Promise<CopiedFile | null> {
  const from = await ifThere(open(join(source, path), constants.O_RDONLY));
  if (from === null) return null;
  try {
    const { atime, mtime } = await from.stat();
    const to = await open(join(target, path), 'w', PRIVATE_FILE);
    try {
      const { bytes, sha256 } = await copyBytes(from, to, onBytes);
      await to.sync();
      await utimes(join(target, path), atime, mtime);
      return { path, bytes, sha256 };
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

async function copyBytes(
  from: FileHandle,
  to: FileHandle,
  onBytes: (bytes: number) => void,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let bytes = 0;
  for (;;) {
    const { bytesRead } = await from.read(buffer, 0, buffer.byteLength, bytes);
    if (bytesRead === 0) return { bytes, sha256: hash.digest('hex') };
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    await to.writeFile(piece);
    bytes += bytesRead;
    onBytes(bytesRead);
  }
}

/** Syncs the entries of a folder and of all folders below it. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  }
  await syncFolder(folder);
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** True if the path is the folder itself or lies below it. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith('../') || way.startsWith('/'));
}

const statIfThere = (path: string) => ifThere(stat(path, { bigint: true }));

async function ifThere<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
