import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ratio } from '../../../core/report/cumulative.ts';
import { propertyRuns } from '../../support/property-runs.ts';

test.each([
  ['a third', 1, 3, 6, 0.333333],
  ['two thirds go up', 2, 3, 6, 0.666667],
  ['a tie goes up: 1 / 2,000,000 = 0.0000005', 1, 2_000_000, 6, 0.000001],
  ['below the tie', 1, 2_000_001, 6, 0],
  ['a tie no double holds: 1.005', 201, 200, 2, 1.01],
  ['nothing of nothing', 0, 0, 6, 0],
  ['something of nothing', 3, 0, 6, 0],
  ['more than the whole', 7, 2, 2, 3.5],
])('gives the ratio of %s', (_, part, whole, places, expected) => {
  expect(ratio(part, whole, places)).toBe(expected);
});

test('is never further from the exact quotient than half a last place, for any counts and amounts', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 24n), fc.bigInt(1n, 10n ** 12n), (part, whole) => {
      const units = BigInt(Math.round(ratio(part % whole, whole, 6) * 1e6));
      const off = units * whole - (part % whole) * 1_000_000n;
      expect(2n * (off < 0n ? -off : off) <= whole).toBe(true);
    }),
    { numRuns: propertyRuns(100) },
  );
});
