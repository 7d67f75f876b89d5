import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { batchConcurrentCalls } from '../../../adapters/postgres/connection/coalesce-calls.ts';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { DatabaseUnavailable, sqlState } from '../../../adapters/postgres/connection/database-error.ts';
import type { Sql } from '../../../adapters/postgres/connection/sql.ts';
import { streamRows } from '../../../adapters/postgres/connection/stream-rows.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';

/** Tests streams of rows on a single connection, so that the next transaction would see anything that a stream left behind. */
describe('row stream', async () => {
  const fixture = await createTestDatabase();
  const database = connectDatabase(fixture.address, { poolSize: 1, applicationName: 'streams' });
  afterAll(async () => {
    await database.close();
    await fixture.drop();
  });

  interface Numbered {
    readonly n: number;
  }
  const account = randomUUID();
  const read = <T>(work: (sql: Sql) => Promise<T>) => database.read(account, work);
  const numbers = (sql: Sql, last: number) => sql`select n from generate_series(1, ${last}::int) n order by n`;

  async function collect(sql: Sql, last: number, rowsAtATime: number): Promise<number[][]> {
    const portions: number[][] = [];
    for await (const rows of streamRows<Numbered>(sql, numbers(sql, last), rowsAtATime))
      portions.push(rows.map(({ n }) => n));
    return portions;
  }

  it.each([
    [0, []],
    [1, [[1]]],
    [
      6,
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [7, [[1, 2, 3], [4, 5, 6], [7]]],
  ])('yields all %i rows in order, three at a time', async (last, portions) => {
    expect(await read((sql) => collect(sql, last, 3))).toEqual(portions);
  });

  it('runs one stream after another in one transaction, with other statements in the middle of a stream', async () => {
    const seen = await read(async (sql) => {
      const [first] = await collect(sql, 2, 2);
      const squares: number[] = [];
      for await (const rows of streamRows<Numbered>(sql, numbers(sql, 4), 2)) {
        for (const { n } of rows) {
          const [row] = await sql<{ square: number }[]>`select ${n}::int * ${n}::int as square`;
          squares.push(row?.square ?? 0);
        }
      }
      return { first, squares };
    });
    expect(seen).toEqual({ first: [1, 2], squares: [1, 4, 9, 16] });
  });

  it('closes the cursor of a stream that is left early, and the transaction and the connection go on', async () => {
    const seen = await read(async (sql) => {
      for await (const rows of streamRows<Numbered>(sql, numbers(sql, 1_000_000), 10)) {
        if (rows.some(({ n }) => n === 15)) break;
      }
      const open = await sql`select name from pg_cursors where name = 'row_stream'`;
      return { open, next: await collect(sql, 2, 10) };
    });
    expect(seen).toEqual({ open: [], next: [[1, 2]] });
    expect(await read((sql) => collect(sql, 1, 10))).toEqual([[1]]);
  });

  it("throws the reader's own error", async () => {
    const failing = read(async (sql) => {
      for await (const rows of streamRows<Numbered>(sql, numbers(sql, 100), 10))
        throw new Error(`after ${rows.length} rows`);
    });
    await expect(failing).rejects.toThrow('after 10 rows');
    expect(await read((sql) => collect(sql, 1, 10))).toEqual([[1]]);
  });

  it('yields the rows before an error in the middle and then throws the error, so that it never seems complete', async () => {
    const seen: number[] = [];
    const failing = read(async (sql) => {
      // The 25th row divides by zero.
      const query = sql`select n, 1 / (25 - n) as x from generate_series(1, 100) n`;
      for await (const rows of streamRows<Numbered>(sql, query, 10)) seen.push(...rows.map(({ n }) => n));
    });
    expect(await failing.catch(sqlState)).toBe('22012');
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await read((sql) => collect(sql, 1, 10))).toEqual([[1]]);
  });

  it('throws an error of the statement itself', async () => {
    const failing = read(async (sql) => {
      for await (const _ of streamRows(sql, sql`select no_such_column from generate_series(1, 2) n`))
        expect.unreachable();
    });
    expect(await failing.catch(sqlState)).toBe('42703');
    expect(await read((sql) => collect(sql, 1, 10))).toEqual([[1]]);
  });

  it('throws for a connection that breaks between two portions, so that it never seems complete', async () => {
    let seen = 0;
    const cut = read(async (sql) => {
      for await (const rows of streamRows<Numbered>(sql, numbers(sql, 1_000_000), 10)) {
        seen += rows.length;
        if (seen === 10) {
          await asOwner(
            fixture.address,
            (owner) => owner`
            select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where application_name = 'streams' and datname = current_database()`,
          );
        }
      }
    });
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
    // Rows in transit may still arrive.
    expect(seen).toBeLessThanOrEqual(20);
    expect(await read((sql) => collect(sql, 1, 10))).toEqual([[1]]);
  });
});

describe('batch concurrent calls', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  /** The questions of a batch, with the functions that end the batch. */
  interface Group {
    readonly questions: readonly string[];
    readonly answer: () => void;
    readonly refuse: (error: Error) => void;
  }

  function recordedBatches() {
    const groups: Group[] = [];
    const ask = batchConcurrentCalls(
      (questions: readonly string[]) =>
        new Promise<readonly string[]>((resolve, refuse) => {
          groups.push({ questions, answer: () => resolve(questions.map((question) => `${question}!`)), refuse });
        }),
    );
    const group = (place: number): Group => {
      const found = groups[place];
      if (found === undefined) throw new Error(`Group ${place} was not asked`);
      return found;
    };
    return { ask, group, asked: () => groups.map(({ questions }) => questions) };
  }

  test('batches questions of the same turn while nothing is in flight', async () => {
    const { ask, group, asked } = recordedBatches();
    const answers = [ask('a'), ask('b')];
    await endOfTurn();
    expect(asked()).toEqual([['a', 'b']]);
    group(0).answer();
    expect(await Promise.all(answers)).toEqual(['a!', 'b!']);
    const alone = ask('c');
    await endOfTurn();
    expect(asked()).toEqual([['a', 'b'], ['c']]);
    group(1).answer();
    expect(await alone).toBe('c!');
  });

  test('puts all questions that arrive during a batch into the next one', async () => {
    const { ask, group, asked } = recordedBatches();
    const first = ask('a');
    await endOfTurn();
    const later = [ask('b')];
    await endOfTurn();
    later.push(ask('a'));
    await endOfTurn();
    expect(asked()).toEqual([['a']]);
    group(0).answer();
    expect(await first).toBe('a!');
    await endOfTurn();
    expect(asked()).toEqual([['a'], ['b', 'a']]);
    group(1).answer();
    expect(await Promise.all(later)).toEqual(['b!', 'a!']);
  });

  test('fails only the questions of a failed batch, and sends the next one', async () => {
    const { ask, group } = recordedBatches();
    const failing = Promise.allSettled([ask('a'), ask('b')]);
    await endOfTurn();
    const next = ask('c');
    const lost = new Error('lost');
    group(0).refuse(lost);
    expect(await failing).toEqual([
      { status: 'rejected', reason: lost },
      { status: 'rejected', reason: lost },
    ]);
    await endOfTurn();
    group(1).answer();
    expect(await next).toBe('c!');
  });

  test('fails a question whose answer is missing', async () => {
    const ask = batchConcurrentCalls(async (questions: readonly string[]) => questions.slice(1));
    const answers = await Promise.allSettled([ask('a'), ask('b')]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('waits for a silent batch only a tenth of a second, and ignores its later end', async () => {
    const { ask, group, asked } = recordedBatches();
    const silent = ask('a');
    await endOfTurn();
    const second = ask('b');
    vi.advanceTimersByTime(99);
    await endOfTurn();
    expect(asked()).toEqual([['a']]);
    vi.advanceTimersByTime(1);
    await endOfTurn();
    expect(asked()).toEqual([['a'], ['b']]);
    const third = ask('c');
    group(0).answer();
    expect(await silent).toBe('a!');
    await endOfTurn();
    expect(asked()).toEqual([['a'], ['b']]);
    group(1).answer();
    expect(await second).toBe('b!');
    await endOfTurn();
    group(2).answer();
    expect(await third).toBe('c!');
  });
});
