import { describe, expect, it } from 'vitest';
import { firstPeriodReached } from '../../../core/scoring/rate-bounds.ts';

/** Guarantee: the first period that a rate change affects is the first on whose first day the rate holds. */
describe('firstPeriodReached', () => {
  it.each([
    { effectiveFrom: null, reached: '2000-01' },
    { effectiveFrom: '2026-03-01', reached: '2026-03' },
    { effectiveFrom: '2026-03-02', reached: '2026-04' },
    { effectiveFrom: '2026-12-31', reached: '2027-01' },
  ])('for $effectiveFrom: $reached', ({ effectiveFrom, reached }) => {
    expect(firstPeriodReached({ effectiveFrom, changesEstimates: false })).toBe(reached);
  });

  it('reaches all periods if estimates appear or disappear', () => {
    expect(firstPeriodReached({ effectiveFrom: '2026-03-01', changesEstimates: true })).toBe('2000-01');
  });
});
