import { expect, test } from 'vitest';
import { createSlots } from '../../../lambdas/http/form-slots.ts';

test('never more than so many at once, in the order they came, and a failure gives its slot back', async () => {
  const slots = createSlots(2);
  const started: number[] = [];
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const runs = ends.map(({ promise }, index) =>
    slots.run(async () => {
      started.push(index);
      await promise;
    }),
  );
  expect(started).toEqual([0, 1]);
  ends[1]?.reject(new Error('broken off'));
  await expect(runs[1]).rejects.toThrow('broken off');
  expect(started).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  await Promise.all([runs[0], runs[2], runs[3]]);
  expect(started).toEqual([0, 1, 2, 3]);
});
