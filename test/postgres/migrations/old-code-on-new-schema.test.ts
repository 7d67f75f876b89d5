import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { asOwner, createEmptyDatabase, type TestDatabase } from '../../support/postgres.ts';

/** The parts of the schema on which a release's code relies, each by its name. */
interface SchemaSnapshot {
  readonly columns: ReadonlyMap<string, Column>;
  /** Functions and procedures with their parameters. */
  readonly routines: ReadonlySet<string>;
  /** The rights of a role on a table or a column. */
  readonly grants: ReadonlySet<string>;
  /** The constraints that refuse rows, beside types and NOT NULL: checks, keys, exclusions, unique indexes, each with its columns. */
  readonly rules: ReadonlyMap<string, readonly string[]>;
}

interface Column {
  readonly table: string;
  readonly type: string;
  readonly required: boolean;
}

interface Named {
  readonly name: string;
}

/** The storage options of an index, which are no constraint. */
const STORAGE = String.raw` WITH \(\w+='\d+'\)`;

/** Takes a snapshot of all tables, routines, rights and constraints that do not belong to PostgreSQL itself. */
async function takeSnapshot(sql: postgres.Sql): Promise<SchemaSnapshot> {
  const columns = await sql<(Column & Named)[]>`
    select c.oid::regclass::text || '.' || a.attname as name, c.oid::regclass::text as table,
      format_type(a.atttypid, a.atttypmod) as type,
      c.relkind <> 'v' and a.attnotnull and not a.atthasdef and a.attidentity = '' as required
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped and ${ours(sql, 'c.relnamespace')}`;
  const routines = await sql<Named[]>`
    select p.oid::regprocedure::text as name from pg_proc p where ${ours(sql, 'p.pronamespace')}`;
  const grants = await sql<Named[]>`
    select grantee || ' ' || privilege_type || ' ' || table_schema || '.' || table_name as name
    from information_schema.role_table_grants where grantee like 'cas!_%' escape '!' and privilege_type = 'DELETE'
    union
    select grantee || ' ' || privilege_type || ' ' || table_schema || '.' || table_name || '.' || column_name
    from information_schema.column_privileges where grantee like 'cas!_%' escape '!'`;
  const rules = await sql<(Named & { readonly columns: string })[]>`
    select regexp_replace(of.rule, ${STORAGE}, '') as name, coalesce(string_agg(of.relation::regclass::text || '.' || a.attname, ' '), '') as columns
    from (
      select r.conrelid as relation, r.conrelid::regclass::text || ': ' || pg_get_constraintdef(r.oid) as rule, r.conkey as columns
      from pg_constraint r where r.conrelid <> 0 and r.contype in ('c', 'f', 'p', 'u', 'x') and ${ours(sql, 'r.connamespace')}
      union
      select i.indrelid, i.indrelid::regclass::text || ': ' || regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ', 'INDEX '),
        i.indkey::int2[]
      from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisunique and ${ours(sql, 'c.relnamespace')}
    ) of
    left join pg_attribute a on a.attrelid = of.relation and a.attnum = any(of.columns)
    group by 1`;
  return {
    columns: new Map(columns.map(({ name, ...column }) => [name, column])),
    routines: new Set(routines.map(({ name }) => name)),
    grants: new Set(grants.map(({ name }) => name)),
    rules: new Map(rules.map(({ name, columns: of }) => [name, of.split(' ')])),
  };
}

const ours = (sql: postgres.Sql, column: string) =>
  sql.unsafe(
    `${column} not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)`,
  );

/** The actions of the first snapshot's code that are impossible or refused on the second. */
function breaksBetween(before: SchemaSnapshot, after: SchemaSnapshot): readonly string[] {
  const tables = new Set([...before.columns.values()].map(({ table }) => table));
  const faults: string[] = [];
  for (const [name, { type }] of before.columns) {
    const now = after.columns.get(name);
    if (now === undefined) faults.push(`column ${name} is gone`);
    else if (now.type !== type) faults.push(`column ${name} was ${type} and is ${now.type}`);
  }
  for (const [name, { table, required }] of after.columns) {
    if (required && tables.has(table) && before.columns.get(name)?.required !== true)
      faults.push(`column ${name} has to be given`);
  }
  for (const name of before.routines) if (!after.routines.has(name)) faults.push(`routine ${name} is gone`);
  for (const name of before.grants) if (!after.grants.has(name)) faults.push(`right ${name} is gone`);
  for (const [name, columns] of after.rules) {
    const isOfOld = columns.some((column) => before.columns.has(column));
    if (isOfOld && !before.rules.has(name) && !isWiderKey(before, name)) faults.push(`rule ${name} is new`);
  }
  return faults;
}

/** True when the key has more columns than an earlier key, so that it refuses no row that the earlier key accepted. */
function isWiderKey(before: SchemaSnapshot, name: string): boolean {
  const key = keyOf(name);
  if (key === null) return false;
  return [...before.rules.keys()].map(keyOf).some((old) => {
    return old !== null && old.form === key.form && old.columns.every((column) => key.columns.includes(column));
  });
}

/** The columns of a unique constraint, and the rest of its definition, which includes conditions and expressions. */
function keyOf(name: string): { readonly form: string; readonly columns: readonly string[] } | null {
  const found = /^(.*\bUNIQUE\b[^(]*)\(([\w, ]+)\)(.*)$/.exec(name);
  return found === null ? null : { form: `${found[1]}()${found[3]}`, columns: (found[2] ?? '').split(', ') };
}

/**
 * Guarantee: migrations run before the new code, so the code of the earlier release works on the new schema: everything that it reads,
 * calls or may do still exists, and no row that it writes is refused.
 */

const MIGRATIONS = fileURLToPath(new URL('../../../schema/migrations/', import.meta.url));

/** Removals and restrictions by migrations that are allowed, with the reason why no release is affected. */
const ALLOWED: readonly { readonly file: string; readonly what: RegExp; readonly because: string }[] = [];

/** Rules that replace a narrower rule, or concern a new column. They accept every row that the earlier code writes. */
const WIDER_RULES: readonly { readonly file: string; readonly what: RegExp }[] = [
  { file: '0141-counties.sql', what: /^rule carrier_events: CHECK .*scope_field.* is new$/ },
  { file: '0175-shared-findings.sql', what: /^rule carrier_events: CHECK .*scope_field.* is new$/ },
  { file: '0175-shared-findings.sql', what: /^rule carrier_events: CHECK .*kind.* is new$/ },
  { file: '0240-agent-records.sql', what: /^rule team_members: CHECK .*agent_record_id.* is new$/ },
  { file: '0240-agent-records.sql', what: /^rule team_members: FOREIGN KEY .*agent_record_id.* is new$/ },
  { file: '0292-pay-events-and-views.sql', what: /^rule outbox: CHECK .*topic.* is new$/ },
  { file: '0280-members-of-agents.sql', what: /^rule search_words: CHECK .*kind.* is new$/ },
  { file: '0400-moved-accounts.sql', what: /^rule accounts: CHECK .*status.* is new$/ },
  // Keys that name the account as well: what they refuse, the keys without it refused.
  {
    file: '0310-parts-by-account.sql',
    what: /^rule statement_lines: .*\(account_id, file_id, sheet, row_number\) is new$/,
  },
  { file: '0310-parts-by-account.sql', what: /^rule deltas: .*\(account_id, workspace_id, .*field\) is new$/ },
  {
    file: '0310-parts-by-account.sql',
    what: /^rule scored_rows: CREATE UNIQUE INDEX ON ONLY .*\(account_id, .*\) is new$/,
  },
];

let database: TestDatabase;
let folder: string;
let files: readonly string[];
const snapshots = new Map<string, SchemaSnapshot>();
beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files) {
    await cp(join(MIGRATIONS, file), join(folder, file));
    await migrate(database.address, folder);
    snapshots.set(file, await asOwner(database.address, takeSnapshot));
  }
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const snapshotOf = (file: string): SchemaSnapshot => {
  const snapshot = snapshots.get(file);
  if (snapshot === undefined) throw new Error(`${file} was not applied`);
  return snapshot;
};

it('only adds in every migration after the first, except for the allowed changes', () => {
  const breaks = files.slice(1).flatMap((file, index) => {
    const found = breaksBetween(snapshotOf(files[index] ?? ''), snapshotOf(file));
    return found.map((what) => ({ file, what }));
  });
  const isAllowed = (fault: (typeof breaks)[number]) =>
    [...ALLOWED, ...WIDER_RULES].some(({ file, what }) => file === fault.file && what.test(fault.what));
  expect(breaks.filter((fault) => !isAllowed(fault))).toEqual([]);
  for (const { file, what } of [...ALLOWED, ...WIDER_RULES]) {
    expect(
      breaks.some((fault) => fault.file === file && what.test(fault.what)),
      `${file}: ${what}`,
    ).toBe(true);
  }
});

it('requires that every migration with a removal declares since which code the removal is no loss', async () => {
  for (const { file } of ALLOWED) {
    const [declaration] = (await readFile(join(MIGRATIONS, file), 'utf8')).split('\n');
    expect(declaration, file).toMatch(/^-- compatible with the code before: since \d{4}$/);
  }
});

describe('the comparison', () => {
  it.each([
    ['alter table jobs drop column error_code', 'column jobs.error_code is gone'],
    ['alter table jobs rename column error_code to code', 'column jobs.error_code is gone'],
    [
      'alter table carrier_groups alter column slug type varchar(10)',
      'column carrier_groups.slug was text and is character varying(10)',
    ],
    ['alter table jobs alter column error set not null', 'column jobs.error has to be given'],
    ['alter table audit_entries add column reason text not null', 'column audit_entries.reason has to be given'],
    ['alter table jobs add check (attempts < 3)', 'rule jobs: CHECK ((attempts < 3)) is new'],
    ['create unique index on jobs (error)', 'rule jobs: CREATE UNIQUE INDEX ON public.jobs USING btree (error) is new'],
    [
      'create unique index on carriers (slug)',
      'rule carriers: CREATE UNIQUE INDEX ON public.carriers USING btree (slug) is new',
    ],
    ['revoke insert on jobs from cas_service', 'right cas_service INSERT public.jobs.status is gone'],
    ['drop table queue_messages cascade', 'column queue_messages.body is gone'],
  ])('finds %s', async (statement, fault) => {
    const before = snapshotOf(files.at(-1) ?? '');
    const after = await asOwner(database.address, async (sql) => {
      await sql.unsafe('begin');
      await sql.unsafe(statement);
      const changed = await takeSnapshot(sql);
      await sql.unsafe('rollback');
      return changed;
    });
    expect(breaksBetween(before, after)).toContain(fault);
  });

  it('finds nothing in optional columns, tables, rights, and keys with more columns', async () => {
    const before = snapshotOf(files.at(-1) ?? '');
    const after = await asOwner(database.address, async (sql) => {
      await sql.unsafe('begin');
      await sql.unsafe('alter table jobs add column a text, add column b int not null default 1');
      await sql.unsafe('alter table expected_rates drop constraint expected_rates_once, add column c int');
      await sql.unsafe(`alter table expected_rates add unique nulls not distinct (account_id, carrier_id, workspace_id, product_type,
        plan_code, plan_name, tier, state, effective_from, bounded_from, from_policy_month, to_policy_month, from_lives, to_lives, c)`);
      await sql.unsafe('create table more (a int primary key); grant select on more to cas_service');
      const changed = await takeSnapshot(sql);
      await sql.unsafe('rollback');
      return changed;
    });
    expect(breaksBetween(before, after)).toEqual([]);
  });
});
