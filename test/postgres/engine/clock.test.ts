import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Guarantee: no decision of the engine uses the clock of its own process, which may be an hour wrong. A duration (`performance.now`) and
 * a time from another source (`new Date(value)`) are no decisions.
 */

const ROOT = join(import.meta.dirname, '../../..');
const FOLDERS = ['core', 'app', 'adapters/postgres', 'adapters/queue', 'lambdas/queue', 'lambdas/schedule'];
const PROCESS_CLOCK = /Date\.now|new Date\(\)|new Date\b(?!\()|[^.]\bDate\(\)|Temporal\.Now|hrtime/;

it('reads no process clock in any folder of the engine', async () => {
  const files = (
    await Promise.all(
      FOLDERS.map(async (folder) => {
        const names = await readdir(join(ROOT, folder), { recursive: true });
        return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
      }),
    )
  ).flat();
  expect(files.length).toBeGreaterThan(50);
  const readers: string[] = [];
  for (const file of files) if (PROCESS_CLOCK.test(await readFile(join(ROOT, file), 'utf8'))) readers.push(file);
  expect(readers).toEqual([]);
});
