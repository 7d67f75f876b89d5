import { randomUUID } from 'node:crypto';
import { createServer, type Server, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type DatabaseAddress, openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { refusalOf } from '../../../adapters/postgres/saved-reports/report-query.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { admitReportRole } from '../../../adapters/postgres/saved-reports/report-session.ts';
import { startThrowawayPostgres } from '../../../server/embedded-postgres.ts';
import { asOwner } from '../../support/postgres.ts';
import { LIMITS, refusalText } from './two-agencies.ts';

/**
 * Guarantee: PostgreSQL lets every role store settings and a password for itself. Even without all other restrictions, no report begins
 * with stored settings of cas_report, and they are removed before the next report. The test has its own server, because the role belongs
 * to the server.
 */
describe('altered role', async () => {
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
});

/**
 * Tests reports on an external PostgreSQL over the network. It requires passwords, and the service's user is not a superuser but owns its
 * database and may create roles, like the administrator of a managed server.
 */
describe('login', async () => {
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
});

/**
 * Guarantee: PostgreSQL checks for cancellation between rows, not inside one long calculation. A report that continues after its answer
 * keeps a place of its own account in every process, and no place of another account. The test has its own server, because a stuck backend
 * ends only with the whole server.
 */
describe('stuck', async () => {
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
});
