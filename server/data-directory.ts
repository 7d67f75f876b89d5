import { chmod, mkdir, mkdtemp, readdir, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DataDirectoryUnusable } from './postgres-data.ts';
import { SettingsError } from './settings.ts';

const PRIVATE_MODE = 0o700;

/**
 * Makes the data directory with its parent folders, and checks that this user can write to it. Throws SettingsError if that fails, and
 * DataDirectoryUnusable if the directory links to a folder of another data directory. `mkdir` with `recursive` is not used: below /proc,
 * where nothing can be made, Node repeats it for ever.
 */
export async function makeDataDirectory(path: string): Promise<void> {
  try {
    const missing: string[] = [];
    for (let folder = path; !(await exists(folder)); folder = dirname(folder)) missing.unshift(folder);
    for (const folder of missing) await makeUnlessThere(folder);
    await rmdir(await mkdtemp(join(path, '.write-test-')));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new SettingsError(
      `DATA_DIR "${path}": must be a directory that this user can write to, or one that can be made (${String(error.code)})`,
      { cause: error },
    );
  }
  await claimLinkedFolders(path);
}

/** Makes the directory unreadable for other users, even an existing one, because earlier versions left it open. */
export async function makePrivateDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: PRIVATE_MODE });
  await chmod(path, PRIVATE_MODE);
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

/** Makes a directory. Succeeds when another starting process has made it. */
async function makeUnlessThere(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/**
 * An empty folder with this name names the directory that links to its parent folder. No store key and no PostgreSQL file has such a
 * name.
 */
const MARK = '.linked-from-';

/**
 * Marks each folder that the directory reaches by a symbolic link, such as a write-ahead log on another disk. Throws
 * `DataDirectoryUnusable` if another directory has marked the folder: a copied directory has the links of the original, and serving it
 * would write into the original's files.
 */
export async function claimLinkedFolders(directory: string): Promise<void> {
  // The mark has the inode number alone, because the device number may change after a restart of the machine.
  const own = `${MARK}${(await stat(directory, { bigint: true })).ino}`;
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const link = join(directory, entry.name);
    const present = await namesIn(link);
    // PostgreSQL creates its files only in an empty folder.
    if (present.length === 0) continue;
    const other = present.find((name) => name.startsWith(MARK) && name !== own);
    if (other !== undefined) throw new DataDirectoryUnusable(sharedFolder(link, other));
    await mkdir(join(link, own), { recursive: true });
  }
}

/** Returns the names in the folder; none for a link to a file or to nothing. */
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
