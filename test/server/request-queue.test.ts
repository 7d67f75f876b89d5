import { expect, test } from 'vitest';
import { RequestQueue } from '../../server/event-source.ts';

/** Guarantee: requests are answered in order of arrival, and the connection is paused while too many requests wait. */

function queueOf(limits: { readonly requests: number; readonly bytes: number }) {
  const reading: string[] = [];
  const queue = new RequestQueue(limits, { pause: () => reading.push('pause'), resume: () => reading.push('resume') });
  const gates: (() => void)[] = [];
  const done: number[] = [];
  const add = (bytes: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const number = gates.push(resolve);
    queue.add(bytes, async () => {
      await promise;
      done.push(number);
    });
  };
  return { queue, add, gates, done, reading };
}

test('answers in order, whichever answer is ready first', async () => {
  const { queue, add, gates, done } = queueOf({ requests: 10, bytes: 10 });
  for (let n = 0; n < 3; n++) add(0);
  for (const open of gates.toReversed()) open();
  await queue.idle;
  expect(done).toEqual([1, 2, 3]);
});

test.each([
  ['requests', { requests: 2, bytes: 1_000 }, 1],
  ['bytes', { requests: 100, bytes: 20 }, 10],
])('does not read the connection while too many %s wait', async (_, limits, bytes) => {
  const { queue, add, gates, reading } = queueOf(limits);
  for (let n = 0; n < 2; n++) add(bytes);
  expect(reading).toEqual([]);
  for (let n = 0; n < 3; n++) add(bytes);
  expect(reading).toEqual(['pause']);
  for (const open of gates) open();
  await queue.idle;
  expect(reading).toEqual(['pause', 'resume']);
});
