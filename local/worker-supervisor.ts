import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { PostgresQueue } from '../adapters/queue/postgres-queue.ts';
import { WORKER_SEMI_SPACE_MB, WORKER_SILENCE_SECONDS, WORKER_TIMEOUT_SECONDS } from '../core/limits/job-limits.ts';
import type { Services } from '../lambdas/runtime/services.ts';
import { type WorkerOrder, workerNews } from './worker-order.ts';

export interface WorkerSupervisor {
  /** Lets the workers finish what they are doing, for some seconds. What they could not finish is taken up at the next start. */
  close(): Promise<void>;
}

/** A worker that ended, and whether it was we who ended it. */
export interface WorkerDeath {
  /** What it had in hand; null when it was idle, or nobody knows. */
  readonly jobId: string | null;
  readonly cause: 'died' | 'timed-out' | 'stuck';
  /** What the other workers have in hand. */
  readonly jobsUnderWay: readonly string[];
}

export interface SupervisorOptions {
  readonly workers: number;
  /** Called, and awaited, before a new worker is started. */
  readonly onDeath: (death: WorkerDeath) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly program?: URL;
  readonly timeoutSeconds?: number;
  readonly silenceSeconds?: number;
}

const PROGRAM = new URL('./worker-process.ts', import.meta.url);
/** The size of the function on AWS, less what Node needs beside its heap. */
const HEAP_MEGABYTES = 1_536;
const CLOSE_GRACE_MS = 20_000;
/** The first restart comes soon; a worker that dies over and over is given ever longer breaks. */
const RESTART_MS = 500;
const RESTART_MS_MAX = 30_000;
/** A worker that lived this long had started well. */
const SETTLED_MS = 60_000;
const WATCH_MS = 1_000;

/**
 * Keeps worker processes running, each with one job at a time. Node can't stop code that does not return, so a worker whose job passes its
 * time, or that gives no sign of life, is killed; its job is known, and no other one is touched.
 */
export function superviseWorkers(order: WorkerOrder, options: SupervisorOptions): WorkerSupervisor {
  const workers: Worker[] = [];
  const othersOf = (worker: Worker) =>
    workers.flatMap((other) => (other === worker || other.jobId === null ? [] : [other.jobId]));
  for (let count = 0; count < options.workers; count += 1) {
    const worker = new Worker(order, options, othersOf);
    workers.push(worker);
    worker.start();
  }
  return {
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

/** The job of the dead worker fails or is queued again, and messages that it had received without beginning are shown at once. */
export async function takeUpAfter(
  { jobId, cause, jobsUnderWay }: WorkerDeath,
  services: Pick<Services, 'maintenance' | 'relayOutbox'>,
  queue: Pick<PostgresQueue, 'releaseAll'>,
): Promise<void> {
  if (jobId !== null) await services.maintenance.recoverJob(jobId, cause);
  await queue.releaseAll(jobsUnderWay);
  await services.relayOutbox();
}

class Worker {
  /** What it has in hand. */
  jobId: string | null = null;
  #child: ChildProcess | null = null;
  #restart: NodeJS.Timeout | null = null;
  #restartMs = RESTART_MS;
  #closing = false;
  #killedFor: 'timed-out' | 'stuck' | null = null;
  #jobBeganMs = 0;
  #aliveMs = 0;
  #watchedMs = 0;
  readonly #order: WorkerOrder;
  readonly #options: SupervisorOptions;
  readonly #othersOf: (worker: Worker) => readonly string[];

  constructor(order: WorkerOrder, options: SupervisorOptions, othersOf: (worker: Worker) => readonly string[]) {
    this.#order = order;
    this.#options = options;
    this.#othersOf = othersOf;
  }

  start(): void {
    const { program = PROGRAM, onError } = this.#options;
    const child = fork(fileURLToPath(program), [], {
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, `--max-semi-space-size=${WORKER_SEMI_SPACE_MB}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // In a process group of its own: Ctrl-C in a terminal is for the runtime, which then tells the worker.
      detached: true,
    });
    this.#child = child;
    this.#restart = null;
    this.#killedFor = null;
    const startedMs = performance.now();
    const watch = setInterval(() => this.#watch(), WATCH_MS);
    child.on('message', (message) => this.#hear(message));
    child.once('error', onError);
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      this.#child = null;
      if (this.#closing) return;
      const hasSettled = performance.now() - startedMs > SETTLED_MS;
      this.#restartMs = hasSettled ? RESTART_MS : Math.min(this.#restartMs * 2, RESTART_MS_MAX);
      const why = this.#killedFor === null ? `ended (${signal ?? code})` : `was killed: its job is ${this.#killedFor}`;
      onError(new Error(`The worker process ${why}; a new one is being started.`));
      void this.#replace();
    });
    child.send(this.#order, (error) => {
      if (error !== null) onError(error);
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    if (this.#restart !== null) clearTimeout(this.#restart);
    const child = this.#child;
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const cut = setTimeout(() => child.kill('SIGKILL'), CLOSE_GRACE_MS);
    await ended;
    clearTimeout(cut);
  }

  #hear(message: unknown): void {
    const news = workerNews.parse(message);
    this.#aliveMs = performance.now();
    if (news.kind === 'ended') this.jobId = null;
    if (news.kind !== 'began') return;
    this.jobId = news.jobId;
    this.#jobBeganMs = this.#aliveMs;
  }

  #watch(): void {
    const { timeoutSeconds = WORKER_TIMEOUT_SECONDS, silenceSeconds = WORKER_SILENCE_SECONDS } = this.#options;
    const nowMs = performance.now();
    // If it was this process that stood still, what the worker has said meanwhile has not been heard yet.
    const stoodStill = nowMs - this.#watchedMs > 3 * WATCH_MS;
    this.#watchedMs = nowMs;
    if (stoodStill || this.jobId === null || this.#closing) return;
    if (nowMs - this.#aliveMs > silenceSeconds * 1000) this.#kill('stuck');
    else if (nowMs - this.#jobBeganMs > timeoutSeconds * 1000) this.#kill('timed-out');
  }

  #kill(why: 'timed-out' | 'stuck'): void {
    this.#killedFor ??= why;
    this.#child?.kill('SIGKILL');
  }

  async #replace(): Promise<void> {
    const { onDeath, onError } = this.#options;
    const jobsUnderWay = this.#othersOf(this);
    // A message that came twice may have brought the same job to both, and then it is the other one's.
    const jobId = this.jobId !== null && jobsUnderWay.includes(this.jobId) ? null : this.jobId;
    this.jobId = null;
    await onDeath({ jobId, cause: this.#killedFor ?? 'died', jobsUnderWay }).catch(onError);
    if (!this.#closing) this.#restart = setTimeout(() => this.start(), this.#restartMs);
  }
}
