import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { processStatement } from '../../../app/book/process-statement.ts';
import type { AcceptedJob } from '../../../app/files/accept-upload.ts';
import { rescoreFile } from '../../../app/files/command-files.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { configArbitrary, filesArbitrary, ratesArbitrary } from '../../support/book-arbitraries.ts';
import { modelBook } from '../../support/book-model.ts';
import type { ModelFile } from '../../support/book-model-record.ts';
import { assertAccepted, createBook, createEngine, ENGINE_CONFIG, ORIGIN, upload } from '../../support/engine.ts';
import { asRead, insertRates, readTables, statementCsv } from '../../support/engine-book.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { viewOfModel, viewOfScored } from '../../support/scored-book-view.ts';

/**
 * Guarantee: a period has the same result whether its earlier rows were just saved or are read back, and whether its rows are written
 * completely or in part. Unchanged results are not written again. Totals may stay outdated as long as nothing is compared with them
 * (random-books.test.ts checks that).
 */

const engine = await createEngine();
afterAll(() => engine.close());

const history = fc.record({
  files: filesArbitrary,
  rates: fc.oneof(fc.constant([]), ratesArbitrary),
  config: configArbitrary,
});

it('writes no row when any month of any book and its later months are scored again', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ files, rates, config }) => {
      const tolerance = { absolute: Number(config.toleranceAbsolute), percent: Number(config.tolerancePercent) };
      const book = await createBook(engine, { config: { ...ENGINE_CONFIG, tolerance } });
      await insertRates(engine.database, book, rates);
      const jobs = await ingest(book, files);
      const scores = await readScores(book);
      for (const { fileId } of jobs) await rescore(book, fileId);
      expect(await readScores(book)).toEqual(scores);
      const stored = await readVersions(book);
      for (const { fileId } of jobs) {
        // The rescored month reads its baseline back. Each later month has the month that was saved before it as its baseline.
        await rescore(book, fileId);
        expect(await readVersions(book)).toEqual(stored);
      }
    }),
    { numRuns: propertyRuns(25) },
  );
});

it('gives the book of the files and rates after other rates, and keeps it', async () => {
  const someRates = ratesArbitrary.filter(({ length }) => length > 0);
  await fc.assert(
    fc.asyncProperty(history, fc.tuple(someRates, someRates), async ({ files, config }, [before, rates]) => {
      const tolerance = { absolute: Number(config.toleranceAbsolute), percent: Number(config.tolerancePercent) };
      const book = await createBook(engine, { config: { ...ENGINE_CONFIG, tolerance } });
      await insertRates(engine.database, book, before);
      const ingested = await ingest(book, files);
      await engine.database.system((sql) => sql`delete from expected_rates where account_id = ${book.accountId}`);
      await insertRates(engine.database, book, rates);
      await rescoreAll(book, ingested);
      const inForce = ingested.map(({ file }) => asRead(file));
      const model = modelBook({ files: inForce, rates, estimates: false, config });
      expect(viewOfScored(await readTables(engine.database, book))).toEqual(viewOfModel(model));
      const stored = await readVersions(book);
      await rescoreAll(book, ingested);
      expect(await readVersions(book)).toEqual(stored);
    }),
    { numRuns: propertyRuns(25) },
  );
});

it('rewrites only the rows and deltas of members whom a rate affects', async () => {
  const book = await createBook(engine);
  await insertRates(engine.database, book, [{ rateType: 'flat_per_member', rateValue: '10', planCode: 'OTHER' }]);
  const line = (member: string, planCode: string, agentName: string) => `${member},8.00,${planCode},${agentName}`;
  const statement = (agentName: string) =>
    ['Member,Amount,Plan code,Agent', line('A', 'GOLD', agentName), line('B', 'SILVER', agentName)].join('\n');
  const january = await ingestCsv(book, '2026-01', statement('Ann'));
  await ingestCsv(book, '2026-02', statement('Bob'));
  const before = await readVersions(book);
  await insertRates(engine.database, book, [{ rateType: 'flat_per_member', rateValue: '9.50', planCode: 'GOLD' }]);
  await rescore(book, january.fileId);
  const after = await readVersions(book);
  // The rate applies to both months: 9.50 − 8.00 is owed for A. B's owed amount is still unknown.
  const owed = await engine.database.system(
    (sql) => sql<{ row: string }[]>`
      select member_external_id || ' ' || period || ' ' || coalesce(commission_owed::numeric(10, 2)::text, '-') as row from scored_rows
      where account_id = ${book.accountId} order by row`,
  );
  expect(owed.map(({ row }) => row)).toEqual(['A 2026-01 1.50', 'A 2026-02 1.50', 'B 2026-01 -', 'B 2026-02 -']);
  const rewritten = before.filter((row) => !after.includes(row)).map((row) => row.slice(0, row.indexOf('@')));
  expect(rewritten).toEqual(['delta A 2026-02 agent_name ', 'row A 2026-01 ', 'row A 2026-02 ']);
  expect(after).toHaveLength(before.length);
});

it("changes the running totals of later months for other amounts, and only those members' rows", async () => {
  const book = await createBook(engine);
  // With a contracted rate no rate is estimated from January.
  await insertRates(engine.database, book, [{ rateType: 'flat_per_member', rateValue: '10', planCode: 'OTHER' }]);
  const statement = (amount: string, agentName: string) =>
    ['Member,Amount,Agent', `A,${amount},${agentName}`, `B,8.00,${agentName}`].join('\n');
  await ingestCsv(book, '2026-01', statement('8.00', 'Ann'));
  await ingestCsv(book, '2026-02', statement('8.00', 'Bob'));
  await ingestCsv(book, '2026-03', statement('8.00', 'Cid'));
  await ingestCsv(book, '2026-04', statement('8.00', 'Dan'));
  const before = await readVersions(book);
  await ingestCsv(book, '2026-01', statement('5.25', 'Ann'), 'replace');
  const after = await readVersions(book);
  expect(await readTotals(book)).toEqual([
    'A 2026-01 5.25',
    'A 2026-02 13.25',
    'A 2026-03 21.25',
    'A 2026-04 29.25',
    'B 2026-01 8.00',
    'B 2026-02 16.00',
    'B 2026-03 24.00',
    'B 2026-04 32.00',
  ]);
  const rewritten = before.filter((row) => !after.includes(row)).map((row) => row.slice(0, row.indexOf('@')));
  // January's row comes from another file. February's row is compared with another amount.
  expect(rewritten).toEqual([
    'delta A 2026-02 agent_name ',
    'delta A 2026-03 agent_name ',
    'delta A 2026-04 agent_name ',
    'row A 2026-01 ',
    'row A 2026-02 ',
    'row A 2026-03 ',
    'row A 2026-04 ',
    'row B 2026-01 ',
  ]);
});

async function rescore({ accountId }: BookKey, fileId: string): Promise<void> {
  const job = assertAccepted(await rescoreFile(engine.services.files, { accountId, fileId, origin: ORIGIN }));
  await processStatement(engine.services.worker, job.jobId);
}

/** Scores all months again, from the earliest month on. */
async function rescoreAll(book: BookKey, ingested: readonly Ingested[]): Promise<void> {
  const [first] = ingested.toSorted((a, b) => (a.file.period < b.file.period ? -1 : 1));
  if (first !== undefined) await rescore(book, first.fileId);
}

interface Ingested extends AcceptedJob {
  readonly file: ModelFile;
}

async function ingest(book: BookKey, files: readonly ModelFile[]): Promise<readonly Ingested[]> {
  const jobs: Ingested[] = [];
  const seen = new Set<string>();
  for (const file of files.filter(({ lines }) => lines.length > 0)) {
    const mode = seen.has(file.period) ? 'append' : 'ingest';
    const outcome = await upload(engine, book, { period: file.period, csv: statementCsv(file), mode });
    if (!('kind' in outcome) || outcome.kind !== 'accepted') continue;
    seen.add(file.period);
    await processStatement(engine.services.worker, outcome.job.jobId);
    jobs.push({ ...outcome.job, file });
  }
  return jobs;
}

async function ingestCsv(
  book: BookKey,
  period: string,
  csv: string,
  mode: 'ingest' | 'replace' = 'ingest',
): Promise<AcceptedJob> {
  const job = assertAccepted(await upload(engine, book, { period, csv, mode }));
  await processStatement(engine.services.worker, job.jobId);
  return job;
}

/** Reads the amount that each member was paid up to each month. */
function readTotals({ accountId }: BookKey): Promise<readonly string[]> {
  return engine.database.system(async (sql) => {
    const rows = await sql<{ row: string }[]>`
      select member_external_id || ' ' || period || ' ' || paid_total::numeric(10, 2)::text as row
      from scored_rows
      where account_id = ${accountId} order by row`;
    return rows.map(({ row }) => row);
  });
}

interface Score {
  readonly period: string;
  readonly row: unknown;
}

/** Reads each row without its totals, and each delta. */
function readScores({ accountId }: BookKey): Promise<readonly Score[]> {
  return engine.database.system(
    (sql) => sql<Score[]>`
      select period, to_jsonb(s) - '{paid_total,plan_year_paid}'::text[] as row from scored_rows s where account_id = ${accountId}
      union all
      select period, to_jsonb(d) from deltas d where account_id = ${accountId}
      order by row`,
  );
}

/** Reads each row with the transaction that wrote it. */
function readVersions({ accountId }: BookKey): Promise<readonly string[]> {
  return engine.database.system(async (sql) => {
    const rows = await sql<{ row: string }[]>`
      select 'row ' || member_external_id || ' ' || period || ' @' || s.xmin::text || s::text as row
      from scored_rows s where account_id = ${accountId}
      union all
      select 'delta ' || s.member_external_id || ' ' || period || ' ' || d.field || ' @' || d.xmin::text || d::text
      from deltas d join scored_rows s using (account_id, workspace_id, carrier_id, period, member_ref_id)
      where d.account_id = ${accountId}
      order by row`;
    return rows.map(({ row }) => row);
  });
}
