import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type StatementRow, sharedService, statement } from '../../support/service.ts';

/**
 * Two carriers, two workspaces, a missing month and a leap day:
 *
 * |        | 2023-12 | 2024-01 | 2024-02 | 2024-03 | 2024-04 |
 * | Acme, default workspace | A B C D | A B C D | – | E F C D (A, B gone) | C D |
 * | Acme, second workspace  |         | X Y     |   | X Y                 |     |
 * | Zenith, default         |         |         | P 10.004, Q −2 | P 10.004, Q 3 | |
 */

const service = await sharedService();
const account = await service.createAccount();
const acme = await service.createCarrier({ name: 'Acme' });
const zenith = await service.createCarrier({ name: '=Zenith, "Life"' });
const second = await service.createWorkspace(account, 'Second');
const load = async (carrierId: string, period: string, rows: readonly StatementRow[], workspaceId?: string) => {
  const file = statement(rows);
  const book = { carrierId, workspaceId: workspaceId ?? account.workspaceId };
  await account.load({ ...book, period, file });
};
const paid = (...ids: readonly string[]): StatementRow[] => ids.map((id) => [id, 10]);
await load(acme, '2023-12', paid('A', 'B', 'C', 'D'));
await load(acme, '2024-01', paid('A', 'B', 'C', 'D'));
await load(acme, '2024-03', paid('C', 'D', 'E', 'F'));
await load(acme, '2024-04', paid('C', 'D'));
await load(acme, '2024-01', paid('X', 'Y'), second);
await load(acme, '2024-03', paid('X', 'Y'), second);
await load(zenith, '2024-02', [
  ['P', '10.004'],
  ['Q', -2],
]);
await load(zenith, '2024-03', [
  ['P', '10.004'],
  ['Q', 3],
]);

const get = async (path: string, headers: Record<string, string> = {}, who = account) => {
  const response = await who.call('GET', `/v1/reports/${path}`, { headers });
  expect([path, response.status]).toEqual([path, 200]);
  return response;
};
const report = async (path: string, who = account) => (await get(path, {}, who)).json;

describe('attrition with several carriers', () => {
  test("takes each carrier's last month in the first quarter of a leap year", async () => {
    // Acme lost 2 of (4 + 2) + 2 in March; Zenith nobody of 2.
    expect(await report('attrition?period=2024-02&granularity=quarter')).toMatchObject({
      attritionRate: 0.2,
      red: 2,
      memberCount: 8,
      byCarrier: [
        { carrierName: '=Zenith, "Life"', attritionRate: 0, red: 0, memberCount: 2 },
        { carrierName: 'Acme', attritionRate: 0.25, red: 2, memberCount: 6 },
      ],
    });
  });

  test('is reported for one workspace, one carrier, and a month without data', async () => {
    expect(await report(`attrition?period=2024-03&workspaceId=${second}`)).toMatchObject({ red: 0, memberCount: 2 });
    expect(await report(`attrition?period=2024-03&carrierId=${acme}`)).toMatchObject({ red: 2, memberCount: 6 });
    const filter = `carrierId=${acme}&workspaceId=${account.workspaceId}`;
    // 2 / (4 + 2)
    expect(await report(`attrition?period=2024-03&${filter}`)).toMatchObject({ attritionRate: 0.333333 });
    expect(await report(`attrition?period=2024-02&${filter}`)).toMatchObject({ attritionRate: 0, byCarrier: [] });
  });

  test('goes back in a series from the latest month of the selection, and omits months without data', async () => {
    const periods = async (query: string) =>
      z
        .object({ data: z.array(z.object({ period: z.string() })) })
        .parse(await report(`attrition-series${query}`))
        .data.map(({ period }) => period);
    expect(await periods('')).toEqual(['2023-12', '2024-01', '2024-02', '2024-03', '2024-04']);
    expect(await periods('?months=4')).toEqual(['2024-01', '2024-02', '2024-03', '2024-04']);
    expect(await periods(`?carrierId=${zenith}&months=2`)).toEqual(['2024-02', '2024-03']);
    expect(await periods(`?workspaceId=${second}&months=2`)).toEqual(['2024-03']);
  });
});

test('shows leavers, joiners and missing statements in the data quality of both workspaces', async () => {
  // 2 lost of 4 + 2: 0.333333. 2 new of 4 + 2: the same. Both are at the level watch.
  expect(await report('data-quality?period=2024-03')).toMatchObject({
    overall: 'watch',
    carriers: [
      // Q was paid less than zero in the month before, and was present.
      { carrierName: '=Zenith, "Life"', level: 'ok', priorPresent: 2, present: 2, red: 0 },
      { carrierName: 'Acme', level: 'watch', droppedRate: 0.333333, newRate: 0.333333, priorPresent: 6, present: 6 },
    ],
    missing: [],
  });
  // In the default workspace alone, 2 of 4 were lost and 2 of 4 are new: an alert. It was compared with January.
  expect(await report(`data-quality?period=2024-03&workspaceId=${account.workspaceId}`)).toMatchObject({
    overall: 'alert',
    carriers: [{}, { carrierName: 'Acme', level: 'alert', droppedRate: 0.5, churnOverlap: 0.5, priorPresent: 4 }],
  });
  expect(await report('data-quality')).toMatchObject({
    period: '2024-04',
    overall: 'alert',
    carriers: [{ carrierName: 'Acme', red: 2, priorPresent: 4, present: 2 }],
    missing: [{ carrierName: '=Zenith, "Life"', lastPeriod: '2024-03' }],
  });
  expect(await report(`data-quality?workspaceId=${second}`)).toMatchObject({ period: '2024-03', overall: 'ok' });
  expect(await report('data-quality?period=2023-12')).toMatchObject({
    overall: 'ok',
    carriers: [{ level: 'ok', priorPresent: 0, newRate: 1, droppedRate: 0 }],
    missing: [],
  });
});

test('expects months up to the latest of any carrier in scorecards, worst first', async () => {
  expect(await report('carrier-scorecards')).toMatchObject({
    from: '2023-12',
    to: '2024-04',
    data: [
      // Acme: 4 of 5 months, one at the level watch and one alert (2 of 4 lost in April): 48 + 40 × 2.5 / 4.
      { carrierName: 'Acme', score: 73, grade: 'C', periodsReported: 4, periodsExpected: 5, qualityFlags: 2 },
      // Zenith: 2 of 3 months, both fine: 40 + 40.
      { carrierName: '=Zenith, "Life"', score: 80, grade: 'B', consistencyPct: 66.67, avgMembers: 2 },
    ],
  });
  expect(await report(`carrier-scorecards?carrierId=${zenith}`)).toMatchObject({
    to: '2024-04',
    data: [{ periodsReported: 2, periodsExpected: 3 }],
  });
  expect(await report('carrier-scorecards?to=2024-01')).toMatchObject({
    data: [{ carrierName: 'Acme', score: 100, periodsReported: 2, periodsExpected: 2, avgMembers: 5 }],
  });
  expect(await report('carrier-scorecards?from=2024-02&to=2024-02')).toMatchObject({
    from: '2024-02',
    data: [
      { carrierName: 'Acme', score: 0, grade: 'F', periodsReported: 0, periodsExpected: 1 },
      { carrierName: '=Zenith, "Life"', score: 100 },
    ],
  });
});

test('adds fractions of a cent before rounding in form 1099, and names missing months', async () => {
  // Zenith 2 × 10.004 + 3 = 23.008 less 2; Acme 4 + 2 + 4 + 2 + 2 payments of 10.
  expect(await report('tax-1099?year=2024')).toEqual({
    year: 2024,
    data: [
      {
        carrierId: zenith,
        carrierName: '=Zenith, "Life"',
        paidNet: 21.01,
        paidGross: 23.01,
        chargebacks: 2,
        periodsCovered: 2,
        firstPeriod: '2024-02',
        lastPeriod: '2024-03',
        missingPeriods: ['2024-04'],
        balanceForward: 0,
      },
      {
        carrierId: acme,
        carrierName: 'Acme',
        paidNet: 140,
        paidGross: 140,
        chargebacks: 0,
        periodsCovered: 3,
        firstPeriod: '2024-01',
        lastPeriod: '2024-04',
        missingPeriods: ['2024-02'],
        balanceForward: 0,
      },
    ],
    totals: { paidNet: 161.01, paidGross: 163.01, chargebacks: 2 },
    months: [],
  });
  expect(await report(`tax-1099?year=2024&workspaceId=${second}`)).toMatchObject({
    data: [{ carrierName: 'Acme', paidNet: 40, periodsCovered: 2, missingPeriods: ['2024-02'] }],
  });
  expect(await report('tax-1099?year=2023')).toMatchObject({ data: [{ paidNet: 40, missingPeriods: [] }] });
});

const figures = z.object({
  red: z.number(),
  memberCount: z.number(),
  chargebackAmount: z.number(),
  commissionOwed: z.number(),
});

test('sums the rollups in the cumulative report; its chargebacks of a year equal those of form 1099', async () => {
  const periods = ['2023-12', '2024-01', '2024-02', '2024-03', '2024-04'];
  const rollups: z.output<typeof figures>[] = [];
  for (const period of periods) {
    rollups.push(z.object({ totals: figures }).parse(await report(`rollup?period=${period}`)).totals);
  }
  const sum = (name: keyof z.output<typeof figures>) => rollups.reduce((total, rollup) => total + rollup[name], 0);
  expect(await report('cumulative')).toMatchObject({
    range: { from: '2023-12', to: '2024-04', periodsCovered: 5 },
    totals: {
      red: sum('red'),
      memberMonths: sum('memberCount'),
      chargebackAmount: sum('chargebackAmount'),
      commissionOwed: sum('commissionOwed'),
    },
    byPeriod: rollups.map(({ red, memberCount, chargebackAmount }) => ({ red, memberCount, chargebackAmount })),
  });
  expect(sum('chargebackAmount')).toBe(2);
  expect(await report('tax-1099?year=2024')).toMatchObject({ totals: { chargebacks: 2 } });
});

test('returns every report empty for an account without data, even if other accounts have data', async () => {
  const empty = await service.createAccount();
  expect(await report('attrition?period=2024-03', empty)).toMatchObject({ attritionRate: 0, byCarrier: [] });
  expect(await report('attrition-series', empty)).toEqual({ data: [] });
  expect(await report('cumulative', empty)).toMatchObject({ range: { from: null, periodsCovered: 0 }, byCarrier: [] });
  expect(await report('data-quality', empty)).toEqual({
    period: null,
    overall: 'ok',
    carriers: [],
    missing: [],
    months: [],
  });
  expect(await report('data-quality?period=2024-03', empty)).toMatchObject({
    period: '2024-03',
    carriers: [],
    missing: [],
    months: [],
  });
  expect(await report('carrier-scorecards', empty)).toEqual({ from: null, to: null, data: [] });
  expect(await report('tax-1099?year=2024', empty)).toMatchObject({ data: [] });
});
