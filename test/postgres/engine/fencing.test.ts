import { afterAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createBookStore } from '../../../adapters/postgres/book/book-store.ts';
import { processStatement, type StatementWorker } from '../../../app/book/process-statement.ts';
import { retryJob } from '../../../app/files/command-files.ts';
import type { LeasedJob } from '../../../app/jobs/job-store.ts';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import type { BookKey } from '../../../core/book-key.ts';
import {
  BOOK_BUSY_DELAY_SECONDS,
  JOB_RECOVERY_BATCH,
  JOB_RESEND_SECONDS,
  JOB_STUCK_SECONDS,
  SHARED_WORKERS,
} from '../../../core/limits/job-limits.ts';
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
import { findJob, hashOfTables, listEvents, listJobs, listLines, listMessages } from '../../support/engine-tables.ts';
import { asOwner } from '../../support/postgres.ts';

/**
 * Guarantee: a delayed worker that lost its job to a recovery stores nothing. Each test names the statement with the epoch check that it
 * tests; without the check, the test fails.
 */
describe('fencing', async () => {
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
});

/**
 * Guarantee: where accounts share the workers, a backfill reads nothing while its book is busy, and leaves four fifths of them to others.
 */
describe('shared workers', async () => {
  const engine = await createEngine();
  afterAll(() => engine.close());

  /** A worker as on AWS, which records the files that it reads. */
  function sharedWorker(): { readonly worker: StatementWorker; readonly read: string[] } {
    const { worker } = engine.services;
    const read: string[] = [];
    return {
      read,
      worker: {
        ...worker,
        ofAccountMax: SHARED_WORKERS.ofAccountMax,
        books: createBookStore(engine.database, 0.01),
        objects: {
          ...worker.objects,
          get: (key) => {
            read.push(key);
            return worker.objects.get(key);
          },
        },
      },
    };
  }

  const LATER = { kind: 'later', delaySeconds: BOOK_BUSY_DELAY_SECONDS };

  test('a job reads its file only when it has the lock of its book', async () => {
    const book = await createBook(engine);
    const { jobId } = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,1' });
    const { worker, read } = sharedWorker();
    await engine.database.tenant(
      book.accountId,
      (sql) => sql`
      insert into books (account_id, workspace_id, carrier_id) values (${book.accountId}, ${book.workspaceId}, ${book.carrierId})
      on conflict do nothing`,
    );
    await asOwner(engine.address, async (sql) => {
      await sql`begin`;
      await sql`select 1 from books where account_id = ${book.accountId} for update`;
      expect(await processStatement(worker, jobId)).toMatchObject(LATER);
      await sql`rollback`;
    });
    expect(read).toEqual([]);
    expect(await processStatement(worker, jobId)).toEqual({ kind: 'done' });
    expect(read).toHaveLength(1);
  });

  test('an account keeps a fifth of the workers busy; its next job waits without an attempt, and that of another goes on', async () => {
    expect(SHARED_WORKERS.ofAccountMax).toBe(2);
    const [backfill, other] = [await createBook(engine), await createBook(engine)];
    const csv = 'Member,Amount\nA,1';
    const jobs: string[] = [];
    for (const period of ['2026-01', '2026-02', '2026-03'])
      jobs.push((await accept(engine, backfill, { period, csv })).jobId);
    const [first = '', second = '', third = ''] = jobs;
    const { worker } = sharedWorker();
    for (const jobId of [first, second]) await worker.jobs.lease(jobId, crypto.randomUUID());
    expect(await processStatement(worker, third)).toMatchObject(LATER);
    expect(await findJob(engine.database, backfill, third)).toMatchObject({ status: 'queued', attempts: 0 });
    const { jobId } = await accept(engine, other, { period: '2026-01', csv });
    expect(await processStatement(worker, jobId)).toEqual({ kind: 'done' });

    // A worker that died long ago takes no share.
    await engine.database.system(
      (sql) => sql`update jobs set started_at = started_at - interval '1 hour' where job_id = ${first}`,
    );
    expect(await processStatement(worker, third)).toEqual({ kind: 'done' });
  });

  test('puts off many jobs of an account for longer, so that they come back ten a second', async () => {
    const book = await createBook(engine);
    const { worker } = sharedWorker();
    const jobs: string[] = [];
    for (const period of ['2026-01', '2026-02', '2026-03'])
      jobs.push((await accept(engine, book, { period, csv: 'Member,Amount\nA,1' })).jobId);
    const [first = '', second = '', third = ''] = jobs;
    const waiting: StatementWorker = {
      ...worker,
      jobs: {
        ...worker.jobs,
        lease: async (jobId, leaseId) => {
          const job = await worker.jobs.lease(jobId, leaseId);
          return job === null ? null : { ...job, othersWaiting: job.othersWaiting + 300 };
        },
      },
    };
    for (const jobId of [first, second]) await worker.jobs.lease(jobId, crypto.randomUUID());
    expect(await processStatement(waiting, third)).toMatchObject({ kind: 'later', delaySeconds: 30 });
  });
});

/** Guarantee: a job of a dead worker or with a lost message is taken up again once, by the clock of the database. */
describe('recovery', async () => {
  const CSV = 'Member,Amount\nA,50';
  const LIMITS = { stuckSeconds: JOB_STUCK_SECONDS, resendSeconds: JOB_RESEND_SECONDS, limit: JOB_RECOVERY_BATCH };
  const engine = await createEngine();
  afterAll(() => engine.close());
  beforeEach(async () => {
    await engine.database.system(async (sql) => {
      await sql`delete from queue_messages`;
      await sql`update jobs set status = 'failed' where status = 'processing'`;
      await sql`update jobs set status = 'failed' where status = 'queued'`;
    });
  });

  /** Makes jobs of one account, one per month, whose workers died the given seconds ago, oldest first. */
  async function stuckJobs(agesSeconds: readonly number[], attempts = 1) {
    const book = await createBook(engine);
    const jobIds: string[] = [];
    for (const [index, age] of agesSeconds.entries()) {
      const period = `${2000 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
      const { jobId } = await accept(engine, book, { period, csv: CSV });
      await engine.database.system(
        (sql) => sql`
        update jobs set status = 'processing', lease_epoch = 1, attempts = ${attempts},
          started_at = clock_timestamp() - make_interval(secs => ${age})
        where job_id = ${jobId}`,
      );
      jobIds.push(jobId);
    }
    await engine.database.system((sql) => sql`delete from queue_messages`);
    return { book, jobIds };
  }

  const statuses = async (book: Parameters<typeof listJobs>[1]) =>
    (await listJobs(engine.database, book)).map(({ status }) => status);

  describe('jobs in processing', () => {
    it('are queued again after fifteen minutes and not before, with a message each', async () => {
      const { book, jobIds } = await stuckJobs([JOB_STUCK_SECONDS + 1, JOB_STUCK_SECONDS - 30]);
      expect(await runTask(engine.services.tasks, 'recover_jobs')).toEqual({ requeued: 1, jobsFailed: 0, resent: 0 });
      expect(await statuses(book)).toEqual(['queued', 'processing']);
      expect((await listMessages(engine.database)).map((body) => body.includes(jobIds[0] ?? '-'))).toEqual([true]);
      expect(await findJob(engine.database, book, jobIds[0] ?? '')).toMatchObject({ leaseEpoch: 1, attempts: 1 });
      await drain(engine);
      expect(await findJob(engine.database, book, jobIds[0] ?? '')).toMatchObject({ status: 'completed', attempts: 2 });
    });

    it('are queued again oldest first, up to the limit', async () => {
      const { book } = await stuckJobs([2_000, 4_000, 3_000]);
      expect(await engine.services.tasks.maintenance.recoverJobs({ ...LIMITS, limit: 2 })).toMatchObject({
        requeued: 2,
      });
      expect(await statuses(book)).toEqual(['processing', 'queued', 'queued']);
    });

    it('are queued again once by two concurrent runs, each of which takes other jobs', async () => {
      const { book, jobIds } = await stuckJobs(Array.from({ length: 40 }, () => 2_000));
      const runs = [engine, engine.start(), engine.start()].map(({ services }) =>
        services.tasks.maintenance.recoverJobs({ ...LIMITS, limit: 30 }),
      );
      const counts = await Promise.all(runs);
      expect(counts.reduce((sum, { requeued }) => sum + requeued, 0)).toBe(40);
      expect(new Set(await statuses(book))).toEqual(new Set(['queued']));
      await engine.services.outbox.sweepOutbox();
      const bodies = await listMessages(engine.database);
      expect(jobIds.map((jobId) => bodies.filter((body) => body.includes(jobId)).length)).toEqual(jobIds.map(() => 1));
    });

    it('fail with their file when their attempts are used up, and are reported once by two concurrent runs', async () => {
      const { book, jobIds } = await stuckJobs([2_000], 6);
      const counts = await Promise.all(
        [engine, engine.start()].map((one) => one.services.tasks.maintenance.recoverJobs(LIMITS)),
      );
      expect(counts.reduce((sum, { failed }) => sum + failed, 0)).toBe(1);
      expect(await findJob(engine.database, book, jobIds[0] ?? '')).toMatchObject({
        status: 'failed',
        fileStatus: 'failed',
      });
      expect(await listEvents(engine.database, book)).toEqual([`job.failed ${jobIds[0]}`]);
      await engine.services.outbox.sweepOutbox();
      expect(await listMessages(engine.database)).toEqual([]);
    });

    it('are skipped while their worker is ending them', async () => {
      const book = await createBook(engine);
      const { jobId } = await accept(engine, book, { period: '2026-01', csv: CSV });
      const gate = gateBefore(/insert into outbox[\s\S]*'job\.'/);
      const worker = engine.start({ through: (database) => interceptedDatabase(database, gate.at) });
      const ending = drain(worker);
      await gate.reached;
      expect(await engine.services.tasks.maintenance.recoverJobs({ ...LIMITS, stuckSeconds: 0 })).toMatchObject({
        requeued: 0,
      });
      gate.open();
      await ending;
      expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 1 });
    });
  });

  describe('queued jobs', () => {
    async function waiting(seconds: number) {
      const book = await createBook(engine);
      const { jobId } = await accept(engine, book, { period: '2026-01', csv: CSV });
      await engine.database.system(async (sql) => {
        await sql`delete from queue_messages`;
        await sql`update jobs set queued_at = clock_timestamp() - make_interval(secs => ${seconds}) where job_id = ${jobId}`;
      });
      return { book, jobId };
    }

    it('get exactly one new message after fifteen minutes if their message was lost', async () => {
      const { book, jobId } = await waiting(JOB_RESEND_SECONDS + 1);
      await waiting(JOB_RESEND_SECONDS - 30);
      expect(await runTask(engine.services.tasks, 'recover_jobs')).toEqual({ requeued: 0, jobsFailed: 0, resent: 1 });
      expect(await runTask(engine.services.tasks, 'recover_jobs')).toEqual({ requeued: 0, jobsFailed: 0, resent: 0 });
      expect(await listMessages(engine.database)).toHaveLength(1);
      await drain(engine);
      expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 1 });
    });

    it('get one message from two concurrent runs', async () => {
      await waiting(JOB_RESEND_SECONDS + 1);
      const counts = await Promise.all(
        [engine, engine.start()].map((one) => one.services.tasks.maintenance.recoverJobs(LIMITS)),
      );
      expect(counts.reduce((sum, { resent }) => sum + resent, 0)).toBe(1);
    });
  });
});
