import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ConsoleAsset, ConsoleFiles } from '../../lambdas/http/console-pages.ts';
import { consoleBuildDirectory } from './console-build.ts';

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
