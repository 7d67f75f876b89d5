import { afterAll, describe, expect, test } from 'vitest';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { beginReport } from '../../../adapters/postgres/saved-reports/report-session.ts';
import { isRefused } from '../../../core/problem.ts';
import { asOwner } from '../../support/postgres.ts';
import { createTwoAgencies, LIMITS, refusalText } from './two-agencies.ts';

const agencies = await createTwoAgencies();
afterAll(() => agencies.close());

/** Queries of which each would take minutes, or more memory or disk than the server has. */
const BOMBS: readonly (readonly [name: string, statement: string])[] = [
  ['a pause', 'select pg_sleep(100)'],
  [
    'a cross join',
    'select count(*) from (select from generate_series(1, 9000) a cross join lateral generate_series(1, 9000) b cross join lateral generate_series(1, 9000) c) q',
  ],
  ['an endless recursion', 'with recursive r as (select 1 as n union all select n + 1 from r) select count(*) from r'],
  [
    'a doubling recursion',
    "with recursive r as (select 'x' as t union all select t || t from r) select max(length(t)) from r",
  ],
  ['a cell of 900 MB', "select repeat('x', g) from generate_series(900000000, 900000000) g"],
  ['a constant of 900 MB', "select repeat('x', 900000000)"],
  [
    'an array of everything',
    'select array_agg(repeat(b::text, 500)) from (select b from generate_series(1, 9000) a cross join lateral generate_series(1, 9000) b) q',
  ],
  [
    'a text of everything',
    "select string_agg(repeat('x', 500), '') from (select from generate_series(1, 9000) a cross join lateral generate_series(1, 9000) b) q",
  ],
  [
    'a JSON of everything',
    'select jsonb_agg(b) from (select b from generate_series(1, 9000) a cross join lateral generate_series(1, 9000) b) q',
  ],
  [
    'a sort of everything',
    'select b from (select b from generate_series(1, 9000) a cross join lateral generate_series(1, 9000) b) q',
  ],
  ['ten million rows', 'select g from generate_series(1, 10000000) g, generate_series(1, 5) h'],
  [
    'a long regular expression',
    "select count(*) from generate_series(1, 100000) g where repeat('a', 20000) || g ~ '(a+)\\1+b'",
  ],
  ['a large number', 'select max((g + 3.5) ^ 500.5) from generate_series(1, 1000000) g'],
];

describe('a run ends in time with a reason, and leaves the server and this process unchanged', () => {
  test.each(BOMBS)('%s', async (_, statement) => {
    const result = await agencies.run(statement, { seconds: 1 });
    expect(refusalText(result)).toMatch(/^query_limit: /);
    // The server and this process still work.
    expect(await agencies.rows('select 1 as one')).toEqual([[1]]);
    expect(await backends()).toBe(0);
  });

  test('keeps one process within its memory while the server sends it 100 MB', async () => {
    const before = process.memoryUsage().rss;
    const result = await agencies.run(
      "select repeat('x', 30000) from generate_series(1, 1000) a, generate_series(1, 4) b",
      {
        rows: 4_000,
      },
    );
    expect(refusalText(result)).toBe('query_limit: The result is larger than a report may be.');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });
});

test('counts the time of all statements of a run together', async () => {
  const { engine, ours } = agencies;
  const servers = { database: engine.database, administrator: engine.address };
  const session = await beginReport(servers, { accountId: ours.accountId, seconds: 1, bytesReadMax: 1_000_000 });
  const { client } = session.connection;
  await client`select pg_sleep(0.7)`;
  await expect(client`select pg_sleep(0.7)`).rejects.toThrow();
  expect(session.connection.closed).toBe(true);
});

describe('the size of a reply', () => {
  test('is complete with 1,000 rows; one more row only says that there are more', async () => {
    const whole = await agencies.run('select g from generate_series(1, 1000) g');
    expect(whole).toMatchObject({ truncated: false });
    const more = await agencies.run('select g from generate_series(1, 1001) g order by g desc', { isOrdered: true });
    if (isRefused(more)) throw new Error('Refused');
    expect([more.truncated, more.rows.length, more.rows[0], more.rows.at(-1)]).toEqual([true, 1000, [1001], [2]]);
  });

  test('is limited by leaving out the last rows in order, not those found last', async () => {
    const result = await agencies.run('select 1001 - g as n from generate_series(1, 1001) g', { rows: 3 });
    expect(result).toMatchObject({ rows: [[0], [1], [2]], truncated: true });
  });

  test('may be 200 columns, but not 201 or 5,000', async () => {
    const columns = (count: number) => `select ${Array.from({ length: count }, (_, index) => index).join(', ')}`;
    expect((await agencies.rows(columns(200)))[0]).toHaveLength(200);
    expect(refusalText(await agencies.run(columns(201)))).toBe(
      'query_limit: The query has 201 columns; a report has at most 200.',
    );
    expect(refusalText(await agencies.run(columns(5000)))).toMatch(/^query_limit: .*columns/);
  });

  test('may include a cell of 32 KB, and not one byte more', async () => {
    expect(await agencies.rows("select length(t) from (select repeat('x', 32768) as t) q")).toEqual([[32768]]);
    expect((await agencies.rows("select repeat('x', 32768)"))[0]?.[0]).toHaveLength(32768);
    expect(refusalText(await agencies.run("select 1 as one, repeat('x', 32769) as long"))).toBe(
      'query_limit: A value of column long is longer than 32768 bytes.',
    );
  });

  test('is refused if it is larger as JSON than allowed', async () => {
    const text = "select repeat('x', 1000) from generate_series(1, 10)";
    expect(refusalText(await agencies.run(text, { bytes: 10_000 }))).toBe(
      'query_limit: The result is larger than 10000 bytes.',
    );
    expect(isRefused(await agencies.run(text, { bytes: 10_200 }))).toBe(false);
  });
});

describe('an error from the data of a query', () => {
  test.each([
    ['select 1 / 0', 'Division by zero.'],
    ["select 'x'::text::int", 'Invalid input syntax for type integer: "x".'],
    ['select (select generate_series(1, 2))', 'More than one row returned by a subquery used as an expression.'],
    ['select chr(0)', 'There is no character with this number.'],
    ['select chr(55296)', 'There is no character with this number.'],
    ['select chr(2147483647)', 'There is no character with this number.'],
  ])('is reported as a failure, not as a forbidden query: %s', async (statement, detail) => {
    expect(await agencies.run(statement)).toMatchObject({
      refused: { code: 'invalid_sql', title: 'The query failed', detail },
    });
  });

  test('differs from a query that PostgreSQL does not understand, which is forbidden; too many grouping sets are no depth', async () => {
    const wrong = await agencies.run('select 1 + true');
    expect(wrong).toMatchObject({
      refused: { code: 'invalid_sql', detail: expect.stringMatching(/line 1, column 10/) },
    });
    if (isRefused(wrong)) expect(wrong.refused).not.toHaveProperty('title');
    const cube = 'cube (a, a, a, a, a, a, a, a, a, a)';
    expect(refusalText(await agencies.run(`select 1 from (select 1 as a) q group by ${cube}, ${cube}`))).toBe(
      'query_limit: The query has too many grouping sets.',
    );
  });
});

describe('concurrent runs', () => {
  /** Starts a run like another process of the service, because places are counted in the database. */
  const start = () => {
    const { engine, ours, theirs } = agencies;
    const runner = connectReports({ database: engine.database, administrator: engine.address });
    const run = (accountId: string, statement: string, seconds: number) =>
      runner.run(accountId, { statement, isOrdered: false }, { ...LIMITS, seconds });
    return { runner, run, ours: ours.accountId, theirs: theirs.accountId };
  };

  test('are two per account; the third waits, and is refused with rate_limited if no place becomes free', async () => {
    const { run, ours } = start();
    const slow = [run(ours, 'select pg_sleep(100)', 6), start().run(ours, 'select pg_sleep(100)', 6)];
    await held(2);
    const results = await Promise.all([...slow, start().run(ours, 'select 1', 1)]);
    expect(results).toMatchObject([
      { refused: { code: 'query_limit' } },
      { refused: { code: 'query_limit' } },
      { refused: { code: 'rate_limited', headers: { 'Retry-After': '1' } } },
    ]);
  });

  test('do not delay another account', async () => {
    const { run, ours, theirs } = start();
    const slow = [run(ours, 'select pg_sleep(100)', 4), start().run(ours, 'select pg_sleep(100)', 4)];
    let isDone = false;
    void Promise.race(slow).then(() => {
      isDone = true;
    });
    const other = await run(theirs, 'select 1', 5);
    expect([isRefused(other), isDone]).toEqual([false, false]);
    await Promise.all(slow);
  });

  test('plan a query only if a place is free at once, so that saving a query need not wait', async () => {
    const { runner, run, ours } = start();
    const wrong = { statement: "select 1 + 'a'::text", isOrdered: false };
    const slow = [run(ours, 'select pg_sleep(100)', 2), run(ours, 'select pg_sleep(100)', 2)];
    await held(2);
    expect(await runner.plan(ours, wrong, LIMITS)).toBeNull();
    await Promise.all(slow);
    expect(await start().runner.plan(ours, wrong, LIMITS)).toMatchObject({ refused: { code: 'invalid_sql' } });
  });
});

/** Waits until the given number of reports have begun. */
async function held(count: number): Promise<void> {
  await expect
    .poll(() =>
      agencies.engine.database.systemStatement((sql) => sql`select 1 from report_places where backend_pid is not null`),
    )
    .toHaveLength(count);
}

/** The running reports on the server, after it has noticed disconnected clients. */
async function backends(): Promise<number> {
  return asOwner(agencies.engine.address, async (sql) => {
    for (let tries = 0; ; tries++) {
      const [row] = await sql`
        select count(*)::int as count from pg_stat_activity where usename = 'cas_report' and datname = current_database()`;
      if (row?.['count'] === 0 || tries === 500) return Number(row?.['count']);
      await sql`select pg_sleep(0.01)`;
    }
  });
}
