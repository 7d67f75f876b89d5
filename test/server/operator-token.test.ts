import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256Hex } from '../../lambdas/http/authentication.ts';
import {
  openOperatorToken,
  operatorTokenOf,
  operatorTokenPath,
  replaceOperatorToken,
} from '../../server/operator-token.ts';

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
  expect(made.hashes()).toEqual([sha256Hex(made.shown ?? '')]);
  await made.keep();
  const again = await openOperatorToken(directory);
  expect(again.hashes()).toEqual(made.hashes());
  expect(again.shown).toBeNull();
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
  expect(found.hashes()).toEqual([sha256Hex('a-token-of-an-earlier-version')]);
  expect(found.shown).toBe('a-token-of-an-earlier-version');
  await found.keep();
  expect(await everythingStored()).not.toContain('a-token-of-an-earlier-version');
  const again = await openOperatorToken(directory);
  expect([again.hashes(), again.shown]).toEqual([found.hashes(), null]);
});

test('does not treat a file without a hash as a stored token', async () => {
  await writeFile(operatorTokenPath(directory), 'half a hash');
  await expect(openOperatorToken(directory)).rejects.toThrow(`${operatorTokenPath(directory)} holds no SHA-256`);
});

test('does not store a token from the environment', async () => {
  const input = operatorTokenOf('a-token-of-the-environment');
  await input.keep();
  expect([input.hashes(), input.shown]).toEqual([[sha256Hex('a-token-of-the-environment')], null]);
  expect(await readdir(directory)).toEqual([]);
});

test('a replaced token is valid beside the new one until its end, in the running service and after a restart', async () => {
  let now = new Date('2026-04-01T00:00:00Z');
  const running = await openOperatorToken(directory, () => now);
  await running.keep();
  const before = running.hashes();
  const token = await replaceOperatorToken(directory, 60, now);
  await running.reload();
  expect(running.hashes()).toEqual([sha256Hex(token), ...before]);
  const restarted = await openOperatorToken(directory, () => now);
  expect([restarted.hashes(), restarted.shown]).toEqual([running.hashes(), null]);
  now = new Date('2026-04-01T00:01:00Z');
  expect(running.hashes()).toEqual([sha256Hex(token)]);
  expect(await everythingStored()).not.toContain(token);
});

test('a token that is replaced without an overlap ends at once, and so does any token that was replaced before it', async () => {
  const running = await openOperatorToken(directory);
  await running.keep();
  await replaceOperatorToken(directory, 3600, new Date());
  const token = await replaceOperatorToken(directory, 0, new Date());
  await running.reload();
  expect(running.hashes()).toEqual([sha256Hex(token)]);
});

test('keeps the known token while its file is missing, and does not replace a token that is not stored', async () => {
  const running = await openOperatorToken(directory);
  await running.reload();
  expect(running.hashes()).toEqual([sha256Hex(running.shown ?? '')]);
  await expect(replaceOperatorToken(directory, 60, new Date())).rejects.toThrow(
    'does not exist. Start the service once',
  );
});
