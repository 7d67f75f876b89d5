import { afterAll, describe, expect, it } from 'vitest';
import { processStatement } from '../../../app/book/process-statement.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { type AtMoment, faultAt, interceptedDatabase } from '../../support/engine-faults.ts';
import { findJob, hashOfResults, listEvents, listLines, type StoredJob } from '../../support/engine-tables.ts';

/**
 * Guarantee: a worker may die at any statement and after any commit. The job is then either complete or invisible, without lines, scores
 * or event, and the next worker brings it to the same end.
 */

const OLD = 'Member,Amount\nA,50\nB,20\nC,not an amount';
const NEW = 'Member,Amount\nA,60\nC,20\nD,not an amount';
let at: AtMoment = async () => {};
const engine = await createEngine();
afterAll(() => engine.close());

/** A month with a file that will be replaced, and the next month, which is scored against it. */
async function bookOfTwoMonths(): Promise<BookKey> {
  const book = await createBook(engine);
  await accept(engine, book, { period: '2026-01', csv: OLD });
  await accept(engine, book, { period: '2026-02', csv: OLD });
  await drain(engine);
  return book;
}

/** Each kind of failure, with the distance between the tested moments. All moments are tested only for the death of a process. */
describe.each([
  ['die', 1],
  ['throw', 3],
  ['kill', 5],
] as const)('a worker that ends by %s', (kind, step) => {
  it('leaves nothing behind, and the job ends as if nothing had happened', async () => {
    const faulty = engine.start({ through: (database) => interceptedDatabase(database, (moment) => at(moment)) });
    const book = await bookOfTwoMonths();
    let number = 1;
    for (let isWhole = false, time = 0; !isWhole; number += step, time += 1) {
      const isEven = time % 2 === 0;
      const { jobId } = await accept(engine, book, { period: '2026-01', csv: isEven ? NEW : OLD, mode: 'replace' });
      const before = await hashOfResults(engine.database, book);
      const plan = faultAt(engine.address, { number, kind });
      at = plan.at;
      await processStatement(faulty.services.worker, jobId).catch(() => null);
      at = async () => {};
      isWhole = plan.moments() < number;
      const job = await findJob(engine.database, book, jobId);
      if (job.status !== 'completed') await expectUntouched(book, before, job);
      await engine.services.tasks.maintenance.recoverJobs({ stuckSeconds: 0, resendSeconds: 3_600, limit: 100 });
      await processStatement(engine.services.worker, jobId);
      expect(await listLines(engine.database, book, '2026-01')).toEqual(isEven ? ['A 60', 'C 20'] : ['A 50', 'B 20']);
      expect((await listEvents(engine.database, book)).filter((event) => event.endsWith(jobId))).toEqual([
        `job.completed ${jobId}`,
      ]);
    }
    expect(number).toBeGreaterThan(40);
  });

  async function expectUntouched(book: BookKey, before: string, { jobId, status }: StoredJob): Promise<void> {
    expect(await hashOfResults(engine.database, book)).toBe(before);
    expect((await listEvents(engine.database, book)).filter((event) => event.endsWith(jobId))).toEqual([]);
    expect(['queued', 'processing']).toContain(status);
  }
});
