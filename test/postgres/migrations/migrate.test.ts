import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { startThrowawayPostgres } from '../../../server/embedded-postgres.ts';
import { asOwner, createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

describe('migrate', () => {
  const SCHEMA = fileURLToPath(new URL('../../../schema/migrations/', import.meta.url));

  let empty: TestDatabase;
  let folder: string;
  beforeEach(async () => {
    empty = await createEmptyDatabase();
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    await file('0001-first.sql', 'create table first (n int); insert into first values (1);');
  });
  afterEach(async () => {
    await empty.drop();
    await rm(folder, { recursive: true });
  });

  /** Writes a migration file with exactly this content. `file` adds the first line. */
  const rawFile = (name: string, content: string) => writeFile(join(folder, name), content);
  const file = (name: string, statements: string) => rawFile(name, declared('yes', statements));
  const declared = (what: string, statements = 'create table tomorrow (n int);') =>
    `-- compatible with the code before: ${what}\n${statements}\n`;
  const rows = (table: string) => asOwner(empty.address, (sql) => sql`select * from ${sql(table)}`);

  it('applies each file once, in order, however often it runs', async () => {
    await file('0002-second.sql', 'insert into first values (2);\r\n');
    expect(await migrate(empty.address, folder)).toEqual({ applied: ['0001-first', '0002-second'], newer: [] });
    expect(await migrate(empty.address, folder)).toEqual({ applied: [], newer: [] });
    await file('0002-second.sql', 'insert into first values (2);\n');
    await file('0003-third.sql', 'insert into first values (3);');
    expect(await migrate(empty.address, folder)).toEqual({ applied: ['0003-third'], newer: [] });
    expect(await rows('first')).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await rows('schema_migrations')).toMatchObject([
      { version: 1, name: '0001-first' },
      { version: 2 },
      { version: 3 },
    ]);
  });

  it('lets twenty programs start at once', async () => {
    await file('0002-second.sql', 'select pg_sleep(0.05); insert into first values (2);');
    const runs = await Promise.all(Array.from({ length: 20 }, () => migrate(empty.address, folder)));
    expect(runs.flatMap(({ applied }) => applied).sort()).toEqual(['0001-first', '0002-second']);
    expect(await rows('first')).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('lets several databases of one server create the same roles at once', async () => {
    const role = `shared_${crypto.randomUUID()}`;
    await file(
      '0002-role.sql',
      `do $$ begin create role "${role}" nologin; exception when duplicate_object then null; end $$;
     grant "${role}" to current_user; select pg_sleep(0.02);`,
    );
    const databases = await Promise.all(Array.from({ length: 8 }, createEmptyDatabase));
    try {
      const runs = await Promise.all(databases.map(({ address }) => migrate(address, folder)));
      expect(runs).toEqual(databases.map(() => ({ applied: ['0001-first', '0002-role'], newer: [] })));
    } finally {
      await Promise.all(databases.map((database) => database.drop()));
      await asOwner(empty.address, (sql) => sql`drop role ${sql(role)}`);
    }
  });

  it('leaves nothing of a failing file, and continues from there', async () => {
    await file('0002-broken.sql', 'insert into first values (2); select 1 / 0;');
    await expect(migrate(empty.address, folder)).rejects.toThrow(/0002-broken: division by zero/);
    expect(await rows('first')).toEqual([{ n: 1 }]);
    await file('0002-broken.sql', 'insert into first values (2);');
    expect(await migrate(empty.address, folder)).toEqual({ applied: ['0002-broken'], newer: [] });
  });

  it('refuses a file that ends its transaction', async () => {
    await file('0002-commits.sql', 'insert into first values (2); commit; begin;');
    await expect(migrate(empty.address, folder)).rejects.toThrow(/0002-commits ends its transaction/);
  });

  it('refuses a file that was changed, or that comes too late', async () => {
    await file('0003-third.sql', 'select 1;');
    await migrate(empty.address, folder);
    await file('0002-late.sql', 'select 1;');
    await expect(migrate(empty.address, folder)).rejects.toThrow(/0002-late comes before 0003-third/);
    await rm(join(folder, '0002-late.sql'));
    await file('0001-first.sql', 'create table first (n bigint);');
    await expect(migrate(empty.address, folder)).rejects.toThrow(/0001-first was changed/);
  });

  describe('a database that is newer than the program', () => {
    /** Makes the state in which a later version of the program leaves the database to this version. */
    async function goBackFrom(...files: readonly (readonly [name: string, content: string])[]): Promise<void> {
      await file('0040-today.sql', 'create table today (n int);');
      await migrate(empty.address, folder);
      for (const [name, content] of files) await rawFile(name, content);
      await migrate(empty.address, folder);
      for (const [name] of files) await rm(join(folder, name));
    }

    it('is used and not changed if every newer migration allows it', async () => {
      await goBackFrom(['0041-more.sql', declared('yes')], ['0043-less.sql', declared('since 0040', 'select 1;')]);
      const before = await rows('schema_migrations');
      expect(await migrate(empty.address, folder)).toEqual({ applied: [], newer: ['0041-more', '0043-less'] });
      expect(await rows('schema_migrations')).toEqual(before);
      // The later version starts again.
      await rawFile('0041-more.sql', declared('yes'));
      await rawFile('0043-less.sql', declared('since 0040', 'select 1;'));
      expect(await migrate(empty.address, folder)).toEqual({ applied: [], newer: [] });
    });

    it.each([
      ['does not allow the code before', 'no'],
      ['needs newer code than this', 'since 0041'],
    ])('is refused if one migration %s', async (_, what) => {
      await goBackFrom(['0041-more.sql', declared('yes')], ['0042-changed.sql', declared(what, 'select 1;')]);
      const refusal = await migrate(empty.address, folder).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        name: 'DatabaseTooNew',
        message: expect.stringMatching(/newer than this program, which ends at migration 0040-today.*0042-changed/),
      });
    });

    it('is refused if it belongs to another line of versions: each side lacks a migration of the other', async () => {
      await goBackFrom(['0042-theirs.sql', declared('yes')]);
      await file('0041-ours.sql', 'select 1;');
      await expect(migrate(empty.address, folder)).rejects.toThrow(/0041-ours comes before 0042-theirs/);
      await rm(join(folder, '0041-ours.sql'));
      await file('0043-ours.sql', 'select 1;');
      await expect(migrate(empty.address, folder)).rejects.toThrow(/another line of versions.*0042-theirs/);
    });
  });

  it.each([
    ['nothing', 'select 1;'],
    ['an unknown answer', '-- compatible with the code before: perhaps\nselect 1;'],
    ['its compatibility too late', '-- A table.\n-- compatible with the code before: yes\nselect 1;'],
    ['compatibility since itself', '-- compatible with the code before: since 0033\nselect 1;'],
  ])('refuses a migration whose first line declares %s', async (_, content) => {
    await rawFile('0033-undeclared.sql', content);
    await expect(migrate(empty.address, folder)).rejects.toThrow(/first line of migration 0033-undeclared has to be/);
  });

  it('refuses an invalid folder', async () => {
    await file('0001-again.sql', 'select 1;');
    await expect(migrate(empty.address, folder)).rejects.toThrow(/Two migrations/);
    await file('2-second.sql', 'select 1;');
    await expect(migrate(empty.address, folder)).rejects.toThrow(/NNNN-name\.sql/);
    await expect(migrate(empty.address, join(folder, 'missing'))).rejects.toThrow(/ENOENT/);
  });

  it('applies the schema of this program to an empty database', async () => {
    const { applied } = await migrate(empty.address);
    expect(applied[0]).toBe('0101-roles-and-tenancy');
    expect(await migrate(empty.address)).toEqual({ applied: [], newer: [] });
  });

  describe('a database of the migrations that the baseline replaced', () => {
    /** Makes the records that such a database has. Its other contents do not matter, because the baseline does not run. */
    const endAt = (...names: readonly string[]) =>
      asOwner(empty.address, async (sql) => {
        await sql`
        create table schema_migrations (
          version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now(),
          compatible_since integer)`;
        for (const name of names) {
          await sql`
          insert into schema_migrations (version, name, checksum, compatible_since)
          values (${Number(name.slice(0, 4))}, ${name}, 'as it was', 0)`;
        }
      });
    const tables = () =>
      asOwner(
        empty.address,
        (sql) =>
          sql`select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
      );

    it('gets the baseline recorded without running it, beside its own records, and continues from there', async () => {
      await cp(SCHEMA, folder, { recursive: true });
      await rm(join(folder, '0001-first.sql'));
      // The database has no tables, so migrations after the baseline could not run.
      for (const name of await readdir(folder)) if (name > '0116') await rm(join(folder, name));
      await endAt('0001-foundation', '0085-at-risk-of-adjustments');
      const own = await rows('schema_migrations');
      const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(empty.address, folder)));
      expect(runs).toEqual(Array.from({ length: 5 }, () => ({ applied: [], newer: [] })));
      expect(await tables()).toEqual([{ relname: 'schema_migrations' }]);

      const recorded = await rows('schema_migrations');
      expect(recorded.slice(0, 2)).toEqual(own);
      const baseline = await createEmptyDatabase();
      try {
        const { applied } = await migrate(baseline.address, folder);
        expect(recorded.slice(2).map(({ name }) => name)).toEqual(applied);
      } finally {
        await baseline.drop();
      }

      await file('9000-next.sql', 'create table next (n int);');
      expect(await migrate(empty.address, folder)).toEqual({ applied: ['9000-next'], newer: [] });
    });

    it.each([
      ['older than their end', ['0001-foundation', '0081-lines-stored-once']],
      ['with an unknown migration after their end', ['0085-at-risk-of-adjustments', '0090-unknown']],
    ])('is refused %s, with the commit to start first', async (_, names) => {
      await endAt(...names);
      const before = await rows('schema_migrations');
      const refusal = await migrate(empty.address).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        name: 'DatabaseTooOld',
        message: expect.stringMatching(
          new RegExp(
            `ends at migration ${names.at(-1)}, .* start commit [0-9a-f]{8}, the last that has this migration`,
          ),
        ),
      });
      expect(await rows('schema_migrations')).toEqual(before);
      expect(await tables()).toEqual([{ relname: 'schema_migrations' }]);
    });
  });
});

/** Guarantee: after a migration of `npm run migration`, agents see a new column of their rows. */
describe('columns that agents see', async () => {
  const database = await createTestDatabase();
  afterAll(() => database.drop());

  test.each(['scored_rows', 'statement_lines', 'unassigned_lines'])(
    'shows a new column of %s to agents',
    async (table) => {
      const columns = await asOwner(database.address, async (sql) => {
        await sql.unsafe(
          `alter table ${table} add column zip_code text; call show_column_to_agents('${table}', 'zip_code');`,
        );
        return sql<{ name: string }[]>`
      select attname as name from pg_attribute where attrelid = ${`own.${table}`}::regclass and attnum > 0 order by attnum`;
      });
      expect(columns.length).toBeGreaterThan(10);
      expect(columns.at(-1)).toEqual({ name: 'zip_code' });
    },
  );

  test('refuses a view that has more than the columns of its table', async () => {
    const added = asOwner(database.address, (sql) => sql`call show_column_to_agents('first_rows', 'county')`);
    await expect(added).rejects.toThrow(
      'own.first_rows has more than the columns of its table: add the column to its query by hand',
    );
  });
});

/** Guarantee: a database with rows keeps every one of them when its large tables are cut into parts. */
describe('tables cut into parts', () => {
  const MIGRATIONS = 'schema/migrations';
  const TABLES = ['statement_lines', 'scored_rows', 'deltas'];

  let partsDatabase: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    partsDatabase = await createEmptyDatabase();
    folder = await mkdtemp(join(tmpdir(), 'migrations-'));
    const before = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql') && file < '0310');
    for (const file of before) await cp(join(MIGRATIONS, file), join(folder, file));
    await migrate(partsDatabase.address, folder);
  }, 60_000);
  afterAll(async () => {
    await partsDatabase.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const rowsOf = () =>
    asOwner(partsDatabase.address, async (sql) => {
      const found: Record<string, string[]> = {};
      for (const table of TABLES) {
        const rows = await sql<{ row: string }[]>`select to_jsonb(t)::text as row from ${sql(table)} t order by 1`;
        found[table] = rows.map(({ row }) => row);
      }
      return found;
    });

  test('rows of many accounts are the same before and after', async () => {
    await asOwner(partsDatabase.address, async (sql) => {
      await sql`create temp table made as select gen_random_uuid() as id, n from generate_series(1, 40) n`;
      await sql`
      insert into statement_lines (account_id, workspace_id, carrier_id, period, file_id, sheet, row_number, member_ref_id,
        member_external_id, amount, county)
      select id, id, id, '2026-01', id, 1, n, id, 'M' || n, n + 0.01, 'Wake' from made`;
      await sql`
      insert into scored_rows (account_id, workspace_id, carrier_id, period, member_ref_id, status, counted, flags,
        commission_amount, prev_commission_amount, owed_estimated, chargeback_amount, member_external_id, member_name,
        first_seen_period, last_present_period, last_present_amount, file_id)
      select id, id, id, '2026-01', id, 'new', true, '{}', n, 0, false, 0, 'M' || n, 'Dana Whitfield', '2026-01', '2026-01', n, id
      from made`;
      await sql`
      insert into deltas (account_id, workspace_id, carrier_id, period, member_ref_id, field, change_type)
      select id, id, id, '2026-01', id, 'plan_name', 'added' from made`;
    });
    const before = await rowsOf();
    expect(TABLES.map((table) => before[table]?.length)).toEqual([40, 40, 40]);

    await migrate(partsDatabase.address);

    expect(await rowsOf()).toEqual(before);
    const parts = await asOwner(
      partsDatabase.address,
      (sql) => sql<{ used: number }[]>`select count(distinct tableoid)::int as used from scored_rows`,
    );
    expect(parts[0]?.used).toBeGreaterThan(5);
  });
});

/** Guarantee: the user of server/deploy/own-postgresql.sql, who is no superuser, can set up a database and work in it. */
describe('own server', async () => {
  const NAME = 'own_server';
  /** The statements of the file without its comment lines. */
  const statements = readFileSync('server/deploy/own-postgresql.sql', 'utf8')
    .replaceAll(/^--.*$/gm, '')
    .replaceAll('commission', NAME)
    .replaceAll(":'password'", "'a password of a test'")
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

  /** A separate server, because on the server of other tests the roles exist already and have another owner. */
  const postgres = await startThrowawayPostgres();
  afterAll(() => postgres.stop());

  test('migrates and serves without a superuser', async () => {
    const server = postgres.address;
    expect(statements).toHaveLength(3);
    await asOwner(server, async (sql) => {
      for (const statement of statements) await sql.unsafe(statement);
    });
    const address = { ...server, user: NAME, database: NAME };
    expect((await migrate(address)).applied.length).toBeGreaterThan(0);
    const database = connectDatabase(address);
    try {
      const [row] = await database.system((sql) => sql<{ count: number }[]>`select count(*)::int as count from jobs`);
      expect(row?.count).toBe(0);
    } finally {
      await database.close();
    }
  });
});
