import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The folders and files that the console is built from. */
const SOURCES = ['console', 'client', 'package-lock.json', 'scripts/build-console.ts'];

export interface ConsoleBuild {
  /** The folder of the files that are built from the present sources, whether it exists or not. */
  readonly directory: string;
  readonly parent: string;
  readonly isBuilt: boolean;
}

/**
 * Returns where the built console of this checkout is. The directory is named by a hash of the sources, so a build never outlives them.
 * Null when the checkout has no console, such as an image of the server alone.
 */
export async function consoleBuildDirectory(checkout: string): Promise<ConsoleBuild | null> {
  if (!existsSync(join(checkout, 'console/index.html'))) return null;
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of await filesBelow(join(checkout, source))) {
      hash
        .update(`${relative(checkout, path)}\0`)
        .update(await readFile(path))
        .update('\0');
    }
  }
  const parent = join(checkout, 'dist/console');
  const directory = join(parent, hash.digest('hex').slice(0, 16));
  return { directory, parent, isBuilt: existsSync(join(directory, 'index.html')) };
}

/** Returns the path itself for a file, all files below it for a folder, in a fixed order; none if it is absent. */
async function filesBelow(path: string): Promise<readonly string[]> {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}
