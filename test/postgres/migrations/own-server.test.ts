import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { startThrowawayPostgres } from '../../../server/embedded-postgres.ts';
import { asOwner } from '../../support/postgres.ts';

/** Guarantee: the user of server/deploy/own-postgresql.sql, who is no superuser, can set up a database and work in it. */

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
