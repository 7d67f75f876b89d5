import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { processStatement } from '../../app/book/process-statement.ts';
import { retryJob } from '../../app/files/command-files.ts';
import type { LeasedJob } from '../../app/jobs/job-store.ts';
import type { BookKey } from '../../core/book-key.ts';
import { jobStats } from '../../core/job/job-stats.ts';
import { accept, createBook, createEngine, type Engine, ORIGIN } from '../support/engine.ts';
import { gateBefore, interceptedDatabase } from '../support/engine-faults.ts';
import { findJob, listEvents } from '../support/engine-tables.ts';

/**
 * Guarantee: every event in every state of a job, by the real code, changes only what docs/reference/uploads-and-jobs.md#states lists.
 * (postgres/engine/job-states.test.ts covers the refusals of the database itself.)
 */
describe('state machine', () => {
  const STATES = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;
  type State = (typeof STATES)[number];

  let engine: Engine;
  let book: BookKey;
  let jobId: string;
  beforeAll(async () => {
    engine = await createEngine();
  });
  afterAll(() => engine.close());
  beforeEach(async () => {
    // Hides earlier jobs from the tasks, which look at all jobs.
    await engine.database.system(async (sql) => {
      await sql`delete from outbox`;
      await sql`update jobs set status = 'failed' where status in ('queued', 'processing')`;
      await sql`update files set raw_purged_at = now()`;
    });
    book = await createBook(engine);
    ({ jobId } = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,50' }));
  });

  const jobs = () => engine.services.worker.jobs;
  const RECOVERY = { stuckSeconds: 0, resendSeconds: 3_600, limit: 100 };
  const FAILURE = { error: 'no', errorCode: null, exceptions: null };
  const RESULT = {
    stats: jobStats(null, null, { count: 0, gross: 0, chargebackAmount: 0 }),
    warnings: [],
    sheets: null,
  };
  const LETTER = { queue: 'statements-dead', body: '{}', receiveCount: 6 } as const;

  /** Claims the job, then brings it into the state. Returns the worker's claim, which is still valid only in processing. */
  async function claimOf(state: State): Promise<LeasedJob> {
    const claimed = await jobs().lease(jobId, crypto.randomUUID());
    if (claimed === null) throw new Error('Nothing to claim');
    if (state === 'completed') await complete(claimed);
    if (state === 'failed') await jobs().fail(claimed, FAILURE);
    if (state === 'queued') await jobs().release(claimed, 'later');
    return claimed;
  }

  function complete(job: LeasedJob): Promise<boolean> {
    return engine.services.worker.books.withJobBook(job, (locked) => locked.complete(RESULT, null));
  }

  /** Makes the file older than three days. The purge takes such files if they were never read. */
  async function tooOld(): Promise<void> {
    await engine.database.system(
      (sql) => sql`update files set uploaded_at = now() - interval '4 days' where account_id = ${book.accountId}`,
    );
  }

  async function bring(state: State): Promise<LeasedJob> {
    if (state !== 'canceled') return claimOf(state);
    await tooOld();
    await engine.services.tasks.maintenance.cancelUnprocessed(500);
    const { accountId, workspaceId, carrierId } = book;
    const { fileId } = await findJob(engine.database, book, jobId);
    const file = { fileId, fileName: '', objectKey: '', checksumSha256: '', statedTotal: null };
    // The claim of a worker that wrongly believes that it has the job.
    const believed = {
      jobId,
      accountId,
      workspaceId,
      carrierId,
      leaseEpoch: 0,
      attempt: 1,
      period: '2026-01',
      ratesFrom: null,
      file,
    };
    return {
      ...believed,
      requestId: null,
      mode: 'ingest',
      othersAtWork: 0,
      othersWaiting: 0,
      uploadedSecondsAgo: null,
      config: null,
      previousLayouts: [],
      laterLayouts: [],
      knownHeaders: [],
      knownSheets: null,
    };
  }

  type Event = (job: LeasedJob) => Promise<unknown>;
  const EVENTS: Readonly<Record<string, Event>> = {
    claim: () => jobs().lease(jobId, crypto.randomUUID()),
    reportProgress: (job) => jobs().reportProgress(job, { stage: 'scoring', percent: 50 }),
    release: (job) => jobs().release(job, 'later'),
    fail: (job) => jobs().fail(job, FAILURE),
    complete,
    failDead: () => jobs().failDead(jobId, { ...LETTER, messageId: crypto.randomUUID() }),
    recover: () => engine.services.tasks.maintenance.recoverJobs(RECOVERY),
    retry: () => retryJob(engine.services.files, { accountId: book.accountId, jobId, origin: ORIGIN }),
    purge: () => tooOld().then(() => engine.services.tasks.maintenance.cancelUnprocessed(500)),
  };

  /** The state after an event; every other pair leaves the state unchanged. */
  const TABLE: Readonly<Record<string, string>> = {
    'queued claim': 'processing +1',
    'queued failDead': 'failed +0',
    'processing release': 'queued +0',
    'processing fail': 'failed +0',
    'processing complete': 'completed +0',
    'processing failDead': 'failed +0',
    'processing recover': 'queued +0',
    'failed retry': 'queued +0',
  };

  describe.each(STATES)('a job that is %s', (state) => {
    it.each(Object.keys(EVENTS))('after %s', async (event) => {
      const job = await bring(state);
      const before = await findJob(engine.database, book, jobId);
      expect(before.status).toBe(state);
      await EVENTS[event]?.(job);
      const after = await findJob(engine.database, book, jobId);
      const growth = after.leaseEpoch - before.leaseEpoch;
      expect(`${after.status} +${growth}`).toBe(TABLE[`${state} ${event}`] ?? `${state} +0`);
    });
  });

  it('cancels a job that never started when its file has waited too long', async () => {
    await EVENTS['purge']?.(await bring('canceled'));
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'canceled', leaseEpoch: 0 });
  });
});

/**
 * Guarantee: a recovery that fails a job, and its worker that still scores it, do not wait for each other. The recovery holds the job and
 * waits for its file. The worker holds the file and reports progress of the job on another connection. PostgreSQL cannot detect that cycle.
 */
describe('waiting circle', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine();
  });
  afterAll(() => engine.close());

  it('ends the recovery and the worker, and the job once', { timeout: 60_000 }, async () => {
    const book = await createBook(engine);
    const { jobId } = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,50' });
    await engine.database.system((sql) => sql`update jobs set attempts = 5 where job_id = ${jobId}`);
    const gate = gateBefore(/insert into rollups/);
    const worker = engine.start({ through: (database) => interceptedDatabase(database, gate.at) });
    const working = processStatement(worker.services.worker, jobId);
    await gate.reached;
    const recovering = recover(book, jobId).catch((error: unknown) => error);
    await expect.poll(waiting, { interval: 5 }).toBeGreaterThan(0);
    gate.open();
    await Promise.all([working, recovering]);
    const { status } = await findJob(engine.database, book, jobId);
    expect(['completed', 'failed']).toContain(status);
    expect(await listEvents(engine.database, book)).toEqual([`job.${status} ${jobId}`]);
  });

  /** Recovers the job. Repeats that, because a job is skipped while it is locked by a report of progress in transit. */
  async function recover(book: BookKey, jobId: string): Promise<void> {
    const { maintenance } = engine.services.tasks;
    let failed = 0;
    while (failed === 0 && (await findJob(engine.database, book, jobId)).status === 'processing')
      ({ failed } = await maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: 3_600, limit: 100 }));
  }

  async function waiting(): Promise<number> {
    const rows = await engine.database.system(
      (sql) => sql`
      select 1 from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
    );
    return rows.length;
  }
});
