import { afterAll, describe, expect, test } from 'vitest';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { DatabaseUnavailable } from '../../../adapters/postgres/connection/database-error.ts';
import { endBackend } from '../../../adapters/postgres/saved-reports/report-places.ts';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { beginReport } from '../../../adapters/postgres/saved-reports/report-session.ts';
import { isRefused } from '../../../core/problem.ts';
import { hashOfTables } from '../../support/engine-tables.ts';
import { asOwner } from '../../support/postgres.ts';
import { createTwoAgencies, LIMITS, SECRET } from './two-agencies.ts';

describe('walls', async () => {
  const agencies = await createTwoAgencies();
  afterAll(() => agencies.close());

  /** Texts that the guard would never accept, for each way to reach other rows than the account's own, or to change anything. */
  const ATTACKS: readonly string[] = [
    // Attacks that read other relations.
    'select * from public.accounts',
    'select * from public.scored_rows',
    'select * from public.api_tokens',
    'select * from report_private.signing_key',
    'select * from pg_authid',
    'select * from pg_statistic',
    "select * from pg_stats where schemaname = 'public'",
    'select query from pg_stat_activity',
    'table public.workspaces',
    // Attacks that take other roles or other accounts.
    "select set_config('role', 'postgres', false), (select string_agg(name, '') from report.workspaces)",
    "select set_config('role', 'cas_system', false) from report.workspaces",
    "select set_config('role', 'cas_report_views', false) from report.workspaces",
    "select set_config('session_authorization', 'postgres', false)",
    "select set_config('row_security', 'off', false), name from report.workspaces",
    "select set_config('app.account_id', $$THEIRS$$, false), name from report.workspaces",
    "select set_config('report.token', $$THEIRS.99999999999.0$$, false), name from report.workspaces",
    "select set_config('report.token', $$THEIRS$$ || substr(current_setting('report.token'), 37), false), (select count(*) from report.workspaces)",
    "select set_config('search_path', 'public', false), name from workspaces",
    'select report_private.issue_token($$THEIRS$$)',
    "select report_private.sign('THEIRS.99999999999')",
    'select report_private.login_password()',
    'select report_private.rotate_key()',
    // Conditions and casts that fail or reveal something if they see another account's row.
    `select * from report.members where member_name::int > 0 and member_name like '%${SECRET}%'`,
    `select 1 / (case when name = '${SECRET}' then 0 else 1 end) from report.workspaces`,
    `select * from report.files where 1 / (position('${SECRET}' in file_name) - 1) > 0`,
    `select * from report.rollups r join report.members m on m.member_name::date > now()`,
    "select query_to_xml('select * from public.workspaces', true, false, '')",
    "select table_to_xml('public.workspaces', true, false, '')",
    "select database_to_xml(true, false, '')",
    "select ts_stat('select to_tsvector(name) from public.workspaces')",
    "select has_table_privilege('public.accounts', 'select'), name from public.workspaces",
    // Attacks that change data.
    'insert into report.workspaces values (gen_random_uuid(), $$x$$)',
    'update report.workspaces set name = $$x$$',
    'with gone as (delete from report.carriers returning *) select * from gone',
    'select * into temp stolen from report.members',
    'create temp table stolen as select 1',
    'drop view report.members',
    'alter role cas_report superuser',
    'grant cas_system to cas_report',
    'select * from report.members for update',
    'commit',
    'rollback; select * from public.accounts',
    'select 1; delete from public.accounts',
    'select 1) q; delete from public.accounts; --',
    'do $$ begin delete from public.accounts; end $$',
    "call pg_catalog.set_config('role', 'postgres', false)",
    'set session characteristics as transaction read write',
    "select set_config('transaction_read_only', 'off', false), set_config('default_transaction_read_only', 'off', false)",
    "select nextval('public.files_position_seq')",
    'select setval($$public.files_position_seq$$, 1)',
    // Attacks on the server itself.
    "copy report.members to program 'touch /tmp/stolen'",
    'copy report.members to stdout',
    "copy (select 1) to '/tmp/stolen'",
    "select pg_read_file('/etc/passwd')",
    "select pg_ls_dir('/')",
    "select lo_import('/etc/passwd')",
    'select lo_create(0)',
    "select lo_from_bytea(0, '\\x00')",
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    'select pg_reload_conf()',
    "select dblink('dbname=postgres', 'select 1')",
    'load $$auto_explain$$',
    'listen stolen',
    "select pg_notify('stolen', 'x')",
    'vacuum',
    'lock table report.members',
    'create extension dblink',
    "create function public.f() returns int language sql as 'select 1'",
    'explain analyze select * from public.accounts',
  ];

  describe('without the guard', () => {
    test('no text shows the other agency’s values, and none changes anything', async () => {
      const { engine, ours, theirs } = agencies;
      const before = [await hashOfTables(engine.database, ours), await hashOfTables(engine.database, theirs)];
      const rolesBefore = await roles();
      for (const attack of ATTACKS) {
        const statement = attack.replaceAll('THEIRS', theirs.accountId);
        for (const isOrdered of [false, true]) {
          const result = await agencies.runner
            .run(ours.accountId, { statement, isOrdered }, { seconds: 1, rows: 1000, bytes: 4_000_000 })
            .catch((error: unknown) => String(error));
          // The analyst's own words may return in a message.
          const shown = JSON.stringify(result).replaceAll(JSON.stringify(statement).slice(1, -1), '');
          expect(shown, attack).not.toContain(SECRET);
          expect(shown, attack).not.toContain('root:');
        }
      }
      expect([await hashOfTables(engine.database, ours), await hashOfTables(engine.database, theirs)]).toEqual(before);
      expect(await roles()).toEqual(rolesBefore);
    });

    test('a read after an attack in the same statement still shows the account’s own rows', async () => {
      const { theirs } = agencies;
      const own = [['Own carrier'], ['Carrier']].sort();
      for (const setting of ['app.account_id', 'row_security', 'search_path']) {
        const rows = await agencies.rows(
          `select carrier_name from report.carriers where set_config('${setting}', '${setting === 'row_security' ? 'on' : theirs.accountId}', false) is not null`,
        );
        expect(rows.toSorted()).toEqual(own);
      }
    });

    test('a message never names the tables behind the views', async () => {
      for (const statement of [
        'select * from public.accounts',
        'select report_private.sign($$x$$)',
        'select * from pg_authid',
      ]) {
        const result = await agencies.run(statement);
        expect(isRefused(result) && result.refused).toMatchObject({ code: 'invalid_sql' });
        expect(JSON.stringify(result)).not.toMatch(/accounts|sign|authid|cas_|report_private/);
      }
    });
  });

  describe('the role of reports', () => {
    test('is in force from the first byte of the connection, and cannot become another role', async () => {
      const rows = await agencies.rows(
        `select session_user::text, current_user::text, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        (select count(*) from pg_auth_members where member = r.oid) from pg_roles r where rolname = session_user`,
      );
      expect(rows).toEqual([['cas_report', 'cas_report', false, false, false, false, false, 0]]);
    });

    test("may read the views, call the function that returns the account, and use none of the service's other objects", async () => {
      await asOwner(agencies.engine.address, async (sql) => {
        const relations = await sql`
        select oid::regclass::text as name from pg_class
        where relkind in ('r', 'v', 'm', 'f', 'p', 'S') and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          and (has_any_column_privilege('cas_report', oid, 'select, insert, update, references') or has_table_privilege('cas_report', oid, 'delete, truncate, trigger'))
          and has_schema_privilege('cas_report', relnamespace, 'usage') and relkind <> 'S' order by 1`;
        expect(relations.map(({ name }) => name)).toEqual(
          [
            'agents',
            'carriers',
            'commission_lines',
            'commission_paid',
            'comparisons',
            'deltas',
            'files',
            'jobs',
            'members',
            'pay_lines',
            'pay_runs',
            'rollups',
            'statuses',
            'workspaces',
          ].map((view) => `report.${view}`),
        );
        const functions = await sql`
        select oid::regprocedure::text as name from pg_proc
        where pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          and has_function_privilege('cas_report', oid, 'execute') and has_schema_privilege('cas_report', pronamespace, 'usage')
        order by 1`;
        // All take the account from the token of the transaction.
        expect(functions.map(({ name }) => name)).toEqual([
          'report_private.agent_of_row(uuid,text,text,uuid,text)',
          'report_private.current_account()',
          'report_private.moved_members()',
        ]);
        const creatable =
          await sql`select nspname from pg_namespace where has_schema_privilege('cas_report', oid, 'create')`;
        expect(creatable).toEqual([]);
        const system = await sql`
        select proname from pg_proc where pronamespace = 'pg_catalog'::regnamespace and has_function_privilege('cas_report', oid, 'execute')
          and (proname like 'lo\\_%' or proname in ('pg_terminate_backend', 'pg_cancel_backend', 'pg_read_file', 'pg_ls_dir', 'pg_reload_conf'))`;
        expect(system).toEqual([]);
      });
    });
  });

  describe('without the runner: a connection of the role without a token, or with an invented one', () => {
    const asReporter = async <T>(
      work: (client: ReturnType<typeof openConnection>['client']) => Promise<T>,
    ): Promise<T> => {
      const { address } = agencies.engine;
      if (address.kind !== 'socket') throw new TypeError('Tests run behind a socket');
      const connection = openConnection(
        { ...address, user: 'cas_report' },
        { applicationName: 'test', statementTimeoutSeconds: 10 },
      );
      try {
        return await work(connection.client);
      } finally {
        await connection.end();
      }
    };
    const rowsSeen = (token: string | null) =>
      asReporter(async (client) => {
        if (token !== null) await client`select set_config('report.token', ${token}, false)`;
        const [row] = await client`
        select (select count(*) from report.workspaces) + (select count(*) from report.carriers) + (select count(*) from report.files)
          + (select count(*) from report.jobs) + (select count(*) from report.members) + (select count(*) from report.comparisons)
          + (select count(*) from report.deltas) + (select count(*) from report.commission_lines) + (select count(*) from report.rollups)
          + (select count(*) from report.commission_paid) + (select count(*) from report.agents)
          + (select count(*) from report.pay_runs) + (select count(*) from report.pay_lines)
          as seen`;
        return Number(row?.['seen']);
      });
    const issue = async (accountId: string) => {
      const [row] = await agencies.engine.database.system(
        (sql) => sql<{ token: string }[]>`select report_private.issue_token(${accountId}) as token`,
      );
      return row?.token ?? '';
    };

    test('a valid token shows the account’s rows, so that the next test can fail', async () => {
      expect(await rowsSeen(await issue(agencies.ours.accountId))).toBeGreaterThan(40);
    });

    test('shows nothing without a token, with a changed token, or with an account’s plain id', async () => {
      const good = await issue(agencies.ours.accountId);
      const [, expiry, signature = ''] = good.split('.');
      const { theirs } = agencies;
      const bad = [
        null,
        '',
        '.',
        '..',
        '...',
        'null.null.null',
        theirs.accountId,
        `${theirs.accountId}.${expiry}.${signature}`,
        `${agencies.ours.accountId}.${Number(expiry) + 1}.${signature}`,
        `${good}.`,
        `${good}0`,
        good.slice(0, -1),
        good.toUpperCase(),
        ` ${good}`,
        `${theirs.accountId}.99999999999.${'0'.repeat(64)}`,
        `${theirs.accountId}.99999999999.`,
        '\u{1F511}.x.y',
      ];
      for (const token of bad) expect(await rowsSeen(token), String(token)).toBe(0);
    });

    test('accepts no token after its minute, or after a change of the key', async () => {
      const { ours, engine } = agencies;
      const old = await asOwner(engine.address, async (sql) => {
        const [row] = await sql<{ token: string }[]>`
        select claim || '.' || report_private.sign(claim) as token
        from (values (${ours.accountId} || '.' || floor(extract(epoch from now()) - 1))) claims (claim)`;
        return row?.token ?? '';
      });
      expect(await rowsSeen(old)).toBe(0);
      const good = await issue(ours.accountId);
      const [, expiry] = good.split('.');
      expect(Number(expiry) - Date.now() / 1000).toBeLessThanOrEqual(61);
      await engine.database.system((sql) => sql`select report_private.rotate_key()`);
      expect(await rowsSeen(good)).toBe(0);
      expect(await agencies.rows('select count(*) from report.files')).toEqual([[4]]);
    });

    test('shows the views’ owner nothing without a token', async () => {
      const seen = await asOwner(agencies.engine.address, async (sql) => {
        await sql`set role cas_report_views`;
        return sql`select (select count(*) from report.members) + (select count(*) from public.workspaces) as seen`;
      });
      expect(seen[0]?.['seen']).toBe('0');
    });

    test('gives only the system’s role a token and the password', async () => {
      await asOwner(agencies.engine.address, async (sql) => {
        for (const role of ['cas_service', 'cas_report']) {
          for (const call of ['issue_token(gen_random_uuid())', "sign('x')", 'login_password()', 'rotate_key()']) {
            await sql.unsafe(`set role ${role}`);
            await expect(sql.unsafe(`select report_private.${call}`), call).rejects.toMatchObject({ code: '42501' });
          }
        }
      });
    });
  });

  async function roles(): Promise<unknown> {
    return asOwner(
      agencies.engine.address,
      (sql) => sql`
      select rolname, rolsuper, rolcanlogin, rolconfig, (select count(*) from pg_auth_members) as members,
        (select count(*) from pg_class) as relations, (select count(*) from pg_largeobject_metadata) as objects
      from pg_roles where rolname like 'cas_%' order by 1`,
    );
  }
});

describe('isolation', async () => {
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
});
