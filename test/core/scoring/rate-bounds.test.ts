import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExpectedRate, rateFor, rateTable } from '../../../core/scoring/expected.ts';
import {
  boundsText,
  isAmbiguous,
  isWithinBounds,
  keyWithoutBounds,
  NO_BOUNDS,
  policyMonth,
  type RateBounds,
} from '../../../core/scoring/rate-bounds.ts';
import { propertyRuns } from '../../support/property-runs.ts';

/** Guarantee: rates for policy months and group sizes apply to exactly those, and two of them never apply equally to one member. */

const OPEN = NO_BOUNDS;
const months = (from: number | null, to: number | null) => ({ ...OPEN, fromPolicyMonth: from, toPolicyMonth: to });
const lives = (from: number | null, to: number | null) => ({ ...OPEN, fromLives: from, toLives: to });

describe('policyMonth', () => {
  it.each([
    ['2026-01-01', '2026-01', 1],
    ['2026-01-31', '2026-02', 2],
    ['2025-02-01', '2026-01', 12],
    ['2025-01-31', '2026-01', 13],
    ['2026-03-01', '2026-01', 1],
    [null, '2026-01', null],
  ])('for %s in %s: %s', (effectiveDate, period, expected) => {
    expect(policyMonth(effectiveDate, period)).toBe(expected);
  });
});

describe('isWithinBounds', () => {
  const GROUP = { effectiveDate: '2025-07-15', lives: 5050 };
  it.each([
    ['no bounds', OPEN, true],
    ['up to its policy month', months(null, 7), true],
    ['up to the policy month before', months(null, 6), false],
    ['from its policy month', months(7, null), true],
    ['from the policy month after', months(8, null), false],
    ['50 lives, of 50.5', lives(50, 50), true],
    ['51 lives and more', lives(51, null), false],
    ['up to 49 lives', lives(null, 49), false],
    ['its month, but another size', { ...months(1, 12), fromLives: 51, toLives: null }, false],
  ])('%s: %s', (_case, bounds, expected) => {
    expect(isWithinBounds(bounds, GROUP, '2026-01')).toBe(expected);
  });

  it('accepts no rate with bounds for a member without date and lives', () => {
    const unknown = { effectiveDate: null, lives: null };
    expect([OPEN, months(1, null), lives(1, null)].map((bounds) => isWithinBounds(bounds, unknown, '2026-01'))).toEqual(
      [true, false, false],
    );
  });
});

describe('isAmbiguous', () => {
  it.each([
    ['adjoining months', months(1, 12), months(13, null), false],
    ['months that overlap', months(1, 12), months(12, null), true],
    ['one inside the other', lives(1, null), lives(2, 50), true],
    ['months and lives', months(1, 12), lives(2, 50), false],
    ['months, and months with lives', months(1, 12), { ...months(1, 12), toLives: 50 }, false],
    ['the same months, sizes apart', { ...months(1, 12), toLives: 50 }, { ...months(1, 12), fromLives: 51 }, false],
    ['bounds and none', OPEN, months(1, null), false],
  ])('%s: %s', (_case, one, other, expected) => {
    expect([isAmbiguous(one, other), isAmbiguous(other, one)]).toEqual([expected, expected]);
  });
});

it('states the bounds in words', () => {
  const texts = [OPEN, months(null, 12), { ...months(13, null), fromLives: 2, toLives: 50 }].map(boundsText);
  expect(texts).toEqual(['no bounds', 'policy months 1 to 12', 'policy months 13 and more and lives 2 to 50']);
});

const bound = fc.option(fc.integer({ min: 1, max: 14 }));
const boundsArbitrary: fc.Arbitrary<RateBounds> = fc
  .tuple(bound, bound, bound, bound)
  .filter(([from, to, least, most]) => (from ?? 1) <= (to ?? 14) && (least ?? 1) <= (most ?? 14))
  .map(([fromPolicyMonth, toPolicyMonth, fromLives, toLives]) => ({
    fromPolicyMonth,
    toPolicyMonth,
    fromLives,
    toLives,
  }));

it('chooses the same rate in any order of rates that may exist together', () => {
  const record = fc.record({
    effectiveDate: fc.constantFrom('2026-01-20', '2025-09-01', '2025-02-01', '2024-01-01', '2026-06-01', null),
    lives: fc.option(fc.integer({ min: 0, max: 1500 })),
  });
  fc.assert(
    fc.property(fc.array(boundsArbitrary, { maxLength: 8 }), record, (candidates, known) => {
      const accepted: RateBounds[] = [];
      for (const one of candidates) if (!accepted.some((other) => isAmbiguous(one, other))) accepted.push(one);
      const rates = accepted.map((bounds, index) => flat(index, bounds));
      const member = { planCode: null, planName: null, productType: null, state: null, ...known };
      const chosen = [rates, rates.toReversed()].map((list) =>
        rateFor(rateTable(list, { period: '2026-01', productLine: null }), member),
      );
      expect(chosen[0]).toBe(chosen[1]);
      const fitting = rates.filter((rate) => isWithinBounds(rate, known, '2026-01'));
      expect(chosen[0] === undefined).toBe(fitting.length === 0);
    }),
    { numRuns: propertyRuns(100) },
  );
});

describe('the key of rates that differ in their bounds alone', () => {
  const RATE = { planCode: 'Gold', tier: 'initial', state: 'TX', effectiveFrom: '2026-01-01' };

  it.each([
    ['ignores the case of the plan', { planCode: 'GOLD' }, true],
    ['has the plan', { planCode: 'Tin' }, false],
    ['has the absence of a plan', { planCode: null }, false],
    ['has the tier', { tier: 'renewal' }, false],
    ['has the state', { state: 'FL' }, false],
    ['has the first day', { effectiveFrom: '2026-02-01' }, false],
  ])('%s', (_, other, isEqual) => {
    expect(keyWithoutBounds({ ...RATE, ...other }) === keyWithoutBounds(RATE)).toBe(isEqual);
  });
});

function flat(rateMillionths: number, bounds: RateBounds): ExpectedRate {
  return {
    source: 'contracted',
    planCode: null,
    rateType: 'flat_per_member',
    rateMillionths,
    tier: null,
    state: null,
    effectiveFrom: null,
    effectiveTo: null,
    ...bounds,
  };
}
