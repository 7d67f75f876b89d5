import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirectoryUnusable } from './postgres-data.ts';

/**
 * An empty folder of this name says which directory links to the folder it is in. No key of a store and no file of
 * PostgreSQL has such a name.
 */
const MARK = '.linked-from-';

/**
 * Marks each folder that the directory reaches by a symbolic link, for example a write-ahead log on another disk. Throws
 * `DataDirectoryUnusable` if another directory has marked one: a copied directory has the links of the original, and to serve it would
 * write into the original's files.
 */
export async function claimLinkedFolders(directory: string): Promise<void> {
  // The number of the inode alone: that of the device may be another after the machine was started again.
  const own = `${MARK}${(await stat(directory, { bigint: true })).ino}`;
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(directory, entry.name);
    const present = await namesIn(link);
    // PostgreSQL makes its files in an empty folder only.
    if (present.length === 0) continue;
    const other = present.find((name) => name.startsWith(MARK) && name !== own);
    if (other !== undefined) throw new DataDirectoryUnusable(sharedFolder(link, other));
    await mkdir(join(link, own), { recursive: true });
  }
}

/** None for a link to a file, or to nothing. */
async function namesIn(path: string): Promise<readonly string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOTDIR' || error.code === 'ENOENT')) return [];
    throw error;
  }
}

function sharedFolder(link: string, mark: string): string {
  return (
    `${link} is a symbolic link to a folder of another data directory. Serving this directory would change that one too. ` +
    'If this is a copy, replace the link by a copy of the folder. ' +
    `If this is the original, moved or restored, remove the empty folder ${join(link, mark)} and start again.`
  );
}
