import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { DatabaseAddress } from '../adapters/postgres/connection/connection.ts';
import type { PostgresQueue } from '../adapters/queue/postgres-queue.ts';
import type { TaskRunner } from '../app/operations/scheduled-tasks.ts';
import { WORKER_SEMI_SPACE_MB, WORKER_SILENCE_SECONDS, WORKER_TIMEOUT_SECONDS } from '../core/limits/job-limits.ts';

/**
 * The order that the runtime sends its worker process at the start. It goes over the pipe between them, because addresses may hold a
 * password.
 */
const workerOrderSchema = z.object({
  dataDirectory: z.string(),
  objectDirectory: z.string(),
  publicUrl: z.string(),
  address: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('url'), url: z.string() }),
    z.object({
      kind: z.literal('socket'),
      directory: z.string(),
      port: z.number(),
      user: z.string(),
      database: z.string(),
    }),
  ]),
});

export interface WorkerOrder {
  /** The directory whose disk has to have room before a job begins. */
  readonly dataDirectory: string;
  readonly objectDirectory: string;
  /** The base address of the links that clients get. */
  readonly publicUrl: string;
  readonly address: DatabaseAddress;
}

/** The messages from a worker to the runtime: its current job, and that it is alive. */
export const workerNews = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('began'), jobId: z.string() }),
  z.object({ kind: z.literal('ended') }),
  z.object({ kind: z.literal('alive') }),
]);
export type WorkerNews = z.output<typeof workerNews>;

export function readWorkerOrder(message: unknown): WorkerOrder {
  return workerOrderSchema.parse(message);
}

export interface WorkerSupervisor {
  /** Gives the workers some seconds to finish. The next start takes up unfinished work. */
  close(): Promise<void>;
}

/** A worker that ended, and whether this process ended it. */
export interface WorkerDeath {
  /** The worker's current job; null when it was idle or unknown. */
  readonly jobId: string | null;
  readonly cause: 'died' | 'timed-out' | 'stuck';
  /** The current jobs of the other workers. */
  readonly jobsUnderWay: readonly string[];
}

export interface SupervisorOptions {
  readonly workers: number;
  /** The function is called, and awaited, before a new worker is started. */
  readonly onDeath: (death: WorkerDeath) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly program?: URL;
  readonly timeoutSeconds?: number;
  readonly silenceSeconds?: number;
}

const PROGRAM = new URL('./worker-process.ts', import.meta.url);
/** The heap of a worker: the memory of the function on AWS, less the memory that Node needs beside its heap. */
const HEAP_MEGABYTES = 1_536;
const CLOSE_GRACE_MS = 20_000;
/** The milliseconds before the first restart. Each further early death doubles the pause, up to RESTART_MS_MAX. */
const RESTART_MS = 500;
const RESTART_MS_MAX = 30_000;
/** The milliseconds of life after which a worker's end no longer counts as an early death. */
const SETTLED_MS = 60_000;
const WATCH_MS = 1_000;

/**
 * Keeps worker processes running, each with one job at a time. Node cannot stop code that does not return, so a worker is killed when its
 * job exceeds its time or when it gives no sign of life. Its job is known, and the others go on.
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

/** Fails the job of the dead worker or queues it again, and makes messages visible that the worker received but did not begin. */
export async function recoverAfterDeath(
  { jobId, cause, jobsUnderWay }: WorkerDeath,
  { maintenance, relayOutbox }: Pick<TaskRunner, 'maintenance' | 'relayOutbox'>,
  queue: Pick<PostgresQueue, 'releaseAll'>,
): Promise<void> {
  if (jobId !== null) await maintenance.recoverJob(jobId, cause);
  await queue.releaseAll(jobsUnderWay);
  await relayOutbox();
}

class Worker {
  /** The worker's current job. */
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
      // The worker has a process group of its own: Ctrl-C in a terminal is for the runtime, which then tells the worker.
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
    // If this process itself was suspended, it has not read the messages that the workers sent meanwhile.
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
    // A message that was delivered twice may have given the same job to two workers. The other worker then keeps the job.
    const jobId = this.jobId !== null && jobsUnderWay.includes(this.jobId) ? null : this.jobId;
    this.jobId = null;
    await onDeath({ jobId, cause: this.#killedFor ?? 'died', jobsUnderWay }).catch(onError);
    if (!this.#closing) this.#restart = setTimeout(() => this.start(), this.#restartMs);
  }
}
