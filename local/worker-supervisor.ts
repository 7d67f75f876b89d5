import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { WORKER_SEMI_SPACE_MB } from '../core/limits.ts';
import type { WorkerOrder } from './worker-order.ts';

export interface WorkerSupervisor {
  /** Lets the worker finish what it is doing, for some seconds. What it could not finish is taken up at the next start. */
  close(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
/** The size of the function on AWS, less what Node needs beside its heap. */
const HEAP_MEGABYTES = 1_536;
const CLOSE_GRACE_MS = 20_000;
/** The first restart comes soon; a worker that dies over and over is given ever longer breaks. */
const RESTART_MS = 500;
const RESTART_MS_MAX = 30_000;
/** A worker that lived this long had started well. */
const SETTLED_MS = 60_000;

/** Keeps one worker process running. `onDeath` is called, and awaited, before a new one is started. */
export function superviseWorker(
  order: WorkerOrder,
  { onDeath, onError }: { readonly onDeath: () => Promise<void>; readonly onError: (error: unknown) => void },
): WorkerSupervisor {
  let closing = false;
  let worker: ChildProcess | null = null;
  let restart: NodeJS.Timeout | null = null;
  let restartMs = RESTART_MS;

  const start = () => {
    restart = null;
    const started = fork(PROGRAM, [], {
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, `--max-semi-space-size=${WORKER_SEMI_SPACE_MB}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    worker = started;
    const startedMs = performance.now();
    started.once('error', onError);
    started.once('exit', (code, signal) => {
      worker = null;
      if (closing) return;
      restartMs = performance.now() - startedMs > SETTLED_MS ? RESTART_MS : Math.min(restartMs * 2, RESTART_MS_MAX);
      onError(new Error(`The worker process ended (${signal ?? code}); a new one is being started.`));
      void replace();
    });
    started.send(order, (error) => {
      if (error !== null) onError(error);
    });
  };
  const replace = async () => {
    await onDeath().catch(onError);
    if (!closing) restart = setTimeout(start, restartMs);
  };
  start();

  return {
    async close() {
      closing = true;
      if (restart !== null) clearTimeout(restart);
      if (worker === null) return;
      const ended = once(worker, 'exit');
      worker.kill('SIGTERM');
      const cut = setTimeout(() => worker?.kill('SIGKILL'), CLOSE_GRACE_MS);
      await ended;
      clearTimeout(cut);
    },
  };
}
