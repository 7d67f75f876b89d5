import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactFromMoney } from '../../../core/money.ts';
import {
  attritionReport,
  attritionSeries,
  type CarrierMonth,
  cumulativeReport,
  ratio,
} from '../../../core/report/carrier-month.ts';
import { tax1099Report, yearReport } from '../../../core/report/year.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { monthOf, spansOf } from './carrier-months.ts';

describe('cumulative', () => {
  describe('cumulative', () => {
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
  });

  describe('attrition', () => {
    test('gives red / (members + red) for a month, for each carrier by name and in total', () => {
      const months = [
        monthOf('Zenith', '2026-02', { memberCount: 4, red: 1 }),
        monthOf('Acme', '2026-02', { memberCount: 1, red: 2 }),
      ];
      expect(attritionReport('2026-02', 'month', months)).toEqual({
        period: '2026-02',
        granularity: 'month',
        // 3 / (5 + 3)
        attritionRate: 0.375,
        red: 3,
        memberCount: 5,
        byCarrier: [
          { carrierId: 'acme', carrierName: 'Acme', attritionRate: 0.666667, red: 2, memberCount: 1 },
          { carrierId: 'zenith', carrierName: 'Zenith', attritionRate: 0.2, red: 1, memberCount: 4 },
        ],
      });
    });

    test("takes each carrier's own last month for a year, in any order of months", () => {
      const months = [
        monthOf('Acme', '2026-03', { memberCount: 8, red: 1 }),
        monthOf('Acme', '2026-01', { memberCount: 10 }),
        monthOf('Zenith', '2026-02', { memberCount: 5, red: 2 }),
        monthOf('Zenith', '2026-01', { memberCount: 6, red: 3 }),
      ];
      // Acme 1 / (8 + 1), Zenith 5 / (5 + 5), both 6 / (13 + 6).
      expect(attritionReport('2026-06', 'year', months)).toMatchObject({
        attritionRate: 0.315789,
        red: 6,
        memberCount: 13,
        byCarrier: [
          { carrierName: 'Acme', attritionRate: 0.111111, red: 1, memberCount: 8 },
          { carrierName: 'Zenith', attritionRate: 0.5, red: 5, memberCount: 5 },
        ],
      });
    });

    test('gives 0 without data, and 1 when everybody is lost', () => {
      const nobody = { attritionRate: 0, red: 0, memberCount: 0 };
      expect(attritionReport('2026-02', 'quarter', [])).toMatchObject({ ...nobody, byCarrier: [] });
      expect(attritionReport('2026-02', 'month', [monthOf('Acme', '2026-02')])).toMatchObject(nobody);
      const lost = [monthOf('Acme', '2026-02', { red: 3 })];
      expect(attritionReport('2026-02', 'month', lost)).toMatchObject({ attritionRate: 1, red: 3, memberCount: 0 });
    });

    test('gives a series of one point per month with data, oldest first, with carriers added up', () => {
      const months = [
        monthOf('Zenith', '2026-03', { memberCount: 3, red: 1, commissionAtRisk: 0.005 }),
        monthOf('Acme', '2025-12', { memberCount: 2, commissionAtRisk: 10 }),
        monthOf('Acme', '2026-03', { memberCount: 4, red: 2, commissionAtRisk: 20.1 }),
      ];
      expect(attritionSeries(months)).toEqual([
        { period: '2025-12', year: 2025, month: 12, red: 0, memberCount: 2, attritionRate: 0, commissionAtRisk: 10 },
        // 3 / (7 + 3); 20.1 + 0.005 is a tie and is rounded up.
        {
          period: '2026-03',
          year: 2026,
          month: 3,
          red: 3,
          memberCount: 7,
          attritionRate: 0.3,
          commissionAtRisk: 20.11,
        },
      ]);
      expect(attritionSeries([])).toEqual([]);
    });
  });
});

describe('year', () => {
  const dollars = (amount: number) => exactFromMoney(amount * 10_000);
  const summit = { key: 's', name: 'Summit' };
  const zenith = { key: 'z', name: 'Zenith' };

  const report = yearReport({
    year: 2026,
    through: '2026-03',
    keptFrom: '2025-03',
    pay: [
      { ...summit, period: '2025-03', net: dollars(130) },
      { ...summit, period: '2025-05', net: dollars(1000) },
      { ...summit, period: '2026-01', net: dollars(40) },
      { ...summit, period: '2026-03', net: dollars(60) },
      { ...zenith, period: '2026-02', net: dollars(150.01) },
    ],
    kept: [{ ...summit, members: 3, kept: 2 }],
    renewals: [
      { ...summit, ahead: 3, members: 1, pay: dollars(60) },
      { ...summit, ahead: 4, members: 2, pay: dollars(8) },
      { ...zenith, ahead: null, members: 5, pay: dollars(150.01) },
    ],
  });

  test('compares the months up to the latest with the same months of the year before, and no later ones', () => {
    expect(report.totals).toMatchObject({ paidNet: 250.01, before: 130, difference: 120.01 });
    expect(report.rows).toMatchObject([
      { key: 'z', name: 'Zenith', paidNet: 150.01, before: null, difference: null },
      { key: 's', name: 'Summit', paidNet: 100, before: 130, difference: -30 },
    ]);
    expect(report.months).toHaveLength(12);
    expect(report.months.slice(0, 5)).toEqual([
      { period: '2026-01', paidNet: 40, before: null },
      { period: '2026-02', paidNet: 150.01, before: null },
      { period: '2026-03', paidNet: 60, before: 130 },
      { period: '2026-04', paidNet: null, before: null },
      { period: '2026-05', paidNet: null, before: 1000 },
    ]);
  });

  test('shares who stayed out of who was there, and says nothing without an earlier month', () => {
    // 2 of 3
    expect(report.totals).toMatchObject({ startMembers: 3, keptMembers: 2, persistencyPct: 66.67 });
    expect(report.rows[0]).toMatchObject({ startMembers: 0, persistencyPct: null });
  });

  test('counts renewals by month, and those of the next three months in each row', () => {
    expect(report.totals).toMatchObject({ members: 8, renewalMembers: 1, renewalPay: 60 });
    expect(report.renewals).toHaveLength(12);
    expect(report.renewals.slice(2, 5)).toEqual([
      { period: '2026-06', members: 1, pay: 60 },
      { period: '2026-07', members: 2, pay: 8 },
      { period: '2026-08', members: 0, pay: 0 },
    ]);
  });

  test('a year without a statement is empty', () => {
    const empty = { pay: [], kept: [], keptFrom: null, renewals: [] };
    expect(yearReport({ year: 2024, through: null, ...empty })).toMatchObject({
      totals: { paidNet: 0, before: null, persistencyPct: null },
      renewals: [],
      rows: [],
      rowCount: 0,
    });
  });

  /** Makes the report of a year from the months that the database would return. */
  function yearOf(year: number, all: readonly CarrierMonth[], latest: string | null = null) {
    const upTo = all.filter(({ period }) => period <= `${year}-12`);
    return tax1099Report({
      year,
      latest:
        latest ??
        all
          .map(({ period }) => period)
          .toSorted()
          .at(-1) ??
        null,
      months: upTo.filter(({ period }) => period >= `${year}-01`),
      spans: spansOf(upTo),
      balances: new Map(),
    });
  }

  test('adds up paid, charged back and net, by carrier and in total, exactly and rounded once', () => {
    const months = [
      monthOf('Zenith', '2026-01', { gross: 100.004, chargebackAmount: 10 }),
      monthOf('Zenith', '2026-02', { gross: 100.004 }),
      monthOf('Acme', '2026-01', { gross: 0.001 }),
      monthOf('Acme', '2026-02', { chargebackAmount: 20.5 }),
    ];
    expect(yearOf(2026, months)).toMatchObject({
      year: 2026,
      data: [
        // 0.001 − 20.5 = −20.499
        { carrierName: 'Acme', paidGross: 0, chargebacks: 20.5, paidNet: -20.5, periodsCovered: 2, missingPeriods: [] },
        // 200.008 − 10
        { carrierName: 'Zenith', paidGross: 200.01, chargebacks: 10, paidNet: 190.01, periodsCovered: 2 },
      ],
      // 200.009 − 30.5 = 169.509
      totals: { paidGross: 200.01, chargebacks: 30.5, paidNet: 169.51 },
    });
  });

  test('includes money without a member in all three, which makes no month of its own', () => {
    const months = [
      monthOf('Acme', '2026-01', {
        gross: 100,
        chargebackAmount: 10,
        unassignedGross: 25.5,
        unassignedChargebacks: 50.25,
      }),
    ];
    const paid = { paidGross: 125.5, chargebacks: 60.25, paidNet: 65.25 };
    expect(yearOf(2026, months)).toMatchObject({ data: [{ ...paid, periodsCovered: 1 }], totals: paid });
  });

  test("counts missing months from the carrier's first to the latest of any carrier", () => {
    const months = [
      monthOf('Acme', '2024-03'),
      monthOf('Acme', '2024-05'),
      monthOf('Zenith', '2024-07'),
      monthOf('Zenith', '2023-12'),
    ];
    expect(yearOf(2024, months).data).toMatchObject([
      {
        carrierName: 'Acme',
        firstPeriod: '2024-03',
        lastPeriod: '2024-05',
        periodsCovered: 2,
        missingPeriods: ['2024-04', '2024-06', '2024-07'],
      },
      {
        // The carrier had statements the year before, so January and February are expected.
        carrierName: 'Zenith',
        firstPeriod: '2024-07',
        lastPeriod: '2024-07',
        missingPeriods: ['2024-01', '2024-02', '2024-03', '2024-04', '2024-05', '2024-06'],
      },
    ]);
  });

  test('counts all missing months up to December in a past year', () => {
    const months = [monthOf('Acme', '2025-10'), monthOf('Acme', '2025-11'), monthOf('Acme', '2026-02')];
    expect(yearOf(2025, months).data).toMatchObject([{ periodsCovered: 2, missingPeriods: ['2025-12'] }]);
    expect(yearOf(2026, months).data).toMatchObject([{ periodsCovered: 1, missingPeriods: ['2026-01'] }]);
  });

  test('has no row for a carrier without data in the year, and none for a year without data', () => {
    const months = [monthOf('Acme', '2025-12', { gross: 5 }), monthOf('Zenith', '2026-01', { gross: 7 })];
    expect(yearOf(2026, months).data.map(({ carrierName }) => carrierName)).toEqual(['Zenith']);
    const nothing = { data: [], totals: { paidNet: 0, paidGross: 0, chargebacks: 0 } };
    expect(yearOf(2024, months)).toEqual({ year: 2024, ...nothing });
    expect(yearOf(2024, [])).toEqual({ year: 2024, ...nothing });
  });
});
