import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { startThrowawayPostgres } from '../../../server/embedded-postgres.ts';
import { asOwner } from '../../support/postgres.ts';
import { LIMITS, refusalText } from './two-agencies.ts';

/**
 * Guarantee: PostgreSQL checks for cancellation between rows, not inside one long calculation. A report that continues after its answer
 * keeps a place of its own account in every process, and no place of another account. The test has its own server, because a stuck backend
 * ends only with the whole server.
 */

const ours = '7d3f6f0e-5a3c-4c39-9a39-0f2f64a7a001';
const theirs = '7d3f6f0e-5a3c-4c39-9a39-0f2f64a7a002';
const third = '7d3f6f0e-5a3c-4c39-9a39-0f2f64a7a003';

const server = await startThrowawayPostgres();
await migrate(server.address);
const database = connectDatabase(server.address, { poolSize: 4 });
await database.system(async (sql) => {
  await sql`
    insert into accounts (account_id, name, tier, status)
    values (${ours}, 'A', 'standard', 'active'), (${theirs}, 'B', 'standard', 'active'),
      (${third}, 'C', 'standard', 'active')`;
});
afterAll(async () => {
  await database.close();
  // Stops the server at once, with all its backends.
  await server.stop();
});

const columns = (count: number, column: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => column(index)).join(', ');

/** A query that calculates one row for minutes, without a point at which PostgreSQL checks for cancellation. */
const REMAINDERS = `select ${columns(190, (index) => `mod(x, y - ${index}) is null`)}
  from (select repeat('9', n)::numeric x, repeat('7', n / 2)::numeric y from (values (130000)) v (n) offset 0) q`;
const TRIMS = `select ${columns(100, (index) => `length(btrim(s, t || '${index}'))`)}
  from (select repeat('é', n * 40) as s, repeat('x', n) || 'é' as t from (values (100000)) v (n) offset 0) q`;

test('refuses a run for the moment if all processes together use all connections of the role', async () => {
  const { address } = server;
  if (address.kind !== 'socket') throw new TypeError('Tests run on a server of their own');
  const settings = { applicationName: 'test', statementTimeoutSeconds: 60 };
  const connect = () => openConnection({ ...address, user: 'cas_report' }, settings);
  const taken = Array.from({ length: 16 }, connect);
  for (const { client } of taken) await client`select 1`;
  const runner = connectReports({ database, administrator: address });
  const query = { statement: 'select 1 as one', isOrdered: false };
  expect(refusalText(await runner.run(ours, query, LIMITS))).toMatch(/^rate_limited: Other reports are running/);
  expect(await runner.plan(ours, query, LIMITS)).toBeNull();
  for (const connection of taken) await connection.end();
  expect(await runner.run(ours, query, LIMITS)).toMatchObject({ rows: [[1]] });
});

test('keeps the places of uninterruptible runs with their accounts until they end, in every process, and takes none of others', async () => {
  /** Runs like another process of the service. */
  const run = (accountId: string, statement: string) =>
    connectReports({ database, administrator: server.address }).run(
      accountId,
      { statement, isOrdered: false },
      { ...LIMITS, seconds: 3 },
    );

  const ended = await Promise.all([run(ours, REMAINDERS), run(ours, TRIMS), run(theirs, TRIMS)]);
  for (const result of ended)
    expect(refusalText(result)).toMatch(
      /^query_limit: The query did not end within 3 seconds and was stopped\. The machine may be busy: run the query again\. /,
    );
  const stuck = await backends();
  expect(stuck).toHaveLength(3);

  // At first the stuck run only holds a place, and its account may have another. Soon the place counts as stuck.
  const saying = /^rate_limited: An earlier report of yours is still being stopped/;
  for (const accountId of [ours, theirs]) {
    for (;;) {
      const answer = refusalText(await run(accountId, 'select 1'));
      if (saying.test(answer)) break;
      expect(answer).toMatch(/^rate_limited: Other reports are running|^not refused$/);
    }
  }
  // Other accounts have all remaining places.
  const others = await Promise.all(Array.from({ length: 3 }, () => run(third, 'select 1 as one')));
  for (const result of others) expect(result).toMatchObject({ rows: [[1]] });
  // Saving a report does not run it: PostgreSQL is not asked, and the report is not refused.
  const planner = connectReports({ database, administrator: server.address });
  expect(await planner.plan(ours, { statement: 'select 1', isOrdered: false }, LIMITS)).toBeNull();
  expect(await backends()).toEqual(stuck);

  // The backend has ended with its server, which has restarted. Its process number may belong to another process now.
  const [first] = stuck;
  if (first === undefined) throw new Error('There are three');
  process.kill(first, 'SIGQUIT');
  for (;;) {
    // Gives other work of this process time, because an immediate refusal gives it none.
    await setImmediate();
    const result = await run(ours, 'select 1 as one').catch(() => null);
    if (result === null || saying.test(refusalText(result))) continue;
    expect(result).toMatchObject({ rows: [[1]] });
    break;
  }
});

async function backends(): Promise<number[]> {
  return asOwner(server.address, async (sql) => {
    const rows = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where usename = 'cas_report' order by pid`;
    return rows.map(({ pid }) => pid);
  });
}
