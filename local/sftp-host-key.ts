import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSshKeyPair } from './ssh-key-pair.ts';

/**
 * The key by which clients recognise this server. It is created at the first start and kept; otherwise every client would warn of a changed
 * server.
 */
export async function keepHostKey(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'sftp-host-key');
  try {
    await writeFile(path, createSshKeyPair().private, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFile(path, 'utf8');
}
