import type postgres from 'postgres';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../../../adapters/postgres/connection/database-error.ts';
import { processStatement } from '../../../app/book/process-statement.ts';
import { purgeFile, retryJob } from '../../../app/files/command-files.ts';
import type { ReceivedMessage } from '../../../app/platform/queue.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { DATABASE_RETRY_DELAYS_SECONDS, JOB_RETRY_DELAYS_SECONDS } from '../../../core/limits/job-limits.ts';
import { STATEMENT_ROWS_MAX } from '../../../core/limits/statement-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { createDeadLetterStatement, createIngestStatement } from '../../../lambdas/queue/statement-handler.ts';
import {
  accept,
  assertAccepted,
  createBook,
  createEngine,
  deliver,
  drain,
  type EngineProcess,
  memoryObjects,
  ORIGIN,
  receive,
  sqsEvent,
} from '../../support/engine.ts';
import { type AtMoment, gateBefore, interceptedDatabase, killBackend } from '../../support/engine-faults.ts';
import { findJob, listEvents, listJobs, listLines, listMessages } from '../../support/engine-tables.ts';
import { asOwner } from '../../support/postgres.ts';

/**
 * Guarantee: a job is attempted six times in total after temporary errors, with fixed delays; permanent errors fail it at once. A failed
 * job is reported once, and a manual retry gives it all its attempts again.
 */

const CSV = 'Member,Amount\nA,50';
const period = '2026-01';
let book: BookKey;
const engine = await createEngine();
afterAll(() => engine.close());
beforeEach(async () => {
  await engine.database.system((sql) => sql`delete from queue_messages`);
  book = await createBook(engine);
});

const retry = (jobId: string, accountId = book.accountId) =>
  retryJob(engine.services.files, { accountId, jobId, origin: ORIGIN });

const codeOf = (result: Awaited<ReturnType<typeof retry>>) => (isRefused(result) ? result.refused.code : 'accepted');

/** A process whose object store does not answer. */
function withoutObjects(): EngineProcess {
  const get = () => Promise.reject(new Error('The object store does not answer.'));
  return engine.start({ objects: { ...memoryObjects(), get } });
}

/** Fails a job for good by using up its attempts. */
async function failJob(jobId: string): Promise<void> {
  await drain(withoutObjects());
  expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'failed', attempts: 6 });
}

describe('a temporary error', () => {
  it('is counted and shown, and the message returns after each delay; the sixth ends the job, with one event', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const broken = withoutObjects();
    const message = await receive(broken);
    expect(message === null || (await deliver(broken, message))).toBe(false);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({
      status: 'queued',
      attempts: 1,
      error: 'The service could not finish this try; nothing of it was stored.',
      progressStage: 'queued',
      fileStatus: 'pending',
    });
    expect(await listEvents(engine.database, book)).toEqual([]);
    await drain(broken);
    expect(broken.delays).toEqual([...JOB_RETRY_DELAYS_SECONDS]);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({
      status: 'failed',
      attempts: 6,
      errorCode: null,
      fileStatus: 'failed',
    });
    expect(await listEvents(engine.database, book)).toEqual([`job.failed ${jobId}`]);
    expect(await listMessages(engine.database)).toEqual([]);
    expect(await listMessages(engine.database, 'statements-dead')).toHaveLength(1);
  });

  it('may be a connection that the server ends', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const kill: AtMoment = async ({ statement, backend }) => {
      if (statement?.includes('insert into rollups')) await killBackend(engine.address, await backend());
    };
    const { services } = engine.start({ through: (database) => interceptedDatabase(database, kill) });
    expect(await processStatement(services.worker, jobId)).toEqual({ kind: 'retry', delaySeconds: 2 });
    expect(await listLines(engine.database, book, period)).toEqual([]);
    await drain(engine);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({
      status: 'completed',
      attempts: 2,
      error: null,
    });
  });

  it('that prevents the claim of a job is retried', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const { worker } = engine.services;
    const pauses: number[] = [];
    const lease: typeof worker.jobs.lease = (...asked) =>
      pauses.length < 2 ? Promise.reject(new DatabaseUnavailable('Away')) : worker.jobs.lease(...asked);
    const pause = async (seconds: number) => void pauses.push(seconds);
    expect(await processStatement({ ...worker, jobs: { ...worker.jobs, lease }, pause }, jobId)).toEqual({
      kind: 'done',
    });
    expect(pauses).toEqual([1, 2]);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 1 });
  });

  it('that loses the answer to a claim gives the same claim when the worker asks again, and none to other workers', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const { worker } = engine.services;
    let isHeard = false;
    const lease: typeof worker.jobs.lease = async (...asked) => {
      const claimed = await worker.jobs.lease(...asked);
      if (!isHeard) throw new DatabaseUnavailable('Cut');
      return claimed;
    };
    const pause = async () => {
      expect(await processStatement(worker, jobId)).toEqual({ kind: 'done' });
      expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'processing', leaseEpoch: 1 });
      isHeard = true;
    };
    expect(await processStatement({ ...worker, jobs: { ...worker.jobs, lease }, pause }, jobId)).toEqual({
      kind: 'done',
    });
    expect(await findJob(engine.database, book, jobId)).toMatchObject({
      status: 'completed',
      attempts: 1,
      leaseEpoch: 1,
    });
  });

  it('causes no wait if the database is there, and is reported at once', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const { worker } = engine.services;
    const lease = () => Promise.reject(new TypeError('A configuration of another time'));
    const pause = () => Promise.reject(new Error('Nobody should wait'));
    await expect(processStatement({ ...worker, jobs: { ...worker.jobs, lease }, pause }, jobId)).rejects.toThrow(
      'another time',
    );
  });

  it('that prevents giving the attempt back is retried until the database answers again', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const { worker } = withoutObjects().services;
    const pauses: number[] = [];
    const release: typeof worker.jobs.release = (job, error) =>
      pauses.length < 3 ? Promise.reject(new DatabaseUnavailable('Away')) : worker.jobs.release(job, error);
    const pause = async (seconds: number) => void pauses.push(seconds);
    const away = { ...worker, jobs: { ...worker.jobs, release }, pause };
    expect(await processStatement(away, jobId)).toEqual({ kind: 'retry', delaySeconds: 2 });
    expect(pauses).toEqual([1, 2, 4]);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  it('that loses the answer makes the message return, because no other message leads to the job', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const { worker } = withoutObjects().services;
    let isHeard = false;
    const release: typeof worker.jobs.release = async (job, error) => {
      const released = await worker.jobs.release(job, error);
      if (!isHeard) throw new DatabaseUnavailable('Cut');
      return released;
    };
    const pause = async () => {
      isHeard = true;
    };
    const cut = { ...worker, jobs: { ...worker.jobs, release }, pause };
    expect(await processStatement(cut, jobId)).toEqual({ kind: 'retry', delaySeconds: 2 });
  });

  it('that loses the answer about the last failed attempt still ends the message', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    await engine.database.system((sql) => sql`update jobs set attempts = 5 where job_id = ${jobId}`);
    const { worker } = withoutObjects().services;
    let isHeard = false;
    const fail: typeof worker.jobs.fail = async (job, failure) => {
      const failed = await worker.jobs.fail(job, failure);
      if (!isHeard) throw new DatabaseUnavailable('Cut');
      return failed;
    };
    const pause = async () => {
      isHeard = true;
    };
    const cut = { ...worker, jobs: { ...worker.jobs, fail }, pause };
    expect(await processStatement(cut, jobId)).toEqual({ kind: 'dead' });
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'failed', attempts: 6 });
  });

  it('that prevents an early return of the message is retried too', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const { worker } = withoutObjects().services;
    const [message] = await engine.queue.receive('statements', { max: 1, visibilitySeconds: 60 });
    if (message === undefined) throw new Error('The job has a message');
    const delays: number[] = [];
    const pauses: number[] = [];
    const changeVisibility = async (_name: string, _handle: string, seconds: number) => {
      if (pauses.length < 1) throw new DatabaseUnavailable('Away');
      delays.push(seconds);
    };
    const pause = async (seconds: number) => void pauses.push(seconds);
    const ingest = createIngestStatement({
      worker: { ...worker, pause },
      queue: { ...engine.queue, changeVisibility },
      relayOutbox: engine.services.outbox.relayOutbox,
      onUnreadable: () => undefined,
    });
    expect(await ingest(sqsEvent(message))).toEqual({ batchItemFailures: [{ itemIdentifier: message.messageId }] });
    expect([pauses, delays]).toEqual([[1], [2]]);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  it('ends the worker if the database stays away, and the recovery takes the job up', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const { worker } = withoutObjects().services;
    const release = () => Promise.reject(new DatabaseUnavailable('Away'));
    const pauses: number[] = [];
    const pause = async (seconds: number) => void pauses.push(seconds);
    const away = { ...worker, jobs: { ...worker.jobs, release }, pause };
    await expect(processStatement(away, jobId)).rejects.toThrow('Away');
    expect(pauses).toEqual([...DATABASE_RETRY_DELAYS_SECONDS]);
    await engine.services.tasks.maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: 3_600, limit: 100 });
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'queued', attempts: 1 });
  });

  it('may be a deadlock', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    const gate = gateBefore(/delete from job_exceptions/);
    const { services } = engine.start({ through: (database) => interceptedDatabase(database, gate.at) });
    const working = processStatement(services.worker, jobId);
    await gate.reached;
    await asOwner(engine.address, async (sql) => {
      // The server checks for a deadlock after one second. This session would wait longer, so the server ends the worker's session.
      await sql`set deadlock_timeout = '1min'`;
      await sql`begin`;
      await sql`select 1 from jobs where job_id = ${jobId} for update`;
      const other = waitForBook(sql);
      gate.open();
      await other;
      await sql`rollback`;
    });
    expect(await working).toEqual({ kind: 'retry', delaySeconds: 2 });
    await drain(engine);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  const waitForBook = (sql: postgres.Sql) =>
    sql`insert into books (account_id, workspace_id, carrier_id) values (${book.accountId}, ${book.workspaceId}, ${book.carrierId})`.execute();

  it('may be a stored file that differs from the upload: it is never scored, and is reported', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    for (const [key, bytes] of engine.objects.stored)
      if (key.includes(book.accountId)) engine.objects.stored.set(key, Buffer.from(`${Buffer.from(bytes)}\nB,1`));
    expect(await processStatement(engine.services.worker, jobId)).toMatchObject({ kind: 'retry' });
    expect(engine.logged.at(-1)).toMatchObject({ event: 'job_try_failed' });
    expect(await listLines(engine.database, book, period)).toEqual([]);
  });
});

describe('a permanent error', () => {
  const manyRows = `Member,Amount\n${'A,1\n'.repeat(STATEMENT_ROWS_MAX + 1)}`;
  it.each([
    ['too_many_rows', manyRows],
    ['missing_columns', 'Name,City\nAnn,Rome'],
    ['no_valid_rows', 'Member,Amount\nA,abc\nB,'],
    ['unreadable_file', 'Member,Amount\nA,"50'],
  ])('%s: fails at once, with its message complete and one event', async (errorCode, csv) => {
    const { jobId } = await accept(engine, book, { period, csv });
    const message = await receive(engine);
    expect(message !== null && (await deliver(engine, message))).toBe(true);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({
      status: 'failed',
      attempts: 1,
      errorCode,
      fileStatus: 'failed',
    });
    expect(await listEvents(engine.database, book)).toEqual([`job.failed ${jobId}`]);
    for (const queue of ['statements', 'statements-dead'])
      expect(await listMessages(engine.database, queue)).toEqual([]);
    const exceptions = await engine.database.system(
      (sql) => sql<{ row_number: number }[]>`select row_number from job_exceptions where job_id = ${jobId} order by 1`,
    );
    expect(exceptions.map((row) => row.row_number)).toEqual(errorCode === 'no_valid_rows' ? [2, 3] : []);
  });

  it('may be a file whose bytes are gone', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    for (const key of engine.objects.stored.keys()) if (key.includes(book.accountId)) engine.objects.stored.delete(key);
    await drain(engine);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({
      status: 'failed',
      errorCode: 'unreadable_file',
    });
  });
});

describe('a dead letter', () => {
  const failDead = async (message: ReceivedMessage | null) => {
    if (message === null) throw new Error('No dead letter.');
    await createDeadLetterStatement({ ...engine.services.outbox, jobs: engine.services.worker.jobs })(
      sqsEvent(message),
    );
  };
  const letters = async () => {
    const rows = await engine.database.system((sql) => sql<{ body: string }[]>`select body from dead_letters`);
    return rows.map(({ body }) => body);
  };

  it('is recorded once, however often it is delivered, and leaves an ended job unchanged', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    await failJob(jobId);
    const letter = await receive(engine, 'statements-dead');
    await Promise.all([failDead(letter), failDead(letter)]);
    await failDead(letter);
    expect((await letters()).filter((body) => body.includes(jobId))).toHaveLength(1);
    expect(await listEvents(engine.database, book)).toEqual([`job.failed ${jobId}`]);
  });

  it('does not end a job that was retried by hand since', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    await failJob(jobId);
    assertAccepted(await retry(jobId));
    await failDead(await receive(engine, 'statements-dead'));
    await drain(engine);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 1 });
  });

  it('of a message that no worker ever answered fails its job, which would otherwise wait for ever', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    // Six receives, and each time the worker dies before it has claimed the job.
    for (let time = 0; time < 6; time += 1) {
      const message = await receive(engine);
      await engine.queue.changeVisibility('statements', message?.receiptHandle ?? '', 0);
    }
    expect(await receive(engine)).toBeNull();
    await failDead(await receive(engine, 'statements-dead'));
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'failed', fileStatus: 'failed' });
    expect(await listEvents(engine.database, book)).toEqual([`job.failed ${jobId}`]);
  });

  it('in an unknown form is kept for the operator', async () => {
    await engine.queue.send('statements-dead', [{ body: 'not a job' }]);
    await failDead(await receive(engine, 'statements-dead'));
    expect(await letters()).toContain('not a job');
  });

  it('of a statement that kills every worker comes after six workers, and delays no other job', async () => {
    const poison = await accept(engine, book, { period, csv: CSV });
    const other = await createBook(engine);
    const { jobId } = await accept(engine, other, { period, csv: CSV });
    let deaths = 0;
    for (let round = 0; round < 10; round += 1) {
      for (let message = await receive(engine); message !== null; message = await receive(engine)) {
        const isPoison = message.body.includes(poison.jobId);
        // Makes a dying worker: it has claimed the job, and neither answers nor deletes its message.
        if (isPoison)
          deaths += (await engine.services.worker.jobs.lease(poison.jobId, crypto.randomUUID())) === null ? 0 : 1;
        else await deliver(engine, message);
      }
      if (round === 0) expect((await findJob(engine.database, other, jobId)).status).toBe('completed');
      await engine.services.tasks.maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: 3_600, limit: 100 });
      await engine.services.outbox.sweepOutbox();
    }
    expect(deaths).toBe(6);
    expect(await findJob(engine.database, book, poison.jobId)).toMatchObject({
      status: 'failed',
      fileStatus: 'failed',
    });
    expect(await listEvents(engine.database, book)).toEqual([`job.failed ${poison.jobId}`]);
  });
});

describe('a manual retry', () => {
  it('gives a failed job all its attempts again', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    await failJob(jobId);
    assertAccepted(await retry(jobId));
    expect(await findJob(engine.database, book, jobId)).toMatchObject({
      attempts: 0,
      error: null,
      fileStatus: 'pending',
    });
    const broken = withoutObjects();
    await drain(broken);
    expect(broken.delays).toEqual([...JOB_RETRY_DELAYS_SECONDS]);
    assertAccepted(await retry(jobId));
    await drain(engine);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', fileStatus: 'active' });
    expect(await listEvents(engine.database, book)).toEqual(
      ['job.failed', 'job.failed', 'job.completed'].map((event) => `${event} ${jobId}`),
    );
  });

  it('makes one message of several concurrent requests, and refuses the others', async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    await failJob(jobId);
    const results = await Promise.all(Array.from({ length: 8 }, () => retry(jobId)));
    expect(results.map(codeOf).sort()).toEqual(['accepted', ...Array.from({ length: 7 }, () => 'conflict')]);
    expect(await listMessages(engine.database)).toHaveLength(1);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'queued' });
  });

  it("is refused for a waiting job, a completed job, and another account's job", async () => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    expect(codeOf(await retry(jobId))).toBe('conflict');
    await drain(engine);
    expect(codeOf(await retry(jobId))).toBe('conflict');
    expect(codeOf(await retry(jobId, (await createBook(engine)).accountId))).toBe('not_found');
  });

  it('is refused if the bytes are gone', async () => {
    const { jobId, fileId } = await accept(engine, book, { period, csv: CSV });
    await failJob(jobId);
    await purgeFile(engine.services.files, { accountId: book.accountId, fileId, origin: ORIGIN });
    expect(codeOf(await retry(jobId))).toBe('conflict');
  });

  it.each([
    ['ingest', 'Member,Amount\nB,70', 'conflict'],
    ['replace', 'Member,Amount\nB,70', 'conflict'],
    // The appended file has the lines of the retried file, which would count twice.
    ['append', CSV, 'conflict'],
    ['append', 'Member,Amount\nB,70', 'accepted'],
  ] as const)('after %s of %j for the same period: %s', async (mode, csv, expected) => {
    const { jobId } = await accept(engine, book, { period, csv: CSV });
    await failJob(jobId);
    await accept(engine, book, { period, csv, mode });
    await drain(engine);
    expect(codeOf(await retry(jobId))).toBe(expected);
    await drain(engine);
    const other = csv === CSV ? 'A 50' : 'B 70';
    expect(await listLines(engine.database, book, period)).toEqual(
      expected === 'accepted' ? ['A 50', 'B 70'] : [other],
    );
    expect((await listJobs(engine.database, book)).filter(({ status }) => status === 'queued')).toEqual([]);
  });
});
