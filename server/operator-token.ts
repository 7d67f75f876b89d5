import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256Hex } from '../lambdas/http/authentication.ts';
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

export interface OperatorToken {
  /** The SHA-256 of each valid token in lower-case hex. A replaced token is left out as soon as its time is over. */
  hashes(): readonly string[];
  /** The token itself, to be printed once; null when an earlier start has printed it. */
  readonly shown: string | null;
  /** Stores the hash. Called when the service has started, because a token that nobody saw would be useless. */
  keep(): Promise<void>;
  /** Reads the files again, which `npm run operator-token` changes. If they are missing, the known token stays. */
  reload(): Promise<void>;
}

/** A token that was replaced and is still valid. */
interface Replaced {
  readonly hash: string;
  readonly endsAt: Date;
}

/** The operator's token from the environment, which is not stored. */
export function operatorTokenOf(token: string): OperatorToken {
  const hash = sha256Hex(token);
  return { hashes: () => [hash], shown: null, keep: async () => {}, reload: async () => {} };
}

/**
 * The operator's token of a data directory. Only its hash is stored, so it is printed when it is created and never again. An earlier
 * version stored the token itself: such a token stays valid, is printed one last time, and its file is removed.
 */
export async function openOperatorToken(
  dataDirectory: string,
  now: () => Date = () => new Date(),
): Promise<OperatorToken> {
  const path = operatorTokenPath(dataDirectory);
  const plainPath = join(dataDirectory, 'admin-token');
  const stored = await readHash(path);
  const made = stored === null ? (await readIfThere(plainPath)) || newToken() : null;
  let current = stored ?? sha256Hex(made ?? '');
  let replaced = await readReplaced(dataDirectory);
  return {
    hashes: () => (replaced !== null && now() < replaced.endsAt ? [current, replaced.hash] : [current]),
    shown: made,
    async keep() {
      if (made === null) return;
      await writeFile(path, `${current}\n`, { mode: 0o600, flag: 'wx', flush: true });
      await rm(plainPath, { force: true });
    },
    async reload() {
      const found = await readHash(path);
      if (found === null) return;
      [current, replaced] = [found, await readReplaced(dataDirectory)];
    },
  };
}

/**
 * Replaces the stored token and returns the new one. The old one stays valid for `overlapSeconds`. Throws `DataDirectoryUnusable` when no
 * token is stored.
 */
export async function replaceOperatorToken(dataDirectory: string, overlapSeconds: number, now: Date): Promise<string> {
  const path = operatorTokenPath(dataDirectory);
  const hash = await readHash(path);
  if (hash === null)
    throw new DataDirectoryUnusable(
      `${path} does not exist. Start the service once without ADMIN_TOKEN; a token of ADMIN_TOKEN is changed there.`,
    );
  const token = newToken();
  const endsAt = new Date(now.getTime() + overlapSeconds * 1000).toISOString();
  // The old token is written first: a crash in between leaves it valid.
  await writeWhole(replacedPath(dataDirectory), `${hash} ${endsAt}\n`);
  await writeWhole(path, `${sha256Hex(token)}\n`);
  return token;
}

const newToken = () => randomBytes(32).toString('base64url');

/** Writes a draft and renames it, so that the running service never reads half a file. */
async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}

async function readHash(path: string): Promise<string | null> {
  const stored = await readIfThere(path);
  if (stored !== null && !/^[0-9a-f]{64}$/.test(stored))
    throw new DataDirectoryUnusable(
      `${path} holds no SHA-256. Remove it, and the next start makes a new operator token.`,
    );
  return stored;
}

/** The file of a replaced token. Older versions do not read it, so after going back a version only the new token is valid. */
const replacedPath = (dataDirectory: string) => join(dataDirectory, 'operator-token.replaced');

async function readReplaced(dataDirectory: string): Promise<Replaced | null> {
  const [, hash, time] = /^([0-9a-f]{64}) (\S+)$/.exec((await readIfThere(replacedPath(dataDirectory))) ?? '') ?? [];
  const endsAt = new Date(time ?? Number.NaN);
  return hash === undefined || Number.isNaN(endsAt.getTime()) ? null : { hash, endsAt };
}

/** The file with the hash of the token. If a person removes it, the next start creates a new token. */
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
