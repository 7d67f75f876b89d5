// The program of `npm run packages`, and of `npm pack` in the folder of a package: builds client/dist and cli/dist. An argument, `client`
// or `cli`, builds that package alone.
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Compiles the client file by file, so that a bundler of others drops what they do not use. */
async function buildClient(): Promise<void> {
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', join(root, 'client')]);
}

/** Bundles the command line with all of its packages, so that `npx` downloads a single archive. */
async function buildCommandLine(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { 'commission-statements': 'cli/main.ts' },
    outdir: 'cli/dist',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    // Each command loads only the code that it needs.
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    minify: true,
    // Errors take their names from their classes.
    keepNames: true,
    legalComments: 'external',
    charset: 'utf8',
    logLevel: 'error',
    banner: { js: '#!/usr/bin/env node' },
  });
}

const BUILDS = new Map([
  ['client', buildClient],
  ['cli', buildCommandLine],
]);

for (const name of process.argv.length > 2 ? process.argv.slice(2) : BUILDS.keys()) {
  const buildOne = BUILDS.get(name);
  if (buildOne === undefined)
    throw new Error(`There is no package "${name}": name ${[...BUILDS.keys()].join(' or ')}.`);
  await rm(join(root, name, 'dist'), { recursive: true, force: true });
  await buildOne();
}
