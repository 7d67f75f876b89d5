import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDueDeletionStore } from '../../../adapters/postgres/files/due-deletion-store.ts';
import { deleteAccount } from '../../../app/accounts/delete-accounts.ts';
import type { AcceptedJob } from '../../../app/files/accept-upload.ts';
import { purgeFile, retryJob } from '../../../app/files/command-files.ts';
import { duePurges, purgeDue } from '../../../app/files/purge-due.ts';
import { runTask } from '../../../app/operations/scheduled-tasks.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { PURGE_AT_ONCE, PURGE_PORTION } from '../../../core/limits/account-limits.ts';
import { SCHEDULED_TASK_LIMITS } from '../../../core/limits/job-limits.ts';
import { isRefused } from '../../../core/problem.ts';
import { refuse } from '../../../core/refuse.ts';
import {
  accept,
  createBook,
  createEngine,
  drain,
  type Engine,
  type MemoryObjects,
  ORIGIN,
} from '../../support/engine.ts';
import { gateBefore, interceptedDatabase } from '../../support/engine-faults.ts';
import { findJob } from '../../support/engine-tables.ts';
import { asOwner } from '../../support/postgres.ts';

/** Guarantee: expired bytes stay due until they are really deleted, whatever happens to the run that deletes them. */
describe('purge cut off', async () => {
  const CSV = 'Member,Amount\nA,50';
  const BAD = 'Member,Amount\nA,x';
  let book: BookKey;
  const engine = await createEngine();
  afterAll(() => engine.close());
  beforeEach(async () => {
    await engine.database.system((sql) => sql`update files set raw_purged_at = coalesce(raw_purged_at, now())`);
    engine.objects.stored.clear();
    book = await createBook(engine);
  });

  /** Files whose jobs are not yet canceled, and which have been unread for four days. */
  async function neverRead(count: number): Promise<readonly AcceptedJob[]> {
    const jobs: AcceptedJob[] = [];
    for (let n = 0; n < count; n++) {
      const period = `20${10 + Math.floor(n / 12)}-${String(1 + (n % 12)).padStart(2, '0')}`;
      jobs.push(await accept(engine, book, { period, csv: CSV }));
    }
    await engine.database.system(
      (sql) => sql`
      update files set uploaded_at = clock_timestamp() - interval '4 days' where account_id = ${book.accountId}`,
    );
    return jobs;
  }

  /** Starts a process that deletes bytes with `remove`. */
  const started = (remove: MemoryObjects['delete'], through?: Parameters<Engine['start']>[0]) =>
    engine.start({ ...through, objects: { ...engine.objects, delete: remove } }).services;

  const purge = (services = engine.services) => runTask(services.tasks, 'purge_files');
  const purged = async (jobs: readonly AcceptedJob[]) =>
    Promise.all(jobs.map(async ({ jobId }) => (await findJob(engine.database, book, jobId)).isPurged));

  it('deletes everything else when one deletion fails, fails the run at its end, and the next run deletes the rest', async () => {
    const jobs = await neverRead(3);
    const [stuck] = jobs;
    const failing = started(async (key) => {
      if (key.endsWith(String(stuck?.fileId))) throw new Error('S3 answers 503');
      await engine.objects.delete(key);
    });
    await expect(purge(failing)).rejects.toThrow('1 objects could not be deleted');
    expect([engine.objects.stored.size, await purged(jobs)]).toEqual([1, [false, true, true]]);
    expect(await findJob(engine.database, book, String(stuck?.jobId))).toMatchObject({ status: 'canceled' });
    expect(await purge()).toEqual({ filesPurged: 1, jobsCanceled: 0 });
    expect([engine.objects.stored.size, await purged(jobs)]).toEqual([0, [true, true, true]]);
  });

  it('leaves bytes due if the run ends before marking them', async () => {
    const jobs = await neverRead(2);
    const cut = started(engine.objects.delete, {
      through: (database) =>
        interceptedDatabase(database, async ({ statement }) => {
          if (statement?.includes('set raw_purged_at')) throw new Error('The process is gone');
        }),
    });
    await expect(purge(cut)).rejects.toThrow('The process is gone');
    expect(await purged(jobs)).toEqual([false, false]);
    expect(await purge()).toEqual({ filesPurged: 2, jobsCanceled: 0 });
  });

  it('leaves the rest to the next run when its time is up', async () => {
    const jobs = await neverRead(PURGE_AT_ONCE + 5);
    let now = 0;
    const slow = started(async (key) => {
      now = SCHEDULED_TASK_LIMITS.purgeSeconds * 1000;
      await engine.objects.delete(key);
    });
    const first = await purge({ ...slow, tasks: { ...slow.tasks, elapsedMs: () => now } });
    expect(first).toEqual({ filesPurged: 1, jobsCanceled: jobs.length });
    expect(await purge()).toEqual({ filesPurged: jobs.length - 1, jobsCanceled: 0 });
  });

  it('deletes in portions, and does not retry a failed deletion in a later portion of the run', async () => {
    const jobs = await neverRead(PURGE_PORTION + 10);
    let atOnce = 0;
    let most = 0;
    const tried: string[] = [];
    const services = started(async (key) => {
      tried.push(key);
      atOnce += 1;
      most = Math.max(most, atOnce);
      await Promise.resolve();
      atOnce -= 1;
      if (key.endsWith(String(jobs[0]?.fileId))) throw new Error('S3 answers 503');
    });
    await expect(purge(services)).rejects.toThrow('1 objects');
    expect([tried.length, new Set(tried).size, most]).toEqual([jobs.length, jobs.length, PURGE_AT_ONCE]);
    expect((await purged(jobs)).filter(Boolean)).toHaveLength(jobs.length - 1);
  });

  it('does not mark bytes as purged that could not be deleted for an agency, which may ask again', async () => {
    const job = await accept(engine, book, { period: '2026-01', csv: CSV });
    await drain(engine);
    const command = { accountId: book.accountId, fileId: job.fileId, origin: ORIGIN };
    const failing = started(() => Promise.reject(new Error('S3 answers 503')));
    await expect(purgeFile(failing.files, command)).rejects.toThrow('503');
    expect(await purged([job])).toEqual([false]);
    expect(await purgeFile(engine.services.files, command)).toEqual({ fileId: job.fileId });
    expect([engine.objects.stored.size, await purged([job])]).toEqual([0, [true]]);
  });

  describe('a job that is retried by hand while its bytes are being deleted', () => {
    const waits = async () => {
      const rows = await asOwner(
        engine.address,
        (sql) => sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    };
    async function failedJob(): Promise<AcceptedJob> {
      const job = await accept(engine, book, { period: '2026-01', csv: BAD });
      await drain(engine);
      await engine.database.system(
        (sql) => sql`
        update jobs set completed_at = clock_timestamp() - interval '2 days' where job_id = ${job.jobId}`,
      );
      return job;
    }

    it.each([
      ['is refused, as for a file that is no longer stored, if the deletion succeeds', false],
      ['is queued, and has its bytes, if the deletion fails', true],
    ])('%s', async (_name, fails) => {
      const job = await failedJob();
      const deleting = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const services = started(async (key) => {
        deleting.resolve();
        await goOn.promise;
        if (fails) throw new Error('S3 answers 503');
        await engine.objects.delete(key);
      });
      const purging = purge(services).then(
        () => 'done',
        () => 'failed',
      );
      await deleting.promise;
      const retrying = retryJob(engine.services.files, { accountId: book.accountId, jobId: job.jobId, origin: ORIGIN });
      await vi.waitFor(waits);
      goOn.resolve();
      expect(await purging).toBe(fails ? 'failed' : 'done');
      expect(await retrying).toEqual(
        fails
          ? { jobId: job.jobId, fileId: job.fileId, mode: 'ingest' }
          : refuse('conflict', 'The file itself is no longer stored; upload it again.'),
      );
      expect(engine.objects.stored.size).toBe(fails ? 1 : 0);
    });

    it('is skipped by a purge between the check of the retry and the queuing, and keeps its bytes', async () => {
      const job = await failedJob();
      const gate = gateBefore(/update jobs set status = 'queued'/);
      const { services } = engine.start({ through: (database) => interceptedDatabase(database, gate.at) });
      const retrying = retryJob(services.files, { accountId: book.accountId, jobId: job.jobId, origin: ORIGIN });
      await gate.reached;
      expect(await purge()).toEqual({ filesPurged: 0, jobsCanceled: 0 });
      gate.open();
      expect(await retrying).toMatchObject({ jobId: job.jobId });
      expect(engine.objects.stored.size).toBe(1);
    });
  });
});

/** Guarantee: a process that may not delete bytes marks them, and the task of another process deletes exactly those. */
describe('deferred deletions', async () => {
  const CSV = 'Member,Amount\nA,50';
  let book: BookKey;
  const engine = await createEngine();
  const noDeletion = () => Promise.reject(new Error('AccessDenied'));
  const objects = { ...engine.objects, delete: noDeletion, deleteBelow: noDeletion };
  const requests = engine.start({ objects, defersDeletions: true });
  afterAll(() => engine.close());
  beforeEach(async () => {
    await engine.database.system((sql) => sql`delete from due_deletions`);
    engine.objects.stored.clear();
    book = await createBook(engine);
  });

  const marks = async () => {
    const rows = await engine.database.system(
      (sql) => sql<{ key: string }[]>`select object_key as key from due_deletions order by object_key`,
    );
    return rows.map(({ key }) => key);
  };

  it('keeps the bytes of a purged file until the task runs where it may delete', async () => {
    const { fileId, jobId } = await accept(engine, book, { period: '2026-04', csv: CSV });
    await drain(engine);
    const key = `raw/${book.accountId}/${fileId}`;
    const command = { accountId: book.accountId, fileId, origin: ORIGIN };
    expect(await purgeFile(requests.services.files, command)).toEqual({ fileId });
    expect(await purgeFile(requests.services.files, command)).toEqual({ fileId });
    expect([...engine.objects.stored.keys()]).toEqual([key]);
    expect(await marks()).toEqual([key]);
    const retried = await retryJob(requests.services.files, { accountId: book.accountId, jobId, origin: ORIGIN });
    expect(isRefused(retried)).toBe(true);
    await runTask(requests.services.tasks, 'purge_files');
    expect(await marks()).toEqual([key]);
    await runTask(engine.services.tasks, 'purge_files');
    expect([...engine.objects.stored.keys()]).toEqual([]);
    expect(await marks()).toEqual([]);
  });

  it('leaves bytes alone that a row still names, such as those of a purge that did not end', async () => {
    const { fileId } = await accept(engine, book, { period: '2026-04', csv: CSV });
    const key = `raw/${book.accountId}/${fileId}`;
    await createDueDeletionStore(engine.database).mark('raw', key);
    await runTask(engine.services.tasks, 'purge_files');
    expect([...engine.objects.stored.keys()]).toEqual([key]);
    expect(await marks()).toEqual([key]);
  });

  it('keeps the mark of an object that could not be deleted, and deletes the others', async () => {
    const due = createDueDeletionStore(engine.database);
    const keys = [1, 2].map(() => `raw/${book.accountId}/${randomUUID()}`).toSorted();
    for (const key of keys) await due.mark('raw', key);
    await due.mark('drop', 'sftp/harbor/rejected/a.csv.reason.txt');
    const removed: string[] = [];
    const remove = async (key: string) => {
      if (key === keys[0]) throw new Error('S3 is away');
      removed.push(key);
    };
    const purges = duePurges(due, { objects: { delete: remove }, dropStore: { delete: remove } });
    for (const purge of purges) await purgeDue(purge, SCHEDULED_TASK_LIMITS, () => 0);
    expect(removed).toEqual([keys[1], 'sftp/harbor/rejected/a.csv.reason.txt']);
    expect(await marks()).toEqual([keys[0]]);
  });

  it('accepts the deletion of an account, which the task then does', async () => {
    await accept(engine, book, { period: '2026-04', csv: CSV });
    await drain(engine);
    const [account] = await engine.database.system(
      (sql) => sql<{ name: string }[]>`select name from accounts where account_id = ${book.accountId}`,
    );
    const { deletions } = requests.services.tasks;
    if (deletions === undefined || account === undefined) throw new Error('There is no account to delete');
    const asked = { accountId: book.accountId, confirm: account.name };
    const accepted = await deleteAccount(deletions, asked, { origin: ORIGIN, limits: SCHEDULED_TASK_LIMITS });
    if (isRefused(accepted)) throw new Error('The deletion was refused');
    expect(accepted.completedAt).toBeNull();
    expect(engine.objects.stored.size).toBe(1);
    await runTask(engine.services.tasks, 'purge_files');
    expect(engine.objects.stored.size).toBe(0);
    expect((await deletions.deletionStore.find(accepted.id))?.completedAt).not.toBeNull();
  });
});
