import { readFileSync } from 'node:fs';
import type postgres from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';

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
