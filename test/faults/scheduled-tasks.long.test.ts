import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTask, type TaskName } from '../../app/operations/scheduled-tasks.ts';
import type { TaskCounts } from '../../app/platform/portions.ts';
import type { BookKey } from '../../core/book-key.ts';
import { RAW_PURGE_BATCH } from '../../core/limits/account-limits.ts';
import { JOB_RECOVERY_BATCH } from '../../core/limits/job-limits.ts';
import { createBook, createEngine, type Engine } from '../support/engine.ts';

/**
 * Guarantee: a run handles at most its limit, oldest first. Two concurrent runs share the work and count each piece once. Every run
 * leaves a record of its work, and a failed run leaves none.
 */

let engine: Engine;
let book: BookKey;
beforeAll(async () => {
  engine = await createEngine();
  book = await createBook(engine);
});
afterAll(() => engine.close());

/** Inserts jobs with their files, oldest first, all older than the task's waiting time. */
async function insertJobs(count: number, status: 'processing' | 'completed'): Promise<void> {
  const { accountId, workspaceId, carrierId } = book;
  const offset = status === 'processing' ? 0 : 10_000;
  await engine.database.system(async (sql) => {
    await sql`
      with file as (
        insert into files (file_id, account_id, workspace_id, carrier_id, period, original_filename, byte_size, checksum_sha256,
          source, status, object_key, uploaded_at)
        select gen_random_uuid(), ${accountId}, ${workspaceId}, ${carrierId}, '2026-01', 'x.csv', 1, repeat('0', 64), 'api',
          ${status === 'processing' ? 'pending' : 'failed'}, 'raw/' || (n + ${offset}), now() - make_interval(days => 2, secs => ${count} - n)
        from generate_series(1, ${count}::int) n
        returning file_id, uploaded_at
      )
      insert into jobs (job_id, account_id, workspace_id, carrier_id, period, file_id, mode, status, lease_epoch, attempts,
        started_at, completed_at)
      select gen_random_uuid(), ${accountId}, ${workspaceId}, ${carrierId}, '2026-01', file_id, 'append', ${status}, 1, 1,
        uploaded_at, case when ${status} = 'completed' then uploaded_at end
      from file`;
  });
}

async function records(task: TaskName): Promise<readonly { duration_ms: number; counts: TaskCounts }[]> {
  return engine.database.system(
    (sql) => sql<{ duration_ms: number; counts: TaskCounts }[]>`
      select duration_ms, counts from task_runs where task = ${task} order by position`,
  );
}

it('recovers a hundred jobs per run, the oldest first, and reports that', async () => {
  await insertJobs(JOB_RECOVERY_BATCH + 30, 'processing');
  expect(JOB_RECOVERY_BATCH).toBe(100);
  expect(await runTask(engine.services.tasks, 'recover_jobs')).toEqual({ requeued: 100, jobsFailed: 0, resent: 0 });
  const [order] = await engine.database.system(
    (sql) => sql<{ taken: string; left: string }[]>`
      select max(started_at) filter (where status = 'queued') as taken, min(started_at) filter (where status = 'processing') as left
      from jobs`,
  );
  expect(Date.parse(order?.taken ?? '')).toBeLessThan(Date.parse(order?.left ?? ''));
  expect(await runTask(engine.services.tasks, 'recover_jobs')).toMatchObject({ requeued: 30 });
  expect(await runTask(engine.services.tasks, 'recover_jobs')).toMatchObject({ requeued: 0 });
  expect((await records('recover_jobs')).map(({ counts }) => counts['requeued'])).toEqual([100, 30, 0]);
});

it('purges five hundred files per run; two concurrent runs take different files, and every key is deleted once', async () => {
  await insertJobs(RAW_PURGE_BATCH + 220, 'completed');
  expect(RAW_PURGE_BATCH).toBe(500);
  const deleted: string[] = [];
  const objects = { ...engine.objects, delete: async (key: string) => void deleted.push(key) };
  const other = engine.start({ objects });
  const counts = await Promise.all(
    [engine.start({ objects }), other].map(({ services }) => runTask(services.tasks, 'purge_files')),
  );
  expect(Math.max(...counts.map((one) => one['filesPurged'] ?? 0))).toBeLessThanOrEqual(500);
  // A run skips rows that the other run has locked, so a third run finds the rest.
  const rest = await runTask(other.services.tasks, 'purge_files');
  expect([...counts, rest].reduce((sum, one) => sum + (one['filesPurged'] ?? 0), 0)).toBe(720);
  expect(new Set(deleted).size).toBe(720);
  expect(deleted).toHaveLength(720);
  const stored = await records('purge_files');
  expect(stored.map((one) => one.counts['filesPurged']).sort()).toEqual(
    [...counts, rest].map((one) => one['filesPurged']).sort(),
  );
  for (const { duration_ms: duration } of stored) expect(duration).toBeGreaterThanOrEqual(0);
});

it('leaves no record of a failed run, and the next run does its work', async () => {
  // Removes the events of earlier tests, which the sweep would find too.
  await engine.database.system((sql) => sql`delete from outbox`);
  await insertJobs(3, 'processing');
  const failing = {
    ...engine.services.tasks,
    relayOutbox: () => Promise.reject(new Error('The queue is out of reach')),
  };
  const before = (await records('recover_jobs')).length;
  await expect(runTask(failing, 'recover_jobs')).rejects.toThrow('out of reach');
  expect(await records('recover_jobs')).toHaveLength(before);
  const [unsent] = await engine.database.system(
    (sql) =>
      sql<{ count: number }[]>`select count(*)::int as count from outbox where topic = 'statement' and sent_at is null`,
  );
  expect(unsent?.count).toBe(3);
  await runTask(engine.services.tasks, 'recover_jobs');
  expect(await records('recover_jobs')).toHaveLength(before + 1);
});
