// schema/*.ts describes the tables that the migrations make. This test builds a second database from the description alone and compares
// the catalogues of both: every column, key, check, index and policy. The rights of roles are compared with schema/grants.ts.
import { fileURLToPath } from 'node:url';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { Column, is } from 'drizzle-orm';
import { getViewConfig, isPgView } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readMigrations } from '../../../adapters/postgres/migrations/migrate.ts';
import * as accounts from '../../../schema/accounts.ts';
import * as agentPay from '../../../schema/agent-pay.ts';
import * as agents from '../../../schema/agents.ts';
import * as book from '../../../schema/book.ts';
import * as carriers from '../../../schema/carriers.ts';
import * as columns from '../../../schema/columns.ts';
import * as disputes from '../../../schema/disputes.ts';
import * as files from '../../../schema/files.ts';
import { COLUMN_GRANTS, type Grants, grantsOnTable, grantsOnView } from '../../../schema/grants.ts';
import * as intake from '../../../schema/intake.ts';
import * as members from '../../../schema/members.ts';
import * as months from '../../../schema/months.ts';
import * as operations from '../../../schema/operations.ts';
import * as people from '../../../schema/people.ts';
import * as savedReports from '../../../schema/saved-reports.ts';
import * as scores from '../../../schema/scores.ts';
import * as views from '../../../schema/views.ts';
import * as webhooks from '../../../schema/webhooks.ts';
import { asOwner, createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

const description = {
  ...accounts,
  ...agentPay,
  ...agents,
  ...book,
  ...carriers,
  ...disputes,
  ...files,
  ...intake,
  ...members,
  ...months,
  ...operations,
  ...people,
  ...savedReports,
  ...scores,
  ...webhooks,
};

/** Parts that drizzle cannot describe: the included columns of an index, and a key that saved reports never see. */
const NOT_DESCRIBED = {
  included: / INCLUDE \([^)]*\)/,
  schema: 'report_private',
};

const role = z.object({ name: z.string(), createDb: z.boolean(), createRole: z.boolean(), inherit: z.boolean() });

const migrated = await createTestDatabase();
const described = await createEmptyDatabase();
await asOwner(described.address, build);

afterAll(async () => {
  await migrated.drop();
  await described.drop();
});

/** Builds the described tables. Takes their prerequisites from the migrations: a domain, and functions that policies call. */
async function build(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create domain period as text;
    create schema ${NOT_DESCRIBED.schema};
    create function current_agent_record() returns uuid language sql stable return null::uuid;
    create function current_agent_spellings() returns text[] language sql stable return null::text[];
    create function agent_of_row(uuid, text, text, uuid, text) returns uuid language sql stable return null::uuid;
    create function current_account() returns uuid language sql stable return null::uuid;
    create function ${NOT_DESCRIBED.schema}.current_account() returns uuid language sql stable return null::uuid;`);
  const statements = await generateMigration(generateDrizzleJson({}), generateDrizzleJson(description));
  // The roles belong to the server, where the migrations have created them.
  await sql.unsafe(statements.filter((statement) => !statement.startsWith('CREATE ROLE')).join('\n'));
}

interface Named {
  readonly name: string;
  readonly definition: string;
}

const CATALOGUES: Readonly<Record<string, (sql: postgres.Sql) => Promise<readonly Named[]>>> = {
  columns: (sql) => sql`
    select c.relname || '.' || a.attname as name, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then 'not null' end, nullif(a.attidentity, ''), nullif(a.attgenerated, ''), pg_get_expr(d.adbin, d.adrelid)) as definition
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  'keys and checks': (sql) => sql`
    select conrelid::regclass::text || '.' || conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid <> 0 and connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')`,
  indexes: (sql) =>
    sql`select indexname as name, replace(regexp_replace(indexdef, ' WITH [(][^)]*[)]', ''), ' ON ONLY ', ' ON ') as definition from pg_indexes where schemaname = 'public'`,
  policies: (sql) => sql`
    select tablename || '.' || policyname as name, concat_ws(' ', permissive, cmd, roles::text, 'using', qual, 'check', with_check) as definition
    from pg_policies where schemaname = 'public'`,
  'row-level security': (sql) => sql`
    select relname as name, relrowsecurity::text as definition from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
};

const catalogueOf = async (database: TestDatabase, read: (sql: postgres.Sql) => Promise<readonly Named[]>) =>
  asOwner(database.address, async (sql) =>
    Object.fromEntries(
      [...(await read(sql))]
        .map(({ name, definition }) => [name, definition.replace(NOT_DESCRIBED.included, '')] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  );

describe('the description of the tables', () => {
  test.each(Object.entries(CATALOGUES))('has the %s of the migrated database', async (_, read) => {
    const expected = await catalogueOf(migrated, read);

    expect(Object.keys(expected).length).toBeGreaterThan(40);
    expect(await catalogueOf(described, read)).toEqual(expected);
  });

  test('has the roles that the migrations make, with the attributes that drizzle describes', async () => {
    const migrations = await readMigrations(fileURLToPath(new URL('../../../schema/migrations', import.meta.url)));
    const names = migrations.flatMap(({ statements }) =>
      [...statements.matchAll(/create role (\w+)/g)].map(([, name]) => name ?? ''),
    );
    const made = await asOwner(
      migrated.address,
      (sql) => sql`
        select rolname as name, rolcreatedb as "createDb", rolcreaterole as "createRole", rolinherit as inherit
        from pg_roles where rolname in ${sql(names)} order by rolname`,
    );

    expect(made.length).toBeGreaterThan(5);
    const roles = z.array(role).parse(Object.values(generateDrizzleJson({ ...columns }).roles));
    expect(roles.sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual([...made]);
  });

  test('has the rights of every role on every table and view', async () => {
    const granted = await asOwner(
      migrated.address,
      (sql) => sql<{ name: string; kind: string; grants: Grants }[]>`
        select concat_ws('.', nullif(c.relnamespace::regnamespace::text, 'public'), c.relname) as name, c.relkind as kind,
          coalesce(jsonb_object_agg(a.role, a.rights) filter (where a.role is not null), '{}') as grants
        from pg_class c
        left join lateral (
          select grantee::regrole::text as role, string_agg(lower(privilege_type), ', ' order by privilege_type) as rights
          from aclexplode(c.relacl) where grantee <> c.relowner group by 1
        ) a on true
        where c.relkind in ('r', 'v', 'm', 'p') and c.relnamespace::regnamespace::text in ('public', 'own', 'report')
        group by 1, 2`,
    );

    expect(granted.length).toBeGreaterThan(60);
    expect(Object.fromEntries(granted.map(({ name, grants }) => [name, grants]))).toEqual(
      Object.fromEntries(
        granted.map(({ name, kind }) => [name, kind !== 'v' ? grantsOnTable(name) : grantsOnView(name)]),
      ),
    );
  });

  test('has the rights of every role on single columns', async () => {
    const granted = await asOwner(
      migrated.address,
      (sql) => sql<{ role: string; table: string; right: string; columns: string[] }[]>`
        select x.grantee::regrole::text as role, c.relname as table, lower(x.privilege_type) as right,
          array_agg(a.attname::text order by a.attnum) as columns
        from pg_attribute a join pg_class c on c.oid = a.attrelid, aclexplode(a.attacl) x
        where c.relnamespace = 'public'::regnamespace group by 1, 2, 3`,
    );

    const described = Object.entries(COLUMN_GRANTS).flatMap(([role, tables]) =>
      Object.entries(tables).flatMap(([table, rights]) =>
        Object.entries(rights).map(([right, columns]) => ({ role, table, right, columns })),
      ),
    );
    const byName = (one: (typeof described)[number]) => `${one.role} ${one.right} ${one.table}`;
    const inOrder = (all: readonly (typeof described)[number][]) =>
      all.map((one) => `${byName(one)} (${one.columns.join(', ')})`).sort();
    expect(inOrder(granted)).toEqual(inOrder(described));
  });

  test('has the columns of every view, in their order', async () => {
    const shown = await asOwner(
      migrated.address,
      (sql) => sql<{ view: string; columns: string[] }[]>`
        select concat_ws('.', nullif(c.relnamespace::regnamespace::text, 'public'), c.relname) as view,
          array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attnum) as columns
        from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relkind = 'v' and c.relnamespace in ('public'::regnamespace, 'report'::regnamespace) group by 1`,
    );

    const inMigrations = Object.fromEntries(shown.map(({ view, columns: names }) => [view, names]));
    expect(Object.keys(inMigrations).length).toBeGreaterThan(5);
    expect(
      Object.fromEntries(
        Object.values(views)
          .filter((value) => isPgView(value))
          .map((view) => {
            const { schema, name, selectedFields } = getViewConfig(view);
            const fields = Object.values(selectedFields).filter((field) => is(field, Column));
            return [
              schema === undefined ? name : `${schema}.${name}`,
              fields.map((field) => `${field.name} ${field.getSQLType().replace(', ', ',')}`),
            ];
          }),
      ),
    ).toEqual(inMigrations);
  });
});
