import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256Hex } from '../../lambdas/http/authentication.ts';
import { openOperatorToken, operatorTokenOf, operatorTokenPath } from '../../local/operator-token.ts';

/** Guarantee: the operator's token is shown by the start that creates it, and only its hash is stored. */

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'operator-token-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function everythingStored(): Promise<string> {
  const names = await readdir(directory);
  return (await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))).join('\n');
}

test('creates the token, shows it once and recognises it later', async () => {
  const made = await openOperatorToken(directory);
  expect(made.shown).toMatch(/^[\w-]{43}$/);
  expect(made.hash).toBe(sha256Hex(made.shown ?? ''));
  await made.keep();
  const again = await openOperatorToken(directory);
  expect(again).toMatchObject({ hash: made.hash, shown: null });
  expect(await everythingStored()).not.toContain(made.shown);
  expect((await stat(operatorTokenPath(directory))).mode & 0o777).toBe(0o600);
});

test('leaves nothing behind if a start fails before it could show the token', async () => {
  const first = await openOperatorToken(directory);
  const second = await openOperatorToken(directory);
  expect(await readdir(directory)).toEqual([]);
  expect(second.shown).not.toBe(first.shown);
});

test('keeps a token of an earlier version valid, shows it one last time, and removes it from the disk', async () => {
  await writeFile(join(directory, 'admin-token'), 'a-token-of-an-earlier-version\n');
  const found = await openOperatorToken(directory);
  expect(found).toMatchObject({
    hash: sha256Hex('a-token-of-an-earlier-version'),
    shown: 'a-token-of-an-earlier-version',
  });
  await found.keep();
  expect(await everythingStored()).not.toContain('a-token-of-an-earlier-version');
  expect(await openOperatorToken(directory)).toMatchObject({ hash: found.hash, shown: null });
});

test('does not take a file without a hash for one', async () => {
  await writeFile(operatorTokenPath(directory), 'half a hash');
  await expect(openOperatorToken(directory)).rejects.toThrow(`${operatorTokenPath(directory)} holds no SHA-256`);
});

test('does not store a token from the environment', async () => {
  const given = operatorTokenOf('a-token-of-the-environment');
  await given.keep();
  expect(given).toMatchObject({ hash: sha256Hex('a-token-of-the-environment'), shown: null });
  expect(await readdir(directory)).toEqual([]);
});
