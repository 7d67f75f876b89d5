import { expect, test } from 'vitest';
import { ReaderPace, type Reading, SlowReaders } from '../../../lambdas/http/send-export.ts';

/** Guarantee: a client has to read an export at a minimum speed, and a slow one makes room for an account without exports. */

function reader() {
  let nowMs = 0;
  const pace = new ReaderPace({ bytesPerSecond: 1_000, stallMs: 10_000 }, () => nowMs);
  return {
    pace,
    /** Reads pieces, each after some seconds, until a piece comes too late. Returns the number of read pieces. */
    take(pieces: number, { bytes, seconds }: { readonly bytes: number; readonly seconds: number }): number {
      for (let taken = 0; taken < pieces; taken += 1) {
        if (pace.offer(bytes) < seconds * 1_000) return taken;
        nowMs += seconds * 1_000;
        pace.took();
      }
      return pieces;
    },
    makePieces: (seconds: number) => {
      nowMs += seconds * 1_000;
    },
  };
}

test('lets a client at the minimum speed go on for ever, but not one below it', () => {
  expect(reader().take(10_000, { bytes: 1_000, seconds: 1 })).toBe(10_000);
  expect(reader().take(10_000, { bytes: 900, seconds: 1 })).toBe(91);
});

test('allows a short pause, but not a longer one after a fast beginning', () => {
  const { take } = reader();
  expect(take(1, { bytes: 10, seconds: 11 })).toBe(0);
  expect(take(1_000, { bytes: 1_000_000, seconds: 0 })).toBe(1_000);
  expect(take(1, { bytes: 10, seconds: 11 })).toBe(0);
});

test('counts a trickle of bytes as no progress', () => {
  expect(reader().take(1_000, { bytes: 1, seconds: 5 })).toBe(2);
});

test('does not count the time that the service takes', () => {
  const { take, makePieces, pace } = reader();
  take(10, { bytes: 1_000, seconds: 1 });
  makePieces(100);
  expect([pace.waitedMs, pace.bytesPerSecond]).toEqual([10_000, 1_000]);
});

test('measures a client that has read nothing yet by its waiting time', () => {
  const { pace, makePieces } = reader();
  pace.offer(1_000_000);
  makePieces(7);
  expect([pace.waitedMs, pace.bytesPerSecond]).toEqual([7_000, 0]);
});

test('does not count bytes that fill the buffers in between', () => {
  const { pace, take } = reader();
  take(1_000, { bytes: 10_000, seconds: 0.01 });
  take(10, { bytes: 1_000, seconds: 1 });
  expect([pace.waitedMs, pace.bytesPerSecond]).toEqual([10_000, 1_000]);
});

/** `a1` is the first response of the account `a`. */
function readers(speeds: Readonly<Record<string, number>>, waitedMs = 10_000) {
  const slow = new SlowReaders({ settledMs: 10_000, yieldsBelowBytesPerSecond: 100 });
  const cut: string[] = [];
  const leaving = Object.entries(speeds).map(([name, bytesPerSecond]) => {
    const reading: Reading = {
      owner: name.charAt(0),
      pace: { waitedMs, bytesPerSecond },
      cut: () => cut.push(name),
    };
    return slow.enter(reading);
  });
  return { slow, cut, leaving };
}

test('cuts off the slowest client of the account with the most exports first, then the slowest clients of all accounts', () => {
  const { slow, cut } = readers({ a1: 50, a2: 40, b1: 10, c1: 20 });
  expect([slow.makeRoom(), slow.makeRoom(), slow.makeRoom()]).toEqual([true, true, true]);
  expect(cut).toEqual(['a2', 'b1', 'c1']);
});

test('keeps a fast client, and one that has not been measured long enough', () => {
  expect(readers({ a1: 100, b1: 5_000 }).slow.makeRoom()).toBe(false);
  expect(readers({ a1: 0, b1: 0 }, 9_999).slow.makeRoom()).toBe(false);
});

test('does not cut off a response that has ended', () => {
  const { slow, cut, leaving } = readers({ a1: 0 });
  for (const leave of leaving) leave();
  expect([slow.makeRoom(), cut]).toEqual([false, []]);
});
