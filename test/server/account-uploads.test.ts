import { expect, test } from 'vitest';
import type { StorageUse } from '../../core/storage-quota.ts';
import { AccountUploads } from '../../server/connection-limits.ts';

const USE: StorageUse = {
  statementBytes: 0,
  incomingBytes: 0,
  originalBytes: 0,
  exceptionBytes: 0,
  noteBytes: 0,
  openJobs: 0,
  tier: 'enterprise',
  storageBytesMax: 100,
};

async function roomOf(uploads: AccountUploads) {
  const room = await uploads.open(0);
  if (typeof room === 'string') throw new Error(room);
  return room;
}

test("shares the account's remaining storage among its uploads, and frees their part at the end", async () => {
  const uploads = new AccountUploads(async () => ({ ...USE, incomingBytes: 40 }));
  const [one, two] = [await roomOf(uploads), await roomOf(uploads)];
  expect(one.growTo(40)).toBeNull();
  expect(two.growTo(20)).toBeNull();
  expect(two.growTo(21)).toMatch(/stored 40 of at most 100 bytes, and this needs 61 more/);
  // A request for less room than before takes no more room.
  expect(one.growTo(10)).toBeNull();
  one.release();
  one.release();
  expect(two.growTo(60)).toBeNull();
  expect(two.growTo(61)).not.toBeNull();
});

test('begins no upload without room', async () => {
  const uploads = new AccountUploads(async () => ({ ...USE, originalBytes: 100 }));
  expect(await uploads.open(0)).toMatch(/stored 100 of at most 100 bytes/);
});

test('stores uploads one after the other', async () => {
  const uploads = new AccountUploads(async () => USE);
  const { promise, resolve } = Promise.withResolvers<void>();
  const order: string[] = [];
  const first = uploads.inTurn(async () => {
    await promise;
    order.push('first');
    throw new Error('The disk is gone');
  });
  const second = uploads.inTurn(async () => void order.push('second'));
  resolve();
  await expect(first).rejects.toThrow('The disk is gone');
  await second;
  expect(order).toEqual(['first', 'second']);
});

test('records a hundred rejected uploads an hour', () => {
  let nowMs = 0;
  const uploads = new AccountUploads(
    async () => USE,
    () => nowMs,
  );
  const recorded = () => Array.from({ length: 150 }, () => uploads.mayRecordRejection()).filter(Boolean).length;
  expect(recorded()).toBe(100);
  nowMs = 3_599_999;
  expect(recorded()).toBe(0);
  nowMs = 3_600_000;
  expect(recorded()).toBe(100);
});
