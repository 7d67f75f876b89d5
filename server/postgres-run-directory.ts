// The folder that holds a server's socket. It is below the system's folder for temporary files and is named for the data directory of the
// server.
import { createHash } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { canEnter, type ServerAccount } from './postgres-account.ts';
import { giveDirectoryTo } from './postgres-data.ts';
import { directoryIdentity } from './postgres-postmaster.ts';

const PREFIX = 'cas-pg-';

/**
 * Creates the folder for the socket. Its path is short, because a socket's name may have only about a hundred bytes, and the account can
 * enter every folder of it.
 */
export async function createRunDirectory(account: ServerAccount, dataDirectory: string | null): Promise<string> {
  const prefix = dataDirectory === null ? PREFIX : prefixFor(dataDirectory);
  for (const root of [tmpdir(), '/tmp', '/var/tmp']) {
    if (root.length > 60 || !(await canEnter(account, root))) continue;
    const directory = await mkdtemp(join(await realpath(root), prefix));
    await giveDirectoryTo(account, directory);
    return directory;
  }
  throw new Error(
    'PostgreSQL can enter none of the folders for temporary files; set DATABASE_URL to use another server',
  );
}

/**
 * Removes the folder that a dead server of this very data directory left behind. The path comes from a lock file, and the lock file of a
 * copied directory names the folder of the original, which may be alive. The folder's name says to which directory it belongs.
 */
export async function removeLeftRunDirectory(directory: string, dataDirectory: string): Promise<void> {
  if (basename(directory).startsWith(prefixFor(dataDirectory))) await rm(directory, { recursive: true, force: true });
}

function prefixFor(dataDirectory: string): string {
  const identity = createHash('sha256').update(directoryIdentity(dataDirectory)).digest('hex').slice(0, 8);
  return `${PREFIX}${identity}-`;
}
