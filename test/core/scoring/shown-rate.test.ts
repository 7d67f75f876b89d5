import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownRate } from '../../../core/scoring/shown-rate.ts';
import { lineKindOf } from '../../../core/statement/line-kind.ts';
import { plainLine } from '../../support/plain-inputs.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: the rate that a policy shows does not depend on the order of its lines. */

const kindOf = lineKindOf({ lineKinds: [] });

type Fields = Parameters<typeof plainLine>[2];

const line = (fields: Fields) => plainLine('A', '1', fields);
const MED = { productType: 'MED' };
const DEN = { productType: 'DEN' };

const anyLine = fc
  .record({
    amount: fc.constantFrom(-500_000, -300_000, 0, 300_000, 500_000),
    rate: fc.constantFrom(null, 40_000, 50_000, 100_000),
    coverageMonth: fc.constantFrom(null, '2026-01', '2026-02'),
    productType: fc.constantFrom(null, 'MED', 'DEN', 'med '),
    planName: fc.constantFrom(null, 'Gold', 'Silver'),
  })
  .map(line);

describe('the rate that a policy shows', () => {
  it('is the same for every order of the lines', () => {
    const reordered = fc
      .array(anyLine, { minLength: 1, maxLength: 6 })
      .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })));
    fc.assert(
      fc.property(reordered, ([lines, others]) => {
        expect(shownRate({ lines: others }, kindOf)).toBe(shownRate({ lines }, kindOf));
      }),
      { numRuns: propertyRuns(2000) },
    );
  });

  it.each<[string, readonly Fields[], number | null]>([
    ['one payment', [{ amount: 1, rate: 5 }], 5],
    ['a payment of nothing', [{ amount: 0, rate: 5 }], 5],
    [
      'chargebacks of several coverages',
      [
        { amount: -9, rate: 5, ...MED },
        { amount: -1, rate: 4, ...DEN },
      ],
      null,
    ],
    [
      'a chargeback and a payment',
      [
        { amount: -9, rate: 5 },
        { amount: 1, rate: 4 },
      ],
      4,
    ],
    [
      'coverages with different rates',
      [
        { amount: 9, rate: 5, ...MED },
        { amount: 1, rate: 4, ...DEN },
      ],
      null,
    ],
    [
      'coverages with the same rate',
      [
        { amount: 9, rate: 5, ...MED },
        { amount: 1, rate: 5, ...DEN },
      ],
      5,
    ],
    [
      'a caught-up month',
      [
        { amount: 9, rate: 5, coverageMonth: '2026-01' },
        { amount: 1, rate: 4, coverageMonth: '2026-02' },
      ],
      4,
    ],
    [
      'a payment without a month',
      [
        { amount: 9, rate: 5 },
        { amount: 1, rate: 4, coverageMonth: '2026-02' },
      ],
      4,
    ],
    [
      'one coverage with two rates is that of the larger payment',
      [
        { amount: 9, rate: 5 },
        { amount: 1, rate: 7 },
      ],
      5,
    ],
  ])('of %s', (_case, lines, rate) => {
    expect(shownRate({ lines: lines.map(line) }, kindOf)).toBe(rate);
    expect(shownRate({ lines: lines.map(line).reverse() }, kindOf)).toBe(rate);
  });
});
