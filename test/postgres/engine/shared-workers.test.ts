import { afterAll, expect, test } from 'vitest';
import { createBookStore } from '../../../adapters/postgres/book/book-store.ts';
import { processStatement, type StatementWorker } from '../../../app/book/process-statement.ts';
import { BOOK_BUSY_DELAY_SECONDS, SHARED_WORKERS } from '../../../core/limits/job-limits.ts';
import { accept, createBook, createEngine } from '../../support/engine.ts';
import { findJob } from '../../support/engine-tables.ts';
import { asOwner } from '../../support/postgres.ts';

/**
 * Guarantee: where accounts share the workers, a backfill reads nothing while its book is busy, and leaves four fifths of them to others.
 */

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
