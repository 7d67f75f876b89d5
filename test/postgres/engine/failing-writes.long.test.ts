import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../adapters/postgres/connection/database.ts';
import { processStatement } from '../../../app/book/process-statement.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { accept, createBook, createEngine, deliver, drain, receive } from '../../support/engine.ts';
import { type AtMoment, faultAt, interceptedDatabase } from '../../support/engine-faults.ts';
import { findJob, hashOfResults, listEvents, listLines, type StoredJob } from '../../support/engine-tables.ts';
import { asOwner } from '../../support/postgres.ts';

/**
 * Guarantee: when a write of lines and rows fails, nothing of the attempt is stored and the first error is reported, not the refusal of
 * later statements. The next attempt succeeds. Writing looks for existing rows once per period.
 */
describe('failing writes', async () => {
  /** More rows than one statement writes, with other amounts and agents for each run. */
  const statement = (run: number) =>
    [
      'Member,Amount,Agent no',
      ...Array.from({ length: 4_500 }, (_, row) => `M${row},${(run + (row % 90) / 100).toFixed(2)},A${run}`),
    ].join('\n');

  /** A function that runs before each database statement; null when no test has set it. */
  let atStatement: ((text: string) => Promise<void>) | null = null;
  const through = (database: Database) =>
    interceptedDatabase(database, async ({ statement: text }) => {
      if (text !== null) await atStatement?.(text);
    });
  const engine = await createEngine({ through });
  afterAll(() => engine.close());

  /** Makes a book with the two months after the month that the test will load. */
  async function laterMonths(): Promise<BookKey> {
    const book = await createBook(engine);
    for (const [index, period] of ['2026-02', '2026-03'].entries()) {
      await accept(engine, book, { period, csv: statement(index + 1) });
      await drain(engine);
    }
    return book;
  }

  /** Runs a job once while something is broken, and once after the repair. Returns the error of the first attempt. */
  async function triedTwice(book: BookKey, { broken, mended }: Record<'broken' | 'mended', () => Promise<void>>) {
    const before = await hashOfResults(engine.database, book);
    const { jobId } = await accept(engine, book, { period: '2026-01', csv: statement(9) });
    engine.logged.splice(0);
    await broken();
    const message = await receive(engine);
    if (message === null) throw new Error(`No message came for job ${jobId}.`);
    expect(await deliver(engine, message)).toBe(false);
    await mended();
    expect(await hashOfResults(engine.database, book)).toBe(before);
    const told = engine.logged.splice(0).map(({ error }) => (error instanceof Error ? error.message : error));
    await drain(engine);
    expect(engine.logged).toEqual([]);
    const lines = await engine.database.system(
      (sql) => sql`select 1 from statement_lines where account_id = ${book.accountId} and period = '2026-01'`,
    );
    expect(lines).toHaveLength(4_500);
    return told;
  }

  const onInsert = (table: string, condition: string) => ({
    broken: () =>
      asOwner(engine.address, async (sql) => {
        await sql.unsafe(`
        create function refuse_one() returns trigger language plpgsql as
          $$ begin if ${condition} then raise exception 'refused here'; end if; return new; end $$;
        create trigger refuse_one before insert on ${table} for each row execute function refuse_one()`);
      }),
    mended: () =>
      asOwner(engine.address, async (sql) => {
        await sql.unsafe(`drop trigger refuse_one on ${table}; drop function refuse_one()`);
      }),
  });

  it.each([
    ['statement_lines', 'new.row_number = 2500'],
    ['scored_rows', "new.period = '2026-02' and new.member_external_id = 'M7'"],
    ['deltas', "new.period = '2026-03'"],
    ['rollups', "new.period = '2026-01'"],
  ])('fails the attempt with the error of a refused row of %s', async (table, condition) => {
    expect(await triedTwice(await laterMonths(), onInsert(table, condition))).toEqual(['refused here']);
  });

  it('fails the attempt with the error of a read during the writes', async () => {
    const book = await laterMonths();
    let reads = 0;
    const told = await triedTwice(book, {
      broken: async () => {
        atStatement = async (text) => {
          if (!text.includes('from statement_lines l')) return;
          reads += 1;
          throw new Error('the lines of February');
        };
      },
      mended: async () => {
        atStatement = null;
      },
    });
    expect(told).toEqual(['the lines of February']);
    expect(reads).toBe(1);
  });

  it('fails the attempt with the error of reading the next month while the current month is written', async () => {
    const runAsOwner = (statement: string) => () =>
      asOwner(engine.address, async (sql) => void (await sql.unsafe(statement)));
    const told = await triedTwice(await laterMonths(), {
      // January's lines come directly from its file, so February's are the first that are read.
      broken: runAsOwner(`
      revoke select on statement_lines from cas_service; grant select (account_id, file_id) on statement_lines to cas_service`),
      mended: runAsOwner('grant select on statement_lines to cas_service'),
    });
    expect(told).toEqual(['permission denied for table statement_lines']);
  });

  it('looks for deltas once per period, however many rows are written again', async () => {
    const book = await laterMonths();
    const messages: string[] = [];
    atStatement = async (text) => {
      messages.push(text.trim());
    };
    await accept(engine, book, { period: '2026-02', csv: statement(5), mode: 'replace' });
    await drain(engine);
    atStatement = null;
    const ofTable = (table: string) => messages.filter((text) => text.startsWith(`delete from ${table}`));
    expect(ofTable('scored_rows')).toHaveLength(6);
    expect(ofTable('deltas')).toHaveLength(2);
  });
});

/**
 * Guarantee: a worker may die at any statement and after any commit. The job is then either complete or invisible, without lines, scores
 * or event, and the next worker brings it to the same end.
 */
describe('crash points', async () => {
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
});
