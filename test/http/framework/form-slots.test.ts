import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSlots } from '../../../lambdas/http/request-places.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Asks for a slot for each owner. The work records its start and ends when the test resolves it. */
function asked(slots: ReturnType<typeof createSlots>, owners: readonly string[]) {
  const started: number[] = [];
  const ends = owners.map(() => Promise.withResolvers<void>());
  const runs = owners.map((owner, index) =>
    slots.run(owner, async () => {
      started.push(index);
      await ends[index]?.promise;
      return index;
    }),
  );
  return { started, ends, runs };
}

test('runs at most the limit at once, in order of arrival, and frees the slot of a failure', async () => {
  const { started, ends, runs } = asked(createSlots({ count: 2, ofOwner: 2, waitMs: 1 }), ['a', 'a', 'b', 'a']);
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  ends[1]?.reject(new Error('broken off'));
  await expect(runs[1]).rejects.toThrow('broken off');
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  expect(await Promise.all([runs[0], runs[2], runs[3]])).toEqual([0, 2, 3]);
  expect(started).toEqual([0, 1, 2, 3]);
});

test('limits an owner to its share, and serves others before its waiting requests', async () => {
  const slots = createSlots({ count: 4, ofOwner: 2, waitMs: 1 });
  const { started, ends, runs } = asked(slots, ['a', 'a', 'a', 'b', 'c', 'c']);
  await Promise.resolve();
  expect(started).toEqual([0, 1, 3, 4]);
  // The freed slot is not for the owner that already has its share.
  ends[3]?.resolve();
  expect(await runs[3]).toBe(3);
  expect(started).toEqual([0, 1, 3, 4, 5]);
  ends[0]?.resolve();
  expect(await runs[0]).toBe(0);
  expect(started).toEqual([0, 1, 3, 4, 5, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all(runs);
});

test('tells a request that waited too long, never starts it, and gives its place to the next', async () => {
  const { started, ends, runs } = asked(createSlots({ count: 1, ofOwner: 1, waitMs: 20_000 }), ['a', 'b']);
  vi.advanceTimersByTime(19_999);
  const [settled] = await Promise.allSettled([Promise.race([runs[1], Promise.resolve('waits')])]);
  expect(settled).toMatchObject({ value: 'waits' });
  vi.advanceTimersByTime(1);
  expect(await runs[1]).toBeNull();
  ends[0]?.resolve();
  expect(await runs[0]).toBe(0);
  expect(started).toEqual([0]);
});

test('serves a third owner despite two owners with long queues', async () => {
  const slots = createSlots({ count: 4, ofOwner: 2, waitMs: 1 });
  const { started, ends, runs } = asked(slots, ['a', 'a', 'b', 'b', 'a', 'a', 'b', 'b', 'c']);
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2, 3]);
  ends[0]?.resolve();
  await runs[0];
  expect(started).toEqual([0, 1, 2, 3, 8]);
  for (const { resolve } of ends) resolve();
  await Promise.all(runs);
  expect(started.slice(5)).toEqual([4, 5, 6, 7]);
});

test('keeps the last free slot for an owner without one, if slots are held for long', async () => {
  const slots = createSlots({ count: 4, ofOwner: 2, waitMs: 20_000, keepsLast: true });
  const { started, ends, runs } = asked(slots, ['a', 'a', 'b', 'b', 'c', 'd']);
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2, 4]);
  expect(['a', 'b', 'c', 'd'].map((owner) => slots.heldBy(owner))).toEqual([2, 1, 1, 0]);
  // The freed slot is again the last free slot.
  ends[0]?.resolve();
  await runs[0];
  expect(started).toEqual([0, 1, 2, 4, 5]);
  ends[1]?.resolve();
  ends[4]?.resolve();
  await Promise.all([runs[1], runs[4]]);
  expect(started).toEqual([0, 1, 2, 4, 5, 3]);
  for (const { resolve } of ends) resolve();
  await Promise.all(runs);
});
