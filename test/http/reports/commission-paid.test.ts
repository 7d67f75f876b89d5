import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { startService, type TestAccount } from '../../support/service.ts';

/** Guarantee: the paid amount is the same to the cent in form 1099, rollup, agents, cumulative and the report view. */

let account: TestAccount;
let carrierId: string;
const CONFIG = {
  fileType: 'csv',
  columns: {
    member_external_id: 'Member ID',
    transaction_type: 'Type',
    commission_amount: 'Amount',
    agent_id: 'Agent No',
    agent_name: 'Agent',
  },
};
const service = await startService();
const runner = connectReports({ database: service.database, administrator: service.address });
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account, name: 'Summit', config: CONFIG });
});

const csvOf = (...rows: readonly string[]) => ['Member ID,Type,Amount,Agent No,Agent', ...rows].join('\n');

async function load(
  period: string,
  file: string,
  more: { workspaceId?: string; append?: boolean; carrierId?: string } = {},
) {
  await account.load({ carrierId, period, file, ...more });
}

const paid = z.object({ paidNet: z.number(), paidGross: z.number(), chargebacks: z.number() });
const agent = z.object({
  carrierId: z.string(),
  agentId: z.string().nullable(),
  agentName: z.string().nullable(),
  ...paid.shape,
});
const get = async (path: string) => (await account.call('GET', path)).json;

const inCents = (dollars: number) => Math.round(dollars * 100);
function sumOf(rows: readonly z.output<typeof paid>[]) {
  const sum = (name: keyof z.output<typeof paid>) => rows.reduce((total, row) => total + inCents(row[name]), 0) / 100;
  return { paidNet: sum('paidNet'), paidGross: sum('paidGross'), chargebacks: sum('chargebacks') };
}

async function rollup(period: string, more = '') {
  const json = await get(`/v1/reports/rollup?period=${period}&groupBy=agent${more}`);
  return z.object({ totals: paid, byCarrier: z.array(paid), byAgent: z.array(agent) }).parse(json);
}

async function reported() {
  const result = await runner.run(
    account.accountId,
    { statement: 'select net, gross, chargebacks from commission_paid', isOrdered: false },
    { seconds: 5, rows: 1000, bytes: 4_000_000 },
  );
  const rows = z.array(z.tuple([z.number(), z.number(), z.number()])).parse(Object(result).rows);
  return rows.map(([paidNet, paidGross, chargebacks]) => ({ paidNet, paidGross, chargebacks }));
}

/** Asserts that all reports agree, and returns their figures of the year. */
async function toldOf(periods: readonly string[]) {
  const { totals } = z.object({ totals: paid }).parse(await get('/v1/reports/tax-1099?year=2026'));
  const cumulative = z
    .object({ totals: paid, byPeriod: z.array(paid), byCarrier: z.array(paid) })
    .parse(await get('/v1/reports/cumulative'));
  const months = await Promise.all(periods.map((period) => rollup(period)));
  expect(cumulative.totals).toEqual(totals);
  expect(sumOf(cumulative.byPeriod)).toEqual(totals);
  expect(sumOf(cumulative.byCarrier)).toEqual(totals);
  expect(sumOf(months.map((month) => month.totals))).toEqual(totals);
  for (const month of months) {
    expect(sumOf(month.byCarrier)).toEqual(month.totals);
    expect(sumOf(month.byAgent)).toEqual(month.totals);
  }
  expect(sumOf(await reported())).toEqual(totals);
  return totals;
}

const MIXED = csvOf(
  'M1,New,100.10,7,Ann',
  'M1,Override,10.01,9,Bob',
  'M2,New,-20.05,7,Ann Lee',
  'M3,New,30,,Cy',
  'M4,New,5,,',
  ',Bonus,25.05,9,Bob',
  ',E&O fee,-30,,',
  ',Balance forward,-44,,',
);

test('counts each line for its own agent, including money without a member', async () => {
  await load('2026-01', MIXED);
  const { byAgent } = await rollup('2026-01');
  expect(byAgent.map(({ carrierId: _, ...one }) => one)).toEqual([
    { agentId: '7', agentName: 'Ann Lee', paidNet: 80.05, paidGross: 100.1, chargebacks: 20.05 },
    { agentId: '9', agentName: 'Bob', paidNet: 35.06, paidGross: 35.06, chargebacks: 0 },
    { agentId: null, agentName: 'Cy', paidNet: 30, paidGross: 30, chargebacks: 0 },
    { agentId: null, agentName: null, paidNet: -69, paidGross: 5, chargebacks: 74 },
  ]);
});

test('is equal everywhere, over files, workspaces and carriers', async () => {
  const second = await service.createWorkspace(account, 'Second');
  const other = await service.createCarrier({ account, name: 'Amberly', config: CONFIG });
  await load('2026-01', MIXED, { workspaceId: account.workspaceId });
  await load('2026-01', csvOf('M9,New,1.99,7,Ann'), { append: true, workspaceId: account.workspaceId });
  await load('2026-01', MIXED, { workspaceId: second });
  await load('2026-02', csvOf('M1,New,0.07,7,Ann', 'M3,New,-30,,Cy'), { workspaceId: account.workspaceId });
  await load('2026-02', csvOf('M1,New,12.34,7,Other Ann', ',Override,1.01,,'), {
    carrierId: other,
    workspaceId: second,
  });
  // Marks one of the two lines as a balance that the statement's own total leaves out.
  await service.database.system(
    (sql) => sql`update unassigned_lines set is_counted = false where workspace_id = ${second} and amount = -44`,
  );
  const totals = await toldOf(['2026-01', '2026-02']);
  expect(totals).toEqual({ paidNet: 181.63, paidGross: 355.73, chargebacks: 174.1 });
  const { byAgent } = await rollup('2026-02');
  expect(
    byAgent
      .filter(({ agentId }) => agentId === '7')
      .map((one) => one.carrierId)
      .toSorted(),
  ).toEqual([carrierId, other].toSorted());
  expect((await rollup('2026-01', `&workspaceId=${second}`)).totals.paidGross).toBe(170.16);
});

test("counts the month's pay of a statement with year-to-date totals for the agent of the member", async () => {
  const yearly = { ...CONFIG, statementMode: 'ytd' };
  carrierId = await service.createCarrier({ account, name: 'Totals', config: yearly });
  await load('2026-01', csvOf('M1,New,100,7,Ann', 'M2,New,50,9,Bob'));
  await load('2026-02', csvOf('M1,New,150,7,Ann', 'M2,New,40,9,Bob'));
  expect(await toldOf(['2026-01', '2026-02'])).toMatchObject({ paidNet: 190 });
  const { byAgent } = await rollup('2026-02');
  expect(
    byAgent.map(({ agentId, paidNet, paidGross, chargebacks }) => [agentId, paidNet, paidGross, chargebacks]),
  ).toEqual([
    ['7', 50, 50, 0],
    ['9', -10, 0, 10],
  ]);
});

test('adds up the months of each agent in cumulative, under the latest name', async () => {
  await load('2026-01', csvOf('M1,New,100,7,Ann Lee', 'M2,New,50,9,Bob', 'M3,New,5,,Cy'));
  await load('2026-02', csvOf('M1,New,100.05,7,Ann Ray', 'M2,New,-50,9,Bob', 'M3,New,5,,Cy'));
  const cumulative = (query: string) => get(`/v1/reports/cumulative?groupBy=agent${query}`);
  const agents = (json: unknown) => z.object({ totals: paid, byAgent: z.array(agent) }).parse(json);
  const { totals, byAgent } = agents(await cumulative(''));
  expect(byAgent.map(({ carrierId: _, ...one }) => one)).toEqual([
    { agentId: '7', agentName: 'Ann Ray', paidNet: 200.05, paidGross: 200.05, chargebacks: 0 },
    { agentId: null, agentName: 'Cy', paidNet: 10, paidGross: 10, chargebacks: 0 },
    { agentId: '9', agentName: 'Bob', paidNet: 0, paidGross: 50, chargebacks: 50 },
  ]);
  expect(sumOf(byAgent)).toEqual(totals);
  expect(agents(await cumulative('&to=2026-01')).byAgent).toMatchObject([{ paidNet: 100 }, { paidNet: 50 }, {}]);
  expect(await get('/v1/reports/cumulative')).not.toHaveProperty('byAgent');
});

test('has a CSV row per agent on request, and new columns after the earlier ones', async () => {
  await load('2026-01', MIXED);
  const csv = async (path: string) =>
    (await account.call('GET', path, { headers: { Accept: 'text/csv' } })).body.split('\r\n');
  const columns = 'carrierId,carrierName,agentId,agentName,paidNet,paidGross,chargebacks,agentRecordId';
  for (const report of ['rollup', 'cumulative']) {
    const [header, first] = await csv(`/v1/reports/${report}?groupBy=agent`);
    expect(header).toBe(columns);
    expect(first).toMatch(/,7,Ann Lee,80.05,100.1,20.05,$/);
  }
  const [rollupHeader] = await csv('/v1/reports/rollup');
  expect(rollupHeader).toBe(
    'carrierId,carrierName,memberCount,green,yellow,red,new,reappeared,commissionAtRisk,commissionDropped,commissionReduced,reducedCount,commissionOwed,owedEvaluated,owedTotal,owedEstimated,chargebackCount,chargebackAmount,attritionRate,commissionOwedEstimated,unassignedCount,unassignedAmount,paidNet,paidGross,chargebacks,provisional',
  );
  const [cumulativeHeader] = await csv('/v1/reports/cumulative');
  expect(cumulativeHeader).toBe(
    'period,year,month,memberCount,commissionOwed,commissionAtRisk,chargebackAmount,owedEvaluated,owedTotal,owedCoverage,chargebackCount,red,new,reappeared,commissionOwedEstimated,unassignedAmount,paidNet,paidGross,chargebacks',
  );
});

test('shows in form 1099 which balances carried forward are in an earlier month of it too', async () => {
  const of1099 = async () => await get('/v1/reports/tax-1099?year=2026');
  await load('2026-01', csvOf('M1,New,10,7,Ann', ',Balance forward,-5,,'));
  expect(await of1099()).toMatchObject({ data: [{ paidNet: 5, balanceForward: 0 }] });
  await load('2026-02', csvOf('M1,New,-44,7,Ann'));
  await load('2026-03', csvOf('M1,New,100,7,Ann', ',Balance forward,-44,,'));
  expect(await of1099()).toMatchObject({
    data: [{ carrierId, paidNet: 17, balanceForward: -44 }],
    totals: { paidNet: 17, chargebacks: 93 },
  });
});

test('shows agents only on request, none without data, and refuses another group with 422', async () => {
  expect(await get('/v1/reports/rollup')).not.toHaveProperty('byAgent');
  expect(await get('/v1/reports/rollup?groupBy=agent')).toMatchObject({ period: null, byAgent: [] });
  expect((await account.call('GET', '/v1/reports/rollup?groupBy=plan')).status).toBe(422);
});

test('includes nothing of another account', async () => {
  await load('2026-01', MIXED);
  const stranger = await service.createAccount();
  expect((await stranger.call('GET', '/v1/reports/rollup?period=2026-01&groupBy=agent')).json).toMatchObject({
    byAgent: [],
  });
});
