import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BANNER, BUNDLING } from '../../scripts/bundle-lambdas.ts';
import { madeOnce } from './made-once.ts';

/**
 * Returns the path of a test program as one file, made once in a run. It is for a program that a test starts repeatedly, because loading
 * hundreds of modules takes longer than the work.
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
