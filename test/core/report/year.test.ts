import { expect, test } from 'vitest';
import { exactFromMoney } from '../../../core/money.ts';
import type { CarrierMonth } from '../../../core/report/carrier-month.ts';
import { tax1099Report, yearReport } from '../../../core/report/year.ts';
import { monthOf, spansOf } from './carrier-months.ts';

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
