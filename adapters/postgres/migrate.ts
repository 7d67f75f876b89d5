// Brings a database up to this program's schema: forward only, each file once, in order, whole or not at all.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { type DatabaseAddress, openConnection } from './connection.ts';
import { sqlState } from './database-error.ts';

const schemaFolder = fileURLToPath(new URL('../../schema/migrations/', import.meta.url));

/** Any constant; whoever migrates this database holds it. */
const advisoryLock = 7_203_115_942;
const attemptsMax = 20;
/** Roles belong to the whole server, so two databases migrated at once can meet there: "already exists", or, with no state of
 * its own, "tuple concurrently updated". */
const meetingStates = new Set(['42710', '23505', 'XX000', '40P01']);

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly statements: string;
}

/**
 * Applies what is missing, as the user of the address, and returns the names of what it applied. Any number of programs may
 * call it at once. Throws when an applied file was changed or renumbered, and when the database is newer than this program; and,
 * if `lockSeconds` is not zero, when a lock is not to be had in that time: a table others work on, or the lock of another run.
 */
export async function migrate(
  address: DatabaseAddress,
  folder = schemaFolder,
  { lockSeconds = 0 }: { readonly lockSeconds?: number } = {},
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(folder);
  const connection = openConnection(address, {
    applicationName: 'migrate',
    statementTimeoutSeconds: 0,
    parameters: { lock_timeout: lockSeconds * 1000 },
  });
  const applied: string[] = [];
  try {
    await connection.prepare();
    for (const migration of migrations) {
      if (await applyOnce(connection.client, migrations, migration)) applied.push(migration.name);
    }
    return { applied };
  } finally {
    if (connection.closed) connection.destroy();
    else await connection.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = await Promise.all(
    files.map(async (file) => {
      const [, version, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
      if (version === undefined || name === undefined) {
        throw new Error(`A migration is named NNNN-name.sql, not ${file}`);
      }
      // A checkout on Windows may change line ends, which changes nothing else.
      const statements = (await readFile(`${folder}/${file}`, 'utf8')).replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(statements).digest('hex');
      return { version: Number(version), name: `${version}-${name}`, checksum, statements };
    }),
  );
  if (migrations.length === 0) throw new Error(`There are no migrations in ${folder}`);
  const twice = migrations.find(({ version }, index) => migrations[index + 1]?.version === version);
  if (twice !== undefined) throw new Error(`Two migrations have the number of ${twice.name}`);
  return migrations;
}

/** False if it was applied already. */
async function applyOnce(sql: postgres.Sql, migrations: readonly Migration[], migration: Migration): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyLocked(sql, migrations, migration);
    } catch (error) {
      // Fails if the connection is lost, which the error says already.
      await sql`rollback`.catch(() => {});
      if (attempt === attemptsMax || !meetingStates.has(sqlState(error) ?? '')) throw error;
      await delay(Math.random() * 25 * attempt);
    }
  }
}

/** The lock comes first, so the table is read only after everybody before us has committed. */
async function applyLocked(
  sql: postgres.Sql,
  migrations: readonly Migration[],
  migration: Migration,
): Promise<boolean> {
  await sql`begin`;
  await sql`select pg_advisory_xact_lock(${advisoryLock})`;
  await sql`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`;
  const applied = await sql<{ version: number; name: string; checksum: string }[]>`
    select version, name, checksum from schema_migrations order by version`;
  if (isApplied(applied, migrations, migration)) {
    await sql`commit`;
    return false;
  }
  const [before] = await sql`select pg_current_xact_id()::text as id`;
  try {
    await sql.unsafe(migration.statements);
  } catch (error) {
    if (error instanceof Error) error.message = `${migration.name}: ${error.message}`;
    throw error;
  }
  const [after] = await sql`select pg_current_xact_id()::text as id`;
  if (before?.['id'] !== after?.['id']) {
    throw new Error(`${migration.name} ends its transaction; a migration must leave that to the runner`);
  }
  await sql`
    insert into schema_migrations (version, name, checksum)
    values (${migration.version}, ${migration.name}, ${migration.checksum})`;
  await sql`commit`;
  return true;
}

function isApplied(
  applied: readonly { version: number; name: string; checksum: string }[],
  migrations: readonly Migration[],
  migration: Migration,
): boolean {
  for (const row of applied) {
    const known = migrations.find(({ version }) => version === row.version);
    if (known === undefined) {
      throw new Error(`The database is newer than this program: it has migration ${row.name}, which is unknown here`);
    }
    if (known.checksum !== row.checksum) {
      throw new Error(
        `Migration ${known.name} was changed after it was applied (as ${row.name}); write a new one instead`,
      );
    }
  }
  const last = applied.at(-1);
  if (applied.some(({ version }) => version === migration.version)) return true;
  if (last !== undefined && last.version > migration.version) {
    throw new Error(
      `Migration ${migration.name} comes before ${last.name}, which is applied already; give it a higher number`,
    );
  }
  return false;
}
