import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BANNER, BUNDLING } from '../../scripts/bundle-lambdas.ts';
import { madeOnce } from './made-once.ts';

/**
 * Returns the path of a program of the tests as one file, made once in a run. For a program that a test starts again and again: loading its
 * hundreds of modules takes longer than what it does.
 */
export async function bundledProgram(source: URL): Promise<string> {
  const name = basename(fileURLToPath(source), '.ts');
  const folder = await madeOnce(`program-${name}`, async (outdir) => {
    await build({
      ...BUNDLING,
      entryPoints: { [name]: fileURLToPath(source) },
      outdir,
      outExtension: { '.js': '.mjs' },
      minify: false,
      banner: { js: BANNER },
    });
  });
  return join(folder, `${name}.mjs`);
}
