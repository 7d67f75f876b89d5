import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { asOwner, createEmptyDatabase, type TestDatabase } from '../../support/postgres.ts';

/** Guarantee: a database with rows keeps every one of them when its large tables are cut into parts. */

const MIGRATIONS = 'schema/migrations';
const TABLES = ['statement_lines', 'scored_rows', 'deltas'];

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  const before = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql') && file < '0310');
  for (const file of before) await cp(join(MIGRATIONS, file), join(folder, file));
  await migrate(database.address, folder);
}, 60_000);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const rowsOf = () =>
  asOwner(database.address, async (sql) => {
    const found: Record<string, string[]> = {};
    for (const table of TABLES) {
      const rows = await sql<{ row: string }[]>`select to_jsonb(t)::text as row from ${sql(table)} t order by 1`;
      found[table] = rows.map(({ row }) => row);
    }
    return found;
  });

test('rows of many accounts are the same before and after', async () => {
  await asOwner(database.address, async (sql) => {
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

  await migrate(database.address);

  expect(await rowsOf()).toEqual(before);
  const parts = await asOwner(
    database.address,
    (sql) => sql<{ used: number }[]>`select count(distinct tableoid)::int as used from scored_rows`,
  );
  expect(parts[0]?.used).toBeGreaterThan(5);
});
