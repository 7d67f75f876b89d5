import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expireDiskObjects } from '../../adapters/object-store/disk-object-store.ts';
import { createSshKeyPair, dropLifecycles, openDrops } from '../../server/drop-offs.ts';
import { SpooledMail } from '../../server/spooled-mail.ts';

/** Guarantee: on one machine every file from SFTP or mail is deleted in time, except files that wait for a sweep. */
describe('drop offs', () => {
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
});

describe('spooled mail', () => {
  const spool = () => new SpooledMail({ messages: 4, messagesOfAddress: 2, bytes: 100, bytesOfAddress: 60 });

  test('limits the messages of one address and in total', () => {
    const mail = spool();
    const [first] = ['a', 'a', 'b', 'b'].map((address) => mail.begin(address));
    expect([mail.begin('a'), mail.begin('c')]).toEqual([null, null]);
    if (first) mail.end(first);
    expect(mail.begin('c')).not.toBeNull();
  });

  test('completes the first of many that grow at once', () => {
    const mail = spool();
    const [first, second] = ['a', 'a'].map((address) => mail.begin(address));
    if (!first || !second) throw new Error('There was room');
    const grown = Array.from({ length: 6 }, () => [mail.grow(first, 10), mail.grow(second, 10)]);
    expect(grown.map(([of]) => of)).toEqual(Array(6).fill(true));
    expect(grown.at(-1)).toEqual([true, false]);
    expect([first.byteSize, second.byteSize]).toEqual([60, 0]);
  });

  test('limits the bytes of one address and in total', () => {
    const mail = spool();
    const [one, two, three] = ['a', 'a', 'b'].map((address) => mail.begin(address));
    if (!one || !two || !three) throw new Error('There was room');
    expect([mail.grow(one, 40), mail.grow(two, 20), mail.grow(three, 40)]).toEqual([true, true, true]);
    expect(mail.grow(two, 1)).toBe(false);
    expect([one.isRefused, three.isRefused, two.byteSize]).toEqual([false, false, 0]);
    expect(mail.grow(three, 20)).toBe(true);
    expect(mail.grow(three, 1)).toBe(false);
  });

  test('gives all addresses of an IPv6 network the share of one', () => {
    const mail = spool();
    const taken = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1'].map((address) =>
      mail.begin(address),
    );
    expect(taken.map((message) => message !== null)).toEqual([true, true, false, true]);
  });
});
