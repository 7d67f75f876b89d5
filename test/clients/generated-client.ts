import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OPENAPI_FILE } from '../../scripts/describe-api.ts';

/** Makes a client like an integrator, with the script and the program of the how-to, in a folder of its own. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const GUIDE = join(ROOT, 'docs/howto/generate-a-client.md');
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc');

const COMPILER_OPTIONS = {
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  // Checks api.d.ts too: a generated type that refers to itself is an error there, which becomes `any` if such errors are skipped.
  skipLibCheck: false,
  target: 'es2024',
  module: 'nodenext',
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
};

/** Makes the folder below the repository, so that the program finds the packages. */
export async function generateClient(description: URL = OPENAPI_FILE): Promise<string> {
  const caches = join(ROOT, '.cache');
  await mkdir(caches, { recursive: true });
  const folder = await mkdtemp(join(caches, 'client-'));
  const guide = await readFile(GUIDE, 'utf8');
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
  await writeFile(join(folder, 'generate-client.mjs'), blockOf(guide, 'js'));
  await writeFile(join(folder, 'program.ts'), blockOf(guide, 'ts'));
  await promisify(execFile)(process.execPath, ['generate-client.mjs', description.href], { cwd: folder });
  return folder;
}

/** Compiles the folder. Returns the compiler's messages; empty when everything compiles. */
export async function compile(folder: string): Promise<string> {
  const compiled = promisify(execFile)(process.execPath, [COMPILER, '-p', folder]);
  return compiled.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
}

function blockOf(guide: string, language: string): string {
  const [, indent = '', text] = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'm').exec(guide) ?? [];
  if (text === undefined) throw new Error(`The how-to has no block of ${language}.`);
  return text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
}
