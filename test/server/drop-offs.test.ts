import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expireDiskObjects } from '../../adapters/object-store/disk-object-store.ts';
import { createSshKeyPair, dropLifecycles, openDrops } from '../../server/drop-offs.ts';

/** Guarantee: on one machine every file from SFTP or mail is deleted in time, except files that wait for a sweep. */

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'drops-'));
});
afterEach(() => rm(dataDirectory, { recursive: true }));

test('deletes unknown copies after a month and messages after a week, and keeps files in /incoming', async () => {
  const store = await openDrops(dataDirectory);
  const days = new Map([
    ['sftp/harbor/processed/2026-01/old.csv', 30.1],
    ['sftp/harbor/rejected/old.csv', 30.1],
    ['sftp/harbor/rejected/old.csv.reason.txt', 30.1],
    ['mail/old', 7.1],
    ['sftp/harbor/incoming/old.csv', 365],
    ['sftp/incoming/rejected/young.csv', 29.9],
    ['mail/young', 6.9],
  ]);
  for (const [key, age] of days) {
    await store.put(key, new TextEncoder().encode('Member,Amount'));
    const storedAt = new Date(Date.now() - age * 24 * 3_600 * 1_000);
    await utimes(join(dataDirectory, 'drops', key), storedAt, storedAt);
  }
  for (const rule of dropLifecycles(dataDirectory)) await expireDiskObjects(rule);
  const left = await Promise.all([...days.keys()].map(async (key) => ((await store.get(key)) === null ? [] : [key])));
  expect(left.flat()).toEqual(['sftp/harbor/incoming/old.csv', 'sftp/incoming/rejected/young.csv', 'mail/young']);
});

/** Guarantee: a stored key can be read at the next start. Of three thousand keys made directly by ssh2, some cannot be read. */

test('makes no unreadable key pair among three thousand', () => {
  const pairs = Array.from({ length: 3_000 }, createSshKeyPair);
  const unreadable = pairs
    .flatMap((pair) => [pair.private, pair.public])
    .filter((half) => ssh2.utils.parseKey(half) instanceof Error);
  expect(unreadable).toEqual([]);
});
