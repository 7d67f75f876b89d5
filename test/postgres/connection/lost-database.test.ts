import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requireFilledDatabase } from '../../../server/database-watch.ts';
import { createEmptyDatabase, createTestDatabase } from '../../support/postgres.ts';

/** Guarantee: an empty external database is not mistaken for the database to which the files of a data directory belong. */

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lost-database-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('refuses an empty database beside files of an earlier one, and accepts it in a new directory', async () => {
  const { address, drop } = await createEmptyDatabase();
  await requireFilledDatabase(address, directory);
  await writeFile(join(directory, 'secret-key'), 'x');
  await expect(requireFilledDatabase(address, directory)).rejects.toThrow(
    /secret-key is there, and the database .* is empty/,
  );
  await drop();
});

test('accepts a database with tables', async () => {
  const { address, drop } = await createTestDatabase();
  await writeFile(join(directory, 'secret-key'), 'x');
  await requireFilledDatabase(address, directory);
  await drop();
});
