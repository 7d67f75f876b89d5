import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { loggableError } from '../../../lambdas/runtime/log.ts';
import { startEmbeddedPostgres } from '../../../server/embedded-postgres.ts';
import { asOwner } from '../../support/postgres.ts';

/**
 * Guarantee: a member's name in a PostgreSQL error reaches neither the server's log nor the service's log: not by the message, its detail
 * or context, the statement or its parameters, nor by the running query of a crashed server process.
 */

const NAME = 'Xanthippe Quackenbush';
const accountId = randomUUID();

const directory = join(await mkdtemp(join(tmpdir(), 'names ')), 'postgres');
const server = await startEmbeddedPostgres({ dataDirectory: directory });
await migrate(server.address);
const database = connectDatabase(server.address, { poolSize: 2 });
await database.system(
  (sql) =>
    sql`insert into accounts (account_id, name, tier, status) values (${accountId}, ${NAME}, 'standard', 'active')`,
);
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(join(directory, '..'), { recursive: true });
});

test('keeps errors that quote a name out of every log', async () => {
  const reports = connectReports({ database, administrator: server.address });
  const limits = { seconds: 2, rows: 10, bytes: 10_000 };
  const report = (statement: string) => reports.run(accountId, { statement, isOrdered: false }, limits);
  const workspace = randomUUID();
  const work: readonly (() => Promise<unknown>)[] = [
    // A duplicate key.
    () =>
      database.tenant(accountId, async (sql) => {
        const values = sql`${accountId}, ${NAME}, false`;
        await sql`insert into workspaces (workspace_id, account_id, name, is_default) values (${workspace}, ${values})`;
        await sql`insert into workspaces (workspace_id, account_id, name, is_default) values (gen_random_uuid(), ${values})`;
      }),
    // A whole row that a check refuses.
    () => database.system((sql) => sql`update accounts set tier = ${NAME} where account_id = ${accountId}`),
    // A value that cannot be read as another type: written out, bound, and from a row.
    () => database.system((sql) => sql.unsafe(`select '${NAME}'::integer`)),
    () => database.system((sql) => sql`select ${NAME}::text::numeric`),
    () => database.system((sql) => sql`select ${NAME}::integer`),
    () => database.system((sql) => sql`select name::date from accounts`),
    // A statement with a syntax error that contains a name, and one that is too slow.
    () => database.system((sql) => sql.unsafe(`select * from accounts where name = '${NAME}' oder`)),
    () => database.system((sql) => sql.unsafe(`set local statement_timeout = 1; select pg_sleep(1), '${NAME}'`)),
    // An error raised in a function, with a context and a hint.
    () =>
      database.system((sql) =>
        sql.unsafe(`do $$ begin raise exception '%', '${NAME}' using detail = '${NAME}', hint = '${NAME}'; end $$`),
      ),
    // A text that an analyst writes and sees.
    () => report(`select '${NAME}'::text::date`),
    () => report(`select name::integer from workspaces where name = '${NAME}'`),
    () => report(`select "${NAME}" from workspaces`),
    () => report(`select pg_sleep(60), '${NAME}'`),
  ];
  const logged: string[] = [];
  for (const attempt of work) {
    const outcome = await attempt().then(
      () => null,
      (error: unknown) => error,
    );
    logged.push(JSON.stringify(loggableError(outcome)));
  }
  expect(logged.filter((line) => line.includes('PostgresError')).length).toBeGreaterThanOrEqual(9);
  expect(logged.join('\n')).not.toContain(NAME);
  expect(await serverLog()).not.toContain(NAME);
});

test('logs no name when a server process crashes, but logs the crash', async () => {
  const victim = openConnection(server.address, { applicationName: 'victim', statementTimeoutSeconds: 60 });
  const [row] = await victim.client<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const running = victim.client.unsafe(`select pg_sleep(60), '${NAME}'`).catch(() => null);
  const isRunning = () =>
    asOwner(
      server.address,
      (sql) => sql`select 1 from pg_stat_activity where pid = ${row?.pid ?? 0} and state = 'active'`,
    );
  await expect.poll(isRunning).toHaveLength(1);
  process.kill(row?.pid ?? Number.NaN, 'SIGKILL');
  await running;
  victim.destroy();
  await expect.poll(serverLog).toMatch(/was terminated by signal 9/);
  expect(await serverLog()).not.toContain(NAME);
  const isBack = () => asOwner(server.address, (sql) => sql`select 1`).catch(() => []);
  await expect.poll(isBack, { timeout: 20_000 }).toHaveLength(1);
});

async function serverLog(): Promise<string> {
  return readFile(join(directory, 'server.log'), 'utf8');
}
