import { execFile } from 'node:child_process';
import { chmod, chown, constants, open, readdir, readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDirectory, type PostgresBinaries, type ServerAccount } from './postgres-binaries.ts';

// Creates data directories of PostgreSQL, and repairs copied ones.

// Decides who may connect to the bundled PostgreSQL.

/**
 * Allows only the user of this process, whom the kernel names to PostgreSQL, in any role. Another user of the machine who reaches the
 * socket therefore cannot connect. Each start replaces the rules of a data directory from an earlier release.
 */
export async function writeAccessRules(account: ServerAccount, dataDirectory: string): Promise<void> {
  const user = userInfo().username.replaceAll('"', '""');
  await writeFileOf(account, join(dataDirectory, 'pg_hba.conf'), 'local all all peer map=service\n');
  await writeFileOf(account, join(dataDirectory, 'pg_ident.conf'), `service "${user}" all\n`);
}

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
const comment = '# Written anew at each start of the service (server/postgres-data.ts).\n';

/** Writes a file in a folder of another account. It never follows a link, because that account could make root write elsewhere. */
async function writeFileOf(account: ServerAccount, path: string, text: string): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    if (account.uid !== undefined) await file.chown(account.uid, account.gid);
    await file.writeFile(comment + text);
  } finally {
    await file.close();
  }
}

const run = promisify(execFile);

/**
 * The path by which the server's programs name their data directory. On Linux they start inside it and use this name, so it works even if
 * the account cannot reach the directory by its path, such as in a checkout under /root. Spaces and long paths do not matter either.
 */
export function pathForServer(dataDirectory: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : dataDirectory;
}

/** The environment of the server. No PG… or LC_… variable of this process reaches it. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Fills the directory if it is empty. Of concurrent attempts the first fills it. */
export async function createData(
  binaries: PostgresBinaries,
  account: ServerAccount,
  dataDirectory: string,
): Promise<void> {
  const version = (await readFile(join(dataDirectory, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  const major = binaries.version.split('.')[0];
  if (version === major) return;
  if (version !== '')
    throw new DataDirectoryUnusable(`${dataDirectory} was made by PostgreSQL ${version}, this is ${major}`);
  const present = await readdir(dataDirectory).catch(() => []);
  if (present.length > 0)
    throw new DataDirectoryUnusable(`${dataDirectory} is neither empty nor a data directory of PostgreSQL`);

  await createDirectory(dataDirectory, async (draft) => {
    await giveDirectoryTo(account, draft);
    await run(join(binaries.directory, 'initdb'), ['-D', pathForServer(draft), ...initdbOptions], {
      ...account,
      cwd: draft,
      env: serverEnvironment,
    });
  });
}

/**
 * The options of a new database. Text sorts by code point and folds case by Unicode, the same on every machine and independent of system
 * libraries. Each start writes the access rules (postgres-access.ts).
 */
const initdbOptions = [
  '--username=postgres',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--auth=peer',
  '--no-instructions',
];

/** The folder cannot be served in its present state. The message is for the person who chose it. */
export class DataDirectoryUnusable extends Error {
  override readonly name = 'DataDirectoryUnusable';
}

/** Throws `DataDirectoryUnusable` if a file has a hard link elsewhere: the server writes in place and would change the other folder too. */
export async function requireFilesOfItsOwn(dataDirectory: string): Promise<void> {
  for (const file of ['PG_VERSION', 'global/pg_control']) {
    const path = join(dataDirectory, file);
    const { nlink } = await stat(path);
    if (nlink > 1) {
      throw new DataDirectoryUnusable(
        `The file ${path} has ${nlink} names: the files of this folder are hard links, and another folder has the very same ones, ` +
          'as after "cp -al" or in a backup of "rsync --link-dest". Serving this folder would change that one too. ' +
          'If this is the original, remove the other folder and start again. If this is the copy, make one with files of its own ' +
          `("cp -a") and start on it. The other folder is found by: find / -samefile '${path}' 2>/dev/null`,
      );
    }
  }
}

/**
 * Repairs a copied directory with a wrong owner or mode. After "cp -r" as root the files belong to root, and no server runs as root, or
 * they are open to others, which PostgreSQL refuses.
 */
export async function restoreOwnership(account: ServerAccount, dataDirectory: string): Promise<void> {
  if (account.uid !== undefined) {
    // The command follows no symbolic links and changes no hard link to a file elsewhere.
    const lost = ['-user', '0', '(', '-type', 'd', '-o', '-links', '1', ')'];
    await run('find', [dataDirectory, ...lost, '-exec', 'chown', '-h', `${account.uid}:${account.gid}`, '{}', '+']);
  }
  await chmod(dataDirectory, 0o700);
}

/** Makes data for throwaway servers, copied from a template that is made once. */
export async function copyTemplateData(
  binaries: PostgresBinaries,
  account: ServerAccount,
  dataDirectory: string,
): Promise<void> {
  const template = join(binaries.cache, `template-${binaries.version}-${account.uid ?? 'own'}`);
  await createData(binaries, account, template);
  await run('cp', ['-Rp', template, dataDirectory]);
}

/** Makes the directory inaccessible to everybody except the account and root. */
export async function giveDirectoryTo(account: ServerAccount, directory: string): Promise<void> {
  await chmod(directory, 0o700);
  if (account.uid !== undefined) await chown(directory, account.uid, account.gid);
}
