import { afterAll, beforeAll, expect, it } from 'vitest';
import { processStatement } from '../../app/book/process-statement.ts';
import type { BookKey } from '../../core/book-key.ts';
import { accept, createBook, createEngine, type Engine } from '../support/engine.ts';
import { gateBefore, interceptedDatabase } from '../support/engine-faults.ts';
import { findJob, listEvents } from '../support/engine-tables.ts';

/**
 * Guarantee: a recovery that fails a job, and its worker that still scores it, do not wait for each other. The recovery holds the job and
 * waits for its file. The worker holds the file and reports progress of the job on another connection. PostgreSQL cannot detect that cycle.
 */

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
