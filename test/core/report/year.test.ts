import { expect, test } from 'vitest';
import { exactFromMoney } from '../../../core/money.ts';
import { yearReport } from '../../../core/report/year.ts';

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
