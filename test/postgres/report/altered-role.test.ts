import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { startThrowawayPostgres } from '../../../server/embedded-postgres.ts';
import { asOwner } from '../../support/postgres.ts';
import { LIMITS, refusalText } from './two-agencies.ts';

/**
 * Guarantee: PostgreSQL lets every role store settings and a password for itself. Even without all other restrictions, no report begins
 * with stored settings of cas_report, and they are removed before the next report. The test has its own server, because the role belongs
 * to the server.
 */

const accountId = randomUUID();
/** Settings that only a superuser may store. */
const KNOWN = ['lc_messages=C', 'temp_file_limit=256MB', 'track_activities=off'];

const server = await startThrowawayPostgres();
await migrate(server.address);
// The tests need a statement that can be stopped, so they give the role the right to pg_sleep.
await asOwner(server.address, (sql) => sql`grant execute on function pg_sleep(double precision) to cas_report`);
const database = connectDatabase(server.address, { poolSize: 4 });
await database.system(async (sql) => {
  await sql`insert into accounts (account_id, name, tier, status) values (${accountId}, 'A', 'standard', 'active')`;
  await sql`
    insert into workspaces (workspace_id, account_id, name, is_default) values (gen_random_uuid(), ${accountId}, 'Main', true)`;
});
afterAll(async () => {
  await database.close();
  await server.stop();
});
beforeEach(() => asOwner(server.address, (sql) => sql`alter role cas_report in database postgres reset all`));

/** Runs as cas_report itself, without the guard, the runner and its read-only transaction. */
async function asReporter(statements: readonly string[]): Promise<void> {
  if (server.address.kind !== 'socket') throw new TypeError('The server has a socket');
  const connection = openConnection(
    { ...server.address, user: 'cas_report' },
    { applicationName: 'test', statementTimeoutSeconds: 10 },
  );
  try {
    for (const statement of statements) await connection.client.unsafe(statement);
  } finally {
    await connection.end();
  }
}

async function stored(): Promise<string[]> {
  const rows = await asOwner(
    server.address,
    (sql) => sql<{ entry: string }[]>`
      select unnest(setconfig) as entry from pg_db_role_setting where setrole = 'cas_report'::regrole order by 1`,
  );
  return rows.map(({ entry }) => entry);
}

const run = (statement: string, seconds = LIMITS.seconds) =>
  connectReports({ database, administrator: server.address }).run(
    accountId,
    { statement, isOrdered: false },
    { ...LIMITS, seconds },
  );

test('starts a run with none of the stored settings, and removes them', async () => {
  await asReporter([
    'alter role cas_report set statement_timeout = 0',
    'alter role cas_report set transaction_timeout = 0',
    'alter role cas_report set default_transaction_read_only = off',
    'alter role cas_report set search_path = public, pg_catalog',
    "alter role cas_report set work_mem = '2GB'",
    "alter role cas_report set role = 'postgres'",
    'alter role cas_report set transform_null_equals = on',
    "alter role cas_report in database postgres set timezone = 'Asia/Tokyo'",
    'alter role cas_report in database postgres set row_security = off',
    "alter role cas_report in database postgres set local_preload_libraries = 'nothing'",
  ]);
  // An administrator's own setting stays.
  await asOwner(server.address, (sql) => sql`alter role cas_report set log_statement = 'none'`);
  expect(await stored()).toHaveLength(KNOWN.length + 11);
  const settings = [
    'statement_timeout',
    'search_path',
    'work_mem',
    'transform_null_equals',
    'TimeZone',
    'row_security',
  ];
  const statement = `select name, ${settings.map((name) => `current_setting('${name}')`).join(', ')} from workspaces`;
  expect(await run(statement)).toMatchObject({ rows: [['Main', '5s', 'report', '16MB', 'off', 'UTC', 'on']] });
  expect(await stored()).toEqual([...KNOWN, 'log_statement=none'].toSorted());
  await asOwner(server.address, (sql) => sql`alter role cas_report reset log_statement`);
});

test('keeps settings that the role stores in between out of the session too', async () => {
  // Disables the removal of stored settings.
  await asOwner(server.address, (sql) => sql`alter function restore_report_role() rename to kept_away`);
  await asOwner(
    server.address,
    (sql) => sql`create function restore_report_role() returns void language sql as 'select'`,
  );
  await asReporter([
    'alter role cas_report set statement_timeout = 0',
    'alter role cas_report set idle_in_transaction_session_timeout = 1',
    'alter role cas_report set exit_on_error = on',
    'alter role cas_report set row_security = off',
  ]);
  expect(await run('select name from workspaces')).toMatchObject({ rows: [['Main']] });
  expect(refusalText(await run('select pg_sleep(60)', 1))).toMatch(/^query_limit: /);
  expect(refusalText(await run('select 1 / (name = name)::int - 1, 1 / 0 from workspaces'))).toMatch(
    /Division by zero/,
  );
  await asOwner(server.address, (sql) => sql`drop function restore_report_role()`);
  await asOwner(server.address, (sql) => sql`alter function kept_away() rename to restore_report_role`);
});

test('removes the stored settings in several concurrent runs, all of which succeed', async () => {
  await asReporter(['alter role cas_report set work_mem = 64', 'alter role cas_report set jit = on']);
  const results = await Promise.all([run('select name from workspaces'), run('select name from workspaces')]);
  for (const result of results) expect(result).toMatchObject({ rows: [['Main']] });
  expect(await stored()).toEqual(KNOWN);
});

test('runs on the embedded server even after the role has set a password for itself', async () => {
  await asReporter(["alter role cas_report password 'mine'"]);
  expect(await run('select name from workspaces')).toMatchObject({ rows: [['Main']] });
});

test('does not let the role change its rights or its limits', async () => {
  for (const change of [
    'alter role cas_report superuser',
    'alter role cas_report bypassrls',
    'alter role cas_report createrole',
    'alter role cas_report connection limit -1',
    "alter role cas_report valid until '2000-01-01'",
    'alter role cas_report nologin',
    'alter role cas_report rename to other',
    'alter role cas_report set temp_file_limit = -1',
    'alter role cas_report set log_min_messages = debug5',
    'alter role cas_report reset temp_file_limit',
    'alter role cas_report set session_preload_libraries = auto_explain',
    'grant cas_system to cas_report',
    'select restore_report_role()',
    'select public.restore_report_role()',
  ])
    await expect(asReporter([change]), change).rejects.toThrow();
  await asReporter(['alter role cas_report reset all']);
  expect(await stored()).toEqual(KNOWN);
});
