// Decides who may connect to the bundled PostgreSQL.
import { constants, open } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { ServerAccount } from './postgres-account.ts';

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
const comment = '# Written anew at each start of the service (server/postgres-access.ts).\n';

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
