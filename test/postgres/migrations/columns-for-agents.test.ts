import { afterAll, expect, test } from 'vitest';
import { asOwner, createTestDatabase } from '../../support/postgres.ts';

/** Guarantee: after a migration of `npm run migration`, agents see a new column of their rows. */

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
