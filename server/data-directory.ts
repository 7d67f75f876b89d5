import { chmod, mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { claimLinkedFolders } from './linked-folders.ts';
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
