import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Tests the worked example of the scoring rules in every report made from rollups. Every figure is calculated by hand. */

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier({ name: 'Amberly Health' });
await loadWorkedExample(service, account, { carrierId });

const report = async (path: string) => {
  const { status, json } = await account.call('GET', `/v1/reports/${path}`);
  expect(status).toBe(200);
  return json;
};
const carrier = () => ({ carrierId, carrierName: 'Amberly Health' });

test('gives monthly attrition: 1 of 4 + 1 in February, 1 of 3 + 1 in March and April', async () => {
  const january = { attritionRate: 0, red: 0, memberCount: 4 };
  expect(await report('attrition?period=2026-01')).toEqual({
    period: '2026-01',
    granularity: 'month',
    ...january,
    byCarrier: [{ ...carrier(), ...january }],
  });
  expect(await report('attrition?period=2026-02')).toMatchObject({ attritionRate: 0.2, red: 1, memberCount: 4 });
  expect(await report('attrition?period=2026-03')).toMatchObject({ attritionRate: 0.25, red: 1, memberCount: 3 });
  expect(await report('attrition?period=2026-04')).toMatchObject({ attritionRate: 0.25, red: 1, memberCount: 3 });
});

test('gives attrition by quarter and year: red of all months against the members of the last', async () => {
  // Red 0 + 1 + 1; three members in March: 2 / 5.
  expect(await report('attrition?period=2026-02&granularity=quarter')).toMatchObject({
    period: '2026-02',
    granularity: 'quarter',
    attritionRate: 0.4,
    red: 2,
    memberCount: 3,
  });
  // The member who left in April makes it 3 / 6.
  const year = { attritionRate: 0.5, red: 3, memberCount: 3 };
  expect(await report('attrition?period=2026-08&granularity=year')).toMatchObject({ ...year, byCarrier: [year] });
});

const POINTS = [
  { period: '2026-01', year: 2026, month: 1, red: 0, memberCount: 4, attritionRate: 0, commissionAtRisk: 0 },
  { period: '2026-02', year: 2026, month: 2, red: 1, memberCount: 4, attritionRate: 0.2, commissionAtRisk: 110 },
  { period: '2026-03', year: 2026, month: 3, red: 1, memberCount: 3, attritionRate: 0.25, commissionAtRisk: 50 },
  { period: '2026-04', year: 2026, month: 4, red: 1, memberCount: 3, attritionRate: 0.25, commissionAtRisk: 0 },
];

test('gives the attrition series, back from April', async () => {
  expect(await report('attrition-series')).toEqual({ data: POINTS });
  expect(await report('attrition-series?months=1')).toEqual({ data: POINTS.slice(3) });
  expect(await report('attrition-series?months=3')).toEqual({ data: POINTS.slice(1) });
  expect(await report('attrition-series?months=36')).toEqual({ data: POINTS });
});

test('gives the cumulative report of the whole book', async () => {
  // Owed 0 + 10 + 60 + 5, of 4 + 3 + 3 + 3 members that were all evaluated; at risk 0 + 110 + 50 + 0.
  const figures = {
    commissionOwed: 75,
    commissionOwedEstimated: 0,
    commissionAtRisk: 160,
    chargebackAmount: 50,
    unassignedAmount: 0,
    // 4 × 50, then 50 + 40 + 50, 50.01 + 40 + 0, and 50 + 60 + 45; D's 50 charged back.
    paidNet: 535.01,
    paidGross: 585.01,
    chargebacks: 50,
    owedEvaluated: 13,
    owedTotal: 13,
    owedCoverage: 1,
  };
  expect(await report('cumulative')).toEqual({
    range: { from: '2026-01', to: '2026-04', requestedFrom: null, requestedTo: null, periodsCovered: 4 },
    totals: {
      ...figures,
      chargebackCount: 1,
      // 4 + 4 + 3 + 3, and a quarter of that sum.
      memberMonths: 14,
      avgMembers: 3.5,
      peakMembers: 4,
      red: 3,
      new: 5,
      reappeared: 1,
      owedEstimated: false,
    },
    byPeriod: [
      month('2026-01', 1, { paidNet: 200, paidGross: 200, memberCount: 4, owedEvaluated: 4, owedTotal: 4, new: 4 }),
      month('2026-02', 2, {
        paidNet: 90,
        paidGross: 140,
        chargebacks: 50,
        memberCount: 4,
        commissionOwed: 10,
        commissionAtRisk: 110,
        chargebackAmount: 50,
        chargebackCount: 1,
        red: 1,
        new: 1,
      }),
      month('2026-03', 3, {
        paidNet: 90.01,
        paidGross: 90.01,
        memberCount: 3,
        commissionOwed: 60,
        commissionAtRisk: 50,
        red: 1,
      }),
      month('2026-04', 4, { paidNet: 155, paidGross: 155, memberCount: 3, commissionOwed: 5, red: 1, reappeared: 1 }),
    ],
    byCarrier: [{ ...carrier(), ...figures, memberMonths: 14, periodsCovered: 4 }],
    months: [],
  });
});

function month(period: string, ofYear: number, figures: object) {
  return {
    period,
    year: 2026,
    month: ofYear,
    commissionOwed: 0,
    commissionOwedEstimated: 0,
    commissionAtRisk: 0,
    chargebackAmount: 0,
    unassignedAmount: 0,
    chargebacks: 0,
    owedEvaluated: 3,
    owedTotal: 3,
    owedCoverage: 1,
    chargebackCount: 0,
    red: 0,
    new: 0,
    reappeared: 0,
    ...figures,
  };
}

test('gives the cumulative report of a range, with the requested and the available months', async () => {
  expect(await report('cumulative?from=2025-06&to=2026-02')).toMatchObject({
    range: { from: '2026-01', to: '2026-02', requestedFrom: '2025-06', requestedTo: '2026-02', periodsCovered: 2 },
    totals: { commissionOwed: 10, memberMonths: 8, avgMembers: 4, red: 1, new: 5 },
  });
  expect(await report('cumulative?from=2026-05')).toMatchObject({
    range: { from: null, to: null, requestedFrom: '2026-05', requestedTo: null, periodsCovered: 0 },
    totals: { commissionOwed: 0, owedCoverage: 0, avgMembers: 0, peakMembers: 0 },
    byPeriod: [],
    byCarrier: [],
  });
});

test('gives data quality: one lost member of three is too few for a finding', async () => {
  expect(await report('data-quality')).toEqual({
    period: '2026-04',
    overall: 'ok',
    carriers: [
      {
        ...carrier(),
        level: 'ok',
        reason: '1 member is missing, against 3 in the statement before: too few to tell anything by.',
        droppedRate: 0.333333,
        newRate: 0,
        churnOverlap: 0,
        red: 1,
        newMembers: 0,
        reappeared: 1,
        present: 3,
        priorPresent: 3,
        checks: [
          { name: 'droppedRate', value: 0.333333, watchAt: 0.2, alertAt: 0.5, outcome: 'skipped' },
          { name: 'churnOverlap', value: 0, watchAt: 0.15, alertAt: 0.35, outcome: 'skipped' },
        ],
        carrierEvents: [],
      },
    ],
    missing: [],
    months: [],
  });
  // 1 of February's 4 members is new: 0.25.
  expect(await report('data-quality?period=2026-02')).toMatchObject({
    carriers: [{ droppedRate: 0.25, newRate: 0.25, churnOverlap: 0.25, priorPresent: 4, newMembers: 1 }],
  });
  expect(await report('data-quality?period=2026-05')).toEqual({
    period: '2026-05',
    overall: 'watch',
    carriers: [],
    months: [],
    missing: [{ ...carrier(), lastPeriod: '2026-04' }],
  });
});

test('gives the scorecard: a statement every month, none of them suspicious', async () => {
  expect(await report('carrier-scorecards')).toEqual({
    from: '2026-01',
    to: '2026-04',
    data: [
      {
        ...carrier(),
        grade: 'A',
        score: 100,
        commissionOwed: 75,
        commissionOwedEstimated: 0,
        // 75 / 14 = 5.357
        owedPerMemberMonth: 5.36,
        owedPerMemberMonthEstimated: 0,
        chargebackAmount: 50,
        // 3 lost of 14 + 3: 17.647
        dropRatePct: 17.65,
        consistencyPct: 100,
        periodsReported: 4,
        periodsExpected: 4,
        qualityFlags: 0,
        avgMembers: 3.5,
        // 75 owed, and C's missed February and March.
        recoverableAmount: 75,
      },
    ],
  });
});

test('gives form 1099: 200 + 140 + 90.01 + 155 paid, 50 charged back', async () => {
  const paid = { paidNet: 535.01, paidGross: 585.01, chargebacks: 50 };
  expect(await report('tax-1099?year=2026')).toEqual({
    year: 2026,
    data: [
      {
        ...carrier(),
        ...paid,
        periodsCovered: 4,
        firstPeriod: '2026-01',
        lastPeriod: '2026-04',
        missingPeriods: [],
        balanceForward: 0,
      },
    ],
    totals: paid,
    months: [],
  });
  expect(await report('tax-1099?year=2025')).toEqual({
    year: 2025,
    data: [],
    totals: { paidNet: 0, paidGross: 0, chargebacks: 0 },
    months: [],
  });
});
