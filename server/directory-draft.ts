import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Makes a directory completely or not at all: it is filled beside its place and then moved into it, so that a killed process leaves no
 * incomplete directory. Of concurrent attempts the first wins, and the others find the directory complete. Returns true for the first.
 */
export async function createDirectory(path: string, fill: (draft: string) => Promise<void>): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  await removeDrafts(path);
  const draft = await mkdtemp(`${path}.new-${process.pid}-`);
  try {
    await fill(draft);
    await rename(draft, path);
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')))
      throw error;
    return false;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the leftovers of attempts whose process was killed. */
async function removeDrafts(path: string): Promise<void> {
  const prefix = `${basename(path)}.new-`;
  for (const name of await readdir(dirname(path))) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(join(dirname(path), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
