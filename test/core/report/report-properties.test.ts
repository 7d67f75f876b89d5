import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GRANULARITIES, spanOf } from '../../../core/comparison/compare-member.ts';
import { addMonths } from '../../../core/period.ts';
import {
  attritionReport,
  attritionSeries,
  type CarrierMonth,
  cumulativeReport,
} from '../../../core/report/carrier-month.ts';
import { dataQualityReport, scorecardReport } from '../../../core/report/scorecard.ts';
import { tax1099Report } from '../../../core/report/year.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { monthOf, spansOf } from './carrier-months.ts';

/** Guarantee: the reports agree with each other, for any input. */

const count = fc.integer({ min: 0, max: 40 });
/** Whole cents, so that sums of the shown figures are exact too. */
const cents = fc.integer({ min: 0, max: 10_000_000 }).map((amount) => amount / 100);

/** Some months of three carriers in two and a half years, each at most once. */
const anyMonths: fc.Arbitrary<CarrierMonth[]> = fc.uniqueArray(
  fc
    .record({
      carrier: fc.constantFrom('Acme', 'Zenith', 'acme'),
      offset: fc.integer({ min: 0, max: 29 }),
      counts: fc.record({
        memberCount: count,
        red: count,
        new: count,
        reappeared: count,
        owedEvaluated: count,
        owedTotal: count,
        chargebackCount: count,
        priorPresent: count,
      }),
      amounts: fc.record({ gross: cents, chargebackAmount: cents, commissionOwed: cents, commissionAtRisk: cents }),
    })
    .map(({ carrier, offset, counts, amounts }) => ({
      ...monthOf(carrier, addMonths('2023-11', offset), { ...counts, ...amounts }),
      carrierId: carrier,
    })),
  { selector: ({ carrierId, period }) => `${carrierId} ${period}`, maxLength: 40 },
);

const sum = <T>(rows: readonly T[], figure: (row: T) => number) => rows.reduce((total, row) => total + figure(row), 0);
const inCents = <T>(rows: readonly T[], amount: (row: T) => number) =>
  sum(rows, (row) => Math.round(amount(row) * 100));
const within = (months: readonly CarrierMonth[], { first, last }: { readonly first: string; readonly last: string }) =>
  months.filter(({ period }) => period >= first && period <= last);
const latestOf = (months: readonly CarrierMonth[]) =>
  months
    .map(({ period }) => period)
    .toSorted()
    .at(-1) ?? null;

describe('attrition', () => {
  test('adds up the carriers to the total for any window', () => {
    fc.assert(
      fc.property(anyMonths, fc.constantFrom(...GRANULARITIES), (months, granularity) => {
        const report = attritionReport('2024-08', granularity, within(months, spanOf('2024-08', granularity)));
        expect(sum(report.byCarrier, ({ red }) => red)).toBe(report.red);
        expect(sum(report.byCarrier, ({ memberCount }) => memberCount)).toBe(report.memberCount);
        expect(report.attritionRate).toBeGreaterThanOrEqual(0);
        expect(report.attritionRate).toBeLessThanOrEqual(1);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test("has the month's attrition at each point of the series", () => {
    fc.assert(
      fc.property(anyMonths, (months) => {
        for (const { period, red, memberCount, attritionRate } of attritionSeries(months)) {
          const report = attritionReport(period, 'month', within(months, { first: period, last: period }));
          expect({ red, memberCount, attritionRate }).toEqual({
            red: report.red,
            memberCount: report.memberCount,
            attritionRate: report.attritionRate,
          });
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  test('has the same red count for a year as for its quarters and its months', () => {
    fc.assert(
      fc.property(anyMonths, (months) => {
        const redOf = (period: string, granularity: 'month' | 'quarter' | 'year') =>
          attritionReport(period, granularity, within(months, spanOf(period, granularity))).red;
        const ofMonths = Array.from({ length: 12 }, (_, month) => redOf(addMonths('2024-01', month), 'month'));
        const ofQuarters = ['2024-02', '2024-04', '2024-09', '2024-10'].map((period) => redOf(period, 'quarter'));
        expect([sum(ofMonths, Number), sum(ofQuarters, Number)]).toEqual([
          redOf('2024-05', 'year'),
          redOf('2024-05', 'year'),
        ]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

test('adds up both months and carriers to the totals in cumulative', () => {
  fc.assert(
    fc.property(anyMonths, (months) => {
      const { totals, byPeriod, byCarrier, range } = cumulativeReport({}, months);
      for (const parts of [byPeriod, byCarrier]) {
        for (const name of ['commissionOwed', 'commissionAtRisk', 'chargebackAmount'] as const) {
          expect(inCents<Record<typeof name, number>>(parts, (part) => part[name])).toBe(
            Math.round(totals[name] * 100),
          );
        }
        for (const name of ['owedEvaluated', 'owedTotal'] as const) {
          expect(sum<Record<typeof name, number>>(parts, (part) => part[name])).toBe(totals[name]);
        }
      }
      expect(sum(byPeriod, ({ memberCount }) => memberCount)).toBe(totals.memberMonths);
      expect(sum(byCarrier, ({ memberMonths }) => memberMonths)).toBe(totals.memberMonths);
      expect(Math.max(0, ...byPeriod.map(({ memberCount }) => memberCount))).toBe(totals.peakMembers);
      expect(byPeriod).toHaveLength(range.periodsCovered);
      expect(sum(byCarrier, ({ periodsCovered }) => periodsCovered)).toBe(months.length);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("has the cumulative report's chargebacks in form 1099, net as gross less chargebacks, and carriers that add up", () => {
  fc.assert(
    fc.property(anyMonths, (all) => {
      const months = within(all, spanOf('2024-01', 'year'));
      const report = tax1099Report({
        year: 2024,
        latest: latestOf(all),
        months,
        spans: spansOf(all),
        balances: new Map(),
      });
      expect(report.totals.chargebacks).toBe(cumulativeReport({}, months).totals.chargebackAmount);
      for (const { paidNet, paidGross, chargebacks } of [...report.data, report.totals]) {
        expect(Math.round(paidNet * 100)).toBe(Math.round(paidGross * 100) - Math.round(chargebacks * 100));
      }
      for (const name of ['paidNet', 'paidGross', 'chargebacks'] as const) {
        expect(inCents(report.data, (row) => row[name])).toBe(Math.round(report.totals[name] * 100));
      }
      for (const { periodsCovered, missingPeriods, firstPeriod, lastPeriod } of report.data) {
        expect(periodsCovered + missingPeriods.length).toBeLessThanOrEqual(12);
        expect(missingPeriods).not.toContain(firstPeriod);
        expect(missingPeriods).not.toContain(lastPeriod);
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('has one scorecard per carrier, worst first, with the owed amount of the cumulative report', () => {
  fc.assert(
    fc.property(anyMonths, (months) => {
      const { data } = scorecardReport({
        range: {},
        latest: latestOf(months),
        months,
        spans: spansOf(months),
        recoverable: new Map(),
      });
      const { byCarrier } = cumulativeReport({}, months);
      const owed = data.map(({ carrierId, commissionOwed }) => [carrierId, commissionOwed]);
      expect(new Map(owed.map(([id, amount]) => [id, amount]))).toEqual(
        new Map(byCarrier.map(({ carrierId, commissionOwed }) => [carrierId, commissionOwed])),
      );
      expect(data.map(({ score }) => score)).toEqual(data.map(({ score }) => score).toSorted((a, b) => a - b));
      for (const { score, periodsReported, periodsExpected } of data) {
        expect(score).toBeLessThanOrEqual(100);
        expect(periodsReported).toBeLessThanOrEqual(periodsExpected);
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('has every known carrier either judged or missing in data quality', () => {
  fc.assert(
    fc.property(anyMonths, (all) => {
      const upTo = within(all, { first: '0000-01', last: '2024-08' });
      const months = within(all, { first: '2024-08', last: '2024-08' });
      const { carriers, missing } = dataQualityReport('2024-08', { months, spans: spansOf(upTo), events: [] });
      const named = [...carriers, ...missing].map(({ carrierId }) => carrierId);
      expect(named.toSorted()).toEqual(
        spansOf(upTo)
          .map(({ carrierId }) => carrierId)
          .toSorted(),
      );
    }),
    { numRuns: propertyRuns(100) },
  );
});

test('does not depend on the order of the months', () => {
  const shuffled = anyMonths.chain((months) =>
    fc.tuple(fc.constant(months), fc.shuffledSubarray(months, { minLength: months.length })),
  );
  fc.assert(
    fc.property(shuffled, ([months, others]) => {
      expect(cumulativeReport({}, others)).toEqual(cumulativeReport({}, months));
      expect(attritionReport('2024-08', 'year', others)).toEqual(attritionReport('2024-08', 'year', months));
      const cards = (own: readonly CarrierMonth[]) =>
        scorecardReport({ range: {}, latest: latestOf(own), months: own, spans: spansOf(own), recoverable: new Map() });
      expect(cards(others)).toEqual(cards(months));
    }),
    { numRuns: propertyRuns(100) },
  );
});
