import { afterAll, describe, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../../adapters/postgres/connection/database-error.ts';
import { endBackend } from '../../../adapters/postgres/saved-reports/report-places.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { beginReport } from '../../../adapters/postgres/saved-reports/report-session.ts';
import { isRefused } from '../../../core/problem.ts';
import { asOwner } from '../../support/postgres.ts';
import { createTwoAgencies, LIMITS, SECRET } from './two-agencies.ts';

const agencies = await createTwoAgencies();
afterAll(() => agencies.close());

describe('a run is isolated from the next one', () => {
  test('in settings, prepared statements, tables and channels', async () => {
    const state = `select current_setting('work_mem'), current_setting('search_path'), current_setting('statement_timeout'),
      current_setting('my.secret', true), current_setting('TimeZone'),
      (select count(*) from pg_prepared_statements where statement not like '%report%'),
      (select count(*) from pg_cursors where name not in ('plain', 'ordered')),
      (select count(*) from pg_class where relpersistence = 't'), (select count(*) from pg_listening_channels())`;
    const before = await agencies.rows(state);
    const left = await agencies.run(
      `select set_config('work_mem', '1GB', false), set_config('search_path', 'public', false), set_config('my.secret', '${SECRET}', false),
        set_config('TimeZone', 'Asia/Tokyo', false)`,
    );
    expect(isRefused(left)).toBe(false);
    expect(await agencies.rows(state)).toEqual(before);
    expect(before[0]?.slice(0, 3)).toEqual(['16MB', 'report', '5s']);
  });

  test('counter-case: two concurrent accounts each see their own rows, a hundred times', async () => {
    const { runner, ours, theirs } = agencies;
    const statement = 'select member_name from members';
    const names = async (accountId: string) => {
      const result = await runner.run(accountId, { statement, isOrdered: false }, LIMITS);
      if (isRefused(result)) throw new Error(result.refused.detail);
      return result.rows.flat();
    };
    const own = ['A', 'B', 'C', 'D', 'E'].map((member) => `Name ${member}`);
    // A hundred runs at once would be refused on a busy machine, because the last of them would wait too long for a place.
    for (let round = 0; round < 25; round += 1) {
      const seen = await Promise.all([ours, theirs, ours, theirs].map(({ accountId }) => names(accountId)));
      const others = own.map((name) => `${name}${SECRET}`);
      expect(seen).toEqual([own, others, own, others]);
    }
  });
});

describe('the same data', () => {
  const STATEMENTS: readonly (readonly [statement: string, isOrdered: boolean])[] = [
    ['select * from comparisons', false],
    ['select status, member_name from comparisons order by status', true],
    ['select member_name, period from comparisons limit 7', false],
    ['select member_name, period from comparisons order by period desc limit 7 offset 1 -- the end', true],
    ['(select period from comparisons fetch first 3 rows only)', false],
    ["select json_build_object('p', period) from statuses", false],
    ['select now(), current_date, localtimestamp::date = current_date from workspaces', false],
  ];

  test('gives the same bytes in three runs, although the rows are stored in other places each time', async () => {
    for (const [statement, isOrdered] of STATEMENTS) {
      const runs: string[] = [];
      for (let run = 0; run < 3; run++) {
        // Writes the rows of one member again, so that they are stored after all others.
        await asOwner(agencies.engine.address, async (sql) => {
          await sql`update scored_rows set reason = reason where member_external_id = ${'ABC'.charAt(run)}`;
        });
        const rows = await agencies.rows(statement, { isOrdered });
        runs.push(JSON.stringify(statement.includes('now()') ? rows.map((row) => row.length) : rows));
      }
      expect(new Set(runs).size, statement).toBe(1);
    }
  });

  test('has the ties of an ORDER BY broken by all columns before a LIMIT counts', async () => {
    // Three of the months' sixteen rows are new after January: E in February; and four in January.
    const rows = await agencies.rows(
      "select status, member_name from comparisons where status = 'new' order by status limit 2",
      {
        isOrdered: true,
      },
    );
    expect(rows).toEqual([
      ['new', 'Name A'],
      ['new', 'Name B'],
    ]);
  });

  test('has one moment of the run as now, and shows its date', async () => {
    const result = await agencies.run(
      "select current_date::text, now() = transaction_timestamp(), current_setting('TimeZone')",
    );
    expect(result).toMatchObject({ rows: [[expect.anything(), true, 'UTC']] });
    if (!isRefused(result)) expect(result.rows[0]?.[0]).toBe(result.asOf);
  });
});

test('names days relative to the run’s date, in UTC', async () => {
  const days = `select 'today'::timestamptz = date_trunc('day', now()), 'today'::timestamp = current_date,
    'tomorrow'::date = current_date + 1, 'yesterday'::date = current_date - 1`;
  expect(await agencies.rows(days)).toEqual([[true, true, true, true]]);
});

test('ends a report that does not end from a second connection', async () => {
  const { engine, ours } = agencies;
  const servers = { database: engine.database, administrator: engine.address };
  const session = await beginReport(servers, { accountId: ours.accountId, seconds: 60, bytesReadMax: 1_000_000 });
  const sleeping = session.connection.client.unsafe('select pg_sleep(60)').then(
    () => 'slept',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
  const { backend } = session;
  // The process number alone might by now belong to another process.
  expect(await endBackend(engine.database, { ...backend, startedAt: '2026-01-01T00:00:00Z' })).toBe(true);
  expect(await endBackend(engine.database, backend)).toBe(false);
  // The second error occurs if the backend had not read the statement yet.
  expect(['CONNECTION_CLOSED', 'ECONNRESET']).toContain(await sleeping);
  session.connection.destroy();
  while (!(await endBackend(engine.database, backend)));
});

test('reports an unreachable database as such', async () => {
  const runner = connectReports({
    database: agencies.engine.database,
    administrator: { kind: 'socket', directory: '/nonexistent', port: 1, user: 'postgres', database: 'none' },
  });
  const query = { statement: 'select 1', isOrdered: false };
  await expect(runner.run(agencies.ours.accountId, query, LIMITS)).rejects.toThrow(DatabaseUnavailable);
});

test('gives an unknown account an error, not an empty report', async () => {
  const query = { statement: 'select * from members', isOrdered: false };
  await expect(agencies.runner.run('', query, LIMITS)).rejects.toThrow();
  await expect(agencies.runner.run('not-an-id', query, LIMITS)).rejects.toThrow();
});
