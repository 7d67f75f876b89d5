import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { processStatement } from '../../../app/book/process-statement.ts';
import type { AcceptedJob } from '../../../app/files/accept-upload.ts';
import { retryJob } from '../../../app/files/command-files.ts';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { SCHEDULED_TASK_LIMITS } from '../../../core/limits/job-limits.ts';
import { accept, createBook, createEngine, drain, ORIGIN, upload } from '../../support/engine.ts';
import { gateBefore, interceptedDatabase } from '../../support/engine-faults.ts';
import { findJob, listEvents, listLines } from '../../support/engine-tables.ts';

/** Guarantee: raw bytes are deleted a day after they were read, or three days after they arrived, and never those of a running job. */

const CSV = 'Member,Amount\nA,50';
const BAD = 'Member,Amount\nA,x';
const period = '2026-01';
let book: BookKey;
const engine = await createEngine();
afterAll(() => engine.close());
beforeEach(async () => {
  await engine.database.system(async (sql) => {
    await sql`delete from queue_messages`;
    // Earlier tests' files are out of the purge's reach.
    await sql`update files set raw_purged_at = coalesce(raw_purged_at, now()), status = 'active'`;
  });
  book = await createBook(engine);
});

const days = (count: number) => count * 24 * 3_600;

async function age(column: 'uploaded_at' | 'completed_at', { fileId }: AcceptedJob, seconds: number): Promise<void> {
  await engine.database.system(async (sql) => {
    if (column === 'uploaded_at')
      await sql`update files set uploaded_at = clock_timestamp() - make_interval(secs => ${seconds}) where file_id = ${fileId}`;
    else
      await sql`update jobs set completed_at = clock_timestamp() - make_interval(secs => ${seconds}) where file_id = ${fileId}`;
  });
}

const hasBytes = ({ fileId }: AcceptedJob) => [...engine.objects.stored.keys()].some((key) => key.endsWith(fileId));
const purge = () => runTask(engine.services.tasks, 'purge_files');

describe('a file that was read', () => {
  it.each([
    ['completed', CSV, 'active'],
    ['failed', BAD, 'failed'],
  ])('has only its bytes deleted after 24 hours if its job %s', async (_status, csv, fileStatus) => {
    const job = await accept(engine, book, { period, csv });
    await drain(engine);
    await age('completed_at', job, days(1) - 60);
    expect(await purge()).toEqual({ filesPurged: 0, jobsCanceled: 0 });
    expect(hasBytes(job)).toBe(true);
    await age('completed_at', job, days(1) + 1);
    expect(await purge()).toEqual({ filesPurged: 1, jobsCanceled: 0 });
    expect(hasBytes(job)).toBe(false);
    expect(await findJob(engine.database, book, job.jobId)).toMatchObject({ fileStatus, isPurged: true });
    expect(await listLines(engine.database, book, period)).toEqual(csv === CSV ? ['A 50'] : []);
    expect(await purge()).toEqual({ filesPurged: 0, jobsCanceled: 0 });
  });
});

describe('a file that was never read', () => {
  it('is canceled with its job after three days, and its period is free', async () => {
    const job = await accept(engine, book, { period, csv: CSV });
    await age('uploaded_at', job, days(3) - 60);
    expect(await purge()).toEqual({ filesPurged: 0, jobsCanceled: 0 });
    await age('uploaded_at', job, days(3) + 1);
    expect(await purge()).toEqual({ filesPurged: 1, jobsCanceled: 1 });
    expect(hasBytes(job)).toBe(false);
    expect(await findJob(engine.database, book, job.jobId)).toMatchObject({
      status: 'canceled',
      fileStatus: 'canceled',
      isPurged: true,
    });
    // A late message of the canceled job has no effect.
    expect(await processStatement(engine.services.worker, job.jobId)).toEqual({ kind: 'done' });
    expect(await upload(engine, book, { period, csv: CSV })).toMatchObject({ kind: 'accepted' });
    await drain(engine);
    expect((await listEvents(engine.database, book)).filter((event) => event.endsWith(job.jobId))).toEqual([]);
  });

  it('counter-case: is kept while its job waits for its next attempt, because it has been read', async () => {
    const job = await accept(engine, book, { period, csv: CSV });
    const claimed = await engine.services.worker.jobs.lease(job.jobId, crypto.randomUUID());
    if (claimed === null) throw new Error('Nothing to claim.');
    await engine.services.worker.jobs.release(claimed, 'later');
    await age('uploaded_at', job, days(4));
    expect(await purge()).toEqual({ filesPurged: 0, jobsCanceled: 0 });
    await drain(engine);
    expect(await findJob(engine.database, book, job.jobId)).toMatchObject({ status: 'completed' });
  });
});

describe('a job that starts during the purge', () => {
  it('keeps its bytes and is completed if it starts before', async () => {
    const job = await accept(engine, book, { period, csv: CSV });
    await age('uploaded_at', job, days(4));
    const gate = gateBefore(/update jobs j set status = 'canceled'/);
    const late = engine.start({ through: (database) => interceptedDatabase(database, gate.at) });
    const purging = runTask(late.services.tasks, 'purge_files');
    await gate.reached;
    const claimed = await engine.services.worker.jobs.lease(job.jobId, crypto.randomUUID());
    expect(claimed).not.toBeNull();
    gate.open();
    expect(await purging).toEqual({ filesPurged: 0, jobsCanceled: 0 });
    expect(hasBytes(job)).toBe(true);
  });

  it('waits and finds itself canceled if it starts after', async () => {
    const job = await accept(engine, book, { period, csv: CSV });
    await age('uploaded_at', job, days(4));
    const gate = gateBefore(/update files set status = 'canceled'/);
    const early = engine.start({ through: (database) => interceptedDatabase(database, gate.at) });
    const purging = runTask(early.services.tasks, 'purge_files');
    await gate.reached;
    const claiming = engine.services.worker.jobs.lease(job.jobId, crypto.randomUUID());
    gate.open();
    expect(await purging).toMatchObject({ jobsCanceled: 1 });
    expect(await claiming).toBeNull();
    // The claim may hold the job while the purge looks for bytes to delete. The next run deletes them then.
    await purge();
    expect(hasBytes(job)).toBe(false);
  });

  it('keeps its bytes if it is retried by hand', async () => {
    const job = await accept(engine, book, { period, csv: BAD });
    await drain(engine);
    await age('completed_at', job, days(2));
    const gate = gateBefore(/update files set status = \$1/);
    const { services } = engine.start({ through: (database) => interceptedDatabase(database, gate.at) });
    const retrying = retryJob(services.files, { accountId: book.accountId, jobId: job.jobId, origin: ORIGIN });
    await gate.reached;
    expect(await purge()).toEqual({ filesPurged: 0, jobsCanceled: 0 });
    gate.open();
    await retrying;
    expect(await purge()).toEqual({ filesPurged: 0, jobsCanceled: 0 });
    expect(await findJob(engine.database, book, job.jobId)).toMatchObject({ status: 'queued', isPurged: false });
  });
});

describe('one run', () => {
  it('takes at most the limit, and the next run takes the rest, including the bytes of canceled files', async () => {
    const due: AcceptedJob[] = [];
    for (const month of ['01', '02', '03', '04', '05', '06']) {
      const job = await accept(engine, book, { period: `2026-${month}`, csv: CSV });
      if (month > '03') due.push(job);
      else await drain(engine);
      if (month <= '03') await age('completed_at', job, days(9));
      await age('uploaded_at', job, days(month > '03' ? 4 : 10));
    }
    const limits = { ...SCHEDULED_TASK_LIMITS, purgeBatch: 3 };
    const purgeThree = () => runTask({ ...engine.services.tasks, limits }, 'purge_files');
    // Three files were read and are older; three never were. All six are due, and a run takes at most three of each kind.
    const runs = [await purgeThree(), await purgeThree(), await purgeThree()];
    expect(runs).toEqual([
      { filesPurged: 3, jobsCanceled: 3 },
      { filesPurged: 3, jobsCanceled: 0 },
      { filesPurged: 0, jobsCanceled: 0 },
    ]);
    for (const { jobId } of due)
      expect(await findJob(engine.database, book, jobId)).toMatchObject({ fileStatus: 'canceled', isPurged: true });
  });

  it('takes other files than a concurrent run', async () => {
    for (const month of ['01', '02', '03', '04'])
      await age('uploaded_at', await accept(engine, book, { period: `2026-${month}`, csv: CSV }), days(4));
    const runs = await Promise.all(
      [engine, engine.start()].map(({ services }) => runTask(services.tasks, 'purge_files')),
    );
    const all = [...runs, await purge()];
    expect(all.reduce((sum, { filesPurged = 0 }) => sum + filesPurged, 0)).toBe(4);
    expect(all.reduce((sum, { jobsCanceled = 0 }) => sum + jobsCanceled, 0)).toBe(4);
  });

  it('deletes exceptions, sent messages and events, dead letters and task runs when their time is over, and not before', async () => {
    const job = await accept(engine, book, { period, csv: BAD });
    await drain(engine);
    const count = async () => {
      const [row] = await engine.database.system(
        (sql) => sql<{ exceptions: string; sent: string; events: string; letters: string; runs: string }[]>`
          select (select count(*) from job_exceptions where job_id = ${job.jobId}) as exceptions,
            (select count(*) from outbox where topic = 'statement' and body ->> 'jobId' = ${job.jobId}) as sent,
            (select count(*) from outbox where topic = 'job.failed' and body ->> 'jobId' = ${job.jobId}) as events,
            (select count(*) from dead_letters where message_id = ${job.jobId}) as letters,
            (select count(*) from task_runs where task = ${job.jobId}) as runs`,
      );
      return [row?.exceptions, row?.sent, row?.events, row?.letters, row?.runs];
    };
    const kept = (seconds: { readonly letter: number; readonly run: number }) =>
      engine.database.system(async (sql) => {
        await sql`delete from dead_letters where message_id = ${job.jobId}`;
        await sql`
          insert into dead_letters (dead_letter_id, queue, message_id, body, receive_count, recorded_at)
          values (${job.jobId}, 'statements', ${job.jobId}, '', 1, clock_timestamp() - make_interval(secs => ${seconds.letter}))`;
        await sql`delete from task_runs where task = ${job.jobId}`;
        await sql`
          insert into task_runs (task_run_id, task, ran_at, duration_ms, counts)
          values (${job.jobId}, ${job.jobId}, clock_timestamp() - make_interval(secs => ${seconds.run}), 1, '{}')`;
      });
    const recorded = (seconds: number) =>
      engine.database.system(
        (sql) => sql`update job_exceptions set recorded_at = clock_timestamp() - make_interval(secs => ${seconds})`,
      );
    await recorded(days(30));
    await kept({ letter: days(14) - 60, run: days(90) - 60 });
    const sentAt = (seconds: number) =>
      engine.database.system(
        (sql) => sql`update outbox set sent_at = clock_timestamp() - make_interval(secs => ${seconds})`,
      );
    await sentAt(days(14) - 60);
    await purge();
    expect(await count()).toEqual(['1', '1', '1', '1', '1']);
    await kept({ letter: days(14) + 1, run: days(90) + 1 });
    await recorded(days(30) + 3_601);
    await sentAt(days(14) + 1);
    await purge();
    expect(await count()).toEqual(['0', '0', '0', '0', '0']);
  });
});
