// The program of `npm run migration`: writes a migration from the changes to the description of the tables, schema/*.ts. A migration of
// plain columns is complete.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { grantsOnTable } from '../schema/grants.ts';
import { readOptions } from '../server/settings.ts';

const HELP = `Writes a migration: the statements that take the tables from the description of a commit to the description in
schema/*.ts as it is now.

  npm run migration -- add-colour                    what has changed since the last commit
  npm run migration -- add-colour --since 8f2c1c1    what has changed since that commit
  npm run migration -- --help                        this text

The file is schema/migrations/NNNN-add-colour.sql with the next free number. It is complete when it adds columns that
may be null or have a default; remove the call that shows a column to agents if it can name another agent. Complete
any other by hand: say on its first line which code can run on it, replace the
policies of a new table by "call protect_tenant_table('name')", and add functions, views and the grants of columns. A
new table gets the grants of schema/grants.ts. docs/howto/add-a-column.md shows the steps.
`;

const MIGRATIONS = 'schema/migrations';
/** The files of the views, which are described without their queries, and of the grants: drizzle makes no statement of them. */
const NOT_TABLES: readonly string[] = ['views.ts', 'grants.ts'];

/** The tables of which agents see every column, by a view with the table's name. */
const SHOWN_TO_AGENTS: ReadonlySet<string> = new Set(['scored_rows', 'statement_lines', 'unassigned_lines']);

interface Options {
  readonly name: string;
  readonly since: string;
}

function readArguments(args: string[]): Options {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { since: { type: 'string' } } });
  const [name, ...more] = positionals;
  // Without a name only --help is useful, and it is printed before the name is needed.
  if (process.argv.some((word) => word === '--help' || word === '-h')) return { name: '', since: 'HEAD' };
  if (name === undefined || more.length > 0) throw new Error('Name one migration, for example add-colour');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    throw new Error(`A name has lower-case letters, digits and hyphens: ${name}`);
  return { name, since: values.since ?? 'HEAD' };
}

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' });

/** Writes the description at a commit to a new folder from which the same packages are found. */
function checkOutSchema(since: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'schema-'));
  mkdirSync(join(folder, 'schema'));
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  // The files are ES modules, as in this repository.
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  for (const path of git('ls-tree', '--name-only', since, 'schema/').split('\n')) {
    if (path.endsWith('.ts')) writeFileSync(join(folder, path), git('show', `${since}:${path}`));
  }
  return folder;
}

/** Returns every table that the files of a folder export. */
async function describeTables(folder: string): Promise<Record<string, unknown>> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !NOT_TABLES.includes(file));
  const modules: object[] = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href)));
  return Object.assign({}, ...modules);
}

function nextNumber(): string {
  const numbers = readdirSync(MIGRATIONS).map((file) => Number(/^(\d{4})-/.exec(file)?.[1] ?? 0));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

/**
 * Returns the declaration about older code. The previous release ignores new columns that may be null or have a default; other changes are
 * for a person to judge.
 */
function compatibility(statements: readonly string[]): string {
  const isIgnored = (statement: string) =>
    / ADD COLUMN /.test(statement) && (!/ NOT NULL/.test(statement) || / DEFAULT /.test(statement));
  return `-- compatible with the code before: ${statements.every(isIgnored) ? 'yes' : 'FILL IN: yes, no, or since NNNN'}`;
}

/** Makes the statements that add new columns to the agents' views, which otherwise keep the columns that they were made with. */
function agentViews(statements: readonly string[]): readonly string[] {
  return statements.flatMap((statement) => {
    const [, table = '', column = ''] = /^ALTER TABLE "(\w+)" ADD COLUMN "(\w+)"/.exec(statement) ?? [];
    return SHOWN_TO_AGENTS.has(table) ? [`call show_column_to_agents('${table}', '${column}');`] : [];
  });
}

/** Makes the grants of new tables. */
function tableGrants(statements: readonly string[]): readonly string[] {
  return statements.flatMap((statement) => {
    const [, table] = /^CREATE TABLE "(\w+)"/.exec(statement) ?? [];
    if (table === undefined) return [];
    return Object.entries(grantsOnTable(table)).map(([role, rights]) => `grant ${rights} on ${table} to ${role};`);
  });
}

async function writeMigration({ name, since }: Options): Promise<void> {
  const before = checkOutSchema(since);
  try {
    const statements = await generateMigration(
      generateDrizzleJson(await describeTables(join(before, 'schema'))),
      generateDrizzleJson(await describeTables(join(process.cwd(), 'schema'))),
    );
    if (statements.length === 0) {
      process.stderr.write(`The description of the tables is the same as at ${since}: there is nothing to migrate.\n`);
      process.exitCode = 1;
      return;
    }
    const file = `${MIGRATIONS}/${nextNumber()}-${name}.sql`;
    const added = [...agentViews(statements), ...tableGrants(statements)];
    writeFileSync(file, [compatibility(statements), ...statements, ...added, ''].join('\n'), { flag: 'wx' });
    process.stdout.write(`Wrote ${file}\n`);
  } finally {
    rmSync(before, { recursive: true });
  }
}

await writeMigration(readOptions(HELP, readArguments));
