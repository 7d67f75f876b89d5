import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The key that seals webhook secrets of this data directory: made at the first start, then read. Only its owner can read the file.
 * Without it no webhook can be signed any more, so it belongs into every copy that is made of the data.
 */
export async function keepSecretKey(dataDirectory: string): Promise<Uint8Array> {
  const path = join(dataDirectory, 'secret-key');
  try {
    await writeFile(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return Buffer.from(await readFile(path, 'utf8'), 'base64');
}
