import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { gzipPacking } from '../../../adapters/archive/compressed-files.ts';
import { createArchiveRows } from '../../../adapters/postgres/operations/archive-store.ts';
import { createRecoverableReads } from '../../../adapters/postgres/queries/claim-reads.ts';
import { processStatement } from '../../../app/book/process-statement.ts';
import { rescoreFile, retractFile } from '../../../app/files/command-files.ts';
import { archiveMonths, bringMonthsBack } from '../../../app/operations/archive-months.ts';
import { type BookKey, MonthArchived } from '../../../core/book-key.ts';
import { FIRST_PERIOD } from '../../../core/period.ts';
import { isRefused } from '../../../core/problem.ts';
import type { MemberFindings } from '../../../core/report/claim.ts';
import type { ModelLine } from '../../support/book-model-record.ts';
import { createBook, createEngine, ENGINE_CONFIG, type EngineProcess, ORIGIN, upload } from '../../support/engine.ts';
import { insertRates, statementCsv } from '../../support/engine-book.ts';
import { type AtMoment, faultAt, interceptedDatabase } from '../../support/engine-faults.ts';
import { hashOfResults } from '../../support/engine-tables.ts';
import { PROPERTY_RUNS, propertyRuns } from '../../support/property-runs.ts';

/**
 * Guarantee: a book whose old months are in the archive gives the same scores, rollups and claims for later months as the same book with
 * all its rows, and its rows come back equal. A process that dies at any point leaves the book so that the next run ends the work.
 */

const OLD = ['2023-08', '2023-09', '2023-10', '2023-12'] as const;
const HELD = '2024-01';
const LATER = ['2024-02', '2024-03', '2024-05'] as const;
const MEMBERS = ['A1', 'B2', 'C3', 'D4', 'E5', 'F6', 'G7', 'H8'] as const;

let at: AtMoment = async () => {};
const engine = await createEngine();
const faulty = engine.start({ through: (database) => interceptedDatabase(database, (moment) => at(moment)) });
afterAll(() => engine.close());

/** Lines of members half of whom are nearly always paid the same. The others often have no line, a chargeback or another pay or policy. */
const lines: fc.Arbitrary<ModelLine[]> = fc
  .tuple(...MEMBERS.map((member, place) => lineOf(member, place % 2 === 0 ? 400 : 8)))
  .map((members) => members.filter(({ isListed }) => isListed).map(({ isListed: _, ...line }) => line))
  .filter((ofFile) => ofFile.length > 0);

function lineOf(member: string, steadiness: number) {
  const usually = <T>(usual: T, ...others: readonly T[]) =>
    fc.oneof(
      { arbitrary: fc.constant(usual), weight: steadiness },
      { arbitrary: fc.constantFrom(usual, ...others), weight: 1 },
    );
  return fc.record({
    member: fc.constant(member),
    policy: usually('P1', 'P2'),
    amount: usually('50', '40', '60', '-50', '-20', '0', '100', '150'),
    premium: usually('1000', '900'),
    planName: usually('Gold Plan', 'Silver Plan'),
    agentName: usually('Ann Lee', 'Bo Ray'),
    effectiveDate: usually('2023-01-01', '2023-10-01', '2024-02-01'),
    termDate: usually<string | null>(null, '2024-01-31'),
    isListed: usually(true, false),
  });
}

const files = (months: readonly string[]) =>
  fc.tuple(...months.map((period) => lines.map((ofFile) => ({ period, lines: ofFile }))));
const change = fc.record({
  kind: fc.constantFrom('replace' as const, 'append' as const, 'retract' as const, 'rescore' as const),
  period: fc.constantFrom(...LATER),
  lines,
});
const history = fc.record({
  old: files([...OLD, HELD]),
  later: files(LATER),
  changes: fc.array(change, { maxLength: 4 }),
  rate: fc.constantFrom(null, null, null, '50', '50', '55'),
  productLine: fc.constantFrom('medicare', null, null),
});

interface Statement {
  readonly period: string;
  readonly lines: readonly ModelLine[];
}

async function load(
  book: BookKey,
  statement: Statement,
  mode: 'ingest' | 'replace' | 'append' = 'ingest',
): Promise<string> {
  const outcome = await upload(engine, book, {
    period: statement.period,
    csv: statementCsv({ lines: [...statement.lines] }),
    mode,
  });
  if (isRefused(outcome)) return outcome.refused.code;
  if (outcome.kind === 'accepted') await processStatement(engine.services.worker, outcome.job.jobId);
  return outcome.kind;
}

async function correct(book: BookKey, kind: 'retract' | 'rescore', period: string): Promise<string> {
  const [file] = await engine.database.system(
    (sql) => sql<{ id: string }[]>`
      select file_id as id from files where account_id = ${book.accountId} and period = ${period} and status = 'active'
      order by position desc limit 1`,
  );
  if (file === undefined) return 'none';
  const command = { accountId: book.accountId, fileId: file.id, only: false, origin: ORIGIN };
  const result = await (kind === 'retract' ? retractFile : rescoreFile)(engine.services.files, command).catch(
    (error: unknown) => {
      if (error instanceof MonthArchived) return null;
      throw error;
    },
  );
  if (result === null) return 'month_archived';
  if (isRefused(result)) return result.refused.code;
  await processStatement(engine.services.worker, result.jobId);
  return 'accepted';
}

const archiveOf = (book: BookKey, { database, objects }: Pick<EngineProcess, 'database' | 'objects'> = engine) => ({
  accountId: book.accountId,
  rows: createArchiveRows(database, book.accountId),
  objects,
  packing: gzipPacking,
  pause: async () => {},
  report: () => {},
});

const IDS =
  '{account_id,workspace_id,carrier_id,member_ref_id,own_member_ref_id,policy_ref_id,file_id,digest,chargebacks_seen,config_id}';

/** Reads the rows of a table without the ids that differ from book to book. */
const rowsOf = (book: BookKey, table: string, since: string) =>
  engine.database.system(async (sql) => {
    const rows = await sql.unsafe<{ row: unknown }[]>(
      `select to_jsonb(s) - '${IDS}'::text[] || jsonb_build_object('who', (select member_external_id from scored_rows m
          where m.account_id = s.account_id and to_jsonb(s) ->> 'member_ref_id' = m.member_ref_id::text limit 1)) as row
       from ${table} s where s.account_id = $1 and s.period >= $2`,
      [book.accountId, since],
    );
    return rows.map(({ row }) => JSON.stringify(withoutIds(row))).sort();
  });

/** Ids inside of JSON differ from book to book, and so does the order of lists. */
function withoutIds(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');
  if (Array.isArray(value)) return value.map((item) => JSON.stringify(withoutIds(item))).sort();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutIds(item)]));
}

const HIDDEN = new Set(['memberRefId', 'carrierId', 'workspaceId', 'fileId', 'policyRefId', 'carrierName']);
async function claimsOf(book: BookKey): Promise<string> {
  const found: MemberFindings[] = [];
  await createRecoverableReads(engine.database).read(book.accountId, {}, async ({ findings }) => {
    for await (const members of findings(FIRST_PERIOD)) found.push(...members);
    return null;
  });
  const texts = found.map((one) =>
    JSON.stringify(one, (name, value: unknown) =>
      HIDDEN.has(name) ? undefined : typeof value === 'bigint' ? String(value) : value,
    ),
  );
  return texts.sort().join('\n');
}

/** Every point in the long tests. */
const STRIDE = PROPERTY_RUNS < 1 ? 17 : 1;

const TABLES = ['scored_rows', 'deltas', 'statement_lines'] as const;

async function newBook(rate: string | null, productLine: string | null): Promise<BookKey> {
  const book = await createBook(engine, { config: ENGINE_CONFIG });
  await engine.database.system(
    (sql) => sql`update carriers set product_line = ${productLine} where carrier_id = ${book.carrierId}`,
  );
  if (rate !== null) await insertRates(engine.database, book, [{ rateType: 'flat_per_member', rateValue: rate }]);
  return book;
}

it('scores later months, sums and claims as if all rows were there, and gives all rows back', async () => {
  let archivedRows = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ old, later, changes, rate, productLine }) => {
      const [thin, whole] = [await newBook(rate, productLine), await newBook(rate, productLine)];
      for (const file of old) for (const book of [thin, whole]) await load(book, file);
      const result = await archiveMonths(archiveOf(thin), 1);
      expect(result.refused).toEqual([]);
      archivedRows += result.rows;
      const steps = [...later.map((file) => ({ ...file, kind: 'ingest' as const })), ...changes];
      for (const step of steps) {
        const outcomes: string[] = [];
        for (const book of [thin, whole]) {
          const { kind, period } = step;
          outcomes.push(
            kind === 'retract' || kind === 'rescore' ? await correct(book, kind, period) : await load(book, step, kind),
          );
        }
        expect(outcomes[0]).toBe(outcomes[1]);
        for (const table of TABLES) expect(await rowsOf(thin, table, HELD)).toEqual(await rowsOf(whole, table, HELD));
        for (const table of ['rollups', 'pay_differences'])
          expect(await rowsOf(thin, table, '')).toEqual(await rowsOf(whole, table, ''));
        expect(await claimsOf(thin)).toBe(await claimsOf(whole));
      }
      expect((await bringMonthsBack(archiveOf(thin))).rows).toBe(result.rows);
      for (const table of TABLES) expect(await rowsOf(thin, table, '')).toEqual(await rowsOf(whole, table, ''));
      expect([...engine.objects.stored.keys()].filter((key) => key.startsWith(`archive/${thin.accountId}/`))).toEqual(
        [],
      );
    }),
    { numRuns: propertyRuns(150), endOnFailure: true },
  );
  expect(archivedRows).toBeGreaterThan(0);
});

/** A book of which most rows leave. */
async function steadyBook(): Promise<BookKey> {
  const book = await newBook(null, null);
  const paid = (period: string) => ({
    period,
    lines: MEMBERS.map((member) => ({ member, policy: 'P1', amount: '50' })),
  });
  for (const period of [...OLD, HELD, ...LATER]) await load(book, paid(period));
  return book;
}

it('ends as if nothing had happened after a fault at every point of both ways', async () => {
  const book = await steadyBook();
  const before = await hashOfResults(engine.database, book);
  for (const kind of ['die', 'throw', 'kill'] as const) {
    for (const run of [
      () => archiveMonths(archiveOf(book, faulty), 1),
      () => bringMonthsBack(archiveOf(book, faulty)),
    ]) {
      for (let number = 1; ; number += STRIDE) {
        const fault = faultAt(engine.address, { number, kind });
        at = fault.at;
        const isDone = await run().then(
          () => true,
          () => false,
        );
        at = async () => {};
        if (isDone) break;
      }
    }
    expect(await hashOfResults(engine.database, book)).toBe(before);
  }
  expect(await bringMonthsBack(archiveOf(book))).toEqual({ books: 0, rows: 0, refused: [] });
});

it('refuses every change of an archived month and of the month after it', async () => {
  const book = await steadyBook();
  expect((await archiveMonths(archiveOf(book), 1)).rows).toBeGreaterThan(0);
  const state = await hashOfResults(engine.database, book);
  const other = (period: string) => ({ period, lines: [{ member: 'Z9', policy: 'P1', amount: '7' }] });
  for (const period of ['2023-01', '2023-11', '2023-12', HELD]) {
    for (const mode of ['ingest', 'append', 'replace'] as const) {
      const isTaken = mode === 'ingest' && [...OLD, HELD].some((month) => month === period);
      const code = isTaken ? 'period_exists' : 'month_archived';
      expect([period, mode, await load(book, other(period), mode)]).toEqual([period, mode, code]);
    }
  }
  for (const period of ['2023-12', HELD])
    for (const kind of ['retract', 'rescore'] as const)
      expect([period, kind, await correct(book, kind, period)]).toEqual([period, kind, 'month_archived']);
  expect(await hashOfResults(engine.database, book)).toBe(state);
  expect(await load(book, other('2024-02'), 'append')).toBe('accepted');
});

it('leaves a book as it is, and says why, when later results read its old lines', async () => {
  const book = await steadyBook();
  const { accountId, workspaceId, carrierId } = book;
  const csv = statementCsv({ lines: [{ member: 'Z9', policy: 'P1', amount: '7' }] });
  const waiting = await upload(engine, book, { period: '2024-05', csv, mode: 'append' });
  const { refused: early } = await archiveMonths(archiveOf(book), 1);
  expect(early).toEqual([expect.stringContaining('being processed')]);
  if (!isRefused(waiting) && waiting.kind === 'accepted')
    await processStatement(engine.services.worker, waiting.job.jobId);
  const state = await hashOfResults(engine.database, book);
  const run = (text: string) =>
    engine.database.system(async (sql) => {
      await sql.unsafe(
        text
          .replaceAll(':book', `'${accountId}', '${workspaceId}', '${carrierId}'`)
          .replaceAll(':account', `'${accountId}'`),
      );
    });
  const id = '00000000-0000-8000-8000-000000000001';
  const other = '00000000-0000-8000-8000-000000000002';
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'second ids',
      `insert into member_second_ids values (:book, 'KEY', '${id}')`,
      'delete from member_second_ids where account_id = :account',
    ],
    [
      'joined',
      `insert into member_aliases (account_id, workspace_id, carrier_id, alias_ref_id, member_ref_id, external_id, source) values (:book, '${id}', '${other}', 'X', 'manual')`,
      'delete from member_aliases where account_id = :account',
    ],
    [
      'totals of the year',
      "update files set statement_mode = 'ytd' where account_id = :account and period = '2023-09'",
      "update files set statement_mode = 'period' where account_id = :account",
    ],
    [
      'pay is computed',
      `insert into pay_setups (account_id, revision, setup, changed_by) values (:account, 1, '{"firstMonth": "2023-10"}', 'test')`,
      'delete from pay_setups where account_id = :account',
    ],
  ];
  for (const [reason, begin, end] of cases) {
    await run(begin);
    const { books, refused } = await archiveMonths(archiveOf(book), 1);
    expect([books, refused]).toEqual([0, [expect.stringContaining(reason)]]);
    await run(end);
  }
  expect(await hashOfResults(engine.database, book)).toBe(state);
  expect((await archiveMonths(archiveOf(book), 1)).rows).toBeGreaterThan(0);
  await expect(run(cases[3]?.[1] ?? '')).rejects.toThrow(MonthArchived);
});
