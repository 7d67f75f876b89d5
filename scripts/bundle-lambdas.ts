// The program of `npm run bundle`: makes dist/lambdas/<name>/ and dist/site, which the stacks upload. With --measure it prints how long
// each start takes.
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { readOptions } from '../server/settings.ts';
import { measureStart, openStarter } from './measure-start.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
export const BUNDLES = join(root, 'dist/lambdas');
const SITE = join(root, 'dist/site');
/** The folder of source maps, which are not uploaded: they hold the whole source, and reading them would slow every start. */
const SOURCE_MAPS = join(root, 'dist/source-maps');
const ENTRIES = join(root, 'lambdas/entry');
const { resolve: resolvePackage } = createRequire(import.meta.url);

/** The code that defines `require`, `__filename` and `__dirname`, which CommonJS packages use and an ES module does not have. */
export const BANNER = [
  "import { createRequire as __createRequire } from 'node:module';",
  'const require = __createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;',
].join('');

/** Marks our modules as free of side effects when loaded, so that the bundle omits unused modules with everything they import. */
const onlyWhatIsUsed: Plugin = {
  name: 'only-what-is-used',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }));
  },
};

/** Leaves out the messages of zod in other languages than the one that the service needs. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup({ onLoad }) {
    onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(resolvePackage('zod/v4/locales')),
    }));
  },
};

/** The build settings of our code for every program. */
export const BUNDLING = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  charset: 'utf8',
  // Code recognises errors by their names, and many errors take the name from their class.
  keepNames: true,
  legalComments: 'external',
  plugins: [onlyWhatIsUsed, oneLanguage],
  logLevel: 'error',
  absWorkingDir: root,
} satisfies BuildOptions;

export interface Bundle {
  readonly name: string;
  readonly directory: string;
  /** The bytes of all code, including code that is loaded later. */
  readonly bytes: number;
  /** The unpacked bytes of everything that is uploaded. */
  readonly totalBytes: number;
  /** The packages whose code is in the bundle, whenever it is loaded. */
  readonly packages: readonly string[];
  /** The bytes of code that a start loads, by package; code that only a few requests need is loaded later and does not count. */
  readonly startBytes: ReadonlyMap<string, number>;
}

/** Returns the bytes of code that a start loads. */
export const loadedAtStart = ({ startBytes }: Bundle): number =>
  [...startBytes.values()].reduce((sum, bytes) => sum + bytes, 0);

/** The name of our own code among the packages. */
export const OWN_CODE = 'own code';

/** Bundles every entry, or the named ones, each into one file, with the files beside it that the code reads at run time. */
export async function bundleLambdas(directory = BUNDLES, only?: readonly string[]): Promise<readonly Bundle[]> {
  await rm(directory, { recursive: true, force: true });
  const files = (await readdir(ENTRIES)).filter((file) => file.endsWith('.ts')).sort();
  const names = files.map((file) => basename(file, '.ts')).filter((name) => only?.includes(name) ?? true);
  const reading = join(directory, 'file-reading');
  await bundleFileReading(reading);
  const bundles = await Promise.all(names.map((name) => bundleEntry(name, directory, reading)));
  await rm(reading, { recursive: true });
  return bundles;
}

async function bundleEntry(name: string, parent: string, reading: string): Promise<Bundle> {
  const directory = join(parent, name);
  const { metafile } = await build({
    entryPoints: { index: join(ENTRIES, `${name}.ts`) },
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    ...BUNDLING,
    // A dynamically imported module becomes a file of its own, which a cold start does not read.
    splitting: true,
    chunkNames: 'later/[name]-[hash]',
    sourcemap: 'external',
    metafile: true,
    banner: { js: BANNER },
  });
  if (READS_FILES.has(name)) await cp(reading, directory, { recursive: true });
  await takeSourceMaps(directory, join(SOURCE_MAPS, name));
  const packages = [...bytesByPackage(Object.values(metafile.outputs)).keys()]
    .filter((name) => name !== OWN_CODE)
    .sort();
  await copyFilesOf(name, packages, directory);
  const code = Object.entries(metafile.outputs).filter(([path]) => path.endsWith('.mjs'));
  const bytes = code.reduce((sum, [, output]) => sum + output.bytes, 0);
  const startBytes = bytesByPackage(outputsAtStart(metafile));
  return { name, directory, bytes, totalBytes: await bytesIn(directory), packages, startBytes };
}

/** The bundles that read files in processes whose program is a file beside the bundle. */
const READS_FILES = new Set(['http-api', 'upload-service', 'receive-mail', 'ingest-statement']);

async function bundleFileReading(directory: string): Promise<void> {
  await build({
    entryPoints: { 'file-reading-process': join(root, 'lambdas/runtime/file-reading-process.ts') },
    outdir: directory,
    outExtension: { '.js': '.mjs' },
    ...BUNDLING,
    // The libraries for workbooks and PDFs are loaded by the first file that needs them.
    splitting: true,
    chunkNames: 'reading/[name]-[hash]',
    sourcemap: 'external',
    banner: { js: BANNER },
  });
  // The maps are beside the reader of PDFs, which finds them by path (adapters/statement-file/pdf/open-pdf.ts).
  const maps = join(dirname(resolvePackage('pdfjs-dist/package.json')), 'cmaps');
  await cp(maps, join(directory, 'reading/cmaps'), { recursive: true });
}

async function takeSourceMaps(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  for (const file of (await readdir(from, { recursive: true })).filter((path) => path.endsWith('.map'))) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await rename(join(from, file), join(to, file));
  }
}

/** Copies the files that the code finds by path: migrations, the parser's compiled half, the reference page and the pages of `docs/`. */
async function copyFilesOf(name: string, packages: readonly string[], directory: string): Promise<void> {
  if (name === 'migrate-database') {
    await cp(join(root, 'schema/migrations'), join(directory, 'migrations'), { recursive: true });
  }
  if (packages.includes('libpg-query')) {
    await copyFile(resolvePackage('libpg-query/wasm/libpg-query.wasm'), join(directory, 'libpg-query.wasm'));
  }
  if (name === 'http-api' || name === 'upload-service') {
    const page = join(directory, 'node_modules/swagger-ui-dist');
    await mkdir(page, { recursive: true });
    const from = dirname(resolvePackage('swagger-ui-dist/package.json'));
    for (const file of ['package.json', 'LICENSE', 'swagger-ui.css', 'swagger-ui-bundle.js']) {
      await copyFile(join(from, file), join(page, file));
    }
    await cp(join(root, 'docs'), join(directory, 'docs'), {
      recursive: true,
      filter: (path) => extname(path) === '' || path.endsWith('.md'),
    });
  }
}

type Output = Metafile['outputs'][string];

/** Returns the entry's own file, and every file that it imports statically. */
function outputsAtStart({ outputs }: Metafile): readonly Output[] {
  const entry = Object.keys(outputs).find((path) => path.endsWith('/index.mjs')) ?? '';
  const loaded = new Set([entry]);
  // Iterating over a set includes the items that are added meanwhile.
  for (const path of loaded) {
    for (const { path: imported, kind, external } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && external !== true) loaded.add(imported);
    }
  }
  return [...loaded].flatMap((path) => outputs[path] ?? []);
}

function bytesByPackage(outputs: readonly Output[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [path, { bytesInOutput }] of outputs.flatMap(({ inputs }) => Object.entries(inputs))) {
    const name = packageOf(path);
    if (bytesInOutput > 0) sums.set(name, (sums.get(name) ?? 0) + bytesInOutput);
  }
  return sums;
}

function packageOf(path: string): string {
  const [, inPackage] = path.split(/.*node_modules\//);
  if (inPackage === undefined) return OWN_CODE;
  const [first = '', second = ''] = inPackage.split('/');
  return first.startsWith('@') ? `${first}/${second}` : first;
}

async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Builds the console in a process of its own, because its bundler holds the memory until the end. */
async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(root, 'scripts/build-console.ts'), '--to', SITE]);
}

const HELP = `Bundles every deployed function into dist/lambdas, and the pages for people into dist/site.

  npm run bundle
  npm run bundle -- --measure    also says how long each takes to start
  npm run bundle -- --help       this text
`;

if (import.meta.main) {
  const kibibytes = (bytes: number) => `${Math.round(bytes / 1024)} KiB`.padStart(10);
  const { values } = readOptions(HELP, (args) => parseArgs({ args, options: { measure: { type: 'boolean' } } }));
  await buildConsole();
  const starter = values.measure === true ? await openStarter() : null;
  for (const bundle of await bundleLambdas()) {
    const start = starter === null ? '' : `  starts in ${await measureStart(starter, bundle)} ms`;
    process.stdout.write(
      `${bundle.name.padEnd(22)} code ${kibibytes(bundle.bytes)}  in all ${kibibytes(bundle.totalBytes)}${start}\n`,
    );
  }
  starter?.close();
}
