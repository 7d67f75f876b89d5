import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookKey } from '../../../core/book-key.ts';
import { FLAT_50, file, line } from '../../support/book-model-cases.ts';
import { accept, createBook, createEngine, drain } from '../../support/engine.ts';
import { insertRates, readTables, statementCsv } from '../../support/engine-book.ts';
import { findJob, listEvents, listLines } from '../../support/engine-tables.ts';
import { rollupIn, rowIn } from '../../support/scored-book-cases.ts';

/**
 * Guarantee: the worked example of docs/reference/scoring.md, uploaded and processed, is exactly in the tables: rows, deltas and rollups,
 * in any order of arrival of the months.
 */

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
