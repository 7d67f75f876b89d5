// The baseline: the migrations that make a new database by subject. They replaced an earlier chain of migrations with the same result.
import type postgres from 'postgres';
import type { Migration } from './migration-files.ts';

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
export async function adoptBaseline(sql: postgres.Sql, migrations: readonly Migration[]): Promise<void> {
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
export const firstVersion = (migrations: readonly Migration[]): number => migrations[0]?.version ?? 0;

export async function recordMigration(sql: postgres.Sql, migration: Migration): Promise<void> {
  await sql`
    insert into schema_migrations (version, name, checksum, compatible_since)
    values (${migration.version}, ${migration.name}, ${migration.checksum}, ${migration.compatibleSince})`;
}
