// Migrates a database to this program's schema: forward only, each file once, in order, each in one transaction.

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type postgres from 'postgres';
import { type DatabaseAddress, openConnection } from '../connection/connection.ts';
import { sqlState } from '../connection/database-error.ts';

// The baseline: the migrations that make a new database by subject. They replaced an earlier chain of migrations with the same result.

/** The newest of the replaced migrations, and the last commit that has them. */
const REPLACED = { version: 85, name: '0085-at-risk-of-adjustments', commit: '71163c8b' } as const;
/** The number of the last file of the baseline. */
const BASELINE_END = 115;

/** The database ends at another of the replaced migrations than the newest. The message is for the operator. */
export class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';
}

/**
 * Records the baseline as applied, without running it, in a database that ends at the newest replaced migration. The records of the
 * replaced migrations stay, so that a program of that time still recognises the database. Throws `DatabaseTooOld` for a database that ends
 * at another migration below the first file. Has no effect on an empty database, and on one that has the baseline.
 */
async function adoptBaseline(sql: postgres.Sql, migrations: readonly Migration[]): Promise<void> {
  const [newest] = await sql<{ version: number; name: string }[]>`
    select version, name from schema_migrations order by version desc limit 1`;
  if (newest === undefined || newest.version >= firstVersion(migrations)) return;
  if (newest.version !== REPLACED.version) {
    throw new DatabaseTooOld(
      `The database ends at migration ${newest.name}, and this program goes on only from ${REPLACED.name}. Nothing was changed. ` +
        `First start commit ${REPLACED.commit}, the last that has this migration; then start this version again.`,
    );
  }
  for (const migration of migrations.filter(({ version }) => version <= BASELINE_END)) {
    await recordMigration(sql, migration);
  }
}

/** The number of the first file. Records with lower numbers are of replaced migrations. */
const firstVersion = (migrations: readonly Migration[]): number => migrations[0]?.version ?? 0;

async function recordMigration(sql: postgres.Sql, migration: Migration): Promise<void> {
  await sql`
    insert into schema_migrations (version, name, checksum, compatible_since)
    values (${migration.version}, ${migration.name}, ${migration.checksum}, ${migration.compatibleSince})`;
}

// Reads the migrations of a folder, with each one's declaration about older code.

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly statements: string;
  /**
   * The oldest code that works on the schema after this migration, as the number of that code's newest migration. Zero: all code
   * (docs/adr/0027-going-back-a-version.md).
   */
  readonly compatibleSince: number;
}

/** Returns the migrations sorted by number. Throws for an invalid name, number or declaration. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = await Promise.all(files.map((file) => readMigration(folder, file)));
  if (migrations.length === 0) throw new Error(`There are no migrations in ${folder}`);
  const twice = migrations.find(({ version }, index) => migrations[index + 1]?.version === version);
  if (twice !== undefined) throw new Error(`Two migrations have the number of ${twice.name}`);
  return migrations;
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const [, number, rest] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? [];
  if (number === undefined || rest === undefined) throw new Error(`A migration is named NNNN-name.sql, not ${file}`);
  // A checkout on Windows may change line ends, which must not change the hash.
  const statements = (await readFile(`${folder}/${file}`, 'utf8')).replaceAll('\r\n', '\n');
  const checksum = createHash('sha256').update(statements).digest('hex');
  const version = Number(number);
  const name = `${number}-${rest}`;
  return { version, name, checksum, statements, compatibleSince: compatibleSince(version, name, statements) };
}

const declaration = /^-- compatible with the code before: (?:(yes)|(no)|since (\d{4}))\n/;

function compatibleSince(version: number, name: string, statements: string): number {
  const [, yes, no, since] = declaration.exec(statements) ?? [];
  if (yes !== undefined) return 0;
  if (no !== undefined) return version;
  if (since !== undefined && Number(since) < version) return Number(since);
  throw new Error(
    `The first line of migration ${name} has to be "-- compatible with the code before: yes", "no", or "since NNNN" with the number of an earlier migration`,
  );
}

const schemaFolder = fileURLToPath(new URL('../../../schema/migrations/', import.meta.url));

/** An arbitrary constant. The process that migrates this database holds the lock. */
const advisoryLock = 7_203_115_942;
const attemptsMax = 20;
/**
 * SQLSTATEs of two migrations that change the same role at once. Roles belong to the whole server, so two databases can collide there:
 * "already exists" or "tuple concurrently updated".
 */
const meetingStates = new Set(['42710', '23505', 'XX000', '40P01']);

export interface MigrationResult {
  /** Names of the migrations that this run applied. */
  readonly applied: readonly string[];
  /**
   * Migrations in the database that this program does not have. Each declares that this older program may run on it; the program must then
   * not change what a newer one set up.
   */
  readonly newer: readonly string[];
}

/** The database has a migration that this program does not have and can't run on. The message is for the operator. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/**
 * Applies the missing migrations as the user of the address. Concurrent calls are safe. Throws `DatabaseTooNew` when the database is newer
 * and not compatible, and `DatabaseTooOld` when it is older than the baseline. Throws when an applied file was changed or renumbered, and
 * when a lock is not free within `lockSeconds` (zero waits without limit).
 */
export async function migrate(
  address: DatabaseAddress,
  folder = schemaFolder,
  { lockSeconds = 0 }: { readonly lockSeconds?: number } = {},
): Promise<MigrationResult> {
  const migrations = await readMigrations(folder);
  const connection = openConnection(address, {
    applicationName: 'migrate',
    statementTimeoutSeconds: 0,
    parameters: { lock_timeout: lockSeconds * 1000 },
  });
  const applied: string[] = [];
  try {
    await connection.prepare();
    for (;;) {
      const { name, newer } = await applyNext(connection.client, migrations);
      if (name === null) return { applied, newer };
      applied.push(name);
    }
  } finally {
    if (connection.closed) connection.destroy();
    else await connection.end();
  }
}

/**
 * Checks that this program can serve the database, and changes nothing. Throws as `migrate` does for a database that is too new, or whose
 * migrations differ from the program's.
 */
export async function checkMigrations(address: DatabaseAddress, folder = schemaFolder): Promise<void> {
  const migrations = await readMigrations(folder);
  const connection = openConnection(address, { applicationName: 'check-migrations', statementTimeoutSeconds: 60 });
  try {
    // The first releases made the table without `compatible_since`.
    const applied = await connection.client<AppliedMigration[]>`
      select version, name, checksum, (to_jsonb(m) ->> 'compatible_since')::integer as compatible_since
      from schema_migrations m order by version`;
    compare(applied, migrations);
  } finally {
    if (connection.closed) connection.destroy();
    else await connection.end();
  }
}

interface Step {
  /** The migration that was applied; null when none was missing. */
  readonly name: string | null;
  readonly newer: readonly string[];
}

async function applyNext(sql: postgres.Sql, migrations: readonly Migration[]): Promise<Step> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyLocked(sql, migrations);
    } catch (error) {
      // Fails if the connection is lost, which the original error says already.
      await sql`rollback`.catch(() => {});
      if (attempt === attemptsMax || !meetingStates.has(sqlState(error) ?? '')) throw error;
      await delay(Math.random() * 25 * attempt);
    }
  }
}

interface AppliedMigration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly compatible_since: number | null;
}

/** Applies the next migration. The lock is taken first, so that the table is read after other runs have committed. */
async function applyLocked(sql: postgres.Sql, migrations: readonly Migration[]): Promise<Step> {
  await sql`begin`;
  await sql`select pg_advisory_xact_lock(${advisoryLock})`;
  await sql`
    create table if not exists schema_migrations (
      version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now(),
      compatible_since integer)`;
  await adoptBaseline(sql, migrations);
  const applied = await sql<AppliedMigration[]>`
    select version, name, checksum, compatible_since from schema_migrations
    where version >= ${firstVersion(migrations)} order by version`;
  const { missing, newer } = compare(applied, migrations);
  if (missing !== null) await apply(sql, missing);
  await sql`commit`;
  return { name: missing?.name ?? null, newer };
}

async function apply(sql: postgres.Sql, migration: Migration): Promise<void> {
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
  await recordMigration(sql, migration);
}

interface Comparison {
  /** The first migration that the database lacks. */
  readonly missing: Migration | null;
  readonly newer: readonly string[];
}

function compare(applied: readonly AppliedMigration[], migrations: readonly Migration[]): Comparison {
  const known = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const { version, checksum, name } of applied) {
    const file = known.get(version);
    if (file !== undefined && file.checksum !== checksum) {
      throw new Error(`Migration ${file.name} was changed after it was applied (as ${name}); write a new one instead`);
    }
  }
  const unknown = applied.filter(({ version }) => !known.has(version));
  for (const migration of unknown) requireCompatible(migration, migrations.at(-1));
  const present = new Set(applied.map(({ version }) => version));
  const missing = migrations.find(({ version }) => !present.has(version)) ?? null;
  const last = applied.at(-1);
  if (missing !== null && last !== undefined && last.version > missing.version) {
    throw new Error(
      `Migration ${missing.name} comes before ${last.name}, which is applied already; give it a higher number`,
    );
  }
  return { missing, newer: unknown.map(({ name }) => name) };
}

function requireCompatible({ version, name, compatible_since }: AppliedMigration, newest: Migration | undefined): void {
  if (newest === undefined || version < newest.version) {
    throw new DatabaseTooNew(
      `The database belongs to another line of versions: it has migration ${name}, which is unknown here and older than ${newest?.name}.`,
    );
  }
  if (compatible_since !== null && compatible_since <= newest.version) return;
  throw new DatabaseTooNew(
    `The database is newer than this program, which ends at migration ${newest.name}, and migration ${name} does not allow it to run. ` +
      'Nothing was changed. Start the newer version again, or a version from in between.',
  );
}
