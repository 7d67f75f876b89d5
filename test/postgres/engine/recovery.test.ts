import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import { JOB_RECOVERY_BATCH, JOB_RESEND_SECONDS, JOB_STUCK_SECONDS } from '../../../core/limits/job-limits.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { gateBefore, interceptedDatabase } from '../../support/engine-faults.ts';
import { findJob, listEvents, listJobs, listMessages } from '../../support/engine-tables.ts';

/** Guarantee: a job of a dead worker or with a lost message is taken up again once, by the clock of the database. */

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
    expect(await engine.services.tasks.maintenance.recoverJobs({ ...LIMITS, limit: 2 })).toMatchObject({ requeued: 2 });
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
