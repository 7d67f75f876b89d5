import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findRepeatedStatement } from '../../../adapters/postgres/book/book-store.ts';
import type { Sql } from '../../../adapters/postgres/connection/sql.ts';
import type { AcceptedJob, UploadOutcome } from '../../../app/files/accept-upload.ts';
import { purgeFile, rescoreFile, retractFile } from '../../../app/files/command-files.ts';
import type { BookKey } from '../../../core/book-key.ts';
import type { RepeatedStatement } from '../../../core/job/period-files.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import {
  accept,
  assertAccepted,
  createBook,
  createEngine,
  drain,
  ORIGIN,
  type StatementUpload,
  upload,
} from '../../support/engine.ts';
import { gateBefore, interceptedDatabase } from '../../support/engine-faults.ts';
import { listJobs, listLines, listOutbox } from '../../support/engine-tables.ts';
import { rowsReadFrom } from '../../support/postgres.ts';

/** Guarantee: one idempotency key makes one job, also without HTTP, and concurrent requests for one period take effect in order. */
describe('acceptance', async () => {
  const period = '2026-01';
  const csvOf = (amount: number) => `Member,Amount\nA,${amount}`;
  let book: BookKey;
  const engine = await createEngine();
  const processes = [engine, engine.start(), engine.start()];
  afterAll(() => engine.close());
  beforeEach(async () => {
    await engine.database.system((sql) => sql`delete from queue_messages`);
    book = await createBook(engine);
  });

  const codeOf = (outcome: UploadOutcome | AcceptedJob | Refused): string => {
    if (isRefused(outcome)) return outcome.refused.code;
    return 'kind' in outcome ? outcome.kind : 'accepted';
  };

  /** Counts how often each answer was given. */
  function tally(outcomes: readonly (UploadOutcome | AcceptedJob | Refused)[]): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const outcome of outcomes) counts[codeOf(outcome)] = (counts[codeOf(outcome)] ?? 0) + 1;
    return counts;
  }

  /** Sends the given number of uploads at once, spread over three processes. */
  const atOnce = (count: number, statement: (index: number) => StatementUpload) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => upload(processes[index % 3] ?? engine, book, statement(index))),
    );

  const bytesOf = ({ accountId }: BookKey) =>
    [...engine.objects.stored.keys()].filter((key) => key.includes(accountId));

  async function filesOf({ accountId }: BookKey): Promise<number> {
    const rows = await engine.database.system((sql) => sql`select 1 from files where account_id = ${accountId}`);
    return rows.length;
  }

  describe('uploads under one key', () => {
    it('make one file, one job, one message and one copy of the bytes if fifty come at once; the others return that job', async () => {
      const outcomes = await atOnce(50, () => ({ period, csv: csvOf(50), key: 'key-1' }));
      expect(tally(outcomes)).toEqual({ accepted: 1, 'already-have': 49 });
      const [job, ...others] = await listJobs(engine.database, book);
      expect(others).toEqual([]);
      expect(new Set(outcomes.map((outcome) => ('job' in outcome ? outcome.job.jobId : null)))).toEqual(
        new Set([job?.jobId]),
      );
      expect(outcomes.filter((outcome) => 'mismatch' in outcome && outcome.mismatch)).toEqual([]);
      expect(await filesOf(book)).toBe(1);
      expect(bytesOf(book)).toHaveLength(1);
      expect(await listOutbox(engine.database, book)).toEqual([`statement ${job?.jobId}`]);
    });

    it('return the first job and the difference if they have other bytes or another period', async () => {
      const first = await accept(engine, book, { period, csv: csvOf(50), key: 'key-1' });
      for (const { mismatch, ...other } of [
        { period, csv: csvOf(60), mismatch: 'file' },
        { period: '2026-02', csv: csvOf(50), mismatch: 'fields' },
      ])
        expect(await upload(engine, book, { ...other, key: 'key-1' })).toMatchObject({
          kind: 'already-have',
          mismatch,
          job: { jobId: first.jobId },
        });
      expect(await filesOf(book)).toBe(1);
    });

    it('of two accounts make two jobs', async () => {
      const other = await createBook(engine);
      const outcomes = await Promise.all(
        [book, other].map((of) => upload(engine, of, { period, csv: csvOf(50), key: 'key-1' })),
      );
      expect(tally(outcomes)).toEqual({ accepted: 2 });
    });

    it('that were refused leave the key free', async () => {
      await accept(engine, book, { period, csv: csvOf(50) });
      expect(codeOf(await upload(engine, book, { period, csv: csvOf(60), key: 'key-1' }))).toBe('period_exists');
      expect(bytesOf(book)).toHaveLength(1);
      expect(codeOf(await upload(engine, book, { period: '2026-02', csv: csvOf(60), key: 'key-1' }))).toBe('accepted');
    });

    it('for two periods at once make one job, and nobody waits for ever', async () => {
      const outcomes = await atOnce(20, (index) => ({
        period: `2026-0${(index % 2) + 1}`,
        csv: csvOf(50),
        key: 'key-1',
      }));
      expect(tally(outcomes)).toEqual({ accepted: 1, 'already-have': 19 });
    });
  });

  describe('uploads for one period at once', () => {
    it('are accepted once without a key, and the bytes of the others are deleted', async () => {
      expect(tally(await atOnce(20, (index) => ({ period, csv: csvOf(index) })))).toEqual({
        accepted: 1,
        period_exists: 19,
      });
      expect(await filesOf(book)).toBe(1);
      expect(bytesOf(book)).toHaveLength(1);
    });

    it('are refused even if their bytes cannot be deleted, which is logged', async () => {
      const gate = gateBefore(/pg_advisory_xact_lock/);
      const late = engine.start({
        through: (database) => interceptedDatabase(database, gate.at),
        objects: { ...engine.objects, delete: () => Promise.reject(new Error('S3 answers 403')) },
      });
      const losing = upload(late, book, { period, csv: csvOf(60) });
      await gate.reached;
      await accept(engine, book, { period, csv: csvOf(50) });
      gate.open();
      expect(codeOf(await losing)).toBe('period_exists');
      expect(late.logged.map(({ event }) => event)).toEqual(['upload_bytes_left']);
      expect(bytesOf(book)).toHaveLength(2);
    });

    it('append the same bytes only once', async () => {
      const outcomes = await atOnce(12, () => ({ period, csv: csvOf(50), mode: 'append' }));
      expect(tally(outcomes)).toEqual({ accepted: 1, period_exists: 11 });
    });

    it('are accepted once in each of two workspaces', async () => {
      const other = await createBook(engine, { accountId: book.accountId, carrierId: book.carrierId, config: null });
      const outcomes = await Promise.all(
        [book, other, book, other].map((of, index) => upload(engine, of, { period, csv: csvOf(index) })),
      );
      expect(tally(outcomes)).toEqual({ accepted: 2, period_exists: 2 });
    });

    it('are all accepted with replace, and the last accepted one wins in any order of the jobs', async () => {
      expect(tally(await atOnce(9, (index) => ({ period, csv: csvOf(index), mode: 'replace' })))).toEqual({
        accepted: 9,
      });
      const jobs = await listJobs(engine.database, book);
      await Promise.all(processes.map((process) => drain(process)));
      const ended = await listJobs(engine.database, book);
      expect(ended.map(({ fileStatus }) => fileStatus)).toEqual(
        jobs.map((_, index) => (index === 8 ? 'active' : 'replaced')),
      );
      const [amount] = await engine.database.system(
        (sql) => sql<{ amount: string }[]>`
        select trim_scale(amount)::text as amount from statement_lines where file_id = ${jobs[8]?.fileId ?? null}`,
      );
      expect(await listLines(engine.database, book, period)).toEqual([`A ${amount?.amount}`]);
    });
  });

  describe('an upload, a replacement and a retraction of one period at once', () => {
    it('are each decided by the earlier accepted requests, and the period ends according to their order', async () => {
      for (let round = 0; round < 12; round += 1) {
        const own = await createBook(engine);
        const { fileId } = await accept(engine, own, { period, csv: csvOf(1) });
        if (round % 2 === 0) await drain(engine);
        const command = { accountId: own.accountId, fileId, origin: ORIGIN };
        const requests = {
          upload: () => upload(engine, own, { period, csv: csvOf(2) }),
          retract: () => retractFile(engine.services.files, command),
          replace: () => upload(processes[1] ?? engine, own, { period, csv: csvOf(3), mode: 'replace' }),
        };
        const { upload: first, retract, replace } = requests;
        const turns = [
          [first, retract, replace],
          [retract, replace, first],
          [replace, first, retract],
        ];
        const outcomes = await Promise.all((turns[round % 3] ?? []).map((ask) => ask()));
        await Promise.all(processes.map((process) => drain(process)));
        const accepted = (await listJobs(engine.database, own)).map(({ mode }) => mode);
        const answers = outcomes.map(codeOf);
        expect(accepted).toHaveLength(1 + answers.filter((answer) => answer === 'accepted').length);
        // A plain upload fits only after an accepted retraction without a later upload.
        const place = accepted.indexOf('ingest', 1);
        if (place > 0) expect(accepted[place - 1]).toBe('retract');
        const last = accepted.at(-1);
        const amount = { ingest: 'A 2', replace: 'A 3' }[String(last)];
        expect(await listLines(engine.database, own, period)).toEqual(amount === undefined ? [] : [amount]);
      }
    });

    it('make one job of several retractions', async () => {
      const { fileId } = await accept(engine, book, { period, csv: csvOf(1) });
      await drain(engine);
      const command = { accountId: book.accountId, fileId, origin: ORIGIN };
      const outcomes = await Promise.all(
        processes.flatMap(({ services }) => [
          retractFile(services.files, command),
          retractFile(services.files, command),
        ]),
      );
      expect(tally(outcomes)).toEqual({ accepted: 1, already_retracted: 5 });
      await drain(engine);
      expect(await listLines(engine.database, book, period)).toEqual([]);
      expect(codeOf(await retractFile(engine.services.files, command))).toBe('already_retracted');
    });

    it('treat commands on files of another account as on unknown files', async () => {
      const { fileId } = await accept(engine, book, { period, csv: csvOf(1) });
      const stranger = { accountId: (await createBook(engine)).accountId, fileId, origin: ORIGIN };
      for (const command of [retractFile, rescoreFile])
        expect(codeOf(await command(engine.services.files, stranger))).toBe('not_found');
      expect(await purgeFile(engine.services.files, stranger)).toMatchObject({ refused: { code: 'not_found' } });
      assertAccepted(await retractFile(engine.services.files, { ...stranger, accountId: book.accountId }));
    });
  });
});

/**
 * Guarantee: the search for a repeated statement reads no line if no other file has the same number of lines. The server counts the
 * reads, because a plan that counts a file's lines gives the same answer but took more than a tenth of a job.
 */
describe('repeated statement', async () => {
  const engine = await createEngine();
  afterAll(() => engine.close());

  const statement = (members: number, amount: number) =>
    ['Member,Amount', ...Array.from({ length: members }, (_, at) => `M${at},${amount + at}`)].join('\n');

  interface Found {
    readonly repeated: RepeatedStatement | null;
    readonly linesRead: number;
  }

  const find = (book: BookKey, fileId: string): Promise<Found> =>
    engine.database.tenant(book.accountId, async (sql) => {
      const before = await linesRead(sql);
      const repeated = await findRepeatedStatement({ sql, key: book, jobId: null }, fileId);
      return { repeated, linesRead: (await linesRead(sql)) - before };
    });

  const linesRead = (sql: Sql) => rowsReadFrom(sql, 'statement_lines');

  async function load(book: BookKey, file: StatementUpload): Promise<string> {
    const { fileId } = await accept(engine, book, file);
    await drain(engine);
    return fileId;
  }

  it('reads no line for a statement that resembles no other, alone in its month or beside another', async () => {
    const book = await createBook(engine);
    await load(book, { period: '2026-01', csv: statement(40, 10) });
    const alone = await load(book, { period: '2026-02', csv: statement(40, 20) });
    const beside = await load(book, { period: '2026-02', csv: statement(39, 20), mode: 'append' });
    for (const fileId of [alone, beside]) expect(await find(book, fileId)).toEqual({ repeated: null, linesRead: 0 });
  });

  it('reads lines if another file of the month has as many', async () => {
    const book = await createBook(engine);
    await load(book, { period: '2026-01', csv: statement(40, 10) });
    const appended = await load(book, { period: '2026-01', csv: `${statement(40, 10)}\n`, mode: 'append' });
    const { repeated, linesRead: read } = await find(book, appended);
    expect(repeated).toMatchObject({ sameBytes: false, period: '2026-01' });
    expect(read).toBeGreaterThanOrEqual(80);
  });
});
