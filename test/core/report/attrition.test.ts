import { expect, test } from 'vitest';
import { attritionReport, attritionSeries } from '../../../core/report/carrier-month.ts';
import { monthOf } from './carrier-months.ts';

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
    { period: '2026-03', year: 2026, month: 3, red: 3, memberCount: 7, attritionRate: 0.3, commissionAtRisk: 20.11 },
  ]);
  expect(attritionSeries([])).toEqual([]);
});
