import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { connectDatabase, type Database } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { startThrowawayPostgres } from '../../../local/embedded-postgres.ts';
import type { EmbeddedPostgres } from '../../../local/postgres-server.ts';
import { asOwner } from '../../support/postgres.ts';
import { LIMITS, refusalText } from './two-agencies.ts';

/**
 * Guarantee: PostgreSQL looks for a wish to end between rows, not inside one long calculation. A report it goes on with after the
 * answer was given keeps a place of its own account, in every process of the service, and no place of any other account.
 * On a server of its own, because such a process can only be ended together with all others.
 */
let server: EmbeddedPostgres;
let database: Database;
const ours = '7d3f6f0e-5a3c-4c39-9a39-0f2f64a7a001';
const theirs = '7d3f6f0e-5a3c-4c39-9a39-0f2f64a7a002';
const third = '7d3f6f0e-5a3c-4c39-9a39-0f2f64a7a003';

beforeAll(async () => {
  server = await startThrowawayPostgres();
  await migrate(server.address);
  database = connectDatabase(server.address, { poolSize: 4 });
  await database.system(async (sql) => {
    await sql`
      insert into accounts (account_id, name, tier, status)
      values (${ours}, 'A', 'standard', 'active'), (${theirs}, 'B', 'standard', 'active'),
        (${third}, 'C', 'standard', 'active')`;
  });
});
afterAll(async () => {
  await database.close();
  // Such a server is told to leave at once, with all that runs.
  await server.stop();
});

const columns = (count: number, column: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => column(index)).join(', ');

/** One row, and minutes of arithmetic, or of looking each character up in a long list, without a pause. */
const REMAINDERS = `select ${columns(190, (index) => `mod(x, y - ${index}) is null`)}
  from (select repeat('9', n)::numeric x, repeat('7', n / 2)::numeric y from (values (130000)) v (n) offset 0) q`;
const TRIMS = `select ${columns(100, (index) => `length(btrim(s, t || '${index}'))`)}
  from (select repeat('é', n * 40) as s, repeat('x', n) || 'é' as t from (values (100000)) v (n) offset 0) q`;

test('where all processes together have as many connections as the role may have, a run is told to come again', async () => {
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

test('runs that will not end keep their accounts’ places until they are gone, in every process, and take no place of others', async () => {
  /** As another process of the service would. */
  const run = (accountId: string, statement: string) =>
    connectReports({ database, administrator: server.address }).run(
      accountId,
      { statement, isOrdered: false },
      { ...LIMITS, seconds: 1 },
    );

  const ended = await Promise.all([run(ours, REMAINDERS), run(ours, TRIMS), run(theirs, TRIMS)]);
  for (const result of ended)
    expect(refusalText(result)).toMatch(/^query_limit: The query takes longer than 1 seconds\. /);
  const stuck = await backends();
  expect(stuck).toHaveLength(3);

  // At first a place is only taken, and the account may have another; soon it is known that it is not given back.
  const saying = /^rate_limited: An earlier report of yours is still being stopped/;
  for (const accountId of [ours, theirs]) {
    for (;;) {
      const answer = refusalText(await run(accountId, 'select 1'));
      if (saying.test(answer)) break;
      expect(answer).toMatch(/^rate_limited: Other reports are running|^not refused$/);
    }
  }
  // Other accounts have all the places there are.
  const others = await Promise.all(Array.from({ length: 3 }, () => run(third, 'select 1 as one')));
  for (const result of others) expect(result).toMatchObject({ rows: [[1]] });
  // To save a report is not to run it: PostgreSQL is not asked, and nothing is refused.
  const planner = connectReports({ database, administrator: server.address });
  expect(await planner.plan(ours, { statement: 'select 1', isOrdered: false }, LIMITS)).toBeNull();
  expect(await backends()).toEqual(stuck);

  // Gone with its server, which comes back: whoever has the number then is another.
  const [first] = stuck;
  if (first === undefined) throw new Error('There are three');
  process.kill(first, 'SIGQUIT');
  for (;;) {
    // What is refused at once lets nothing else of this process happen.
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
