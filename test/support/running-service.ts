import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundledService } from './bundled-service.ts';

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
