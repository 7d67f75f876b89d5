import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  isPeriod,
  isStatementPeriod,
  monthIndex,
  periodMonth,
  periodOf,
  periodOfDate,
  periodYear,
} from '../../core/period.ts';
import { propertyRuns } from '../support/property-runs.ts';

/** Guarantee: only real months are valid as text, and arithmetic on them is exact and reversible. */

const periods = fc
  .tuple(fc.integer({ min: 1900, max: 2199 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`);

describe('a period', () => {
  it.each([
    ['2026-01', true],
    ['2026-12', true],
    ['0001-01', true],
    ['2026-00', false],
    ['2026-13', false],
    ['2026-1', false],
    ['26-01', false],
    ['2026-01-01', false],
    ['2026/01', false],
    [' 2026-01', false],
    ['2026-01\n', false],
    ['', false],
  ])('"%s": %s', (text, valid) => {
    expect(isPeriod(text)).toBe(valid);
  });

  it('is made of a year and a month, or is null', () => {
    expect([periodOf(2026, 1), periodOf(2026, 12), periodOf(1, 2)]).toEqual(['2026-01', '2026-12', '0001-02']);
    const wrong = [periodOf(2026, 0), periodOf(2026, 13), periodOf(2026, 1.5), periodOf(20_261, 1), periodOf(-26, 1)];
    expect(wrong).toEqual([null, null, null, null, null]);
    expect(periodOf(2026, Number.NaN)).toBeNull();
  });

  it('of a date or a time is its first seven characters', () => {
    expect([periodOfDate('2026-01-31'), periodOfDate('2026-01-31T23:59:59Z')]).toEqual(['2026-01', '2026-01']);
  });

  it('returns its year and month', () => {
    fc.assert(
      fc.property(periods, (period) => {
        expect(periodOf(periodYear(period), periodMonth(period))).toBe(period);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('month arithmetic', () => {
  it.each([
    ['2025-12', 1, '2026-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-01', 0, '2026-01'],
    ['2026-05', 12, '2027-05'],
    ['2026-05', -17, '2024-12'],
    ['2026-12', -12, '2025-12'],
  ])('turns %s and %d into %s', (period, months, expected) => {
    expect(addMonths(period, months)).toBe(expected);
  });

  it('is reversible and keeps the order of the indexes', () => {
    fc.assert(
      fc.property(periods, fc.integer({ min: -600, max: 600 }), (period, months) => {
        const other = addMonths(period, months);
        expect(isPeriod(other)).toBe(true);
        expect(addMonths(other, -months)).toBe(period);
        expect(monthIndex(other) - monthIndex(period)).toBe(months);
        expect(Math.sign(months)).toBe(other > period ? 1 : other < period ? -1 : 0);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe('the period of a statement', () => {
  it.each([
    ['2000-01', true],
    ['1999-12', false],
    ['2026-01', true],
    ['2026-02', true],
    ['2026-03', false],
    ['2026-13', false],
    ['9999-99', false],
  ])('for %s, in January 2026: %s', (period, valid) => {
    expect(isStatementPeriod(period, '2026-01-31')).toBe(valid);
  });

  it('may be the next month across the end of a year', () => {
    expect(isStatementPeriod('2027-01', '2026-12-01')).toBe(true);
    expect(isStatementPeriod('2027-02', '2026-12-31')).toBe(false);
  });
});
