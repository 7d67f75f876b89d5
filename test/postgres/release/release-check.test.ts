import { afterAll, expect, test } from 'vitest';
import { checkWorker } from '../../../lambdas/runtime/aws-migration.ts';
import { createEngine } from '../../support/engine.ts';
import { asOwner } from '../../support/postgres.ts';

/** Guarantee: the check of a new version scores statements like the worker, leaves no row, and fails if the version could not work. */

const engine = await createEngine();
afterAll(() => engine.close());

const noFile = { get: async () => null };
const log = () => {};

/** The rows of every table of the service. */
function countRows(): Promise<Readonly<Record<string, number>>> {
  return asOwner(engine.address, async (sql) => {
    const tables = await sql<{ name: string }[]>`
      select quote_ident(relname) as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition order by 1`;
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${name}`);
      counts[name] = row?.rows ?? 0;
    }
    return counts;
  });
}

const check = () => checkWorker({ database: engine.database, objects: noFile, log });

test('passes and leaves no row', async () => {
  const before = await countRows();
  expect(Object.keys(before)).toContain('audit_entries');
  await expect(check()).resolves.toEqual({ checked: true });
  expect(await countRows()).toEqual(before);
});

test('fails if the function may not read files', async () => {
  const get = () => Promise.reject(new Error('AccessDenied'));
  await expect(checkWorker({ database: engine.database, objects: { get }, log })).rejects.toThrow('AccessDenied');
});

test('fails if every job of the version would fail, and leaves no row then either', async () => {
  const before = await countRows();
  await asOwner(engine.address, (sql) => sql`alter table jobs rename column stats to stats_of_another_release`);
  try {
    await expect(check()).rejects.toThrow(/stats/);
  } finally {
    await asOwner(engine.address, (sql) => sql`alter table jobs rename column stats_of_another_release to stats`);
  }
  expect(await countRows()).toEqual(before);
  await expect(check()).resolves.toEqual({ checked: true });
});

test('fails if the version scores other amounts', async () => {
  await asOwner(engine.address, (sql) =>
    sql.unsafe(`
      create function halve() returns trigger language plpgsql as $$
        begin new.stats = jsonb_set(new.stats, '{commissionTotal}', '15.37'); return new; end $$;
      create trigger halve before update on jobs for each row when (new.stats is not null) execute function halve();`),
  );
  try {
    await expect(check()).rejects.toThrow(/commissionTotal 15.37 and not 30.75/);
  } finally {
    await asOwner(engine.address, (sql) => sql.unsafe('drop trigger halve on jobs; drop function halve();'));
  }
});
