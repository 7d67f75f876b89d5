import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ConsoleAsset, ConsoleFiles } from '../../lambdas/http/own-page.ts';

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

/** Returns the path itself for a file, all files below it but for built ones for a folder, in a fixed order; none if it is absent. */
async function filesBelow(path: string): Promise<readonly string[]> {
  if (!existsSync(path)) return [];
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !relative(path, file).startsWith('dist/'))
    .toSorted();
}

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));
const MEDIA_TYPES = new Map([
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
]);

/** The built console of an image, which has no sources (server/deploy/one-machine.Dockerfile). */
const BUILT_BEFORE = join(CHECKOUT, 'dist/site');

/**
 * Returns the files of the console, and builds them first if these sources have not been built yet. Null when there are neither sources nor
 * built files. Throws if the build fails.
 */
export async function openConsole(): Promise<ConsoleFiles | null> {
  const build = await consoleBuildDirectory(CHECKOUT);
  if (build === null) return existsSync(BUILT_BEFORE) ? readConsole(BUILT_BEFORE) : null;
  if (!build.isBuilt) await buildConsole();
  return readConsole(build.directory);
}

async function readConsole(directory: string): Promise<ConsoleFiles> {
  const folder = join(directory, 'console');
  const assets = new Map<string, ConsoleAsset>();
  for (const name of await readdir(folder)) {
    const mediaType = MEDIA_TYPES.get(extname(name));
    if (mediaType === undefined) throw new Error(`The console has a file of an unknown kind: ${name}`);
    assets.set(name, { mediaType, bytes: new Uint8Array(await readFile(join(folder, name))) });
  }
  return { page: await readFile(join(directory, 'index.html'), 'utf8'), assets };
}

/** The pages cannot be built here. The message is for the operator. */
export class ConsoleNotBuilt extends Error {
  override readonly name = 'ConsoleNotBuilt';
}

/** Throws `ConsoleNotBuilt` where the packages that build the pages are left out, as on a server. */
export function requireBuildPackages(checkout: string): void {
  if (existsSync(join(checkout, 'node_modules/@vitejs/plugin-react'))) return;
  throw new ConsoleNotBuilt(
    'The packages that build them are not installed here. In a checkout of the same version that has them (npm ci) run ' +
      `"npm run console:build", copy its folder dist/console to ${join(checkout, 'dist')}, and start again.`,
  );
}

/** Builds the console in a separate process, because the bundler's memory is of no use to the service afterwards. */
async function buildConsole(): Promise<void> {
  requireBuildPackages(CHECKOUT);
  await promisify(execFile)(process.execPath, [join(CHECKOUT, 'scripts/build-console.ts')]);
}
