import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { rescoreFile, retractFile, retryJob } from '../../app/files/command-files.ts';
import { runTask, TASK_NAMES } from '../../app/operations/scheduled-tasks.ts';
import type { BookKey } from '../../core/book-key.ts';
import { isRefused } from '../../core/problem.ts';
import type { ModelFile } from '../support/book-model-record.ts';
import { createBook, type MemoryObjects, memoryObjects, ORIGIN, sqsEvent, upload } from '../support/engine.ts';
import { statementCsv } from '../support/engine-book.ts';
import { listJobs } from '../support/engine-tables.ts';
import { type Fault, FaultPlan } from './fault-plan.ts';
import { type FaultyProcess, startCleanProcess, startFaultyProcess } from './faulty-process.ts';
import {
  type BookHistory,
  findFaultsOfBook,
  findFaultsOfTrail,
  historiesOf,
  periodOf,
  type Request,
} from './oracle.ts';
import type { Server } from './server.ts';

/** Makes one run: agencies send the requests of the seed, processes die, and at the end all guarantees are checked. */

export interface RunReport {
  readonly struck: readonly Fault[];
  /** All steps of the run with their counts. */
  readonly steps: ReadonlyMap<string, number>;
  readonly jobs: number;
  /** Objects without a row, because a process died between storing the two. The lifecycle of the object store deletes them. */
  readonly orphanObjects: number;
  /** Jobs with a lost message, which the recovery task sent again. */
  readonly resent: number;
  /** A sentence for each violated guarantee; empty when the run passed. */
  readonly wrong: readonly string[];
}

/** The visibility time of a message, which no run exceeds. Only a message that was given back is received a second time. */
const HIDDEN_SECONDS = 3_600;
/** The number of rounds after which a repeated call, or a run that does not become quiet, counts as stuck. */
const ROUNDS_MAX = 200;
const IDLE_MS = 2;
const WORKERS = 2;

interface OpenHistory extends BookHistory {
  readonly files: Map<string, ModelFile>;
  readonly acceptedJobIds: string[];
  readonly abandonedJobIds: Set<string>;
}

export async function runFaults(server: Server, seed: number, faults: readonly Fault[]): Promise<RunReport> {
  const run = new FaultRun(server, faults);
  try {
    return await run.play(seed);
  } finally {
    await run.close();
  }
}

class FaultRun {
  readonly #server: Server;
  readonly #plan: FaultPlan;
  readonly #stored: MemoryObjects = memoryObjects();
  readonly #objects: MemoryObjects;
  readonly #clean: FaultyProcess;
  readonly #processes: FaultyProcess[] = [];
  readonly #outOfReach = new Set<string>();
  readonly #unanswered = { uploads: 0, purges: 0 };
  #resent = 0;
  #isSubmitting = true;
  /** The present process of each role. */
  readonly #roles = new Map<string, FaultyProcess>();

  constructor(server: Server, faults: readonly Fault[]) {
    this.#server = server;
    this.#plan = new FaultPlan(faults);
    this.#objects = {
      ...this.#stored,
      get: async (key) => {
        const bytes = await this.#stored.get(key);
        if (bytes !== null && this.#outOfReach.has(Buffer.from(bytes).toString()))
          throw new Error('S3 is out of reach');
        return bytes;
      },
    };
    this.#clean = startCleanProcess(server, this.#objects);
  }

  async close(): Promise<void> {
    await Promise.all([this.#clean, ...this.#processes].map((process) => process.close()));
  }

  async play(seed: number): Promise<RunReport> {
    const books = await this.#createBooks();
    const histories = historiesOf(seed).flatMap((requests, index) => {
      const book = books[index];
      const files = new Map<string, ModelFile>();
      return book === undefined
        ? []
        : [{ requests, history: { book, files, acceptedJobIds: [], abandonedJobIds: new Set<string>() } }];
    });
    const workers = Array.from({ length: WORKERS }, (_, index) => this.#work(`worker ${index}`));
    await Promise.all(histories.map(({ requests, history }) => this.#submitAll(requests, history)));
    this.#isSubmitting = false;
    await Promise.all(workers);
    const open = histories.map(({ history }) => history);
    await this.#untilQuiet();
    await this.#retryFailed(open);
    await this.#purge(open);
    this.#plan.end();
    await this.#untilQuiet();
    await this.#retryFailed(open);
    return this.#report(open);
  }

  /** Creates the books of two accounts. The first account has two carriers, and the second account shares the first of them. */
  async #createBooks(): Promise<readonly BookKey[]> {
    const first = await createBook(asEngine(this.#clean, this.#objects));
    const second = await createBook(asEngine(this.#clean, this.#objects), { accountId: first.accountId });
    const third = await createBook(asEngine(this.#clean, this.#objects), { carrierId: first.carrierId, config: null });
    return [first, second, third];
  }

  /** The process of a role. Starts a new process if the last one is dead. */
  #in(role: string): FaultyProcess {
    const present = this.#roles.get(role);
    if (present !== undefined && !present.isDead()) return present;
    const started = startFaultyProcess({
      server: this.#server,
      objects: this.#objects,
      plan: this.#plan,
      meanwhile: () => this.#workAside(),
      log: () => undefined,
    });
    this.#processes.push(started);
    this.#roles.set(role, started);
    return started;
  }

  /** Repeats a call that got no answer. */
  async #insist<T>(role: string, call: (process: FaultyProcess) => Promise<T>, onError?: () => void): Promise<T> {
    for (let round = 0; ; round++) {
      try {
        return await call(this.#in(role));
      } catch (error) {
        onError?.();
        if (round > ROUNDS_MAX) throw error;
      }
    }
  }

  /** Runs a call in a process without faults of its own, which only a restart of the server can disturb. */
  async #repair<T>(call: (process: FaultyProcess) => Promise<T>): Promise<T> {
    for (let round = 0; ; round++) {
      try {
        return await call(this.#clean);
      } catch (error) {
        if (round > ROUNDS_MAX) throw error;
        await delay(IDLE_MS);
      }
    }
  }

  async #submitAll(requests: readonly Request[], history: OpenHistory): Promise<void> {
    const newest = new Map<string, string>();
    for (const request of requests) {
      if ('file' in request) {
        const fileId = await this.#upload(request, history);
        if (fileId !== null) newest.set(request.file.period, fileId);
        continue;
      }
      const fileId = newest.get(periodOf(request));
      if (fileId === undefined) continue;
      const command = { accountId: history.book.accountId, fileId, origin: ORIGIN };
      const ask = request.kind === 'retract' ? retractFile : rescoreFile;
      const outcome = await this.#insist('api', ({ services }) => ask(services.files, command));
      if (!isRefused(outcome)) history.acceptedJobIds.push(outcome.jobId);
    }
  }

  async #upload(request: Extract<Request, { file: ModelFile }>, history: OpenHistory): Promise<string | null> {
    const { file, kind: mode } = request;
    const csv = statementCsv(file);
    if (request.isOutOfReach === true) this.#outOfReach.add(csv);
    const statement = { period: file.period, csv, mode, key: randomUUID() };
    const outcome = await this.#insist(
      'api',
      (process) => upload(process, history.book, statement),
      () => {
        this.#unanswered.uploads += 1;
      },
    );
    if (isRefused(outcome)) return null;
    const { jobId, fileId } = outcome.job;
    history.files.set(fileId, file);
    history.acceptedJobIds.push(jobId);
    return fileId;
  }

  /** Works as a worker until no more messages are sent. A worker that dies is replaced, and its work is taken up. */
  async #work(role: string): Promise<void> {
    for (;;) {
      const isLast = !this.#isSubmitting;
      const worked = await this.#workOnce(role);
      if (!worked && isLast) return;
      if (!worked) await delay(IDLE_MS);
    }
  }

  /** True when there was a message, or may have been one. */
  async #workOnce(role: string): Promise<boolean> {
    const process = this.#in(role);
    try {
      return await takeOne(process);
    } catch {
      if (process.isDead()) await this.#takeUpUnfinished();
      return true;
    }
  }

  async #takeUpUnfinished(): Promise<void> {
    await this.#repair(async ({ services, ownQueue }) => {
      await services.tasks.maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: HIDDEN_SECONDS, limit: 100 });
      await ownQueue.releaseAll();
    });
  }

  /** Does the work of the other processes while one process stands still. */
  async #workAside(): Promise<void> {
    await this.#takeUpUnfinished();
    await this.#repair(({ services }) => services.outbox.relayOutbox());
    while (await this.#repair(takeOne)) {
      // Runs until no message is left.
    }
  }

  async #untilQuiet(): Promise<void> {
    for (let round = 0; ; round++) {
      const { jobs, messages } = await this.#countOpen();
      if (jobs === 0 && messages === 0) return;
      if (round > ROUNDS_MAX) throw new Error(`Still open: ${jobs} jobs, ${messages} messages`);
      // The server may take a while to notice that a dead process has gone, whose transaction locks the rows of its messages until then.
      await delay(IDLE_MS * round);
      await this.#insist('tasks', ({ services }) => services.outbox.sweepOutbox());
      // Sends again only jobs that nothing else would restart: queued jobs without a message.
      const resendSeconds = messages === 0 && round > 2 ? 0 : HIDDEN_SECONDS;
      const options = { stuckSeconds: 0, resendSeconds, limit: 100 };
      const { resent } = await this.#insist('tasks', ({ services }) => services.tasks.maintenance.recoverJobs(options));
      this.#resent += resent;
      await this.#repair(({ ownQueue }) => ownQueue.releaseAll());
      await Promise.all(Array.from({ length: WORKERS }, (_, index) => this.#work(`worker ${index}`)));
    }
  }

  #countOpen(): Promise<{ jobs: number; messages: number }> {
    return this.#repair(({ database }) =>
      database.system(async (sql) => {
        const [row] = await sql<{ jobs: number; messages: number }[]>`
          select (select count(*)::int from jobs where status in ('queued', 'processing')) as jobs,
            ((select count(*) from queue_messages) +
              (select count(*) from outbox where topic = 'statement' and sent_at is null))::int as messages`;
        return row ?? { jobs: 0, messages: 0 };
      }),
    );
  }

  /** Retries readable files whose jobs failed, because they used up their attempts or could not reach their bytes, until none is left. */
  async #retryFailed(histories: readonly OpenHistory[]): Promise<void> {
    this.#outOfReach.clear();
    for (let round = 0; round < ROUNDS_MAX; round++) {
      let retried = 0;
      for (const history of histories) {
        for (const jobId of await this.#failedFor(history)) {
          const command = { accountId: history.book.accountId, jobId, origin: ORIGIN };
          const outcome = await this.#insist('api', ({ services }) => retryJob(services.files, command));
          // A retry that is refused while the job is failed means that another file took its place. Otherwise an answer was lost.
          if (isRefused(outcome) && (await this.#failedFor(history)).includes(jobId))
            history.abandonedJobIds.add(jobId);
          else retried += 1;
        }
      }
      if (retried === 0) return;
      await this.#untilQuiet();
    }
    throw new Error('Jobs fail again and again');
  }

  /** Failed jobs that a retry can complete, because their files are readable. */
  async #failedFor({ book, files, abandonedJobIds }: OpenHistory): Promise<readonly string[]> {
    const jobs = await this.#repair(({ database }) => listJobs(database, book));
    return jobs
      .filter((job) => job.status === 'failed' && !abandonedJobIds.has(job.jobId))
      .filter(({ fileId }) => (files.get(fileId)?.lines.length ?? 0) > 0)
      .map(({ jobId }) => jobId);
  }

  /** Runs the scheduled tasks as of a day later, which delete the bytes. */
  async #purge(histories: readonly OpenHistory[]): Promise<void> {
    await this.#repair(({ database }) =>
      database.system(async (sql) => {
        for (const { book } of histories)
          await sql`update jobs set completed_at = completed_at - interval '25 hours' where account_id = ${book.accountId}`;
      }),
    );
    for (const task of TASK_NAMES) {
      await this.#insist(
        'tasks',
        ({ services }) => runTask(services.tasks, task),
        () => {
          if (task === 'purge_files') this.#unanswered.purges += 1;
        },
      );
    }
  }

  async #report(histories: readonly BookHistory[]): Promise<RunReport> {
    const { database } = this.#clean;
    const wrong: string[] = [];
    for (const history of histories) wrong.push(...(await findFaultsOfBook(database, history)));
    const accounts = [...new Set(histories.map(({ book }) => book.accountId))];
    const jobs = (await Promise.all(accounts.map((accountId) => listJobs(database, { accountId })))).flat();
    const jobIds = jobs.map(({ jobId }) => jobId);
    wrong.push(...(await findFaultsOfTrail(database, jobIds)));
    const asked = new Set(histories.flatMap(({ files }) => [...files.keys()]));
    if (jobs.some(({ fileId }) => !asked.has(fileId))) wrong.push('A job that nobody was told of');
    const known = new Set(jobs.map(({ fileId }) => fileId));
    const keys = [...this.#stored.stored.keys()];
    const orphans = keys.filter((key) => !known.has(key.split('/').at(-1) ?? '')).length;
    if (orphans > this.#unanswered.uploads)
      wrong.push(`${orphans} objects without a file that no lost upload explains`);
    if (keys.length > orphans && this.#unanswered.purges === 0)
      wrong.push(`${keys.length - orphans} objects kept by a purge that was not interrupted`);
    if (jobs.some(({ isPurged }) => !isPurged)) wrong.push('A file was not purged');
    const { struck, reached } = this.#plan;
    return { struck, steps: reached, jobs: jobs.length, orphanObjects: keys.length, resent: this.#resent, wrong };
  }
}

const QUEUES = ['statements', 'statements-dead'] as const;

/** Handles one message like the event source. Returns whether there was a message. */
async function takeOne({ queue, handlers }: FaultyProcess): Promise<boolean> {
  for (const name of QUEUES) {
    const [message] = await queue.receive(name, { max: 1, visibilitySeconds: HIDDEN_SECONDS });
    if (message === undefined) continue;
    const { batchItemFailures } = await handlers[name](sqsEvent(message));
    if (batchItemFailures.length === 0) await queue.delete(name, message.receiptHandle);
    return true;
  }
  return false;
}

/** The parts of an engine that making a book needs. */
function asEngine({ database, queue, services, handlers }: FaultyProcess, objects: MemoryObjects) {
  return { database, objects, queue, services, logged: [], delays: [], ingest: handlers.statements };
}
