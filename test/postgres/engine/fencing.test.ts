import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { processStatement } from '../../../app/book/process-statement.ts';
import { retryJob } from '../../../app/files/command-files.ts';
import type { LeasedJob } from '../../../app/jobs/job-store.ts';
import type { BookKey } from '../../../core/book-key.ts';
import {
  accept,
  addConfig,
  assertAccepted,
  createBook,
  createEngine,
  drain,
  ENGINE_CONFIG,
  ORIGIN,
} from '../../support/engine.ts';
import { gateBefore, interceptedDatabase, killBackend } from '../../support/engine-faults.ts';
import { findJob, hashOfTables, listEvents, listLines, listMessages } from '../../support/engine-tables.ts';

/**
 * Guarantee: a delayed worker that lost its job to a recovery stores nothing. Each test names the statement with the epoch check that it
 * tests; without the check, the test fails.
 */

const LOCK = /insert into books/;
/** The first statement of ending a job. Later statements lock the job's row, which a recovery then skips. */
const COMPLETE = /delete from job_exceptions/;
/** Member A is paid 50 by the first configuration and 70 by the second. */
const CSV = 'Member,Amount,Premium\nA,50,70';
const SECOND_CONFIG = {
  fileType: 'csv',
  columns: { ...ENGINE_CONFIG.columns, commission_amount: 'Premium', premium_amount: 'Amount' },
};
let book: BookKey;
let jobId: string;
const engine = await createEngine();
afterAll(() => engine.close());
beforeEach(async () => {
  book = await createBook(engine);
  ({ jobId } = await accept(engine, book, { period: '2026-01', csv: CSV }));
});

const recover = () =>
  engine.services.tasks.maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: 3_600, limit: 100 });

/** A worker process that stops before the first matching statement. */
function stoppingBefore(statement: RegExp) {
  const gate = gateBefore(statement);
  const { services } = engine.start({ through: (database) => interceptedDatabase(database, gate.at) });
  return { ...gate, result: processStatement(services.worker, jobId) };
}

describe('two workers of one job', () => {
  it('leave the second result byte for byte if the first is delayed before it has the book', async () => {
    const first = stoppingBefore(LOCK);
    await first.reached;
    expect(await recover()).toMatchObject({ requeued: 1 });
    expect(await processStatement(engine.services.worker, jobId)).toEqual({ kind: 'done' });
    const before = await hashOfTables(engine.database, book);
    first.open();
    expect(await first.result).toEqual({ kind: 'done' });
    expect(await hashOfTables(engine.database, book)).toBe(before);
    expect(await listEvents(engine.database, book)).toEqual([`job.completed ${jobId}`]);
  });

  // completeJob: `update jobs set status = 'completed' … and lease_epoch = …`. The second worker has the job in processing.
  it("roll back the first's writes if it is delayed before it ends the job, and store the second result", async () => {
    const first = stoppingBefore(COMPLETE);
    await first.reached;
    await recover();
    await addConfig(engine.database, book.carrierId, SECOND_CONFIG);
    const second = stoppingBefore(LOCK);
    await second.reached;
    first.open();
    expect(await first.result).toEqual({ kind: 'done' });
    expect(await listLines(engine.database, book, '2026-01')).toEqual([]);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'processing', leaseEpoch: 2 });
    second.open();
    expect(await second.result).toEqual({ kind: 'done' });
    expect(await listLines(engine.database, book, '2026-01')).toEqual(['A 70']);
    expect(await listEvents(engine.database, book)).toEqual([`job.completed ${jobId}`]);
  });

  it('take turns on the book, and the second never sees unfinished work', async () => {
    const first = stoppingBefore(COMPLETE);
    await first.reached;
    await recover();
    const second = processStatement(engine.services.worker, jobId);
    await untilSomebodyWaits();
    first.open();
    expect(await Promise.all([first.result, second])).toEqual([{ kind: 'done' }, { kind: 'done' }]);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({
      status: 'completed',
      leaseEpoch: 2,
      attempts: 2,
    });
    expect(await listEvents(engine.database, book)).toEqual([`job.completed ${jobId}`]);
  });

  it('give the second the book at once if the server disconnects the first', async () => {
    const first = stoppingBefore(COMPLETE);
    const { backend } = await first.reached;
    await recover();
    await killBackend(engine.address, await backend());
    expect(await processStatement(engine.services.worker, jobId)).toEqual({ kind: 'done' });
    const before = await hashOfTables(engine.database, book);
    first.open();
    expect(await first.result).toEqual({ kind: 'done' });
    expect(await hashOfTables(engine.database, book)).toBe(before);
  });

  async function untilSomebodyWaits(): Promise<void> {
    for (;;) {
      const waiting = await engine.database.system(
        (sql) => sql`select 1 from pg_locks l join pg_database d on d.oid = l.database or l.database is null
          where not l.granted and d.datname = current_database()`,
      );
      if (waiting.length > 0) return;
    }
  }
});

describe('a lost claim', () => {
  let stale: LeasedJob;
  let current: LeasedJob;
  beforeEach(async () => {
    // Creates the book, because a lock creates the row that it locks.
    await accept(engine, book, { period: '2025-12', csv: CSV });
    await drain(engine);
    ({ jobId } = await accept(engine, book, { period: '2026-02', csv: CSV }));
    stale = await claim();
    await recover();
    current = await claim();
  });

  async function claim(): Promise<LeasedJob> {
    const job = await engine.services.worker.jobs.lease(jobId, crypto.randomUUID());
    if (job === null) throw new Error('Nothing to claim.');
    return job;
  }

  it.each([
    // reportProgress: `update jobs set progress_stage … and lease_epoch = …`
    ['reports no progress', (job: LeasedJob) => jobs().reportProgress(job, { stage: 'scoring', percent: 99 })],
    // releaseJob: `update jobs set status = 'queued' … and lease_epoch = …`
    ['gives nothing back', (job: LeasedJob) => jobs().release(job, 'stale')],
    // failJob: `update jobs set status = 'failed' … and lease_epoch = …`
    ['fails nothing', (job: LeasedJob) => jobs().fail(job, FAILURE)],
    // runJobBook: `select 1 from jobs … and lease_epoch = …`
    ['gets no book', (job: LeasedJob) => engine.services.worker.books.withJobBook(job, neverCalled)],
  ])('%s', async (_name, use) => {
    const before = await hashOfTables(engine.database, book);
    expect(await use(stale)).toBe(false);
    expect(await hashOfTables(engine.database, book)).toBe(before);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'processing', leaseEpoch: 2 });
    // The current claim may still be used.
    expect(await jobs().release(current, 'for now')).toBe(true);
  });

  const jobs = () => engine.services.worker.jobs;
  const FAILURE = { error: 'stale', errorCode: null, exceptions: { headers: ['x'], failures: [] } };
  const neverCalled = async () => {
    throw new Error('The work of a lost claim was begun.');
  };
});

describe('a worker that fails after losing its job', () => {
  const hold = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();

  it('leaves the job alone after its last attempt if a person has retried it, and records no dead letter', async () => {
    await engine.database.system((sql) => sql`update jobs set attempts = 5 where job_id = ${jobId}`);
    const { services } = engine.start({
      objects: {
        ...engine.objects,
        get: async () => {
          held.resolve();
          await hold.promise;
          throw new Error('The object store does not answer.');
        },
      },
    });
    const first = processStatement(services.worker, jobId);
    await held.promise;
    expect(await recover()).toMatchObject({ failed: 1 });
    assertAccepted(await retryJob(engine.services.files, { accountId: book.accountId, jobId, origin: ORIGIN }));
    hold.resolve();
    expect(await first).toEqual({ kind: 'done' });
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'queued', attempts: 0, error: null });
    expect(await listMessages(engine.database, 'statements-dead')).toEqual([]);
  });
});
