import { readFileSync } from 'node:fs';
import type postgres from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';
import { createTwoAgencies, refusalText } from './two-agencies.ts';

describe('values', async () => {
  const agencies = await createTwoAgencies();
  afterAll(() => agencies.close());

  describe('a value is shown exactly', () => {
    test.each([
      ['1::smallint', 1],
      ['-2147483648::int8', -2147483648],
      ['9007199254740991::int8', 9007199254740991],
      ['9007199254740992::int8', '9007199254740992'],
      ['-9223372036854775807::int8', '-9223372036854775807'],
      ['0.00::numeric', 0],
      ['50.0000::numeric(14, 4)', 50],
      ['100::numeric', 100],
      ['-12.30', -12.3],
      ['0.1 + 0.2', 0.3],
      ['46.6666666666666667', '46.6666666666666667'],
      ['12345678901234567890.12', '12345678901234567890.12'],
      ["'NaN'::numeric", 'NaN'],
      ["'-Infinity'::numeric", '-Infinity'],
      ["'Infinity'::float8", 'Infinity'],
      ["'-Infinity'::float8", '-Infinity'],
      ["'NaN'::float4", 'NaN'],
      ['0.1::float8', 0.1],
      ['0.1::float4', 0.1],
      ['1e300::float8', 1e300],
      ['true', true],
      ['null::boolean', null],
      ["''", ''],
      ['\'a\nb\\ "c" é 🔑\'', 'a\nb\\ "c" é 🔑'],
      ["date '2026-02-28'", '2026-02-28'],
      ["date 'infinity'", 'infinity'],
      ["date '0044-03-15 BC'", '0044-03-15 BC'],
      ["timestamp '2026-01-31 08:00'", '2026-01-31T08:00:00'],
      ["timestamptz '2026-01-31 08:00:00.123456+02'", '2026-01-31T06:00:00.123456Z'],
      ["timestamptz '-infinity'", '-infinity'],
      ["time '08:30'", '08:30:00'],
      ["interval '1 year 2 months 3 days 04:05:06.7'", 'P1Y2M3DT4H5M6.7S'],
      ["'\\xdeadbeef'::bytea", '\\xdeadbeef'],
      ["'b4d6b1f4-5b5e-4a3c-9a39-0f2f64a7a001'::uuid", 'b4d6b1f4-5b5e-4a3c-9a39-0f2f64a7a001'],
      ['array[]::text[]', []],
      ["array['a', null, 'NULL', 'a,b', '{\"\\']", ['a', null, 'NULL', 'a,b', '{"\\']],
      [
        'array[[1, 2], [3, null]]',
        [
          [1, 2],
          [3, null],
        ],
      ],
      ["'[0:1]={7,8}'::int[]", [7, 8]],
      ['array[1.50, 46.6666666666666667]', [1.5, '46.6666666666666667']],
      ['array[true, false]', [true, false]],
      ["array[date '2026-01-01']", ['2026-01-01']],
      ['array[jsonb \'{"a": [1]}\']', [{ a: [1] }]],
      [
        'json \'{"a": 12345678901234567890, "b": "12345678901234567890", "c": [1.50, 1e3, -0.1, null]}\'',
        { a: '12345678901234567890', b: '12345678901234567890', c: [1.5, 1000, -0.1, null] },
      ],
      ['jsonb \'"a \\"1\\" \\\\ 9007199254740993"\'', 'a "1" \\ 9007199254740993'],
      ["jsonb '9007199254740993'", '9007199254740993'],
      ["row(1, 'a b')", '(1,"a b")'],
      ['int4range(1, 5)', '[1,5)'],
    ])('%s', async (expression, shown) => {
      expect(await agencies.rows(`select ${expression}`)).toEqual([[shown]]);
    });

    test('in columns with repeated names, and with names that have a meaning in JavaScript', async () => {
      const result = await agencies.run('select 1 as a, 2 as a, 3 as "__proto__", 4 as "constructor", 5');
      expect(result).toMatchObject({
        columns: ['a', 'a', '__proto__', 'constructor', '?column?'],
        rows: [[1, 2, 3, 4, 5]],
      });
      const [[json] = []] = await agencies.rows(`select json '{"__proto__": 1}'`);
      expect(JSON.stringify(json)).toBe('{"__proto__":1}');
    });

    test('in rows without columns', async () => {
      expect(await agencies.run('select from members')).toMatchObject({ columns: [], rows: [[], [], [], [], []] });
    });

    test('in an empty result, which still has its columns', async () => {
      expect(await agencies.run('select * from workspaces where false')).toMatchObject({
        columns: ['workspace_id', 'name'],
        rows: [],
        truncated: false,
      });
    });
  });

  describe('a refusal of PostgreSQL is explained to the analyst', () => {
    test.each([
      ['select nothing from members', 'invalid_sql: Column "nothing" does not exist (line 1, column 8).'],
      ["select 'é🔑',\n  nothing from members", 'invalid_sql: Column "nothing" does not exist (line 2, column 3).'],
      ['select 1 / 0', 'invalid_sql: Division by zero.'],
      [
        "select carrier_name::int from carriers where carrier_name = 'Carrier'",
        'invalid_sql: Invalid input syntax for type integer: "Carrier".',
      ],
      [
        'select (select name from workspaces union all select name from workspaces)',
        'invalid_sql: More than one row returned by a subquery used as an expression.',
      ],
      [
        'select * from members m join statuses s using (nothing)',
        'invalid_sql: Column "nothing" specified in USING clause does not exist in left table.',
      ],
      ['select * from', 'invalid_sql: Syntax error at end of input (line 1, column 14).'],
      ['select 1\0', 'invalid_sql: The query holds a character with the code zero.'],
      [
        "select name || repeat('x', 2000000000) || repeat('y', 2000000000) from workspaces",
        'query_limit: The query makes a value that is larger than a report may hold.',
      ],
    ])('%s', async (statement, refusal) => {
      expect(refusalText(await agencies.run(statement))).toBe(refusal);
    });
  });

  describe('JSON inside JSON', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}"[[["${']'.repeat(levels)}`;

    test.each(['json', 'jsonb'])('is shown up to a hundred levels, and refused beyond: %s', async (type) => {
      const [[shown] = []] = await agencies.rows(`select '${nested(100)}'::${type}`);
      expect(JSON.stringify(shown)).toBe(nested(100));
      for (const levels of [101, 2_500]) {
        const refused = refusalText(await agencies.run(`select '${nested(levels)}'::${type}`));
        expect(refused).toBe('query_limit: A JSON value has more than 100 levels.');
      }
      const inArray = await agencies.run(`select array['${nested(101)}'::${type}]`);
      expect(refusalText(inArray)).toBe('query_limit: A JSON value has more than 100 levels.');
    });

    test('is refused if PostgreSQL cannot read it any more', async () => {
      const text = "repeat('[', 10000) || repeat(']', 10000)";
      expect(refusalText(await agencies.run(`select (${text})::jsonb`))).toMatch(/^query_limit: /);
    });
  });

  test('reports too many arguments of a function as an exceeded limit', async () => {
    const concat = `select concat(${Array.from({ length: 101 }, () => '1').join(', ')})`;
    expect(refusalText(await agencies.run(concat))).toBe(
      'query_limit: The query gives a function more arguments than it can take.',
    );
  });
});

describe('role functions', async () => {
  const database = await createTestDatabase();
  afterAll(() => database.drop());

  /** Runs the work on a connection of the role itself, without the guard and the runner. */
  async function asReporter<T>(work: (client: postgres.Sql) => Promise<T>): Promise<T> {
    const { address } = database;
    if (address.kind !== 'socket') throw new TypeError('Tests run behind a socket');
    const settings = { applicationName: 'test', statementTimeoutSeconds: 10 };
    const connection = openConnection({ ...address, user: 'cas_report' }, settings);
    try {
      return await work(connection.client);
    } finally {
      await connection.end();
    }
  }

  const CALLS = [
    "select ts_stat('select to_tsvector(''a'')')",
    "select (z.q).ts_stat from (select 'select to_tsvector(''a'')'::text as q) z",
    "select ts_rewrite('a'::tsquery, 'select ''a''::tsquery, ''b''::tsquery')",
    "select query_to_xml('select 1', true, false, '')",
    "select query_to_xmlschema('select 1', true, false, '')",
    "select table_to_xml('pg_class', true, false, '')",
    "select schema_to_xml('report', true, false, '')",
    "select database_to_xml(true, false, '')",
    "select xpath('/a', xmlparse(content '<a/>'))",
    'select xml_is_well_formed(\'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>\')',
    "select ('<a/>'::text).xml",
    "select xmlcomment('a')",
    'select pg_advisory_lock(1)',
    'select pg_advisory_xact_lock(1)',
    'select pg_try_advisory_lock(1, 2)',
    'select pg_advisory_unlock_all()',
    'select * from pg_lock_status()',
    "select pg_logical_emit_message(false, 'a', 'b')",
    "select pg_notify('a', 'b')",
    'select pg_sleep(0)',
    'select pg_export_snapshot()',
    'select pg_current_xact_id()',
    'select txid_current()',
    "select pg_relation_size('pg_class')",
    'select pg_database_size(current_database())',
    "select pg_stat_get_live_tuples('pg_class'::regclass)",
    "select nextval('public.files_position_seq')",
    'select random()',
    'select gen_random_uuid()',
    'select clock_timestamp()',
    'select pg_stat_clear_snapshot()',
    "select lo_get('1')",
    'do $$ begin null; end $$',
  ];

  describe('without the guard, the role of reports', () => {
    test.each(CALLS)('may not: %s', async (call) => {
      await asReporter(async (client) => {
        await expect(client.unsafe(call)).rejects.toMatchObject({
          code: '42501',
          message: expect.stringMatching(/^permission/),
        });
      });
    });

    test('may call no volatile function except the function that gives a run its token', async () => {
      const volatile = await asOwner(
        database.address,
        (sql) => sql<{ name: string }[]>`
        select distinct proname as name from pg_proc
        where provolatile = 'v' and has_function_privilege('cas_report', oid, 'execute')
          and has_schema_privilege('cas_report', pronamespace, 'usage') and not ('internal'::regtype = any (proargtypes::oid[]))
          and prorettype not in ('trigger'::regtype, 'event_trigger'::regtype, 'language_handler'::regtype)`,
      );
      expect(volatile.map(({ name }) => name)).toEqual(['set_config']);
    });

    test('may call no XML function', async () => {
      const xml = await asOwner(
        database.address,
        (sql) => sql`
        select oid::regprocedure from pg_proc
        where (proname ~ 'xml|^xpath' or prorettype = 'xml'::regtype or 'xml'::regtype = any (proargtypes::oid[]))
          and has_function_privilege('cas_report', oid, 'execute') and not ('internal'::regtype = any (proargtypes::oid[]))`,
      );
      expect(xml).toEqual([]);
    });
  });

  describe('a right that was revoked from everybody', () => {
    test.each(['cas_service', 'cas_system', 'cas_report_views'])('remains for %s', async (role) => {
      await asOwner(database.address, async (sql) => {
        await sql.unsafe(`set role ${role}`);
        await sql`select pg_advisory_xact_lock(1), gen_random_uuid(), clock_timestamp(), pg_notify('a', 'b'), random()`;
      });
    });

    test('stays if the functions belong to another owner, and the migration says so instead of failing', async () => {
      const statements = readFileSync('schema/migrations/0115-report-walls.sql', 'utf8');
      const role = `administrator_${crypto.randomUUID()}`;
      await asOwner(database.address, async (sql) => {
        await sql`create role ${sql(role)} createrole`;
        try {
          await sql`grant execute on function ts_stat(text) to public`;
          await sql`grant usage on language plpgsql to public`;
          await sql`set role ${sql(role)}`;
          await sql.unsafe(statements);
          await sql`reset role`;
          const [row] = await sql`
          select has_function_privilege('cas_report', 'ts_stat(text)', 'execute') as function,
            has_language_privilege('cas_report', 'plpgsql', 'usage') as language`;
          expect(row).toEqual({ function: true, language: true });
        } finally {
          await sql`reset role`;
          await sql`revoke execute on function ts_stat(text) from public`;
          await sql`revoke usage on language plpgsql from public`;
          await sql`drop role ${sql(role)}`;
        }
      });
    });
  });
});
