import { afterAll, expect, it } from 'vitest';
import { createCarrierStore } from '../../../adapters/postgres/carriers/carrier-store.ts';
import { createMonthStore } from '../../../adapters/postgres/months/month-store.ts';
import { createStatementReads } from '../../../adapters/postgres/reads/statement-reads.ts';
import { processStatement } from '../../../app/book/process-statement.ts';
import { setExpectedFiles } from '../../../app/carriers/manage-carriers.ts';
import { findMonth, setMonth } from '../../../app/months/manage-months.ts';
import { jobEventSchema } from '../../../core/webhook/event-body.ts';
import { accept, createBook, createEngine, drain, ORIGIN } from '../../support/engine.ts';

/**
 * Guarantee: however many files of a month are read at once, one job completes the month, and one event reports that absences are final.
 */

const engine = await createEngine();
const workers = Array.from({ length: 4 }, () => engine.start());
afterAll(() => engine.close());

async function absences(accountId: string, period: string): Promise<readonly unknown[]> {
  const rows = await engine.database.system(
    (sql) => sql<{ body: unknown }[]>`
      select body from outbox where account_id = ${accountId} and topic = 'job.completed' order by position`,
  );
  const events = rows.map(({ body }) => jobEventSchema.parse(body)).filter((event) => event.period === period);
  return events.map(({ month }) => month?.absence);
}

it.each([1, 2, 3, 4])('completes a month once when its last files are read at once, round %i', async () => {
  const book = await createBook(engine);
  const { accountId, carrierId } = book;
  const carriers = createCarrierStore(engine.database);
  await setExpectedFiles({ carriers }, { accountId, carrierId, files: 4 }, ORIGIN);
  await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,50\nGone,50' });
  await accept(engine, book, { period: '2026-02', csv: 'Member,Amount\nA,50' });
  await drain(engine);
  const jobs = [];
  for (const member of ['B', 'C', 'D', 'E']) {
    jobs.push(await accept(engine, book, { period: '2026-02', csv: `Member,Amount\n${member},1`, mode: 'append' }));
  }
  const results = await Promise.all(
    jobs.map(({ jobId }, index) => processStatement((workers[index] ?? engine).services.worker, jobId)),
  );
  expect(results).toEqual(jobs.map(() => ({ kind: 'done' })));
  // Four files complete the month: the first three leave its absences provisional, the fourth makes them final, the fifth adds none.
  expect(await absences(accountId, '2026-02')).toEqual(['provisional', 'provisional', 'provisional', 'final', null]);
});

it('closes a month once with its present figures, even several times at once and beside a job', async () => {
  const book = await createBook(engine);
  const { accountId, workspaceId, carrierId } = book;
  await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,50' });
  await accept(engine, book, { period: '2026-02', csv: 'Member,Amount\nA,50' });
  await drain(engine);
  // A correction of the previous month, which scores the closed month again at the same time.
  const { jobId } = await accept(engine, book, {
    period: '2026-01',
    csv: 'Member,Amount\nA,50\nB,20',
    mode: 'replace',
  });
  const months = createMonthStore(engine.database);
  const statements = createStatementReads(engine.database);
  const management = { months, statements, clock: () => new Date('2026-03-01') };
  const close = () =>
    setMonth(management, {
      ...{ accountId, workspaceId, period: '2026-02', state: 'closed' as const, origin: ORIGIN },
      ...{ signedBy: null, reason: null },
    });
  await Promise.all([close(), processStatement(engine.services.worker, jobId), close(), close()]);
  const found = await findMonth(months, accountId, { period: '2026-02', carrierId });
  expect(found).toMatchObject([{ state: 'closed', current: { red: 1 } }]);
  const [month] = Array.isArray(found) ? found : [];
  // Whether the month was closed before or after the job, the recorded figures and the adjustments add up to the present figures.
  const recorded = (month?.adjustments ?? []).reduce((sum: number, one: { red: number }) => sum + one.red, 0);
  expect((month?.closed?.red ?? Number.NaN) + recorded).toBe(1);
  const [closings] = await engine.database.system(
    (sql) => sql<{ count: number }[]>`
      select count(*)::int as count from audit_entries where account_id = ${accountId} and action = 'month.close'`,
  );
  expect(closings?.count).toBe(1);
});
