import { beforeAll, describe, expect, test } from 'vitest';
import { type StatementRow, sharedService, statement, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Tests GET /v1/home, which sums up a month. */

const service = await sharedService();

const homeOf = async (who: TestAccount, query = '') => {
  const response = await who.call('GET', `/v1/home${query}`);
  expect({ query, status: response.status }).toEqual({ query, status: 200 });
  return response.json;
};

test('is empty without data', async () => {
  const account = await service.createAccount();
  expect(await homeOf(account)).toMatchObject({
    period: null,
    previousPeriod: null,
    totals: { paidNet: 0, before: null, difference: null, members: 0, missingStatements: 0 },
    months: [],
    carriers: [],
    agents: [],
    agentCount: 0,
    events: [],
  });
});

describe('the worked example of the scoring rules', () => {
  let account: TestAccount;
  let carrierId: string;
  beforeAll(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier();
    await loadWorkedExample(service, account, { carrierId });
  });

  test('shows a month beside the month before', async () => {
    const figures = {
      paidNet: 90,
      paidGross: 140,
      chargebacks: 50,
      before: 200,
      difference: -110,
      members: 4,
      gone: 1,
      goneAmount: 50,
      paidLess: 1,
      paidLessAmount: 10,
      plannedStep: 0,
      plannedStepAmount: 0,
      paidMore: 0,
      new: 1,
      back: 0,
      same: 1,
      takenBack: 1,
      toAskFor: 10,
      toCheck: 0,
    };
    expect(await homeOf(account, '?period=2026-02')).toEqual({
      period: '2026-02',
      previousPeriod: '2026-01',
      totals: { ...figures, missingStatements: 0 },
      bridge: expect.objectContaining({ before: 200, now: 90, likeForLike: -110 }),
      months: [
        expect.objectContaining({ period: '2026-01', paidNet: 200, before: null, difference: null, new: 0 }),
        { period: '2026-02', ...figures },
      ],
      carriers: [
        {
          ...{ carrierId, carrierName: 'Summit Senior Life', state: 'complete', lastPeriod: '2026-02', ...figures },
          ...{ usual: null, paidByMonth: [200, 90] },
        },
      ],
      agents: [{ agentId: null, agentName: null, agentRecordId: null, paidNet: 90, before: 200, difference: -110 }],
      agentCount: 1,
      events: [],
    });
  });

  test('shows the latest month with data by default', async () => {
    expect(await homeOf(account)).toMatchObject({
      period: '2026-04',
      previousPeriod: '2026-03',
      totals: { back: 1, paidMore: 1 },
    });
  });

  test('is not shown to another account, and an unknown carrier is refused', async () => {
    const stranger = await service.createAccount();
    expect(await homeOf(stranger, '?period=2026-02')).toMatchObject({
      carriers: [],
      agents: [],
      totals: { paidNet: 0 },
    });
    expect((await account.call('GET', `/v1/home?carrierId=${account.accountId}`)).status).toBe(404);
    expect((await account.call('GET', '/v1/home?period=2026-2')).status).toBe(422);
  });
});

test('adds up carriers and agents, and names the carriers without a statement', async () => {
  const account = await service.createAccount();
  const [alpha, beta] = [await service.createCarrier({ name: 'Alpha' }), await service.createCarrier({ name: 'Beta' })];
  const load = async (carrierId: string, period: string, rows: readonly StatementRow[]) => {
    await account.load({ file: statement(rows), carrierId, period });
  };
  const row = (id: string, amount: number, agent: string): StatementRow => [id, amount, { Agent: agent }];
  await load(alpha, '2026-01', [row('A', 50, 'Kim, Alex'), row('B', 30, 'Rivera')]);
  await load(beta, '2026-01', [row('C', 20, 'KIM,  ALEX')]);
  await load(alpha, '2026-02', [row('A', 40, 'Kim, Alex'), row('B', 30, 'Rivera')]);
  expect(await homeOf(account)).toMatchObject({
    period: '2026-02',
    totals: { paidNet: 70, before: 100, difference: -30, missingStatements: 1 },
    carriers: [
      { carrierName: 'Alpha', state: 'complete', lastPeriod: '2026-02', paidNet: 70, before: 80, difference: -10 },
      {
        carrierName: 'Beta',
        state: 'missing',
        lastPeriod: '2026-01',
        paidNet: 0,
        before: 20,
        difference: -20,
        members: 0,
      },
    ],
    agents: [
      { agentName: 'Kim, Alex', paidNet: 40, before: 70, difference: -30 },
      { agentName: 'Rivera', paidNet: 30, before: 30, difference: 0 },
    ],
  });
  const ofBeta = await homeOf(account, `?carrierId=${beta}`);
  expect(ofBeta).toMatchObject({
    period: '2026-01',
    previousPeriod: null,
    totals: { missingStatements: 0, before: null },
  });
});

test('adds money without a member, and the members of a month that an earlier release scored, to the pay of agents', async () => {
  const account = await service.createAccount();
  const columns = {
    member_external_id: 'ID',
    commission_amount: 'Paid',
    agent_name: 'Agent',
    transaction_type: 'Type',
  };
  const carrierId = await service.createCarrier({ account, config: { fileType: 'csv', columns } });
  const file = ['ID,Paid,Agent,Type', 'A,50,Kim,New', 'B,30,Rivera,New', ',7.5,Kim,Override'].join('\n');
  await account.load({ file, carrierId, period: '2026-01' });
  const agents = [
    { agentName: 'Kim', paidNet: 57.5 },
    { agentName: 'Rivera', paidNet: 30 },
  ];
  expect(await homeOf(account)).toMatchObject({ totals: { paidNet: 87.5 }, agents });
  await service.database.tenant(
    account.accountId,
    (sql) => sql`update rollups set agent_pay = null where account_id = ${account.accountId}`,
  );
  expect(await homeOf(account)).toMatchObject({ agents });
});

test('divides the pay of a member among the agents of its lines', async () => {
  const account = await service.createAccount();
  const columns = { member_external_id: 'ID', commission_amount: 'Paid', agent_name: 'Agent' };
  const carrierId = await service.createCarrier({ account, config: { fileType: 'csv', columns } });
  const file = ['ID,Paid,Agent', 'A,30,Kim', 'A,20,Rivera', 'B,5,Rivera'].join('\n');
  await account.load({ file, carrierId, period: '2026-01' });
  expect(await homeOf(account)).toMatchObject({
    agents: [
      { agentName: 'Kim', paidNet: 30 },
      { agentName: 'Rivera', paidNet: 25 },
    ],
  });
});

test('waits for the files of a month, and shows its undecided carrier events', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const rows = (amount: number) => Array.from({ length: 12 }, (_, at): StatementRow => [`M${at}`, amount]);
  for (const [period, amount] of [
    ['2026-01', 50],
    ['2026-02', 40],
  ] as const) {
    await account.load({ file: statement(rows(amount)), carrierId, period });
  }
  const { json } = await account.call('GET', '/v1/carrier-events');
  expect(json).toMatchObject({ data: [{ kind: 'pay_reduced', state: 'open' }] });
  expect(await homeOf(account)).toMatchObject({ events: [{ kind: 'pay_reduced', members: 12 }] });
  const [event] = (json as { data: { id: string }[] }).data;
  expect((await account.call('POST', `/v1/carrier-events/${event?.id}/dispute`)).status).toBe(200);
  expect(await homeOf(account)).toMatchObject({ events: [], carriers: [{ state: 'complete' }] });

  const expecting = await account.call('PUT', `/v1/carriers/${carrierId}/expected-files`, {
    json: { expectedFiles: 2 },
  });
  expect([expecting.status, expecting.json]).toMatchObject([200, {}]);
  expect(await homeOf(account)).toMatchObject({ carriers: [{ state: 'waiting' }], totals: { missingStatements: 1 } });
});

test('bridges the pay of two months, worked by hand', async () => {
  const account = await service.createAccount();
  const alpha = await service.createCarrier({ name: 'Alpha' });
  const [beta, gamma] = [await service.createCarrier({ name: 'Beta' }), await service.createCarrier({ name: 'Gamma' })];
  const load = async (carrierId: string, period: string, rows: readonly StatementRow[]) => {
    expect((await account.upload({ file: statement(rows), carrierId, period })).status).toBe(202);
    await service.runJobs();
  };
  // Two members are away in February: one is back in March, the other's pay is taken back.
  const february: readonly StatementRow[] = [
    ['same', 35],
    ['gone', 20],
    ['less', 30],
    ['more', 40],
  ];
  await load(alpha, '2026-01', [...february, ['back', 15], ['left', 15]]);
  await load(alpha, '2026-02', february);
  await load(beta, '2026-02', [['other', 70.5]]);
  await load(gamma, '2026-03', [['another', 8.25]]);
  await load(alpha, '2026-03', [
    ['same', 35],
    ['back', 16],
    ['less', 22.5],
    ['more', 44],
    ['left', -15],
    ['new', 12.34],
  ]);
  const steps = {
    gone: [-20, 1],
    paid_less: [-7.5, 1],
    planned_step: [0, 0],
    taken_back: [-15, 1],
    back: [16, 1],
    new: [12.34, 1],
    paid_more: [4, 1],
    once: [0, 0],
    other_month: [0, 0],
    no_member: [0, null],
    not_split: [0, null],
    carriers_added: [8.25, 1],
    carriers_missing: [-70.5, 1],
  };
  const bridge = {
    before: 195.5,
    now: 123.09,
    steps: Object.entries(steps).map(([part, [amount, count]]) => ({ part, amount, count })),
    likeForLike: -10.16,
  };
  expect(await homeOf(account)).toMatchObject({ bridge });
  const alone = await homeOf(account, `?carrierId=${alpha}`);
  expect(alone).toMatchObject({ bridge: { before: 125, now: 114.84, likeForLike: -10.16 } });
  expect(await homeOf(account, '?period=2026-01')).toMatchObject({ bridge: null });
  await service.database.system(
    (sql) => sql`update rollups set pay_bridge = null where account_id = ${account.accountId} and period = '2026-03'`,
  );
  const old = await homeOf(account);
  expect(old).toMatchObject({
    bridge: { steps: expect.arrayContaining([{ part: 'not_split', amount: -10.16, count: null }]) },
  });
});
