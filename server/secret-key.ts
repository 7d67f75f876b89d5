import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirectoryUnusable } from './postgres-data.ts';

/**
 * The key that encrypts the webhook secrets of this data directory: the first start creates it, later starts read it. Only its owner can
 * read the file. Without the key no webhook can be signed, so every copy of the data must include it. Throws `DataDirectoryUnusable` if
 * the key is missing and encrypted secrets exist, because a new key could decrypt none of them.
 */
export async function keepSecretKey(
  dataDirectory: string,
  hasSealedSecrets: () => Promise<boolean>,
): Promise<Uint8Array> {
  const path = join(dataDirectory, 'secret-key');
  if (!existsSync(path) && (await hasSealedSecrets())) {
    throw new DataDirectoryUnusable(
      `${path} is missing, and the database has webhook secrets that were sealed with it. Restore the file from the copy that the ` +
        `database is from. If it is lost, make a new one (head -c 32 /dev/urandom | base64 > '${path}'), and rotate the secret of each webhook.`,
    );
  }
  const draft = `${path}.${randomUUID()}`;
  try {
    // The rename makes the file appear complete or not at all, because an incomplete key would decrypt nothing.
    await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return Buffer.from(await readFile(path, 'utf8'), 'base64');
}
