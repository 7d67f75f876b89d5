import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openBookFiles } from '../../../adapters/postgres/book/book-store.ts';
import { openBook } from '../../../adapters/postgres/book/load-book.ts';
import { createCarrierStore } from '../../../adapters/postgres/carriers/carrier-store.ts';
import { createMonthStore } from '../../../adapters/postgres/months/month-store.ts';
import { createStatementReads } from '../../../adapters/postgres/reads/statement-reads.ts';
import { bulkWriter } from '../../../adapters/postgres/records/stored-record.ts';
import type { JobBook } from '../../../app/book/book-store.ts';
import { processStatement } from '../../../app/book/process-statement.ts';
import { setExpectedFiles } from '../../../app/carriers/manage-carriers.ts';
import { retractFile, retryJob } from '../../../app/files/command-files.ts';
import { findMonth, setMonth } from '../../../app/months/manage-months.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { jobEventSchema } from '../../../core/webhook/event-body.ts';
import { line } from '../../support/book-model-cases.ts';
import { accept, assertAccepted, createBook, createEngine, drain, ORIGIN } from '../../support/engine.ts';
import { findJob, listLines } from '../../support/engine-tables.ts';
import { bookLines } from '../../support/scored-book-lines.ts';

/**
 * Guarantee: the database itself refuses every change of a job's state that docs/reference/uploads-and-jobs.md#states does not list, and
 * every change of the epoch that is not a claim.
 */
describe('job states', async () => {
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
});

/**
 * Guarantee: no decision of the engine uses the clock of its own process, which may be an hour wrong. A duration (`performance.now`) and
 * a time from another source (`new Date(value)`) are no decisions.
 */
describe('clock', () => {
  const ROOT = join(import.meta.dirname, '../../..');
  const FOLDERS = ['core', 'app', 'adapters/postgres', 'adapters/queue', 'lambdas/queue', 'lambdas/schedule'];
  const PROCESS_CLOCK = /Date\.now|new Date\(\)|new Date\b(?!\()|[^.]\bDate\(\)|Temporal\.Now|hrtime/;

  it('reads no process clock in any folder of the engine', async () => {
    const files = (
      await Promise.all(
        FOLDERS.map(async (folder) => {
          const names = await readdir(join(ROOT, folder), { recursive: true });
          return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name));
        }),
      )
    ).flat();
    expect(files.length).toBeGreaterThan(50);
    const readers: string[] = [];
    for (const file of files) if (PROCESS_CLOCK.test(await readFile(join(ROOT, file), 'utf8'))) readers.push(file);
    expect(readers).toEqual([]);
  });
});

describe('lines on their way', async () => {
  const NO_FIGURES = { members: 0, net: 0, printed: null };

  /** Guarantee: work that depends on lines in transit to the server waits for them. */

  const PERIOD = '2026-01';
  /** More lines than one statement sends. */
  const MANY = Array.from({ length: 12_000 }, (_, index) => line(`M${index}`, '2'));
  const engine = await createEngine();
  afterAll(() => engine.close());

  /** Reads a file with one line, then saves it again with many lines in the transaction of the work. */
  async function withManyLines(
    work: (opened: Pick<JobBook, 'book' | 'files'>, fileId: string) => Promise<void>,
  ): Promise<readonly string[]> {
    const key = await createBook(engine);
    const { fileId } = await accept(engine, key, { period: PERIOD, csv: 'Member,Amount\nOLD,1\n' });
    await drain(engine);
    await engine.database.tenant(key.accountId, async (sql) => {
      const writer = bulkWriter(sql);
      const scope = { sql, key, jobId: null, writer };
      const files = openBookFiles(scope);
      await files.acceptLines(
        { fileId, period: PERIOD, statementMode: 'ytd', figures: NO_FIGURES },
        bookLines(fileId, MANY),
        [],
      );
      await work({ book: openBook(scope), files }, fileId);
      await writer.done();
    });
    return listLines(engine.database, key, PERIOD);
  }

  it('includes all lines in year-to-date totals', async () => {
    const stored = await withManyLines(async ({ book }) => {
      const totals = await book.recordTotals(PERIOD, []);
      expect(totals).toHaveLength(MANY.length);
      expect(new Set(totals.map(({ amount }) => amount))).toEqual(new Set([20_000]));
    });
    expect(stored).toHaveLength(MANY.length);
  });

  it('deletes all lines of a file that another file has replaced meanwhile', async () => {
    const stored = await withManyLines(({ files }, fileId) =>
      files.applyFiles({ active: [], replaced: [fileId], retracted: [] }),
    );
    expect(stored).toEqual([]);
  });
});

/**
 * Guarantee: however many files of a month are read at once, one job completes the month, and one event reports that absences are final.
 */
describe('last files at once', async () => {
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
});

/**
 * Guarantee: statement texts are stored unchanged, whatever they mean to an array, a statement or JSON, and a text that PostgreSQL cannot
 * store does not stop the statement.
 */
describe('texts', async () => {
  /** Texts with a meaning in arrays, statements or JSON, and texts with invisible characters. */
  const TEXTS = [
    'NULL',
    'null',
    '{a,b}',
    '"quoted" \\ back\\\\slash \\',
    "'; drop table jobs; --",
    'two\nlines',
    '=HYPERLINK("x")',
    '\u{1f600} Zoë Å\u0308',
    '\\x00 \\u0000 %s $1 ?',
    'a,b;c\td|e',
    '\u202eevil\u200b',
  ];
  const engine = await createEngine();
  afterAll(() => engine.close());

  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

  /** Makes a job of a statement with these names. The amount decides whether the rows after the first are valid. */
  async function jobOf(amount: string): Promise<string> {
    const book = await createBook(engine);
    const rows = TEXTS.map((text, index) => `M${index},${amount},${cell(text)}`);
    const csv = ['Member,Amount,Name', 'GOOD,1,x', ...rows].join('\n');
    const { jobId } = await accept(engine, book, { period: '2026-01', csv });
    await drain(engine);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 1 });
    return jobId;
  }

  it('stores and scores any text unchanged', async () => {
    const jobId = await jobOf('50');
    const rows = await engine.database.system(
      (sql) => sql<{ line: string; scored: string }[]>`
      select l.member_name as line, s.member_name as scored
      from jobs j join statement_lines l using (file_id) join scored_rows s on s.member_ref_id = l.member_ref_id
      where job_id = ${jobId} and l.member_external_id <> 'GOOD' order by row_number`,
    );
    expect(rows.map(({ line }) => line)).toEqual(TEXTS);
    expect(rows.map(({ scored }) => scored)).toEqual(TEXTS);
  });

  it('keeps any text of failed rows unchanged', async () => {
    const jobId = await jobOf('not an amount');
    const rows = await engine.database.system(
      (sql) => sql<{ name: string }[]>`
      select cells ->> 2 as name from job_exceptions where job_id = ${jobId} order by row_number`,
    );
    expect(rows.map(({ name }) => name)).toEqual(TEXTS);
  });

  it.each([
    ['accepted', '50'],
    ['failed', 'x'],
  ])('completes a statement despite a NUL in a row that is %s', async (_how, amount) => {
    const book = await createBook(engine);
    const csv = `Member,Amount,Name,Wh\u0000at\nA,1,Ann,x\nB,${amount},B\u0000ob,y\u0000z`;
    const { jobId } = await accept(engine, book, { period: '2026-01', csv });
    await drain(engine);
    expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 1 });
  });
});

/** Guarantee: money without a member belongs to its file. After any concurrent jobs the tables have the money of the active files, once. */
describe('unassigned lines', async () => {
  const engine = await createEngine();
  afterAll(() => engine.close());

  const PERIOD = '2026-01';
  const statement = (amount: number) => `Member,Amount\nA,50\nBonus,${amount}\nC/B,-1`;
  const stored = ({ accountId }: BookKey) =>
    engine.database.system(async (sql) => {
      const rows = await sql<{ line: string }[]>`
      select kind || ' ' || trim_scale(amount) as line from unassigned_lines where account_id = ${accountId} order by 1`;
      return rows.map(({ line }) => line);
    });

  it('is stored once when several workers run the same job', async () => {
    const book = await createBook(engine);
    const job = await accept(engine, book, { period: PERIOD, csv: statement(5) });
    const workers = Array.from({ length: 4 }, () => engine.start());
    await Promise.all(workers.map(({ services }) => processStatement(services.worker, job.jobId)));
    await drain(engine);
    expect(await stored(book)).toEqual(['bonus 5', 'chargeback -1']);
  });

  it('is that of the last accepted replacement when replacements run at once, in any order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const book = await createBook(engine);
      await accept(engine, book, { period: PERIOD, csv: statement(1) });
      await drain(engine);
      const jobs = [
        await accept(engine, book, { period: PERIOD, csv: statement(2), mode: 'replace' }),
        await accept(engine, book, { period: PERIOD, csv: statement(3), mode: 'replace' }),
      ];
      const inOrder = round % 2 === 0 ? jobs : jobs.toReversed();
      await Promise.all(inOrder.map(({ jobId }) => processStatement(engine.start().services.worker, jobId)));
      await drain(engine);
      expect(await stored(book)).toEqual(['bonus 3', 'chargeback -1']);
    }
  });

  it('is removed with its file alone when one of several files is replaced or retracted', async () => {
    const book = await createBook(engine);
    const first = await accept(engine, book, { period: PERIOD, csv: statement(1) });
    const second = await accept(engine, book, { period: PERIOD, csv: 'Member,Amount\nFee,-7', mode: 'append' });
    await drain(engine);
    expect(await stored(book)).toEqual(['bonus 1', 'chargeback -1', 'fee -7']);
    await accept(engine, book, {
      period: PERIOD,
      csv: 'Member,Amount\nA,50\nBonus,4',
      mode: 'replace',
      replaceFileId: first.fileId,
    });
    await drain(engine);
    expect(await stored(book)).toEqual(['bonus 4', 'fee -7']);
    const { accountId } = book;
    assertAccepted(
      await retractFile(engine.services.files, { accountId, fileId: second.fileId, only: true, origin: ORIGIN }),
    );
    await drain(engine);
    expect(await stored(book)).toEqual(['bonus 4']);
  });
});
