import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cumulativeReport, ratio } from '../../../core/report/carrier-month.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { monthOf } from './carrier-months.ts';

const months = [
  monthOf('Zenith', '2024-02', {
    memberCount: 7,
    red: 1,
    new: 2,
    commissionOwed: 0.004,
    commissionOwedEstimated: 0.004,
    commissionAtRisk: 5,
    chargebackAmount: 12.5,
    chargebackCount: 2,
    unassignedGross: 25.01,
    unassignedChargebacks: 5,
    owedEvaluated: 1,
    owedTotal: 3,
    owedEstimated: true,
  }),
  monthOf('Acme', '2024-02', {
    memberCount: 4,
    red: 2,
    reappeared: 1,
    commissionOwed: 0.004,
    commissionOwedEstimated: 0.004,
    owedEvaluated: 4,
    owedTotal: 4,
  }),
  monthOf('Acme', '2023-12', { memberCount: 9, new: 9, commissionOwed: 0.004 }),
];

test('sums totals, months and carriers exactly, and rounds each once', () => {
  const report = cumulativeReport({ from: '2023-11' }, months);
  expect(report.range).toEqual({
    from: '2023-12',
    to: '2024-02',
    requestedFrom: '2023-11',
    requestedTo: null,
    // January has no data.
    periodsCovered: 2,
  });
  expect(report.totals).toEqual({
    // 3 × 0.004 = 0.012
    commissionOwed: 0.01,
    // 2 × 0.004
    commissionOwedEstimated: 0.01,
    commissionAtRisk: 5,
    chargebackAmount: 12.5,
    unassignedAmount: 20.01,
    // The net is 25.01, which has no member, less 12.50 + 5 charged back.
    paidNet: 7.51,
    paidGross: 25.01,
    chargebacks: 17.5,
    owedEvaluated: 5,
    owedTotal: 7,
    // 5 / 7
    owedCoverage: 0.714286,
    chargebackCount: 2,
    // 9 + (4 + 7), over two months
    memberMonths: 20,
    avgMembers: 10,
    peakMembers: 11,
    red: 3,
    new: 11,
    reappeared: 1,
    owedEstimated: true,
  });
  expect(report.byPeriod).toMatchObject([
    { period: '2023-12', year: 2023, month: 12, memberCount: 9, commissionOwed: 0, owedCoverage: 0, new: 9 },
    // 0.008 is rounded up to a cent.
    { period: '2024-02', year: 2024, month: 2, memberCount: 11, commissionOwed: 0.01, chargebackCount: 2, red: 3 },
  ]);
  expect(report.byCarrier).toMatchObject([
    { carrierName: 'Acme', commissionOwed: 0.01, owedCoverage: 1, memberMonths: 13, periodsCovered: 2 },
    // 1 / 3
    { carrierName: 'Zenith', commissionOwed: 0, owedCoverage: 0.333333, memberMonths: 7, periodsCovered: 1 },
  ]);
});

test('has a range without ends, and zeros, without data', () => {
  const { range, totals, byPeriod, byCarrier } = cumulativeReport({ from: '2026-01', to: '2026-03' }, []);
  expect(range).toEqual({
    from: null,
    to: null,
    requestedFrom: '2026-01',
    requestedTo: '2026-03',
    periodsCovered: 0,
  });
  const { owedEstimated, ...figures } = totals;
  expect(owedEstimated).toBe(false);
  expect(new Set(Object.values(figures))).toEqual(new Set([0]));
  expect([byPeriod, byCarrier]).toEqual([[], []]);
});

describe('a ratio', () => {
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
});
