import { pgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Sql, strictSql } from '../../../adapters/postgres/connection/sql.ts';
import { date, integer, money, text, texts } from '../../../adapters/postgres/records/column-types.ts';
import {
  type BulkTarget,
  bulkWriter,
  optional,
  ROWS_PER_BATCH,
  readColumnar,
  readInBatches,
  required,
  storedRecord,
  written,
  writtenRecord,
} from '../../../adapters/postgres/records/stored-record.ts';
import { heldSql } from '../../support/held-sql.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: a columnar read returns exactly the stored texts and amounts, row by row and in order. */
describe('columnar read', async () => {
  interface Stored {
    readonly number: number;
    readonly text: string | null;
    readonly amount: string | null;
    readonly day: string | null;
    readonly list: readonly string[];
  }

  const FOUND = storedRecord({
    number: required({ name: 'number' }, integer),
    text: optional({ name: 'text' }, text),
    amount: optional({ name: 'amount' }, money),
    day: optional({ name: 'day' }, date),
    list: required({ name: 'list' }, texts),
  });
  const fixture = await createTestDatabase();
  afterAll(() => fixture.drop());

  const withRows = <T>(all: readonly Stored[], work: (sql: Sql) => Promise<T>): Promise<T> =>
    asOwner(fixture.address, async (client) => {
      const sql = strictSql(client, () => undefined);
      await sql`create temp table stored (number integer, text text, amount numeric, day date, list text[])`;
      for (const { number, text, amount, day, list } of all) {
        await sql`insert into stored values (${number}, ${text}, ${amount}::numeric, ${day}::date, ${list}::text[])`;
      }
      return work(sql);
    });

  async function readBack(sql: Sql): Promise<readonly Stored[]> {
    const found: Stored[] = [];
    await readColumnar(sql, FOUND, sql`(select * from stored order by number desc) s`, (row) => {
      found.push({ ...row, amount: row.amount === null ? null : decimal(row.amount) });
    });
    return found.reverse();
  }

  /** Writes ten-thousandths with all their digits. */
  function decimal(scaled: number): string {
    expect(Number.isSafeInteger(scaled)).toBe(true);
    const digits = String(Math.abs(scaled)).padStart(5, '0');
    return `${scaled < 0 ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
  }

  const strings = fc
    .oneof(
      fc.string({
        unit: fc.constantFrom('"', '\\', '\\n', '[', ']', ',', 'null', '\n', '\u0001', '\u2028', 'ł', '😀'),
      }),
      fc.string({ unit: 'binary' }),
    )
    .map((text) => text.replaceAll('\0', ''));
  const amounts = fc.maxSafeInteger().map(decimal);
  const days = fc
    .integer({ min: Date.UTC(1800, 0, 1) / 86_400_000, max: Date.UTC(9999, 11, 31) / 86_400_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
  const rows = fc
    .array(
      fc.record({
        text: fc.option(strings),
        amount: fc.option(amounts),
        day: fc.option(days),
        list: fc.array(strings, { maxLength: 3 }),
      }),
      { maxLength: 8 },
    )
    .map((all) => all.map((row, number) => ({ ...row, number })));

  it('returns every text, amount, date and list as it is stored', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (all) => {
        expect(await withRows(all, readBack)).toEqual(all);
      }),
      { numRuns: propertyRuns(40) },
    );
  });

  it('reads nothing without rows', async () => {
    expect(await withRows([], readBack)).toEqual([]);
  });

  it.each([0, 1, ROWS_PER_BATCH, 2 * ROWS_PER_BATCH, 2 * ROWS_PER_BATCH + 1])(
    'reads each of %i rows once, in key order, in portions of at most the given size',
    async (count) => {
      const lengths: number[] = [];
      const numbers = await withRows([], async (sql) => {
        await sql`alter table stored add column half integer`;
        // The rows are not in key order, the first key column has few values, and the last rows are not requested.
        await sql`insert into stored (half, number) select n % 2, n from generate_series(1, ${count}::integer) n order by -n`;
        await sql`insert into stored (half, number, text) select n % 2, n, 'another' from generate_series(1, 10) n`;
        const found: number[] = [];
        const ordered = { table: pgTable('stored', {}), where: sql`text is null`, key: { half: '-1', number: '0' } };
        await readInBatches(watched(sql, lengths), FOUND, ordered, (row) => found.push(row.number));
        return found;
      });
      const all = Array.from({ length: count }, (_, at) => at + 1);
      expect(numbers).toEqual([...all.filter((n) => n % 2 === 0), ...all.filter((n) => n % 2 === 1)]);
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(count);
      expect(Math.max(...lengths)).toBe(Math.min(count, ROWS_PER_BATCH));
    },
  );

  const portions = z.array(z.object({ row_count: z.number() }));

  /** Records the number of rows in each portion of an answer. */
  const watched = (sql: Sql, lengths: number[]): Sql =>
    heldSql(sql, async (_statement, send) => {
      const answer = await send();
      for (const { row_count } of portions.parse(answer.rows)) lengths.push(row_count);
      return answer;
    });

  it.each(['1800-01-01', '1969-12-31', '1970-01-01', '2024-02-29', '9999-12-31'])(
    'reads %s as that day',
    async (day) => {
      const row = { number: 1, text: null, amount: null, day, list: [] };
      expect(await withRows([row], readBack)).toEqual([row]);
    },
  );
});

/** Guarantee: bulk writes store exactly the given rows and columns, with any characters. */
describe('bulk writer', async () => {
  interface Written {
    readonly number: number;
    readonly text: string | null;
    readonly json: string;
    readonly flag: string | null;
  }

  const TARGET: BulkTarget<Written> = {
    table: pgTable('written_by_set', {}),
    constants: { book: 'a "book", {of} \\ one' },
    record: writtenRecord({
      number: required({ name: 'number' }, integer),
      text: optional({ name: 'text' }, text),
      json: written({ name: 'json' }, { type: 'jsonb', encode: (json) => json }),
      flag: written({ name: 'flag' }, { type: 'boolean', encode: (flag) => flag }),
    }),
  };
  const fixture = await createTestDatabase();
  afterAll(() => fixture.drop());

  const withTable = <T>(work: (sql: Sql) => Promise<T>): Promise<T> =>
    asOwner(fixture.address, async (client) => {
      const sql = strictSql(client, () => undefined);
      await sql`create temp table written_by_set (book text, number integer, text text, json jsonb, flag boolean)`;
      return work(sql);
    });

  const stored = (sql: Sql) =>
    sql<Written[]>`
    select number, text, json #>> '{}' as json, flag::text as flag from written_by_set
    where book = ${TARGET.constants['book'] ?? null} order by number`;

  /** Texts of characters with a meaning in arrays, JSON or text forms, and of any others except NUL, which PostgreSQL cannot store. */
  const texts = fc
    .oneof(
      fc.string({
        unit: fc.constantFrom('"', '\\', '\\n', '{', '}', ',', ' ', 'NULL', 'null', '\n', '\u0001', 'a', 'ł', '😀'),
      }),
      fc.string({ unit: 'binary' }),
    )
    .map((text) => text.replaceAll('\0', ''));
  const rows = fc
    .array(fc.record({ text: fc.option(texts), json: texts, flag: fc.constantFrom('true', 'false', null) }), {
      maxLength: 12,
    })
    .map((all) => all.map((row, number) => ({ ...row, number })));
  const encoded = (all: readonly Written[]) => all.map((row) => ({ ...row, json: JSON.stringify(row.json) }));

  it('inserts rows with any texts', async () => {
    await withTable((sql) =>
      fc.assert(
        fc.asyncProperty(rows, async (input) => {
          await sql`delete from written_by_set`;
          const inserting = bulkWriter(sql);
          await inserting.insert(TARGET, encoded(input));
          await inserting.done();
          expect(await stored(sql)).toEqual(input);
        }),
        { numRuns: propertyRuns(100) },
      ),
    );
  });

  it('inserts one unusual text among thousands of rows in several statements', async () => {
    const many = Array.from({ length: 4_500 }, (_, number) => ({
      number,
      text: number === 3_000 ? 'A tab\tand "quotes" \\' : `plain ${number}`,
      json: 'x',
      flag: null,
    }));
    await withTable(async (sql) => {
      const writer = bulkWriter(sql);
      await writer.insert(TARGET, encoded(many));
      await writer.done();
      expect(await stored(sql)).toEqual(many);
    });
  });

  it('reports the first failure, and sends only one more statement after it', async () => {
    const sentOff: number[] = [];
    await withTable(async (sql) => {
      await sql`begin`;
      const writer = bulkWriter(sql);
      for (let number = 0; number < 10; number++) {
        await writer.send(() => {
          sentOff.push(number);
          return sql`select 1 / (${number}::integer - 3)`;
        });
      }
      await expect(writer.done()).rejects.toThrow('division by zero');
      await expect(writer.done()).rejects.toThrow('division by zero');
      await sql`rollback`;
    });
    expect(sentOff).toEqual([0, 1, 2, 3, 4]);
  });

  it('sends two statements at a time and keeps up to twenty in order', async () => {
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    await withTable(async (sql) => {
      const writer = bulkWriter(sql);
      let handedOver = 0;
      const handing = (async () => {
        for (let number = 0; number < 30; number++) {
          await writer.send(() => {
            begun.push(number);
            return new Promise<void>((resolve) => ends.push(resolve));
          });
          handedOver += 1;
        }
      })();
      await turn();
      expect({ begun, handedOver }).toEqual({ begun: [0, 1], handedOver: 20 });
      for (let number = 0; number < 30; number++) {
        ends[number]?.();
        await turn();
        expect(begun).toHaveLength(Math.min(number + 3, 30));
      }
      await handing;
      await writer.done();
    });
    expect(begun).toEqual(Array.from({ length: 30 }, (_, number) => number));
  });
});
