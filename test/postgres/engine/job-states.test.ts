import { afterAll, describe, expect, it } from 'vitest';
import { retryJob } from '../../../app/files/command-files.ts';
import { accept, assertAccepted, createBook, createEngine, ORIGIN } from '../../support/engine.ts';
import { findJob } from '../../support/engine-tables.ts';

/**
 * Guarantee: the database itself refuses every change of a job's state that docs/reference/uploads-and-jobs.md#states does not list, and
 * every change of the epoch that is not a claim.
 */

const STATUSES = ['queued', 'processing', 'completed', 'failed', 'canceled'] as const;
type Status = (typeof STATUSES)[number];

/** The transitions of docs/reference/uploads-and-jobs.md#states; the number is the growth of the epoch. */
const ALLOWED = new Set([
  'queued processing +1',
  'processing completed +0',
  'processing failed +0',
  'processing queued +0',
  'failed queued +0',
  'queued canceled +0',
  // The dead-letter consumer fails a job whose message died before it was ever claimed.
  'queued failed +0',
]);

const CHANGES = STATUSES.flatMap((from) =>
  STATUSES.flatMap((to) => [-1, 0, 1, 2].map((growth): [Status, Status, number] => [from, to, growth])),
);
const engine = await createEngine();
const book = await createBook(engine);
const { fileId } = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,1' });
afterAll(() => engine.close());

class RolledBack extends Error {}

/** Makes a job in the state `from`, tries to change it to `to`, and rolls back. */
async function tryChange(from: Status, to: Status, growth: number): Promise<'allowed' | 'refused'> {
  const { accountId, workspaceId, carrierId } = book;
  let outcome: 'allowed' | 'refused' = 'refused';
  const jobId = '00000000-0000-4000-8000-000000000001';
  await engine.database
    .tenant(accountId, async (sql) => {
      await sql`
        insert into jobs (job_id, account_id, workspace_id, carrier_id, period, file_id, mode, status, lease_epoch)
        values (${jobId}, ${accountId}, ${workspaceId}, ${carrierId}, '2026-01', ${fileId}, 'rescore', ${from}, 5)`;
      await sql`update jobs set status = ${to}, lease_epoch = lease_epoch + ${growth} where job_id = ${jobId}`;
      outcome = 'allowed';
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) expect(String(error)).toContain(`can not go from ${from}`);
    });
  return outcome;
}

it('stores only the listed pairs of states with their change of the epoch', async () => {
  const wrong: string[] = [];
  for (const [from, to, growth] of CHANGES) {
    const name = `${from} ${to} ${growth < 0 ? growth : `+${growth}`}`;
    const isStill = from === to && growth === 0;
    const expected = isStill || ALLOWED.has(name) ? 'allowed' : 'refused';
    if ((await tryChange(from, to, growth)) !== expected) wrong.push(`${name} should be ${expected}`);
  }
  expect(wrong).toEqual([]);
  expect(CHANGES).toHaveLength(100);
});

describe('the epoch', () => {
  it('grows by one with every claim and never decreases, over releases, recoveries, failures and manual retries', async () => {
    const { jobs } = engine.services.worker;
    const { maintenance } = engine.services.tasks;
    const { jobId } = await accept(engine, book, { period: '2026-02', csv: 'Member,Amount\nA,1' });
    const epochs: number[] = [];
    const claim = async () => {
      const job = await jobs.lease(jobId, crypto.randomUUID());
      if (job === null) throw new Error('Nothing to claim.');
      epochs.push(job.leaseEpoch);
      return job;
    };
    await jobs.release(await claim(), 'later');
    await claim();
    await maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: 3_600, limit: 100 });
    await jobs.fail(await claim(), { error: 'no', errorCode: null, exceptions: null });
    expect((await findJob(engine.database, book, jobId)).attempts).toBe(3);
    assertAccepted(await retryJob(engine.services.files, { accountId: book.accountId, jobId, origin: ORIGIN }));
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ attempts: 0, leaseEpoch: 3, error: null });
    expect((await claim()).attempt).toBe(1);
    expect(epochs).toEqual([1, 2, 3, 4]);
  });

  it('tells how long ago a file was uploaded, until a person retries its job', async () => {
    const { jobs } = engine.services.worker;
    const { jobId } = await accept(engine, book, { period: '2026-04', csv: 'Member,Amount\nA,1' });
    await engine.database.system(
      (sql) => sql`update jobs set created_at = clock_timestamp() - interval '10 minutes' where job_id = ${jobId}`,
    );
    const claim = () => jobs.lease(jobId, crypto.randomUUID());
    const first = await claim();
    expect(first?.uploadedSecondsAgo).toBeGreaterThanOrEqual(600);
    if (first !== null) await jobs.release(first, null);
    const second = await claim();
    expect(second?.uploadedSecondsAgo).toBeGreaterThanOrEqual(600);
    if (second !== null) await jobs.fail(second, { error: 'no', errorCode: null, exceptions: null });
    assertAccepted(await retryJob(engine.services.files, { accountId: book.accountId, jobId, origin: ORIGIN }));
    expect((await claim())?.uploadedSecondsAgo).toBeNull();
  });

  it('makes one winner of concurrent claims', async () => {
    const { jobId } = await accept(engine, book, { period: '2026-03', csv: 'Member,Amount\nA,1' });
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => engine.services.worker.jobs.lease(jobId, crypto.randomUUID())),
    );
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(1);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'processing', leaseEpoch: 1 });
  });
});
