import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../lambdas/http/authentication.ts';
import { DataDirectoryUnusable } from './postgres-data.ts';

export interface OperatorToken {
  /** The SHA-256 in lower-case hex. */
  readonly hash: string;
  /** The token itself, to be printed once; null when an earlier start has printed it. */
  readonly shown: string | null;
  /** Stores the hash. Called when the service has started, because a token that nobody saw would be useless. */
  keep(): Promise<void>;
}

/** The operator's token from the environment, which is not stored. */
export function operatorTokenOf(token: string): OperatorToken {
  return { hash: sha256Hex(token), shown: null, keep: async () => {} };
}

/**
 * The operator's token of a data directory. Only its hash is stored, so it is printed when it is created and never again. An earlier
 * version stored the token itself: such a token stays valid, is printed one last time, and its file is removed.
 */
export async function openOperatorToken(dataDirectory: string): Promise<OperatorToken> {
  const path = operatorTokenPath(dataDirectory);
  const stored = await readIfThere(path);
  if (stored !== null) {
    if (!/^[0-9a-f]{64}$/.test(stored))
      throw new DataDirectoryUnusable(
        `${path} holds no SHA-256. Remove it, and the next start makes a new operator token.`,
      );
    return { hash: stored, shown: null, keep: async () => {} };
  }
  const plainPath = join(dataDirectory, 'admin-token');
  const token = (await readIfThere(plainPath)) || randomBytes(32).toString('base64url');
  const hash = sha256Hex(token);
  return {
    hash,
    shown: token,
    async keep() {
      await writeFile(path, `${hash}\n`, { mode: 0o600, flag: 'wx', flush: true });
      await rm(plainPath, { force: true });
    },
  };
}

/** If a person removes this file, the next start creates a new token. */
export function operatorTokenPath(dataDirectory: string): string {
  return join(dataDirectory, 'operator-token.sha256');
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
