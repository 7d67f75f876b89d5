import { pgTable } from 'drizzle-orm/pg-core';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type Sql, strictSql } from '../../../adapters/postgres/connection/sql.ts';
import { integer, text } from '../../../adapters/postgres/records/column-types.ts';
import {
  type BulkTarget,
  bulkWriter,
  optional,
  required,
  written,
  writtenRecord,
} from '../../../adapters/postgres/records/stored-record.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: bulk writes store exactly the given rows and columns, with any characters. */

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
