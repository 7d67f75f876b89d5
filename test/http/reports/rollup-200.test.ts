import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

const service = await sharedService();
const account = await service.createAccount();
const summit = await service.createCarrier({ name: 'Summit Senior Life' });
const amberly = await service.createCarrier({ name: 'Amberly Health' });
const second = await service.createWorkspace(account, 'Second');
const { workspaceId } = account;
await loadWorkedExample(service, account, { carrierId: summit, workspaceId });
await loadWorkedExample(service, account, { carrierId: summit, workspaceId: second });
await loadWorkedExample(service, account, { carrierId: amberly, workspaceId });

const rollup = async (query: string, who = account) => (await who.call('GET', `/v1/reports/rollup${query}`)).json;

const FEBRUARY = {
  memberCount: 4,
  green: 1,
  yellow: 2,
  red: 1,
  new: 1,
  reappeared: 0,
  commissionAtRisk: 110,
  commissionDropped: 50,
  commissionReduced: 60,
  reducedCount: 2,
  commissionOwed: 10,
  owedEvaluated: 3,
  owedTotal: 3,
  owedEstimated: false,
  commissionOwedEstimated: 0,
  chargebackCount: 1,
  chargebackAmount: 50,
  unassignedCount: 0,
  unassignedAmount: 0,
  paidNet: 90,
  paidGross: 140,
  chargebacks: 50,
};

test('gives the worked example, month by month', async () => {
  const ofBook = `carrierId=${amberly}`;
  const byCarrier = [
    { carrierId: amberly, carrierName: 'Amberly Health', ...FEBRUARY, attritionRate: 0.2, provisional: false },
  ];
  expect(await rollup(`?period=2026-02&${ofBook}`)).toEqual({
    period: '2026-02',
    totals: FEBRUARY,
    byCarrier,
    months: [],
  });
  expect(await rollup(`?period=2026-03&${ofBook}`)).toMatchObject({
    totals: { commissionReduced: 50, commissionDropped: 0, commissionAtRisk: 50, commissionOwed: 60, red: 1 },
    byCarrier: [{ attritionRate: 0.25 }],
  });
  expect(await rollup(`?period=2026-04&${ofBook}`)).toMatchObject({
    totals: { red: 1, reappeared: 1, commissionDropped: 0, commissionOwed: 5 },
    byCarrier: [{ attritionRate: 0.25 }],
  });
});

test('uses the latest period with data of the selection by default', async () => {
  expect(await rollup('')).toMatchObject({ period: '2026-04' });
  const later = await service.createCarrier({ name: 'Later' });
  const other = await service.createAccount();
  await other.load({ file: 'Member ID,Commission\nM1,10.005\n', carrierId: later, period: '2026-06' });
  expect(await rollup('', other)).toMatchObject({ period: '2026-06', totals: { memberCount: 1 } });
  expect(await rollup('')).toMatchObject({ period: '2026-04' });
});

test("adds up a carrier's workspaces, and sorts carriers by name", async () => {
  expect(await rollup('?period=2026-02')).toMatchObject({
    totals: { memberCount: 12, commissionAtRisk: 330, chargebackAmount: 150 },
    byCarrier: [
      { carrierName: 'Amberly Health', memberCount: 4, attritionRate: 0.2 },
      { carrierName: 'Summit Senior Life', memberCount: 8, red: 2, attritionRate: 0.2, commissionOwed: 20 },
    ],
  });
  expect(await rollup(`?period=2026-02&workspaceId=${second}`)).toMatchObject({
    totals: FEBRUARY,
    byCarrier: [{ carrierName: 'Summit Senior Life' }],
  });
});

test('returns zeros without data, with and without a period', async () => {
  const empty = await service.createAccount();
  const zeros = Object.fromEntries(Object.keys(FEBRUARY).map((name) => [name, 0]));
  const totals = { ...zeros, owedEstimated: false };
  expect(await rollup('', empty)).toEqual({ period: null, totals, byCarrier: [], months: [] });
  expect(await rollup('?period=2025-12')).toEqual({ period: '2025-12', totals, byCarrier: [], months: [] });
});

test('returns CSV with one row per carrier', async () => {
  const { body, headers } = await account.call('GET', '/v1/reports/rollup?period=2026-02', {
    headers: { Accept: 'text/csv' },
  });
  expect(headers.get('content-type')).toContain('text/csv');
  const [header, ...rows] = body.trimEnd().split('\r\n');
  expect(header).toBe(
    'carrierId,carrierName,memberCount,green,yellow,red,new,reappeared,commissionAtRisk,commissionDropped,commissionReduced,reducedCount,commissionOwed,owedEvaluated,owedTotal,owedEstimated,chargebackCount,chargebackAmount,attritionRate,commissionOwedEstimated,unassignedCount,unassignedAmount,paidNet,paidGross,chargebacks,provisional',
  );
  expect(rows).toEqual([
    `${amberly},Amberly Health,4,1,2,1,1,0,110,50,60,2,10,3,3,false,1,50,0.2,0,0,0,90,140,50,false`,
    `${summit},Summit Senior Life,8,2,4,2,2,0,220,100,120,4,20,6,6,false,2,100,0.2,0,0,0,180,280,100,false`,
  ]);
});
