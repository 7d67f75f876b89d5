import { expect, test } from 'vitest';
import { ExportPlaces } from '../../../lambdas/http/export-places.ts';

/** Guarantee: slow clients of several accounts together cannot keep another account from its export. */

const LIMITS = { count: 4, ofOwner: 2, waitMs: 5_000, lookMs: 1, settledMs: 10_000, yieldsBelowBytesPerSecond: 100 };

/** Gives each owner a place with a client of this speed. Returns the owners whose clients were cut off. */
async function busy(places: ExportPlaces, owners: readonly string[], bytesPerSecond: number) {
  const cut: string[] = [];
  for (const owner of owners) {
    const place = await places.take(owner);
    if (place === null) throw new Error(`${owner} has no place`);
    const leave = place.reading({
      pace: { waitedMs: 10_000, bytesPerSecond },
      cut() {
        cut.push(owner);
        leave();
        place.free();
      },
    });
  }
  return cut;
}

test('gives an account without exports the place of a slow client, first of the account that has two', async () => {
  const places = new ExportPlaces(LIMITS);
  const cut = await busy(places, ['a', 'a', 'b', 'c'], 10);
  expect(await places.take('d')).not.toBeNull();
  expect(await places.take('e')).not.toBeNull();
  expect([cut.at(0), cut.length]).toEqual(['a', 2]);
});

test('cuts off no client with a good speed', async () => {
  const places = new ExportPlaces({ ...LIMITS, waitMs: 50 });
  const cut = await busy(places, ['a', 'a', 'b', 'c'], 100);
  expect([await places.take('d'), cut]).toEqual([null, []]);
});

test('makes an account with exports wait for its own', async () => {
  const places = new ExportPlaces({ ...LIMITS, waitMs: 50 });
  const cut = await busy(places, ['a', 'a', 'b', 'c'], 10);
  expect([await places.take('b'), places.hasAny('b'), cut]).toEqual([null, true, []]);
});
