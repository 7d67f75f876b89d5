import { createServer, type Server, Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { type DatabaseAddress, openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { refusalOf } from '../../../adapters/postgres/saved-reports/report-query.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { admitReportRole } from '../../../adapters/postgres/saved-reports/report-session.ts';
import { startThrowawayPostgres } from '../../../server/embedded-postgres.ts';
import { asOwner } from '../../support/postgres.ts';
import { LIMITS } from './two-agencies.ts';

/**
 * Tests reports on an external PostgreSQL over the network. It requires passwords, and the service's user is not a superuser but owns its
 * database and may create roles, like the administrator of a managed server.
 */

const accountId = '7d3f6f0e-5a3c-4c39-9a39-0f2f64a7a001';

const server = await startThrowawayPostgres();
await asOwner(server.address, async (sql) => {
  await sql`create role owner login createrole password 'secret of the owner'`;
  await sql`create database service owner owner`;
  await sql`revoke connect, temporary on database service from public`;
  const [row] = await sql<{ file: string }[]>`select current_setting('hba_file') as file`;
  await sql.unsafe(`copy (values ('local all postgres trust'), ('local all all scram-sha-256')) to '${row?.file}'`);
  await sql`select pg_reload_conf()`;
});
const network = await forwardTo(server.address);
const bound = network.address();
if (bound === null || typeof bound === 'string') throw new TypeError('It listens on a port');
const url = `postgres://owner:secret%20of%20the%20owner@127.0.0.1:${bound.port}/service`;
const administrator = { kind: 'url', url } as const;
await migrate(administrator);
const database = connectDatabase(administrator, { poolSize: 4 });
await database.system(async (sql) => {
  await sql`insert into accounts (account_id, name, tier, status) values (${accountId}, 'A', 'standard', 'active')`;
  await sql`
    insert into workspaces (workspace_id, account_id, name, is_default) values (gen_random_uuid(), ${accountId}, 'Main', true)`;
});
afterAll(async () => {
  await database.close();
  network.close();
  await server.stop();
});

/** Runs a query of all workspaces in a process that has just started. */
const firstRun = () =>
  connectReports({ database, administrator }).run(
    accountId,
    { statement: 'select session_user::text, name from workspaces', isOrdered: false },
    LIMITS,
  );
const good = { rows: [['cas_report', 'Main']] };

describe('a server that requires passwords', () => {
  test('gets the role’s password with the first report, from any of several processes', async () => {
    const runs = await Promise.all([firstRun(), firstRun(), firstRun(), firstRun()]);
    for (const result of runs) expect(result).toMatchObject(good);
  });

  test('gets the password again if another person has set one, or if it belongs to an older key', async () => {
    await asOwner(server.address, (sql) => sql`alter role cas_report password 'something else'`);
    expect(await firstRun()).toMatchObject(good);
    await database.system((sql) => sql`select report_private.rotate_key()`);
    expect(await firstRun()).toMatchObject(good);
  });

  test('gets the right to connect again if another person has taken it', async () => {
    await asOwner(server.address, (sql) => sql`revoke connect on database service from cas_report`);
    expect(await firstRun()).toMatchObject(good);
  });

  test("has the role's own stored settings removed by an administrator who is not a superuser", async () => {
    const stored = () =>
      asOwner(
        server.address,
        (sql) => sql`
          select entry from pg_db_role_setting, unnest(setconfig) entry where setrole = 'cas_report'::regrole`,
      );
    await asOwner(server.address, async (sql) => {
      await sql`set session authorization cas_report`;
      await sql`alter role cas_report set transform_null_equals = on`;
      await sql`alter role cas_report in database service set statement_timeout = 0`;
    });
    expect(await stored()).toHaveLength(2);
    expect(await firstRun()).toMatchObject(good);
    expect(await stored()).toEqual([]);
  });

  test('gets the same value each time, which is not the readable password', async () => {
    const stored = () =>
      asOwner(server.address, (sql) => sql`select rolpassword from pg_authid where rolname = 'cas_report'`);
    await admitReportRole(administrator, database);
    const [first] = await stored();
    await admitReportRole(administrator, database);
    expect(await stored()).toEqual([first]);
    expect(String(first?.['rolpassword'])).toMatch(/^SCRAM-SHA-256\$4096:/);
  });

  test('admits nobody as the role without the password', async () => {
    if (administrator.kind !== 'url') throw new TypeError('It is an address of the network');
    const connection = openConnection(
      { kind: 'url', url: administrator.url.replace(/owner:[^@]*@/, 'cas_report:guess@') },
      { applicationName: 'test', statementTimeoutSeconds: 5 },
    );
    await expect(connection.client`select 1`).rejects.toMatchObject({ code: '28P01' });
    connection.destroy();
  });
});

/** Opens a port of this machine that leads to the server's socket. */
async function forwardTo(address: DatabaseAddress): Promise<Server> {
  if (address.kind !== 'socket') throw new TypeError('The server has a socket');
  const path = `${address.directory}/.s.PGSQL.${address.port}`;
  const forward = createServer((incoming) => {
    const outgoing = new Socket().connect(path);
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('error', () => outgoing.destroy()).on('close', () => outgoing.destroy());
    outgoing.on('error', () => incoming.destroy()).on('close', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => forward.listen(0, '127.0.0.1', resolve));
  return forward;
}

const query = { statement: 'select 1', seconds: 5, prefixLength: null };

/** The driver's error for a server message. */
function serverError(code: string, message: string): Error {
  return Object.assign(new Error(message), { name: 'PostgresError', code });
}

test.each([
  ['XX000', 'invalid memory alloc request size 1600000000', 'larger than a report may hold'],
  ['54023', 'cannot pass more than 100 arguments to a function', 'more arguments than it can take'],
  ['54023', 'GROUPING must have fewer than 32 arguments', 'more arguments than it can take'],
  ['54000', 'requested length too large', 'larger than a report may hold'],
  ['54001', 'stack depth limit exceeded', 'nested too deeply'],
])('turns %s, %s into a sentence about a limit of the query', (code, message, words) => {
  expect(refusalOf(serverError(code, message), query)).toMatchObject({
    refused: { code: 'query_limit', detail: expect.stringContaining(words) },
  });
});

test('does not blame the query for other errors of the server', () => {
  expect(refusalOf(serverError('XX000', 'could not open relation with OID 1'), query)).toBeNull();
});
