// Finds the account that runs PostgreSQL. PostgreSQL refuses to run as root, so root runs it as an existing account.
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

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
