import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type StatementRow, sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Tests a warning that many members share, from the statement to the decision about its event, on a real database. */

const CONFIG = {
  fileType: 'csv',
  columns: {
    member_external_id: 'Member ID',
    commission_amount: 'Commission',
    premium_amount: 'Premium',
    rate: 'Email',
    plan_code: 'Plan',
  },
};
let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  carrierId = await service.createCarrier({ account, config: CONFIG });
});

const [JAN, FEB, MAR] = ['2026-01', '2026-02', '2026-03'];
const ids = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}-${index + 10}`);
const GOLD = ids(8, 'G');

/** Lines with premiums of $100, $110 and so on at a rate. */
const atRate = (members: readonly string[], rate: number, plan: string): StatementRow[] =>
  members.map((id, index) => {
    const premium = 100 + 10 * index;
    return [id, (premium * rate).toFixed(2), { Premium: String(premium), Email: String(rate), Plan: plan }];
  });
const book = (gold: number): StatementRow[] => [...atRate(GOLD, gold, 'G1'), ...atRate(ids(30, 'S'), 0.16, 'S1')];
const zeros = (count: number): StatementRow[] => [
  ...GOLD.map((id, index): StatementRow => [id, index < count ? 0 : 9, { Plan: 'V1' }]),
  ...atRate(ids(30, 'S'), 0.16, 'S1'),
];

async function upload(period: string, rows: readonly StatementRow[], more: object = {}) {
  const { jobId } = await account.load({ file: statement(rows), carrierId, period, ...more });
  const job = await account.call('GET', `/v1/jobs/${jobId}`);
  return z.object({ warnings: z.array(z.object({ code: z.string(), detail: z.string() })) }).parse(job.json).warnings;
}

const page = z.object({ data: z.array(z.looseObject({ id: z.string(), period: z.string(), detail: z.string() })) });
async function events(query = '') {
  const { status, json } = await account.call('GET', `/v1/carrier-events${query}`);
  expect(status).toBe(200);
  return page.parse(json).data;
}

const decide = (id: string, decision: 'accept' | 'dispute') =>
  account.call('POST', `/v1/carrier-events/${id}/${decision}`);

const claims = z.object({ totals: z.looseObject({}), data: z.array(z.looseObject({ kind: z.string() })) });
async function recoverable() {
  const { json } = await account.call('GET', '/v1/reports/recoverable');
  return claims.parse(json);
}

test('a cut of one plan is an event, and disputing it makes one dispute of its members', async () => {
  await upload(JAN, book(0.16));
  expect(await upload(FEB, book(0.12))).toMatchObject([
    {
      code: 'carrier_event',
      detail: '8 of 8 members of plan "G1" are paid 12 % instead of 16 % since Feb 2026: $43.20 a month.',
    },
  ]);
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    kind: 'shared_finding',
    code: 'COMMISSION_REDUCED',
    scope: 'plan_code',
    scopeValue: 'G1',
    members: 8,
    compared: 8,
    changePercent: -25,
    amount: 43.2,
    eachAmount: null,
    askedIn: FEB,
    state: 'open',
  });
  expect((await recoverable()).data).toEqual([]);
  const { status, json } = await decide(event?.id ?? '', 'dispute');
  expect(status).toBe(200);
  const { disputeId } = z.object({ disputeId: z.string() }).parse(json);
  const dispute = await account.call('GET', `/v1/disputes/${disputeId}`);
  expect(dispute.json).toMatchObject({
    rows: expect.arrayContaining([expect.objectContaining({ kind: 'underpaid' })]),
  });
  const { data } = await recoverable();
  expect(data.map(({ kind, certainty, amount }) => [kind, certainty, amount])).toHaveLength(8);
  expect(data.every(({ kind, certainty }) => kind === 'underpaid' && certainty === 'to_check')).toBe(true);
});

test('an accepted event is a habit: its later months are scored again and ask nothing', async () => {
  await upload(JAN, zeros(8));
  // The question of February is the one that January asks.
  expect(await upload(FEB, [...zeros(8), ...atRate(['T-10'], 0.16, 'S1')])).toEqual([]);
  expect((await events()).map(({ period, askedIn }) => [period, askedIn])).toEqual([
    [FEB, JAN],
    [JAN, JAN],
  ]);
  const [first] = await events(`?period=${JAN}`);
  const { status, json } = await decide(first?.id ?? '', 'accept');
  expect(status).toBe(200);
  expect(json).toMatchObject({ state: 'accepted', rateId: null, rescoredPeriods: 1 });
  expect((await events()).map(({ period, state }) => [period, state])).toEqual([[JAN, 'accepted']]);
  await upload(MAR, [...zeros(8), ...atRate(['T-10', 'T-11'], 0.16, 'S1')]);
  // A corrected statement of January keeps the decision, because the finding is the same.
  await upload(JAN, [...zeros(8), ...atRate(['N-10'], 0.16, 'S1')], { replace: true });
  expect((await events()).map(({ period, state }) => [period, state])).toEqual([[JAN, 'accepted']]);
  const refused = await decide(first?.id ?? '', 'dispute');
  expect(refused.status).toBe(409);
});

test('chargebacks that many members share are claimed only once their event is disputed', async () => {
  const withBack = (count: number): StatementRow[] => [
    ...book(0.16),
    ...GOLD.slice(0, count).map((id): StatementRow => [id, -16, { Plan: 'G1' }]),
  ];
  await upload(JAN, book(0.16));
  await upload(FEB, withBack(8));
  expect((await recoverable()).data).toEqual([]);
  const event = (await events()).find(({ code }) => code === 'CHARGEBACK_ON_ACTIVE');
  expect(event).toMatchObject({ members: 8, amount: 128 });
  expect((await decide(event?.id ?? '', 'dispute')).status).toBe(200);
  const { data } = await recoverable();
  expect(data.map(({ kind, certainty }) => [kind, certainty])).toEqual(GOLD.map(() => ['wrong_chargeback', 'likely']));
});

/** Guarantee: an owner may accept that members left. The event is then decided, until a statement shows that more of them left. */

const BLOCK_CONFIG = {
  fileType: 'csv',
  columns: { member_external_id: 'Member', commission_amount: 'Amount', agent_name: 'Agent' },
};
const blockEvents = z.object({ data: z.array(z.looseObject({ id: z.string() })) });
const quality = z.object({ carriers: z.array(z.looseObject({ level: z.string() })) });

test('members who left are accepted without a rate, and the event is open again only when more members left', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, config: BLOCK_CONFIG });
  const rows = (agent: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${agent}-${at},10.00,${agent}`);
  const upload = async (period: string, ...lines: readonly string[]) => {
    const file = ['Member,Amount,Agent', ...lines].join('\n');
    await account.load({ file, carrierId, period, replace: true });
  };
  const event = async () => blockEvents.parse((await account.call('GET', '/v1/carrier-events')).json).data[0];
  const decide = (id: string, decision: string) => account.call('POST', `/v1/carrier-events/${id}/${decision}`);
  const level = async () =>
    quality.parse((await account.call('GET', '/v1/reports/data-quality?period=2026-02')).json).carriers[0]?.level;

  await upload('2026-01', ...rows('Ann', 6), ...rows('Bob', 30));
  await upload('2026-02', ...rows('Ann', 1), ...rows('Bob', 30));
  const { id } = (await event()) ?? { id: '' };
  expect(await level()).toBe('watch');
  const accepted = { status: 200, json: { id, state: 'accepted', rateId: null, rescoredPeriods: 0 } };
  expect(await decide(id, 'accept')).toMatchObject(accepted);
  expect(await level()).toBe('ok');
  expect(await decide(id, 'dispute')).toMatchObject({ status: 200, json: { id, state: 'disputed' } });
  expect(await decide(id, 'accept')).toMatchObject(accepted);

  await upload('2026-02', ...rows('Ann', 1), ...rows('Bob', 29));
  expect(await event()).toMatchObject({ id, members: 5, state: 'accepted' });
  await upload('2026-02', ...rows('Bob', 30));
  expect(await event()).toMatchObject({ id, members: 6, state: 'open', decidedAt: null });
  expect(await level()).toBe('watch');
});

/** Guarantee: members of one county who leave together are one event, from a format as it was inferred to the list of events. */

const countyEvents = z.object({ data: z.array(z.looseObject({ scope: z.string(), detail: z.string() })) });

test('members of a county who leave are named by it, also when their month is scored again', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  // Neither the plans nor the agents nor the states left.
  const counties = ['Pima, AZ', 'Orange, CA', 'Orange, FL', 'Polk, FL'];
  const rows = Array.from({ length: 80 }, (_, index) => {
    const [county, state] = (counties[index % 4] ?? '').split(', ');
    const agent = index % 5 < 2 ? 'Lee Ann' : 'Ray Bob';
    return {
      county,
      state,
      line: `M-${1000 + index},Member ${index},20.00,Plan ${index % 3},${agent},${county},${state}`,
    };
  });
  const csv = (kept: typeof rows) =>
    [
      'Member ID,Member Name,Commission,Plan Name,Agent Name,Member County,Member State',
      ...kept.map(({ line }) => line),
    ].join('\n');
  const staying = rows.filter(({ county, state }) => county !== 'Orange' || state !== 'CA');

  const body = new FormData();
  body.append('file', new File([csv(rows)], 'january.csv'));
  const inferred = await account.call('POST', '/v1/configs/infer', { body });
  const { config } = z.object({ config: z.looseObject({ columns: z.looseObject({}) }) }).parse(inferred.json);
  expect(config.columns).toMatchObject({ county: 'Member County', state: 'Member State' });
  const carrierId = await service.createCarrier({ account, config });

  for (const [period, kept] of [
    ['2026-01', rows],
    ['2026-02', staying],
  ] as const) {
    await account.load({ file: csv(kept), carrierId, period });
  }
  const found = async () => countyEvents.parse((await account.call('GET', '/v1/carrier-events')).json).data;
  const event = { kind: 'members_left', scope: 'county', scopeValue: 'Orange, CA', members: 20, compared: 20 };
  const detail = '20 of 20 members in county "Orange, CA" are not on the Feb 2026 statement.';
  expect(await found()).toMatchObject([{ ...event, detail }]);

  await account.load({ file: csv(rows), carrierId, period: '2026-01', replace: true });
  expect(await found()).toMatchObject([{ ...event, detail }]);
});
