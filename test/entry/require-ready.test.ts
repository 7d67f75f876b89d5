import { expect, test } from 'vitest';
import { requireReady } from '../../lambdas/runtime/aws-http.ts';

/** Guarantee: a new container serves nobody before it reaches the database, and waits for one that is failing over. */

function answering(...statuses: number[]) {
  const pauses: number[] = [];
  const check = {
    ask: async () => statuses.shift() ?? 503,
    pause: async (seconds: number) => {
      pauses.push(seconds);
    },
  };
  return { check, pauses };
}

test('goes on at once when it is ready', async () => {
  const { check, pauses } = answering(200);
  await requireReady(check);
  expect(pauses).toEqual([]);
});

test('waits for a database that comes back within a minute', async () => {
  const { check, pauses } = answering(503, 503, 503, 200);
  await requireReady(check);
  expect(pauses).toEqual([1, 2, 4]);
});

test('ends when it is not ready after a minute', async () => {
  const { check, pauses } = answering();
  await expect(requireReady(check)).rejects.toThrow('The API is not ready: it answers 503');
  expect(pauses.reduce((sum, seconds) => sum + seconds, 0)).toBe(60);
});
