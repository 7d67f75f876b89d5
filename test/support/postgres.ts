import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type postgres from 'postgres';
import { inject } from 'vitest';
import { type DatabaseAddress, openConnection } from '../../adapters/postgres/connection/connection.ts';
import { connectDatabase, type Database } from '../../adapters/postgres/connection/database.ts';
import { sqlState } from '../../adapters/postgres/connection/database-error.ts';
import type { Sql } from '../../adapters/postgres/connection/sql.ts';
import { migrate } from '../../adapters/postgres/migrations/migrate.ts';

/** The server of the run, which test/support/global-setup.ts starts. */
declare module 'vitest' {
  interface ProvidedContext {
    postgres: DatabaseAddress;
  }
}

export interface TestDatabase {
  /** The address for the owner: a superuser, to whom row-level security does not apply. */
  readonly address: DatabaseAddress;
  readonly database: Database;
  drop(): Promise<void>;
}

/** Makes a database for a test file, with every migration applied. Drop it in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  await asOwner(inject('postgres'), ensureTemplate);
  return createDatabase(template);
}

/** Makes a database without any table or role. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template1');
}

/** Runs the work as the owner of the server, on its own connection and outside any transaction. */
export async function asOwner<T>(address: DatabaseAddress, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const connection = openConnection(address, { applicationName: 'test', statementTimeoutSeconds: 60 });
  try {
    return await work(connection.client);
  } finally {
    if (connection.closed) connection.destroy();
    else await connection.end();
  }
}

const template = 'cas_template';
/** The key of the advisory lock under which the template is made. Any constant serves. */
const templateLock = 5_520_414_017;

/** Makes the template for the first test that needs it, so that a run without database tests needs no time for it. */
async function ensureTemplate(sql: postgres.Sql): Promise<void> {
  await sql`select pg_advisory_lock(${templateLock})`;
  const present = await sql`select 1 from pg_database where datname = ${template}`;
  if (present.length > 0) return;
  const draft = `${template}_${randomUUID()}`;
  await sql`create database ${sql(draft)}`;
  await migrate(databaseOf(draft));
  await sql`alter database ${sql(draft)} allow_connections false`;
  await renameWhenFree(sql, draft);
}

/** Renames the draft to the template. It tries again while a connection that was just closed still counts. */
async function renameWhenFree(sql: postgres.Sql, draft: string): Promise<void> {
  await whenFree(() => sql`alter database ${sql(draft)} rename to ${sql(template)}`);
}

async function createDatabase(source: string): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomUUID()}`;
  // Copying the files takes a tenth of the time of the default, which writes every page to the log.
  await asOwner(server, (sql) =>
    whenFree(() => sql`create database ${sql(name)} template ${sql(source)} strategy file_copy`),
  );
  const address = databaseOf(name);
  const database = connectDatabase(address);
  return {
    address,
    database,
    async drop() {
      await database.close();
      // The server waits five seconds for a connection that it ends. An uninterruptible calculation may take longer on a busy machine.
      await asOwner(server, (sql) => whenFree(() => sql`drop database ${sql(name)} with (force)`));
    },
  };
}

function databaseOf(database: string): DatabaseAddress {
  const server = inject('postgres');
  if (server.kind !== 'socket') throw new TypeError('Tests run on a server of their own');
  return { ...server, database };
}

async function whenFree(attempt: () => Promise<unknown>): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (left === 0 || sqlState(error) !== '55006') throw error;
      await delay(20);
    }
  }
}

/** Keeps the statistics of a table and of its parts as they are. */
export async function stopAutovacuum(sql: postgres.Sql, table: string): Promise<void> {
  const parts = await sql<{ name: string }[]>`
    select relid::regclass::text as name from pg_partition_tree(${table}::text::regclass) where isleaf`;
  for (const { name } of parts) await sql.unsafe(`alter table ${name} set (autovacuum_enabled = false)`);
}

/** The rows that this transaction has read so far from a table and its parts, by index or whole. */
export async function rowsReadFrom(sql: Sql, table: string): Promise<number> {
  const [counted] = await sql<{ rows: number }[]>`
    select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as rows
    from pg_stat_xact_user_tables
    where relid = ${table}::text::regclass or relid in (select relid from pg_partition_tree(${table}::text::regclass))`;
  return counted?.rows ?? 0;
}
