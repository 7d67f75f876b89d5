import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDiskObjectStore } from '../../../adapters/object-store/disk-object-store.ts';
import { createBookStore } from '../../../adapters/postgres/book/book-store.ts';
import { processStatement } from '../../../app/book/process-statement.ts';
import type { AcceptedJob } from '../../../app/files/accept-upload.ts';
import { rescoreFile, retractFile } from '../../../app/files/command-files.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { BOOK_BUSY_DELAY_SECONDS } from '../../../core/limits/job-limits.ts';
import { STATEMENT_ROWS_MAX } from '../../../core/limits/statement-limits.ts';
import { createIngestStatement } from '../../../lambdas/queue/statement-handler.ts';
import { modelBook } from '../../support/book-model.ts';
import { CENT, file, line } from '../../support/book-model-cases.ts';
import {
  accept,
  assertAccepted,
  createBook,
  createEngine,
  drain,
  type EngineProcess,
  ORIGIN,
  receive,
  sqsEvent,
} from '../../support/engine.ts';
import { readTables, statementCsv } from '../../support/engine-book.ts';
import { gateBefore, interceptedDatabase } from '../../support/engine-faults.ts';
import { findJob, hashOfResults, hashOfTables, listEvents, listLines } from '../../support/engine-tables.ts';
import { asOwner } from '../../support/postgres.ts';
import { viewOfModel, viewOfScored } from '../../support/scored-book-view.ts';

/**
 * Guarantee: the largest allowed statement is scored to the cent by a worker with a quarter of its memory on AWS, in the month after a
 * statement of the same size.
 */
describe('large statement', async () => {
  const HEADER = 'Member,Amount,Policy,Premium,Plan code,Plan,Agent no,Agent,Name,Email,State,Effective,Term,Product';
  const HEAP_MEGABYTES = 512;
  const directory = await mkdtemp(join(tmpdir(), 'large-statement-'));
  const engine = await createEngine({ objects: { ...(await openDiskObjectStore(directory)), stored: new Map() } });
  afterAll(async () => {
    await engine.close();
    await rm(directory, { recursive: true, force: true });
  });

  /** The cents differ from row to row, and every fortieth row is a chargeback. */
  const centsOf = (row: number, first: number) => (row % 40 === 0 ? -1 : 1) * (first + (row % 997));

  function largeCsv(first: number, from: number): { readonly csv: string; readonly total: number } {
    const rows: string[] = [HEADER];
    let total = 0;
    for (let row = 0; row < STATEMENT_ROWS_MAX; row += 1) {
      const cents = centsOf(row, first);
      const member = from + row;
      total += cents;
      rows.push(
        `M${member},${(cents / 100).toFixed(2)},P${member},1200.50,MA-${row % 20},"Gold Plan, ${row % 20}",AG${row % 300},"Lee, Ann ${row % 300}","Doe, Jane ${member}",m${member}@example.com,FL,2025-06-01,,MA`,
      );
    }
    return { csv: rows.join('\r\n'), total };
  }

  async function workInChild(jobId: string): Promise<unknown> {
    const child = fork(new URL('../../support/statement-child.ts', import.meta.url), {
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
    });
    child.send({ address: engine.address, objectDirectory: directory, jobId });
    const ended = once(child, 'exit');
    const answer = once(child, 'message');
    const [first] = await Promise.race([answer, ended.then(([code]) => [`exit ${code}`])]);
    await ended;
    return first;
  }

  it('scores forty thousand rows after forty thousand rows in half a gigabyte', async () => {
    const book = await createBook(engine);
    // Ten thousand members of the first month are gone in the second, and as many are new.
    const months = [largeCsv(5_000, 0), largeCsv(5_001, 10_000)];
    for (const [index, { csv, total }] of months.entries()) {
      const { jobId } = await accept(engine, book, { period: `2026-0${index + 1}`, csv });
      expect(await workInChild(jobId)).toEqual({ kind: 'done' });
      expect(await findJob(engine.database, book, jobId)).toMatchObject({
        status: 'completed',
        attempts: 1,
        stats: {
          rowsTotal: STATEMENT_ROWS_MAX,
          rowsIngested: STATEMENT_ROWS_MAX,
          rowsFailed: 0,
          rowWarnings: 0,
          commissionTotal: total / 100,
        },
      });
    }
    const [second] = await engine.database.system(
      (sql) => sql`
      select member_count, new, red, line_count, chargeback_count, gross_amount - chargeback_amount as net from rollups
      where workspace_id = ${book.workspaceId} and period = '2026-02'`,
    );
    expect(second).toEqual({
      member_count: STATEMENT_ROWS_MAX,
      new: 10_000,
      red: 10_000,
      line_count: STATEMENT_ROWS_MAX,
      chargeback_count: 1_000,
      net: `${((months[1]?.total ?? 0) / 100).toFixed(2)}00`,
    });
  });
});

/** Guarantee: a repeated message changes nothing, jobs of one book take turns, and readers see the old state or the new one. */
describe('parallel jobs', async () => {
  const engine = await createEngine();
  const workers = Array.from({ length: 6 }, () => engine.start());
  afterAll(() => engine.close());

  const work = (process: EngineProcess, { jobId }: Pick<AcceptedJob, 'jobId'>) =>
    processStatement(process.services.worker, jobId);

  describe('the same message', () => {
    it.each(['at once', 'one after the other'])(
      'gives one result and one event, and changes no further byte, when it comes five times %s',
      async (how) => {
        const book = await createBook(engine);
        const job = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,50\nB,x' });
        if (how === 'at once') await Promise.all(workers.slice(0, 5).map((process) => work(process, job)));
        else await work(engine, job);
        const once = await hashOfTables(engine.database, book);
        for (let time = 0; time < 4; time += 1) await work(engine, job);
        expect(await hashOfTables(engine.database, book)).toBe(once);
        expect(await listEvents(engine.database, book)).toEqual([`job.completed ${job.jobId}`]);
        expect(await listLines(engine.database, book, '2026-01')).toEqual(['A 50']);
      },
    );

    it('gives the same rows byte for byte when a period is scored again', async () => {
      const book = await createBook(engine);
      const { fileId } = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,50\nB,20' });
      await accept(engine, book, { period: '2026-02', csv: 'Member,Amount\nA,51' });
      await drain(engine);
      const before = await hashOfResults(engine.database, book);
      assertAccepted(await rescoreFile(engine.services.files, { accountId: book.accountId, fileId, origin: ORIGIN }));
      await drain(engine);
      expect(await hashOfResults(engine.database, book)).toBe(before);
    });
  });

  describe('jobs of one book at once', () => {
    it('never deadlock, and end in the book of their order of acceptance', async () => {
      for (let round = 0; round < 8; round += 1) {
        const book = await createBook(engine);
        const before = [
          file('2026-01', line('A', '50'), line('B', '50')),
          file('2026-02', line('A', '50')),
          file('2026-03', line('A', '50'), line('C', '1')),
        ];
        const files = await Promise.all(
          before.map((one) => accept(engine, book, { period: one.period, csv: statementCsv(one) })),
        );
        await drain(engine);
        const corrected = [
          file('2026-01', line('A', `${round}`)),
          file('2026-01', line('B', '7')),
          file('2026-02', line('B', '20')),
          file('2026-02', line('D', '-5')),
        ];
        const modes = ['replace', 'append', 'replace', 'append'] as const;
        const jobs: AcceptedJob[] = [];
        for (const [index, one] of corrected.entries())
          jobs.push(
            await accept(engine, book, { period: one.period, csv: statementCsv(one), mode: modes[index] ?? 'append' }),
          );
        const { accountId } = book;
        const command = { accountId, fileId: files[2]?.fileId ?? '', origin: ORIGIN };
        jobs.push(assertAccepted(await retractFile(engine.services.files, command)));
        const order = jobs
          .map((job, index) => ({ job, key: (index * 7 + round * 3) % 5 }))
          .sort((a, b) => a.key - b.key);
        const results = await Promise.all(order.map(({ job }, index) => work(workers[index] ?? engine, job)));
        expect(results).toEqual(jobs.map(() => ({ kind: 'done' })));
        const model = modelBook({ files: corrected, rates: [], estimates: true, config: CENT });
        expect(viewOfScored(await readTables(engine.database, book))).toEqual(viewOfModel(model));
      }
      expect([engine, ...workers].flatMap(({ logged }) => logged)).toEqual([]);
    });

    it('do not delay an upload, which is accepted while a worker holds the book', async () => {
      const book = await createBook(engine);
      const first = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,50' });
      const gate = gateBefore(/delete from job_exceptions/);
      const slow = engine.start({ through: (database) => interceptedDatabase(database, gate.at) });
      const working = work(slow, first);
      await gate.reached;
      const second = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,70', mode: 'replace' });
      gate.open();
      await working;
      await work(engine, second);
      expect(await listLines(engine.database, book, '2026-01')).toEqual(['A 70']);
    });
  });

  describe('a reader while a period is replaced', () => {
    /** Reads all stored results of the two months, in one snapshot. */
    const read = (book: BookKey) =>
      engine.database.read(book.accountId, async (sql) => {
        const [row] = await sql<{ seen: string }[]>`
        select concat_ws(' | ',
          (select string_agg(concat_ws(' ', period, member_external_id, trim_scale(amount)), ', ' order by period, member_external_id)
            from statement_lines),
          (select string_agg(concat_ws(' ', period, member_external_id, status, trim_scale(commission_amount)), ', '
              order by period, member_external_id) from scored_rows),
          (select string_agg(concat_ws(' ', period, member_count, red, trim_scale(gross_amount)), ', ' order by period) from rollups),
          (select string_agg(concat_ws(' ', period, status), ', ' order by position) from files where status <> 'pending'),
          (select count(*) from deltas)) as seen`;
        return row?.seen ?? '';
      });

    it('sees the old state at every statement of the job until the whole new state is stored', async () => {
      const book = await createBook(engine);
      await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,50\nB,50' });
      await accept(engine, book, { period: '2026-02', csv: 'Member,Amount\nA,50' });
      await drain(engine);
      const seen: string[] = [];
      const watched = engine.start({
        through: (database) =>
          interceptedDatabase(database, async ({ statement }) => {
            if (statement !== null) seen.push(await read(book));
          }),
      });
      const job = await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,60', mode: 'replace' });
      const before = await read(book);
      expect(await work(watched, job)).toEqual({ kind: 'done' });
      expect(watched.logged).toEqual([]);
      const after = await read(book);
      expect(before).toBe(
        '2026-01 A 50, 2026-01 B 50, 2026-02 A 50 | 2026-01 A new 50, 2026-01 B new 50, 2026-02 A green 50, 2026-02 B red 0 | 2026-01 2 0 100, 2026-02 1 1 50 | 2026-01 active, 2026-02 active | 1',
      );
      expect(after).toBe(
        '2026-01 A 60, 2026-02 A 50 | 2026-01 A new 60, 2026-02 A yellow 50 | 2026-01 1 0 60, 2026-02 1 0 50 | 2026-01 replaced, 2026-02 active, 2026-01 active | 1',
      );
      expect(seen.length).toBeGreaterThan(30);
      expect([...new Set(seen)]).toEqual([before]);
    });

    it('sees only the old or the new state when it reads as often as it can', async () => {
      const book = await createBook(engine);
      await accept(engine, book, { period: '2026-01', csv: 'Member,Amount\nA,1' });
      await drain(engine);
      const seen = new Set([await read(book)]);
      let isDone = false;
      const polling = (async () => {
        while (!isDone) seen.add(await read(book));
      })();
      const replaced = 20;
      const states = new Set(seen);
      for (let time = 0; time < replaced; time += 1) {
        await work(
          engine,
          await accept(engine, book, { period: '2026-01', csv: `Member,Amount\nA,${time + 2}`, mode: 'replace' }),
        );
        states.add(await read(book));
      }
      isDone = true;
      await polling;
      expect([...seen].filter((one) => !states.has(one))).toEqual([]);
      expect(states.size).toBe(replaced + 1);
    });
  });

  describe('a book that another job holds for long', () => {
    it('causes no failed attempt: the job returns as often as needed, each time with its own message', async () => {
      const book = await createBook(engine);
      const csv = 'Member,Amount\nA,50';
      // Creates the book, because a lock creates the row that it locks.
      await accept(engine, book, { period: '2025-12', csv });
      await drain(engine);
      const { jobId } = await accept(engine, book, { period: '2026-01', csv });
      const { services, queue } = engine;
      const impatient = createIngestStatement({
        worker: { ...services.worker, books: createBookStore(engine.database, 0.01) },
        queue,
        relayOutbox: async () => {},
        onUnreadable: () => {},
      });
      const logged = engine.logged.length;
      await asOwner(engine.address, async (sql) => {
        await sql`begin`;
        await sql`select 1 from books where account_id = ${book.accountId} for update`;
        for (let time = 0; time < 8; time += 1) {
          const message = await receive(engine);
          if (message === null) throw new Error('No message leads to the job.');
          expect(await impatient(sqsEvent(message))).toEqual({ batchItemFailures: [] });
          await queue.delete('statements', message.receiptHandle);
          expect(message.receiveCount).toBe(1);
          expect(await findJob(engine.database, book, jobId)).toMatchObject({
            status: 'queued',
            attempts: 0,
            error: null,
          });
          const waiting = await engine.database.system(
            (system) => system`
            update queue_messages later set visible_at = later.sent_at from queue_messages sent
            where later.queue = 'statements' and sent.message_id = later.message_id
            returning extract(epoch from sent.visible_at - sent.sent_at)::float8 as seconds`,
          );
          expect(waiting).toEqual([{ seconds: BOOK_BUSY_DELAY_SECONDS }]);
        }
        await sql`rollback`;
      });
      expect(engine.logged).toHaveLength(logged);
      await drain(engine);
      expect(await findJob(engine.database, book, jobId)).toMatchObject({ status: 'completed', attempts: 1 });
    });
  });
});
