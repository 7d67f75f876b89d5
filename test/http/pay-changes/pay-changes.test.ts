import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { downloadWorkbook } from '../../support/download-workbook.ts';
import { type StatementRow, sharedService, statement, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Tests GET /v1/pay-changes: the members behind each part of the bridge of home. */

const service = await sharedService();

const sums = { count: z.number(), before: z.number(), now: z.number(), difference: z.number() };
const list = z.object({
  period: z.string().nullable(),
  previousPeriod: z.string().nullable(),
  parts: z.array(z.object({ part: z.string(), ...sums })),
  totals: z.object(sums),
  groups: z.array(z.object({ group: z.string().nullable(), ...sums })),
  total: z.number(),
  data: z.array(
    z.looseObject({
      memberExternalId: z.string().nullable(),
      memberName: z.string().nullable(),
      part: z.string(),
      before: z.number(),
      now: z.number(),
      difference: z.number(),
      reason: z.string().nullable(),
      group: z.string().nullable(),
      eventId: z.string().nullable(),
    }),
  ),
});
const listOf = async (who: TestAccount, query = '') => {
  const response = await who.call('GET', `/v1/pay-changes${query}`);
  expect({ query, status: response.status }).toEqual({ query, status: 200 });
  return list.parse(response.json);
};
const bridge = z.object({
  bridge: z.object({
    steps: z.array(z.object({ part: z.string(), amount: z.number(), count: z.number().nullable() })),
  }),
});

/** Compares every part of the bridge with its list. */
async function expectListsOfBridge(account: TestAccount, period: string) {
  const home = bridge.parse((await account.call('GET', `/v1/home?period=${period}`)).json);
  for (const { part, amount } of home.bridge.steps) {
    const found = await listOf(account, `?period=${period}&part=${part}`);
    const sum = found.data.reduce((cents, { difference }) => cents + Math.round(difference * 100), 0) / 100;
    expect({ part, sum, total: found.totals.difference }).toEqual({ part, sum: amount, total: amount });
  }
}

async function load(
  account: TestAccount,
  carrierId: string,
  months: Readonly<Record<string, readonly StatementRow[]>>,
) {
  for (const [period, rows] of Object.entries(months)) await account.load({ file: statement(rows), carrierId, period });
}

test('is empty without data', async () => {
  const account = await service.createAccount();
  expect(await listOf(account)).toMatchObject({
    period: null,
    previousPeriod: null,
    parts: [],
    totals: { count: 0, before: 0, now: 0, difference: 0 },
    data: [],
    total: 0,
  });
});

describe('the worked example of the scoring rules', () => {
  let account: TestAccount;
  beforeAll(async () => {
    account = await service.createAccount();
    await loadWorkedExample(service, account, { carrierId: await service.createCarrier() });
  });

  test('lists every member whose pay differs once, and adds up to the bridge', async () => {
    const all = await listOf(account, '?period=2026-02');
    expect(all).toMatchObject({ period: '2026-02', previousPeriod: '2026-01', totals: { difference: -110 } });
    expect(all.total).toBe(all.data.length);
    expect(new Set(all.data.map(({ memberExternalId }) => memberExternalId)).size).toBe(all.data.length);
    for (const period of ['2026-02', '2026-03', '2026-04']) await expectListsOfBridge(account, period);
  });

  test('lists the people of a first month', async () => {
    const first = await listOf(account, '?period=2026-01');
    expect(first).toMatchObject({ previousPeriod: null, totals: { before: 0, now: 200, difference: 200 } });
    expect(first.data.every(({ part }) => part === 'carriers_added')).toBe(true);
  });

  test('groups with sums, and filters by name', async () => {
    const grouped = await listOf(account, '?period=2026-02&groupBy=reason');
    expect(grouped.groups.reduce((sum, { difference }) => sum + difference, 0)).toBe(-110);
    expect(new Set(grouped.data.map(({ group }) => group))).toEqual(new Set(grouped.groups.map(({ group }) => group)));
    for (const by of ['event', 'carrier', 'agent', 'plan', 'policy']) {
      const { groups } = await listOf(account, `?period=2026-02&groupBy=${by}`);
      expect({ by, sum: groups.reduce((sum, { difference }) => sum + difference, 0) }).toEqual({ by, sum: -110 });
    }
    expect(await listOf(account, '?period=2026-02&q=member%20d')).toMatchObject({
      total: 1,
      totals: { difference: -100 },
    });
  });

  test('is saved as CSV and as a workbook with words', async () => {
    const csv = await account.call('GET', '/v1/pay-changes?period=2026-02', { headers: { Accept: 'text/csv' } });
    expect(parse(csv.body, { columns: true })).toHaveLength((await listOf(account, '?period=2026-02')).total);
    const workbook = await downloadWorkbook(service, account, '/v1/pay-changes?period=2026-02&sort=name');
    expect(JSON.stringify(workbook)).toContain('Paid less');
  });

  test('is not shown to another account', async () => {
    expect(await listOf(await service.createAccount(), '?period=2026-02')).toMatchObject({ total: 0, data: [] });
  });
});

test('sets carriers with one of the two months apart, with their money without a member', async () => {
  const account = await service.createAccount();
  const [alpha, beta, gamma] = [
    await service.createCarrier({ name: 'Alpha' }),
    await service.createCarrier({ name: 'Beta' }),
    await service.createCarrier({ name: 'Gamma' }),
  ];
  await load(account, alpha, {
    '2026-01': [
      ['A', 50],
      ['B', 30.55],
    ],
    '2026-02': [
      ['A', 50],
      ['B', 30.5],
      ['N', 12],
    ],
  });
  await load(account, beta, { '2026-01': [['C', 20]] });
  await load(account, gamma, {
    '2026-02': [
      ['D', 70],
      ['E', 1.01],
    ],
  });
  await expectListsOfBridge(account, '2026-02');
  expect(await listOf(account, '?period=2026-02&part=carriers_missing')).toMatchObject({
    totals: { count: 1, before: 20, now: 0, difference: -20 },
    data: [{ memberExternalId: 'C', carrierName: 'Beta' }],
  });
  expect(await listOf(account, '?period=2026-02&part=carriers_added')).toMatchObject({
    totals: { count: 2, now: 71.01 },
  });
  expect((await listOf(account, '?period=2026-02')).data.map(({ memberExternalId }) => memberExternalId)).toEqual([
    'N',
    'B',
  ]);
});

test('names the event of the carrier that a difference is part of', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  const rows = (amount: number): StatementRow[] => Array.from({ length: 12 }, (_, at) => [`M${at}`, amount]);
  await load(account, carrierId, { '2026-01': rows(50), '2026-02': rows(50), '2026-03': rows(40) });
  const { groups, data } = await listOf(account, '?period=2026-03&groupBy=event');
  expect(groups).toMatchObject([{ count: 12, difference: -120 }]);
  const eventId = data[0]?.eventId ?? '';
  expect(await listOf(account, `?period=2026-03&eventId=${eventId}`)).toMatchObject({ total: 12 });
});
