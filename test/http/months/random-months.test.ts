import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { propertyRuns } from '../../support/property-runs.ts';
import { sharedService } from '../../support/service.ts';
import * as model from './months-model.ts';
import { detailsIn, type MonthsRun, monthsIn, monthsOf, type Operation, perform, startRun } from './months-run.ts';

/** Guarantee: any sequence of uploads, corrections and closings gives the months of a second implementation. */

const service = await sharedService();

const PERIODS = ['2026-01', '2026-02', '2026-03', '2026-05'];
const amount = fc.oneof(
  { arbitrary: fc.constant('50'), weight: 4 },
  { arbitrary: fc.constantFrom('50.01', '40', '60.255', '0', '-7', '-50'), weight: 3 },
);
const line = fc.tuple(fc.constantFrom('A', 'B', 'C', 'D'), amount);
const content: fc.Arbitrary<model.Content> = fc.oneof(
  {
    arbitrary: fc.record({
      paid: fc.array(line, { minLength: 1, maxLength: 3 }),
      unassigned: fc.oneof(
        { arbitrary: fc.constant([]), weight: 3 },
        { arbitrary: fc.array(fc.constantFrom('25', '-10.5'), { maxLength: 2 }), weight: 1 },
      ),
    }),
    weight: 12,
  },
  { arbitrary: fc.constant({ paid: [], unassigned: [] }), weight: 1 },
);
const carrier = fc.constantFrom(0, 0, 0, 1);
/** Chooses one month more often than the others, so that it is closed, corrected and opened again. */
const period = fc.oneof(
  { arbitrary: fc.constant('2026-02'), weight: 3 },
  { arbitrary: fc.constantFrom(...PERIODS), weight: 2 },
);
const closed = fc.constantFrom('closed' as const, 'closed' as const, 'open' as const);

/** Numbers of files in the months before, from which a number may be learned. */
const earlierFiles = fc.oneof(
  { arbitrary: fc.constant([]), weight: 2 },
  { arbitrary: fc.array(fc.constantFrom(2, 2, 2, 1), { minLength: 3, maxLength: 4 }), weight: 1 },
);
const earlierUploads = (counts: readonly number[]): Operation[] =>
  counts.flatMap((count, month) =>
    ['A', 'B'].slice(0, count).map(
      (member): Operation => ({
        kind: 'upload',
        carrier: 0,
        period: `2025-0${month + 1}`,
        content: { paid: [[member, '50']], unassigned: [] },
        mode: 'append',
        one: undefined,
        closing: undefined,
      }),
    ),
  );

const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('upload' as const),
      carrier,
      period,
      content,
      mode: fc.constantFrom('ingest' as const, 'append' as const, 'append' as const, 'replace' as const),
      one: fc.option(fc.nat(5), { nil: undefined }),
      closing: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, 'own' as const, 'all' as const),
    }),
    weight: 9,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('retract' as const), carrier, file: fc.nat(20), only: fc.boolean() }),
    weight: 2,
  },
  { arbitrary: fc.record({ kind: fc.constant('rescore' as const), carrier, file: fc.nat(20) }), weight: 1 },
  {
    arbitrary: fc.record({
      kind: fc.constant('expectedFiles' as const),
      carrier,
      files: fc.constantFrom(null, 1, 2, 2, 3),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('rate' as const),
      carrier,
      value: fc.constantFrom('55', '45.5', null),
      from: fc.constantFrom(undefined, '2026-02-01'),
    }),
    weight: 1,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('month' as const),
      carrier: fc.option(carrier, { nil: undefined }),
      period,
      state: closed,
    }),
    weight: 4,
  },
);

/** Compares GET /v1/months with the model. */
async function compareList({ account, sides }: MonthsRun): Promise<void> {
  const { json } = await account.call('GET', '/v1/months?limit=200');
  const months = monthsOf(sides).map(({ adjustments: _, ...month }) => month);
  expect(monthsIn(json, 'data')).toEqual(months);
  expect(json).toMatchObject({ total: months.length });
}

/** Compares the months with the model in every report, the audit trail and the carriers. */
async function compareReports({ account, sides, audited }: MonthsRun): Promise<void> {
  const all = monthsOf(sides);
  for (const of of new Set(all.map((month) => month.period))) {
    const months = all.filter((month) => month.period === of);
    expect(detailsIn(await account.call('GET', `/v1/months/${of}`))).toEqual(months);
    const special = specialOf(months);
    for (const report of ['rollup', 'data-quality']) {
      const { json } = await account.call('GET', `/v1/reports/${report}?period=${of}`);
      expect(monthsIn(json, 'months')).toEqual(special);
    }
  }
  for (const [report, months] of [
    ['cumulative', all],
    ['tax-1099?year=2026', all.filter((one) => one.period >= '2026-01')],
    ['tax-1099?year=2025', all.filter((one) => one.period < '2026-01')],
    ['cumulative?from=2026-02&to=2026-03', all.filter((one) => one.period >= '2026-02' && one.period <= '2026-03')],
  ] as const) {
    expect(monthsIn((await account.call('GET', `/v1/reports/${report}`)).json, 'months')).toEqual(specialOf(months));
  }
  for (const { id, state } of sides) {
    expect((await account.call('GET', `/v1/carriers/${id}`)).json).toMatchObject(model.carrierShown(state));
  }
  const entries = z.object({ data: z.array(z.looseObject({ action: z.string() })) });
  const { data } = entries.parse((await account.call('GET', '/v1/audit?limit=200')).json);
  expect(data.map(({ action }) => action).filter((action) => action.startsWith('month.'))).toEqual(audited);
}

/** The open and the closed months, as reports name them. */
const specialOf = (months: Readonly<ReturnType<typeof monthsOf>>) =>
  months.filter(({ state }) => state !== 'complete').map(({ adjustments: _, ...month }) => month);

test('shows the months of the model after every request', async () => {
  await fc.assert(
    fc.asyncProperty(earlierFiles, fc.array(operation, { minLength: 6, maxLength: 14 }), async (counts, operations) => {
      const run = await startRun(service);
      for (const one of [...earlierUploads(counts), ...operations]) {
        await perform(run, one);
        await compareList(run);
      }
      await compareReports(run);
    }),
    { numRuns: propertyRuns(40) },
  );
});
