import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMigrations } from '../../adapters/postgres/migrations/migration-files.ts';

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

async function addColumn(line: string): Promise<void> {
  const file = join(checkout, 'schema/accounts.ts');
  const text = await readFile(file, 'utf8');
  const before = "    isDefault: boolean('is_default').notNull(),\n";
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

test('makes a migration with the next number of a new column, which runs once its first line is filled in', async () => {
  await addColumn("    colour: text('colour'),\n");

  expect(await migration('add-colour')).toMatchObject({ code: 0 });
  const file = join(checkout, 'schema/migrations/0041-add-colour.sql');
  const text = await readFile(file, 'utf8');
  const [first, ...statements] = text.split('\n');
  expect(statements).toEqual(['ALTER TABLE "workspaces" ADD COLUMN "colour" text;', '']);
  await expect(readMigrations(join(checkout, 'schema/migrations'))).rejects.toThrow('The first line of migration');

  await writeFile(file, text.replace(first ?? '', '-- compatible with the code before: yes'));
  expect(await readMigrations(join(checkout, 'schema/migrations'))).toHaveLength(2);
});
