import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processStatement } from '../../../app/book/process-statement.ts';
import type { AcceptedJob } from '../../../app/files/accept-upload.ts';
import { rescoreFile } from '../../../app/files/command-files.ts';
import type { BookKey } from '../../../core/book-key.ts';
import { configArbitrary, filesArbitrary, ratesArbitrary } from '../../support/book-arbitraries.ts';
import { modelBook } from '../../support/book-model.ts';
import { FLAT_50, file, line } from '../../support/book-model-cases.ts';
import type { ModelFile } from '../../support/book-model-record.ts';
import {
  accept,
  assertAccepted,
  createBook,
  createEngine,
  drain,
  ENGINE_CONFIG,
  ORIGIN,
  upload,
} from '../../support/engine.ts';
import { asRead, insertRates, readTables, statementCsv } from '../../support/engine-book.ts';
import { findJob, listEvents, listLines } from '../../support/engine-tables.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { rollupIn, rowIn } from '../../support/scored-book-cases.ts';
import { viewOfModel, viewOfScored } from '../../support/scored-book-view.ts';

/**
 * Guarantee: a period has the same result whether its earlier rows were just saved or are read back, and whether its rows are written
 * completely or in part. Unchanged results are not written again. Totals may stay outdated as long as nothing is compared with them
 * (random-books.test.ts checks that).
 */
describe('scored again', async () => {
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
});

/**
 * Guarantee: the worked example of docs/reference/scoring.md, uploaded and processed, is exactly in the tables: rows, deltas and rollups,
 * in any order of arrival of the months.
 */
describe('worked example', async () => {
  const FILES = [
    file('2026-01', line('A', '50'), line('B', '50'), line('C', '50'), line('D', '50')),
    file('2026-02', line('A', '50'), line('B', '40'), line('D', '-50'), line('E', '50')),
    file('2026-03', line('A', '50.01'), line('B', '40'), line('E', '0')),
    file('2026-04', line('A', '50'), line('B', '60'), line('C', '45')),
  ];
  const PERIODS = FILES.map(({ period }) => period);
  const engine = await createEngine();
  afterAll(() => engine.close());

  async function load(files: readonly (typeof FILES)[number][]): Promise<{ book: BookKey; jobIds: string[] }> {
    const book = await createBook(engine);
    await insertRates(engine.database, book, [FLAT_50]);
    const jobIds: string[] = [];
    for (const one of files) {
      const { jobId } = await accept(engine, book, { period: one.period, csv: statementCsv(one) });
      jobIds.push(jobId);
      await drain(engine);
    }
    return { book, jobIds };
  }

  describe.each([
    ['in order', [0, 1, 2, 3]],
    ['newest first', [3, 2, 1, 0]],
    ['mixed', [2, 0, 3, 1]],
  ])('the worked example, its months arriving %s', (_name, order) => {
    let scored: Awaited<ReturnType<typeof readTables>>;
    beforeAll(async () => {
      const { book } = await load(order.flatMap((index) => FILES[index] ?? []));
      scored = await readTables(engine.database, book);
    });

    it.each([
      ['A', 'new 50', 'green 50', 'green 50.01', 'green 50'],
      ['B', 'new 50', 'yellow 40', 'green 40', 'green 60'],
      ['C', 'new 50', 'red 0', null, 'reappeared 45'],
      ['D', 'new 50', 'yellow -50', 'red 0', null],
      ['E', null, 'new 50', 'yellow 0', 'red 0'],
    ])('has every row of member %s', (member, ...expected) => {
      const rows = PERIODS.map((period) => rowIn(scored, period, member));
      expect(rows.map((row) => (row === undefined ? null : `${row.status} ${row.amount}`))).toEqual(expected);
    });

    it('has every total', () => {
      const totals = PERIODS.map((period) => {
        const rollup = rollupIn(scored, period);
        return [
          `${rollup.memberCount} members, ${rollup.red} red, ${rollup.lineCount} lines`,
          `dropped ${rollup.commissionDropped}, reduced ${rollup.commissionReduced}, owed ${rollup.commissionOwed} of ${rollup.owedEvaluated}`,
          `gross ${rollup.gross}, ${rollup.chargebackCount} back ${rollup.chargebackAmount}, estimated ${rollup.owedEstimated}`,
        ];
      });
      expect(totals).toEqual([
        ['4 members, 0 red, 4 lines', 'dropped 0, reduced 0, owed 0 of 4', 'gross 200, 0 back 0, estimated false'],
        ['4 members, 1 red, 4 lines', 'dropped 50, reduced 60, owed 10 of 3', 'gross 140, 1 back 50, estimated false'],
        ['3 members, 1 red, 3 lines', 'dropped 0, reduced 50, owed 60 of 3', 'gross 90.01, 0 back 0, estimated false'],
        ['3 members, 1 red, 3 lines', 'dropped 0, reduced 0, owed 5 of 3', 'gross 155, 0 back 0, estimated false'],
      ]);
    });

    it('has every delta', () => {
      const deltas = PERIODS.map((period) =>
        ['A', 'B', 'C', 'D', 'E'].flatMap(
          (id) => rowIn(scored, period, id)?.deltas.map((delta) => `${id} ${delta}`) ?? [],
        ),
      );
      expect(deltas).toEqual([
        [],
        [
          'B commission_amount modified 50.00 40.00',
          'C commission_amount removed 50.00 null',
          'D commission_amount modified 50.00 -50.00',
          'E commission_amount added null 50.00',
        ],
        [
          'A commission_amount modified 50.00 50.01',
          'D commission_amount removed -50.00 null',
          'E commission_amount modified 50.00 0.00',
        ],
        [
          'A commission_amount modified 50.01 50.00',
          'B commission_amount modified 40.00 60.00',
          'C commission_amount added null 45.00',
          'E commission_amount removed 0.00 null',
        ],
      ]);
    });
  });

  it('ends the jobs of the example with the figures of their file and period, and one event each', async () => {
    const { book, jobIds } = await load(FILES);
    const february = await findJob(engine.database, book, jobIds[1] ?? '');
    expect(february).toMatchObject({
      status: 'completed',
      attempts: 1,
      leaseEpoch: 1,
      error: null,
      fileStatus: 'active',
      stats: {
        rowsTotal: 4,
        rowsIngested: 4,
        rowsFailed: 0,
        rowWarnings: 0,
        members: 4,
        red: 1,
        commissionTotal: 90,
        commissionOwed: 10,
      },
    });
    expect(await listEvents(engine.database, book)).toEqual(jobIds.map((jobId) => `job.completed ${jobId}`));
    expect(await listLines(engine.database, book, '2026-02')).toEqual(['A 50', 'B 40', 'D -50', 'E 50']);
  });
});
