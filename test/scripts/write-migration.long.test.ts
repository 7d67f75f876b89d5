import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMigrations } from '../../adapters/postgres/migrations/migrate.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
let checkout: string;

beforeAll(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'checkout-'));
  await mkdir(join(checkout, 'schema/migrations'), { recursive: true });
  for (const file of (await readdir(join(root, 'schema'))).filter((name) => name.endsWith('.ts')))
    await cp(join(root, 'schema', file), join(checkout, 'schema', file));
  await writeFile(join(checkout, 'schema/migrations/0040-before.sql'), '-- compatible with the code before: yes\n');
  await writeFile(join(checkout, 'package.json'), '{ "type": "module" }');
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  await run('git', 'init', '--quiet');
  await run('git', 'add', 'schema');
  await run('git', '-c', 'user.name=A', '-c', 'user.email=a@b.c', 'commit', '--quiet', '-m', 'before');
});
afterAll(() => rm(checkout, { recursive: true }));

interface Ended {
  readonly code: number;
  readonly output: string;
}

const run = (program: string, ...words: readonly string[]) =>
  new Promise<Ended>((resolve) => {
    const child = execFile(program, words, { cwd: checkout }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, output: out + err }),
    );
  });
const migration = (...words: readonly string[]) =>
  run(process.execPath, join(root, 'scripts/write-migration.ts'), ...words);

/** Adds a line after the given line of a file of the schema. */
async function changeTable(subject: string, before: string, line: string): Promise<void> {
  const file = join(checkout, `schema/${subject}.ts`);
  const text = await readFile(file, 'utf8');
  expect(text).toContain(before);
  await writeFile(file, text.replace(before, before + line));
}

test('writes no file for an unchanged description', async () => {
  const { code, output } = await migration('add-colour');

  expect(code).toBe(1);
  expect(output).toContain('nothing to migrate');
  expect(await readdir(join(checkout, 'schema/migrations'))).toEqual(['0040-before.sql']);
});

test('refuses an invalid migration name', async () => {
  expect(await migration('Add_Colour')).toMatchObject({ code: 2 });
  expect(await migration()).toMatchObject({ code: 2 });
});

const fileOf = (name: string) => join(checkout, 'schema/migrations', name);

test('makes a migration with the next number for a column that may be null, which runs without changes', async () => {
  await changeTable('accounts', "    isDefault: boolean('is_default').notNull(),\n", "    colour: text('colour'),\n");

  expect(await migration('add-colour')).toMatchObject({ code: 0 });
  expect(await readFile(fileOf('0041-add-colour.sql'), 'utf8')).toBe(
    '-- compatible with the code before: yes\nALTER TABLE "workspaces" ADD COLUMN "colour" text;\n',
  );
  expect(await readMigrations(join(checkout, 'schema/migrations'))).toHaveLength(2);
});

test('shows a new column of lines to agents', async () => {
  await changeTable('book', "    county: text('county'),\n", "    zipCode: text('zip_code'),\n");

  expect(await migration('add-zip-codes')).toMatchObject({ code: 0 });
  expect(await readFile(fileOf('0042-add-zip-codes.sql'), 'utf8')).toContain(
    "\ncall show_column_to_agents('statement_lines', 'zip_code');\n",
  );
});

test('leaves open which code runs on the migration of a column that must be filled', async () => {
  await changeTable('book', "    county: text('county'),\n", "    origin: text('origin').notNull(),\n");

  expect(await migration('add-origins')).toMatchObject({ code: 0 });
  await expect(readMigrations(join(checkout, 'schema/migrations'))).rejects.toThrow('The first line of migration');
});

test('makes the grants of a new table', async () => {
  await appendFile(
    join(checkout, 'schema/accounts.ts'),
    "export const colours = pgTable('colours', { name: text('name') });\n",
  );

  expect(await migration('add-colours')).toMatchObject({ code: 0 });
  expect(await readFile(fileOf('0044-add-colours.sql'), 'utf8')).toMatch(
    /\ngrant delete, insert, select, update on colours to cas_service;\ngrant [a-z, ]+ on colours to cas_system;\n$/,
  );
});
