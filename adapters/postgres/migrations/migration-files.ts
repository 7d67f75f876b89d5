// Reads the migrations of a folder, with each one's declaration about older code.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

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
