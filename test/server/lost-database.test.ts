import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireDatabaseFolder } from '../../server/database-watch.ts';
import { DataDirectoryUnusable } from '../../server/postgres-data.ts';

/** Guarantee: a data directory that had a database does not silently get an empty database. */

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lost-database-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function put(path: string): Promise<void> {
  await mkdir(dirname(join(directory, path)), { recursive: true });
  await writeFile(join(directory, path), 'x');
}

test.each([
  ['secret-key'],
  ['operator-token.sha256'],
  ['objects/raw/account/file'],
  ['drops/sftp/user/incoming/a.csv'],
  ['mail/1.eml'],
])('refuses a directory without its database: %s', async (path) => {
  await put(path);
  const refused = requireDatabaseFolder(directory);
  await expect(refused).rejects.toThrow(DataDirectoryUnusable);
  await expect(refused).rejects.toThrow(path);
  await mkdir(join(directory, 'postgres'));
  await expect(requireDatabaseFolder(directory)).rejects.toThrow(path);
  await put('postgres/PG_VERSION');
  await requireDatabaseFolder(directory);
});

test('accepts a new directory with empty folders, and with a host key that was put there', async () => {
  for (const folder of ['objects/raw', 'drops', 'mail', 'spool'])
    await mkdir(join(directory, folder), { recursive: true });
  await put('sftp-host-key');
  await requireDatabaseFolder(directory);
});
