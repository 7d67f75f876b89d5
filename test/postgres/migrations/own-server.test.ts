import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import { connectDatabase } from '../../../adapters/postgres/connection/database.ts';
import { migrate } from '../../../adapters/postgres/migrations/migrate.ts';
import { asOwner } from '../../support/postgres.ts';

/** Guarantee: the user of deploy/own-postgresql.sql, who is no superuser, can set up a database and work in it. */

const NAME = 'own_server';
/** The statements without the lines of comments; the names are of this test, because a server has its roles only once. */
const statements = readFileSync('deploy/own-postgresql.sql', 'utf8')
  .replaceAll(/^--.*$/gm, '')
  .replaceAll('commission', NAME)
  .replaceAll(":'password'", "'a password of a test'")
  .split(';')
  .map((statement) => statement.trim())
  .filter((statement) => statement !== '');

test('migrates and serves without a superuser', async () => {
  const server = inject('postgres');
  if (server.kind !== 'socket') throw new TypeError('Tests run on a server of their own');
  expect(statements).toHaveLength(3);
  await asOwner(server, async (sql) => {
    for (const statement of statements) await sql.unsafe(statement);
  });
  const address = { ...server, user: NAME, database: NAME };
  try {
    expect((await migrate(address)).applied.length).toBeGreaterThan(0);
    const database = connectDatabase(address);
    try {
      const [row] = await database.system((sql) => sql<{ count: number }[]>`select count(*)::int as count from jobs`);
      expect(row?.count).toBe(0);
    } finally {
      await database.close();
    }
  } finally {
    // The user stays: the roles that it made belong to the whole server.
    await asOwner(server, async (sql) => {
      await sql`drop database ${sql(NAME)} with (force)`;
    });
  }
});
