import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bookArbitrary,
  estimatedBookArbitrary,
  filesArbitrary,
  operationsArbitrary,
} from '../../support/book-arbitraries.ts';
import { modelBook } from '../../support/book-model.ts';
import { book, file, line } from '../../support/book-model-cases.ts';
import { historyOf } from '../../support/book-model-operations.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/**
 * Guarantee: the book model accepts and refuses operations as listed, its random books reach every rule, and every book keeps the
 * properties that do not depend on the rules for its rows.
 */

describe('a sequence of operations', () => {
  const first = file('2026-01', line('A', '1'));
  const second = file('2026-01', line('B', '2'));
  const bad = file('2026-01');

  it.each([
    [
      'a second upload is refused',
      [
        ['upload', first],
        ['upload', second],
      ],
      'active refused',
      [first],
    ],
    [
      'an appended file stays beside the first',
      [
        ['upload', first],
        ['append', second],
      ],
      'active active',
      [first, second],
    ],
    [
      'an identical append is refused',
      [
        ['append', first],
        ['append', first],
      ],
      'active refused',
      [first],
    ],
    [
      'a replace ends all files of the period',
      [
        ['upload', first],
        ['append', second],
        ['replace', first],
      ],
      'replaced replaced active',
      [first],
    ],
    [
      'a replace that fails ends nothing',
      [
        ['upload', first],
        ['replace', bad],
      ],
      'active failed',
      [first],
    ],
    [
      'a failed file blocks nothing',
      [
        ['upload', bad],
        ['upload', first],
      ],
      'failed active',
      [first],
    ],
    [
      'a retract ends all files of the period',
      [
        ['upload', first],
        ['append', second],
        ['retract', first],
      ],
      'retracted retracted done',
      [],
    ],
    [
      'a retracted period accepts an upload',
      [
        ['upload', first],
        ['retract', first],
        ['upload', second],
      ],
      'retracted done active',
      [second],
    ],
    ['a retract of a period without files is refused', [['retract', first]], 'refused', []],
  ] as const)('%s', (_case, steps, outcomes, files) => {
    const history = historyOf(
      steps.map(([kind, of]) => (kind === 'retract' ? { kind, period: of.period } : { kind, file: of })),
    );
    expect(history.outcomes.join(' ')).toBe(outcomes);
    expect(history.files).toEqual(files);
  });
});

describe('random books', () => {
  it('contain every row of the status table, every flag and every kind of rate and delta', () => {
    const books = fc.sample(bookArbitrary, { numRuns: 300, seed: 1 }).map(modelBook);
    const periods = books.flatMap((one) => [...one.periods.values()]);
    const rows = periods.flatMap((period) => period.rows);
    const flags = 'CHARGEBACK COMMISSION_CHANGED DATA_CHANGED DROPPED NEW REAPPEARED REAPPEARED_WITH_DELTA';
    expect([...new Set(rows.map((row) => row.rule))].sort()).toEqual([1, 2, 3, 4, 5, 7, 8]);
    expect([...new Set(rows.flatMap((row) => row.flags))].sort().join(' ')).toBe(flags);
    expect([...new Set(periods.flatMap((period) => period.deltas.map((delta) => delta.field)))].length).toBe(15);
    expect([...new Set(periods.map((period) => period.gap))].length).toBe(2);
    expect([...new Set(periods.map((period) => period.rollup.owedEstimated))].length).toBe(2);
    expect(periods.some((period) => period.rollup.owedEvaluated < period.rollup.owedTotal)).toBe(true);
    const estimated = fc.sample(estimatedBookArbitrary, { numRuns: 200, seed: 1 }).map(modelBook);
    const kinds = estimated.flatMap((one) => one.estimates.map((rate) => `${rate.planCode !== null} ${rate.rateType}`));
    expect([...new Set(kinds)].length).toBe(4);
    const outcomes = fc
      .sample(operationsArbitrary, { numRuns: 200, seed: 1 })
      .flatMap((one) => historyOf(one).outcomes);
    expect([...new Set(outcomes)].length).toBe(6);
  });

  it('have the same scores in every order of arrival of their periods', () => {
    fc.assert(
      fc.property(bookArbitrary, (input) => {
        const byPeriod = [...input.files].sort((a, b) => (a.period < b.period ? -1 : a.period > b.period ? 1 : 0));
        expect(modelBook({ ...input, files: byPeriod })).toEqual(modelBook(input));
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('count every member once until it drops: new − red + reappeared are the present members', () => {
    fc.assert(
      fc.property(filesArbitrary, (files) => {
        let present = 0;
        for (const { rollup } of book(files).periods.values()) {
          present += rollup.new + rollup.reappeared - rollup.red;
          expect(rollup.memberCount).toBe(present);
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('add up: gross less chargebacks, and the rows, are the net amount of the statements', () => {
    fc.assert(
      fc.property(filesArbitrary, (files) => {
        const units = (text: string) => Math.round(Number(text) * 10_000);
        const net = files.flatMap((one) => one.lines).reduce((sum, one) => sum + units(one.amount), 0);
        const periods = [...book(files).periods.values()];
        const rollups = periods.map((period) => period.rollup);
        expect(rollups.reduce((sum, one) => sum + units(one.gross) - units(one.chargebackAmount), 0)).toBe(net);
        const rows = periods.flatMap((period) => period.rows);
        expect(rows.reduce((sum, row) => sum + units(row.commissionAmount), 0)).toBe(net);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
