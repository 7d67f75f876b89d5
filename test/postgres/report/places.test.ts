import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connection, openConnection } from '../../../adapters/postgres/connection/connection.ts';
import {
  type ReportPlaces,
  reportPlaces,
  type TakenPlace,
} from '../../../adapters/postgres/saved-reports/report-places.ts';
import { inTotalOrder } from '../../../adapters/postgres/saved-reports/report-query.ts';
import { REPORTS_WAITING_OF_ACCOUNT_MAX } from '../../../core/limits/saved-report-limits.ts';
import { createTestDatabase } from '../../support/postgres.ts';

/**
 * Guarantee: all processes of the service together run a limited number of reports in total and per account. Once a
 * report runs, its place is freed only when its PostgreSQL backend has ended, even if the process that took the place has died.
 */

const [ours, theirs, third, fourth] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const db = await createTestDatabase();
await db.database.system(
  (sql) => sql`
    insert into accounts (account_id, name, tier, status)
    select id, 'A', 'standard', 'active' from unnest(${[ours, theirs, third, fourth]}::uuid[]) id`,
);
afterAll(() => db.drop());
beforeEach(() => db.database.system((sql) => sql`delete from report_places`));

/** Makes a process of the service, which shares the database and counts no places itself. */
const process = () => reportPlaces(db.database, db.database);

async function placeOf(taken: ReturnType<ReportPlaces['take']>): Promise<TakenPlace> {
  const place = await taken;
  if (typeof place === 'string') throw new Error(`Waited in vain: ${place}`);
  return place;
}

/** Starts a server process that runs a report in the place. */
async function begin(place: TakenPlace, seconds = 60): Promise<Connection> {
  if (db.address.kind !== 'socket') throw new TypeError('Tests run behind a socket');
  const connection = openConnection(
    { ...db.address, user: 'cas_report' },
    { applicationName: 'test', statementTimeoutSeconds: 60 },
  );
  const [backend] = await connection.client<{ pid: number; startedAt: string }[]>`
    select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`;
  if (backend === undefined || !(await place.register(backend, seconds))) throw new Error('It could not begin');
  return connection;
}

describe('several processes of the service', () => {
  test('share two places per account and four in total', async () => {
    const held = [
      await placeOf(process().take(ours, 0)),
      await placeOf(process().take(ours, 0)),
      await placeOf(process().take(theirs, 0)),
    ];
    expect(await process().take(ours, 0)).toBe('busy');
    // The last place is kept for an account without a place.
    expect(await process().take(theirs, 0)).toBe('busy');
    await placeOf(process().take(third, 0));
    expect(await process().take(fourth, 0)).toBe('busy');
    await held[2]?.free();
    // A second call frees no place of another run.
    await held[2]?.free();
    await placeOf(process().take(fourth, 0));
    expect(await process().take(theirs, 0)).toBe('busy');
  });

  test('get concurrently requested places at once, and never more than the limit', async () => {
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, index) => process().take([ours, theirs, third, fourth][index % 4] ?? '', 0)),
    );
    expect(taken.filter((place) => typeof place !== 'string')).toHaveLength(4);
  });

  test('wait for each other, and a place that one process frees goes to the other', async () => {
    const held = [await placeOf(process().take(ours, 0)), await placeOf(process().take(ours, 0))];
    const waiting = process().take(ours, 60_000);
    await held[1]?.free();
    await placeOf(waiting);
  });

  test('give the next place to an account without a place, however many another account requests', async () => {
    const [first, second] = [process(), process()];
    const held = [await placeOf(first.take(ours, 0)), await placeOf(first.take(ours, 0))];
    held.push(await placeOf(first.take(theirs, 0)), await placeOf(first.take(fourth, 0)));
    const flood = Array.from({ length: 20 }, () => first.take(ours, 60_000));
    await waitingRows(20);
    const single = second.take(third, 60_000);
    await waitingRows(21);
    await held[0]?.free();
    await (await placeOf(single)).free();
    for (const place of held.slice(1)) await place.free();
    for (const taken of flood) await (await placeOf(taken)).free();
  });
});

describe('a place', () => {
  test('is freed when its server process is gone, although nobody freed it', async () => {
    const lost = [await placeOf(process().take(ours, 0)), await placeOf(process().take(ours, 0))];
    const backends = [];
    for (const place of lost) backends.push(await begin(place));
    expect(await process().take(ours, 0)).toBe('busy');
    await backends[0]?.end();
    await placeOf(process().take(ours, 60_000));
    await backends[1]?.end();
  });

  test('is not freed while its server process is there, which is told to end after its time', async () => {
    const place = await placeOf(process().take(ours, 0));
    const backend = await begin(place, 60);
    expect(await process().take(ours, 0)).not.toBe('busy');
    expect(await process().take(ours, 0)).toBe('busy');
    expect(await backend.answers()).toBe(true);
    await db.database.system((sql) => sql`update report_places set due_at = now() where backend_pid is not null`);
    for (;;) {
      const next = await process().take(ours, 60_000);
      if (next !== 'stuck') break;
    }
    expect(await backend.answers()).toBe(false);
  });

  test('of a process that was lost before its report began is freed by itself, and its report cannot begin any more', async () => {
    const late = await placeOf(process().take(ours, 0));
    await placeOf(process().take(ours, 0));
    await db.database.system((sql) => sql`update report_places set due_at = now() - interval '1 s'`);
    await placeOf(process().take(ours, 0));
    await expect(begin(late)).rejects.toThrow('It could not begin');
  });

  test('is not delayed by a process that was lost while it waited', async () => {
    for (const accountId of [ours, ours, theirs]) await placeOf(process().take(accountId, 0));
    await db.database.system(
      (sql) => sql`
        insert into report_places (place_id, account_id, asked_at) values (gen_random_uuid(), ${third}, now() - interval '1 minute')`,
    );
    await placeOf(process().take(fourth, 0));
    expect(await db.database.systemStatement((sql) => sql`select 1 from report_places where due_at is null`)).toEqual(
      [],
    );
  });

  test('of a process that serves the next report belongs to the next report', async () => {
    const backend = await begin(await placeOf(process().take(ours, 0)));
    const [{ pid, startedAt } = { pid: 0, startedAt: '' }] = await db.database.systemStatement(
      (sql) => sql<{ pid: number; startedAt: string }[]>`
        select backend_pid as pid, backend_started_at::text as "startedAt" from report_places`,
    );
    const next = await placeOf(process().take(theirs, 0));
    expect(await next.register({ pid, startedAt }, 60)).toBe(true);
    expect(await db.database.systemStatement((sql) => sql`select account_id from report_places`)).toEqual([
      { account_id: theirs },
    ]);
    await backend.end();
  });
});

test('refuses at once what exceeds the number of waiting requests of an account', async () => {
  const places = process();
  const [first] = [await placeOf(places.take(ours, 0)), await placeOf(places.take(ours, 0))];
  const waiting = Array.from({ length: REPORTS_WAITING_OF_ACCOUNT_MAX }, () => places.take(ours, 60_000));
  expect(await places.take(ours, 60_000)).toBe('busy');
  await placeOf(places.take(theirs, 0));
  await first?.free();
  for (const taken of waiting) await (await placeOf(taken)).free();
});

test('fails all waiting requests if the database is unreachable', async () => {
  const broken = { ...db.database, system: () => Promise.reject(new Error('gone')) };
  const places = reportPlaces(broken, broken);
  const both = await Promise.allSettled([places.take(ours, 60_000), places.take(theirs, 60_000)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(places.take(ours, 60_000)).rejects.toThrow('gone');
});

test('neither lets the analysts’ role nor an account’s work see or change a place', async () => {
  const backend = await begin(await placeOf(process().take(ours, 0)));
  await expect(backend.client`delete from public.report_places`).rejects.toMatchObject({ code: '42501' });
  await backend.client.unsafe('begin');
  const locked = backend.client`lock table public.report_places in share row exclusive mode`;
  await expect(locked).rejects.toMatchObject({ code: '42501' });
  await expect(db.database.tenant(ours, (sql) => sql`select 1 from report_places`)).rejects.toMatchObject({
    code: '42501',
  });
  await backend.end();
});

async function waitingRows(count: number): Promise<void> {
  await expect
    .poll(() => db.database.systemStatement((sql) => sql`select 1 from report_places where due_at is null`))
    .toHaveLength(count);
}

const text = 25;
const json = 114;
const unordered = (statement: string, types = [text]) => inTotalOrder({ statement, isOrdered: false, types });
const ordered = (statement: string, types = [text]) => inTotalOrder({ statement, isOrdered: true, types });

test('removes any number of brackets around a query, and no others', () => {
  const around = (text: string) => `${'('.repeat(9_000)}${text}${')'.repeat(9_000)}`;
  expect(unordered(around('select a from t limit 1'))).toBe(
    'select * from (\nselect a from t \n) q (c1) order by c1\nlimit 1',
  );
  const two = '(select a from t) union (select b from u)';
  expect(unordered(around(two))).toBe(`select * from (\n${two}\n) q (c1) order by c1\n`);
});

describe('without an ORDER BY', () => {
  test('all rows are sorted by all columns, and by text if a column has no order', () => {
    expect(unordered('select a, b from t', [text, json])).toBe(
      'select * from (\nselect a, b from t\n) q (c1, c2) order by c1, c2::text\n',
    );
  });

  test.each([
    ['select a from t limit 5', 'select a from t ', 'limit 5'],
    ['select a from t LIMIT 5 OFFSET 2 -- all', 'select a from t ', 'LIMIT 5 OFFSET 2 -- all'],
    ['select a from t offset 2', 'select a from t ', 'offset 2'],
    ['select a from t fetch first 3 rows only', 'select a from t ', 'fetch first 3 rows only'],
    ['((select a from t limit 5))', 'select a from t ', 'limit 5'],
    [
      'select a from t union (select b from u limit 1) limit 2',
      'select a from t union (select b from u limit 1) ',
      'limit 2',
    ],
    [
      'with x as (select 1 limit 1) select * from x limit all',
      'with x as (select 1 limit 1) select * from x ',
      'limit all',
    ],
  ])('a LIMIT counts after the sort: %s', (statement, body, limit) => {
    expect(unordered(statement)).toBe(`select * from (\n${body}\n) q (c1) order by c1\n${limit}`);
  });

  test.each([
    "select 'limit 5' from t",
    'select "limit" from t',
    'select a as limit from t',
    'select t.limit from t',
    'select a from t -- limit 5',
    'select a from t /* limit /* 5 */ limit 6 */',
    'select $$ limit 5 $$ from t',
    'select $x$ $$ limit 5 $x$ from t',
    "select E'\\' limit 5' from t",
    "select 'it''s limit 5' from t",
    'select * from (select a from t limit 5) q',
    'select limited from t',
  ])('only a LIMIT of the outermost level counts: %s', (statement) => {
    expect(unordered(statement)).toBe(`select * from (\n${statement}\n) q (c1) order by c1\n`);
  });
});

describe('with an ORDER BY', () => {
  test.each([
    ['select a, b from t order by a', 'select a, b from t order by a\n, 1, 2\n'],
    ['select a, b from t order by a -- done', 'select a, b from t order by a -- done\n, 1, 2\n'],
    [
      'select a, b from t order by a desc nulls last limit 5',
      'select a, b from t order by a desc nulls last \n, 1, 2\nlimit 5',
    ],
    ['(select a, b from t order by a limit 5)', '(select a, b from t order by a \n, 1, 2\nlimit 5)'],
  ])('ties are broken by all columns: %s', (statement, expected) => {
    expect(ordered(statement, [text, text])).toBe(expected);
  });

  test('columns without an order break no ties', () => {
    expect(ordered('select a, j from t order by a', [text, json])).toBe('select a, j from t order by a\n, 1\n');
    expect(ordered('select j from t order by j->>1', [json])).toBe('select j from t order by j->>1');
  });

  test.each([
    'select a from t order by a fetch first 3 rows with ties',
    'with x as (select 1 as a) (select a from x order by a)',
  ])('the query stays unchanged: %s', (statement) => {
    expect(ordered(statement)).toBe(statement);
  });
});
