import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { connectReports } from '../../../adapters/postgres/saved-reports/report-runner.ts';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { type StatementRow, sharedService, startService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: the paid amount is the same to the cent in form 1099, rollup, agents, cumulative and the report view. */
describe('commission paid', async () => {
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
});

/**
 * A year and the months before it. C leaves Summit; Zenith pays an employer group of five since February:
 *
 * |        | 2025-03    | 2025-05    | 2026-02         | 2026-03 |
 * | Summit | A 50 B 50 C 30 | A 50 B 50 C 30 |         | A 60 B 40 |
 * | Zenith |            |            | P Q R S T 10 each | |
 */
describe('year', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const summit = await service.createCarrier({ name: 'Summit' });
  const zenith = await service.createCarrier({ name: 'Zenith' });

  await service.database.system(
    (sql) => sql`update carriers set product_line = 'medicare' where carrier_id = ${summit}`,
  );

  const ana = (id: string, amount: number, effective = ''): StatementRow => [
    id,
    amount,
    { Name: `Member ${id}`, Policy: `POL-${id}`, Agent: 'Ana Ruiz', Effective: effective },
  ];
  const ben = (id: string, amount: number, effective = ''): StatementRow => [
    id,
    amount,
    { Name: `Member ${id}`, Policy: `POL-${id}`, Agent: 'BEN  OKAFOR', Effective: effective },
  ];
  const old = [ana('A', 50, '2024-06-01'), ben('B', 50, '2025-08-01'), ben('C', 30)];
  await account.load({ carrierId: summit, period: '2025-03', file: statement(old) });
  await account.load({ carrierId: summit, period: '2025-05', file: statement(old) });
  await account.load({
    carrierId: zenith,
    period: '2026-02',
    file: statement(['P', 'Q', 'R', 'S', 'T'].map((id) => [id, 10, { Policy: 'G-1', Agent: 'Ana Ruiz' }])),
  });
  await account.load({
    carrierId: summit,
    period: '2026-03',
    file: statement([ana('A', 60, '2024-06-01'), ben('B', 40, '2025-08-01')]),
  });

  const get = async (query: string) => (await account.call('GET', `/v1/reports/year${query}`)).json;
  const rows = z.object({
    rows: z.array(z.looseObject({ name: z.string().nullable(), paidNet: z.number(), before: z.number().nullable() })),
  });
  const paid = async (groupBy: string) =>
    rows.parse(await get(`?groupBy=${groupBy}`)).rows.map(({ name, paidNet, before }) => [name, paidNet, before]);

  test('reports the year of the latest statement beside the same months of the year before', async () => {
    expect(await get('')).toMatchObject({
      year: 2026,
      through: '2026-03',
      keptFrom: '2025-03',
      totals: {
        ...{ paidNet: 150, before: 130, difference: 20, members: 7 },
        // C of three is gone. Zenith has one month only.
        ...{ startMembers: 3, keptMembers: 2, persistencyPct: 66.67 },
        // A began in June 2024 and B in August 2025: June is within three months, August is not.
        ...{ renewalMembers: 1, renewalPay: 60 },
      },
      rows: [
        { key: summit, name: 'Summit', paidNet: 100, before: 130, difference: -30, persistencyPct: 66.67 },
        { key: zenith, name: 'Zenith', paidNet: 50, before: null, difference: null, persistencyPct: null },
      ],
      rowCount: 2,
    });
    const { renewals } = z
      .object({ renewals: z.array(z.object({ period: z.string(), members: z.int() })) })
      .parse(await get(''));
    expect(renewals.filter(({ members }) => members > 0)).toEqual([
      { period: '2026-06', members: 1 },
      { period: '2026-08', members: 1 },
    ]);
  });

  test('groups by agent, line of business and employer group, and every grouping adds up to the same', async () => {
    expect(await paid('agent')).toEqual([
      ['Ana Ruiz', 110, 50],
      ['BEN  OKAFOR', 40, 80],
    ]);
    expect(await paid('line')).toEqual([
      ['Medicare', 100, 130],
      [null, 50, null],
    ]);
    expect(await paid('employer_group')).toEqual([
      [null, 100, 130],
      ['G-1 · Zenith', 50, null],
    ]);
    for (const groupBy of ['agent', 'line', 'employer_group'])
      expect(await get(`?groupBy=${groupBy}`)).toMatchObject({ totals: { paidNet: 150, before: 130, keptMembers: 2 } });
  });

  test('reports an earlier year, a carrier and a workspace, and refuses an unknown one', async () => {
    expect(await get('?year=2025')).toMatchObject({ through: '2025-05', totals: { paidNet: 260, before: null } });
    expect(await get('?year=2024')).toMatchObject({ through: null, rows: [], totals: { paidNet: 0 } });
    expect(await get(`?carrierId=${zenith}&workspaceId=${account.workspaceId}`)).toMatchObject({
      totals: { paidNet: 50, before: null, members: 5 },
    });
    const { status } = await account.call('GET', '/v1/reports/year?carrierId=nobody');
    expect(status).toBe(404);
    expect((await account.call('GET', '/v1/reports/year?groupBy=moon')).status).toBe(422);
  });

  test('is a workbook with words for people', async () => {
    const { sheets } = await downloadWorkbook(service, account, '/v1/reports/year?groupBy=employer_group');
    expect(sheets['Year']?.slice(0, 3).map((row) => row.slice(0, 4))).toEqual([
      ['Name', 'Paid this year', 'Same months last year', 'Difference'],
      ['All others', 100, 130, -30],
      ['G-1 · Zenith', 50, undefined, undefined],
    ]);
  });
});
