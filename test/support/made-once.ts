import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { asOwner } from './postgres.ts';

/**
 * Returns a folder that is filled once in a run of the tests, by the first file that asks for it; others wait. Tests only read it, and it
 * is deleted with the run.
 */
export async function madeOnce(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), name);
  if (existsSync(folder)) return folder;
  await asOwner(inject('postgres'), async (sql) => {
    await sql`set statement_timeout = 0`;
    await sql`select pg_advisory_lock(hashtext(${name}))`;
    if (existsSync(folder)) return;
    const draft = await mkdtemp(`${folder}-`);
    try {
      await fill(draft);
      await rename(draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  });
  return folder;
}
