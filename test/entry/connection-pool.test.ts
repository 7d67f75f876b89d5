import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../adapters/postgres/connection/connection.ts';
import { connectionPool } from '../../adapters/postgres/connection/connection-pool.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Line extends Connection {
  cut: boolean;
  asked: number;
}

/** A connection that may have broken unnoticed. */
function openLine(): Line {
  let closed = false;
  return {
    client: postgres(),
    openedAt: performance.now(),
    cut: false,
    asked: 0,
    get closed() {
      return closed;
    },
    watch: () => {},
    prepare: async () => {},
    async answers() {
      this.asked += 1;
      closed = this.cut;
      return !closed;
    },
    end: async () => {
      closed = true;
    },
    destroy: () => {
      closed = true;
    },
  };
}

/** Opens connections and collects them in the list. */
const opener = (lines: Line[]) => () => {
  const line = openLine();
  lines.push(line);
  return line;
};

describe('an idle connection', () => {
  test('is trusted for a second, and then tested', async () => {
    const lines: Line[] = [];
    const pool = connectionPool(opener(lines), 2);
    pool.release(await pool.lease());
    vi.advanceTimersByTime(999);
    pool.release(await pool.lease());
    expect(lines.map(({ asked }) => asked)).toEqual([0]);
    vi.advanceTimersByTime(1_000);
    pool.release(await pool.lease());
    expect(lines.map(({ asked }) => asked)).toEqual([1]);
  });

  test('is replaced if it fails the test, and frees its place', async () => {
    const lines: Line[] = [];
    const pool = connectionPool(opener(lines), 1);
    pool.release(await pool.lease());
    const [first] = lines;
    if (first !== undefined) first.cut = true;
    vi.advanceTimersByTime(5_000);
    const second = await pool.lease();
    expect([lines.length, second === lines[1], first?.closed]).toEqual([2, true, true]);
    // A caller that arrives while the only place is taken gets the second connection when the place is freed.
    const third = pool.lease();
    pool.release(second);
    expect(await third).toBe(second);
    expect(lines).toHaveLength(2);
  });
});
