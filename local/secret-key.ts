import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataDirectoryUnusable } from './postgres-data.ts';

/**
 * The key that seals webhook secrets of this data directory: made at the first start, then read. Only its owner can read the file.
 * Without it no webhook can be signed any more, so it belongs into every copy that is made of the data. Throws
 * `DataDirectoryUnusable` if it is missing and secrets were sealed with it: a new key would open none of them.
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
    // Under its name it is complete, or not there: half a key would be one that nothing was sealed with.
    await writeFile(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return Buffer.from(await readFile(path, 'utf8'), 'base64');
}
