import { expect, test } from 'vitest';
import { ReaderPace, type Reading, SlowReaders } from '../../../lambdas/http/reader-pace.ts';

/** Guarantee: a client has to take an export at a minimum speed, and a slow one makes room for an account that has none. */

function reader() {
  let nowMs = 0;
  const pace = new ReaderPace({ bytesPerSecond: 1_000, stallMs: 10_000 }, () => nowMs);
  return {
    pace,
    /** Takes pieces, each after some seconds, until one comes too late. How many it took. */
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

test('a client at the minimum speed may go on for ever, one below it may not', () => {
  expect(reader().take(10_000, { bytes: 1_000, seconds: 1 })).toBe(10_000);
  expect(reader().take(10_000, { bytes: 900, seconds: 1 })).toBe(91);
});

test('a pause is short, and speed saves up no longer one', () => {
  const { take } = reader();
  expect(take(1, { bytes: 10, seconds: 11 })).toBe(0);
  expect(take(1_000, { bytes: 1_000_000, seconds: 0 })).toBe(1_000);
  expect(take(1, { bytes: 10, seconds: 11 })).toBe(0);
});

test('a drip of bytes is no progress', () => {
  expect(reader().take(1_000, { bytes: 1, seconds: 5 })).toBe(2);
});

test('the time that the service takes is not counted', () => {
  const { take, makePieces, pace } = reader();
  take(10, { bytes: 1_000, seconds: 1 });
  makePieces(100);
  expect([pace.waitedMs, pace.bytesPerSecond]).toEqual([10_000, 1_000]);
});

test('a client that has taken nothing yet is slow by the time that it lets pass', () => {
  const { pace, makePieces } = reader();
  pace.offer(1_000_000);
  makePieces(7);
  expect([pace.waitedMs, pace.bytesPerSecond]).toEqual([7_000, 0]);
});

test('what fills the buffers on the way is no speed of the client', () => {
  const { pace, take } = reader();
  take(1_000, { bytes: 10_000, seconds: 0.01 });
  take(10, { bytes: 1_000, seconds: 1 });
  expect([pace.waitedMs, pace.bytesPerSecond]).toEqual([10_000, 1_000]);
});

/** `a1`: the first answer of the account `a`. */
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

test('the slowest one of the account that has the most makes room, then that of others', () => {
  const { slow, cut } = readers({ a1: 50, a2: 40, b1: 10, c1: 20 });
  expect([slow.makeRoom(), slow.makeRoom(), slow.makeRoom()]).toEqual([true, true, true]);
  expect(cut).toEqual(['a2', 'b1', 'c1']);
});

test('a fast client keeps its place, and so does one that had no time to show its speed', () => {
  expect(readers({ a1: 100, b1: 5_000 }).slow.makeRoom()).toBe(false);
  expect(readers({ a1: 0, b1: 0 }, 9_999).slow.makeRoom()).toBe(false);
});

test('an answer that is over is not cut', () => {
  const { slow, cut, leaving } = readers({ a1: 0 });
  for (const leave of leaving) leave();
  expect([slow.makeRoom(), cut]).toEqual([false, []]);
});
