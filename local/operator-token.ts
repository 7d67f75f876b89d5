import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The operator's token of this data directory: made at the first start, then read. Only its owner can read the file. */
export async function keepOperatorToken(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'admin-token');
  try {
    await writeFile(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return (await readFile(path, 'utf8')).trim();
}
