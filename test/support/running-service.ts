import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { BANNER, BUNDLING } from '../../scripts/bundle-lambdas.ts';
import { madeOnce } from './made-once.ts';

/** The service of `npm start` as a separate process. */
export interface RunningService {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** Sends the signal and waits for the end. Resolves with the exit code; null after SIGKILL. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export interface StartOptions {
  readonly dataDirectory: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** By default the bundle of server/start.ts. */
  readonly program?: string | undefined;
}

export const OPERATOR_TOKEN = 'operator-token-of-a-test';

/** Waits until the service prints its address; rejects with its output if it ends instead. */
export async function startRunningService(options: StartOptions): Promise<RunningService> {
  const { child, output } = await launch(options);
  const ended = once(child, 'exit').then(() => null);
  for (;;) {
    const said = /API\s+(http:\S+)\/v1/.exec(output());
    if (said?.[1] !== undefined) return { url: said[1], process: child, output, stop: (signal) => stop(child, signal) };
    const next = await Promise.race([once(child.stdout ?? child, 'data'), ended]);
    if (next === null) throw new Error(`The service ended: ${output()}`);
  }
}

/** Runs a start that is expected to fail. */
export async function runToItsEnd(
  options: StartOptions,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { child, output } = await launch(options);
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, output: output() };
}

async function launch({ dataDirectory, environment = {}, program }: StartOptions) {
  const child = spawn(process.execPath, [program ?? (await bundledService('start'))], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDirectory,
      ADMIN_TOKEN: OPERATOR_TOKEN,
      DATABASE_URL: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
  }
  return { child, output: () => text };
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
  return child.exitCode;
}

export const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));

/** The programs of one machine, and those that they start. */
const PROGRAMS = [
  'server/start.ts',
  'server/worker-process.ts',
  'lambdas/runtime/file-reading-process.ts',
  'server/backup/backup.ts',
  'server/backup/restore.ts',
];

/** Packages that find files of their own by path. */
const UNBUNDLED = ['ssh2', 'libpg-query'];

/**
 * Returns the path of a program of `server/`, such as `start`, in one bundle with its modules, made once in a run. A start from the sources
 * spends two thirds of its processor time on loading some 1,200 modules in three processes. `npm-start.test.ts` starts the sources.
 */
export async function bundledService(program: 'start' | 'backup' | 'restore'): Promise<string> {
  const folder = await madeOnce('service', (draft) => bundleService(CHECKOUT, draft));
  return join(folder, `${program}.mjs`);
}

/** Writes the programs of a checkout into the folder. Files that the code finds by path are those of the checkout. */
export async function bundleService(checkout: string, folder: string): Promise<void> {
  await build({
    ...BUNDLING,
    absWorkingDir: checkout,
    entryPoints: PROGRAMS.map((path) => ({ in: join(checkout, path), out: basename(path, '.ts') })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    minify: false,
    splitting: true,
    banner: { js: BANNER },
    plugins: [unbundled, ownAddresses, ...BUNDLING.plugins],
  });
}

const unbundled: Plugin = {
  name: 'unbundled',
  setup({ onResolve }) {
    const { resolve } = createRequire(import.meta.url);
    onResolve({ filter: new RegExp(`^(${UNBUNDLED.join('|')})$`) }, ({ path }) => ({
      path: resolve(path),
      external: true,
    }));
  },
};

/** Lets modules keep their own addresses. Only the programs of one machine are found beside the bundle. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup({ onLoad }) {
    const names = PROGRAMS.map((path) => basename(path, '.ts')).join('|');
    const address = new RegExp(`(?:new URL\\('[./\\w-]*\\b(${names})\\.ts', )?import\\.meta\\.url`, 'g');
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(address, (_, program?: string) =>
        program === undefined ? JSON.stringify(pathToFileURL(path).href) : `new URL('${program}.mjs', import.meta.url`,
      ),
      loader: 'ts',
    }));
  },
};

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
