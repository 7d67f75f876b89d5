import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();

const created = z.object({ id: z.string() });
const list = z.object({
  data: z.array(z.object({ id: z.string(), rateValue: z.number(), planCode: z.string().nullable() })),
});
const set = (json: object, who = account) => who.call('POST', '/v1/expected-rates', { json });
const flat = (carrierId: string, more: object = {}) => ({
  carrierId,
  rateType: 'flat_per_member',
  rateValue: 50,
  ...more,
});
const ratesOf = async (carrierId: string) =>
  list.parse((await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`)).json).data;

test('stores one rate for each carrier, plan, tier, state and first day: 201, then 200', async () => {
  const carrierId = await service.createCarrier();
  const rate = flat(carrierId, {
    planCode: ' Gold ',
    rateValue: 26.123456,
    tier: 'initial',
    state: 'tx',
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-12-31',
  });
  const first = await set(rate);
  expect(first.status).toBe(201);
  expect(first.json).toEqual({
    ...rate,
    planName: null,
    productType: null,
    maxLives: null,
    fromPolicyMonth: null,
    toPolicyMonth: null,
    fromLives: null,
    toLives: null,
    id: expect.any(String),
    planCode: 'Gold',
    state: 'TX',
    source: 'contracted',
    workspaceId: null,
    basisPeriod: null,
    sampleSize: null,
    createdAt: expect.stringMatching(/Z$/),
    rescoredPeriods: 0,
  });
  const { id } = created.parse(first.json);
  const again = await set({
    ...rate,
    planCode: 'GOLD',
    rateType: 'percent_of_premium',
    rateValue: 0.1,
    effectiveTo: null,
  });
  expect(again).toMatchObject({ status: 200, json: { id, planCode: 'GOLD', rateValue: 0.1, effectiveTo: null } });
  for (const other of [{ planCode: null }, { tier: 'renewal' }, { state: null }, { effectiveFrom: '2026-02-01' }]) {
    expect(await set({ ...rate, ...other })).toMatchObject({ status: 201 });
  }
  expect(await ratesOf(carrierId)).toHaveLength(5);
});

test('makes one rate for concurrent requests', async () => {
  const carrierId = await service.createCarrier();
  const made = await Promise.all(Array.from({ length: 6 }, () => set(flat(carrierId))));
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
  expect(await ratesOf(carrierId)).toHaveLength(1);
});

test.each([0, 0.000001, 0.1, 19.99, 10_000, 1_234.654321])('stores %d exactly: 201', async (rateValue) => {
  const carrierId = await service.createCarrier();
  expect(await set(flat(carrierId, { rateValue }))).toMatchObject({ status: 201, json: { rateValue } });
  const [stored] = await service.database.system(
    (sql) => sql<{ value: string }[]>`select rate_value as value from expected_rates where carrier_id = ${carrierId}`,
  );
  expect(Number(stored?.value)).toBe(rateValue);
});

test.each([
  [{ rateValue: -0.01 }, 'rateValue'],
  [{ rateValue: 0.1234567 }, 'rateValue'],
  [{ rateValue: 1e-7 }, 'rateValue'],
  [{ rateValue: 0.1 + 0.2 }, 'rateValue'],
  [{ rateValue: 1e21 }, 'rateValue'],
  [{ rateValue: 10_000.01 }, 'rateValue'],
  [{ rateValue: '50' }, 'rateValue'],
  [{ rateValue: null }, 'rateValue'],
  [{ rateType: 'percent_of_premium', rateValue: 5 }, 'rateValue'],
  [{ rateType: 'percent_of_premium', rateValue: 1.500001 }, 'rateValue'],
  [{ rateType: 'percent' }, 'rateType'],
  [{ effectiveFrom: '2026-02-01', effectiveTo: '2026-01-31' }, 'effectiveTo'],
  [{ effectiveFrom: '2026-02-30' }, 'effectiveFrom'],
  [{ effectiveFrom: '0000-01-01' }, 'effectiveFrom'],
  [{ state: 'Texas' }, 'state'],
  [{ state: '12' }, 'state'],
  [{ tier: 'first' }, 'tier'],
  [{ planCode: ' ' }, 'planCode'],
  [{ workspaceId: 'x' }, 'workspaceId'],
])('refuses %j with 422', async (more, field) => {
  const carrierId = await service.createCarrier();
  expect(await set(flat(carrierId, more))).toMatchObject({ status: 422, json: { errors: [{ field }] } });
});

test('reports every fault at once with 422', async () => {
  const response = await set({ rateType: 'percent_of_premium', rateValue: 2, state: 'x', effectiveFrom: 'soon' });
  const errors = z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(response.json).errors;
  expect(errors.map(({ field }) => field).toSorted()).toEqual(['carrierId', 'effectiveFrom', 'rateValue', 'state']);
});

test('marks estimates in the list, and refuses to delete them', async () => {
  const carrierId = await service.createCarrier({ account });
  const rows = Array.from({ length: 6 }, (_, index) => `M${index},20`);
  await account.load({ file: ['Member ID,Commission', ...rows].join('\n'), carrierId, period: '2026-01' });
  await set(flat(carrierId, { planCode: 'GOLD' }));
  const { json } = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`);
  expect(json).toMatchObject({
    data: [
      { source: 'contracted', planCode: 'GOLD', workspaceId: null, basisPeriod: null, sampleSize: null },
      {
        source: 'estimated',
        planCode: null,
        rateType: 'flat_per_member',
        rateValue: 20,
        workspaceId: account.workspaceId,
        basisPeriod: '2026-01',
        sampleSize: 6,
      },
    ],
  });
  const estimate = created.parse(Object(json).data[1]).id;
  const refused = await account.call('DELETE', `/v1/expected-rates/${estimate}`);
  expect(refused).toMatchObject({ status: 409, json: { code: 'conflict' } });
});

test('returns the list in pages and as CSV', async () => {
  const carrierId = await service.createCarrier();
  for (const planCode of ['C', 'a', 'B']) await set(flat(carrierId, { planCode }));
  const pages = [];
  for (const offset of [0, 2]) {
    const { json } = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}&limit=2&offset=${offset}`);
    pages.push(list.parse(json).data.map(({ planCode }) => planCode));
  }
  expect(pages).toEqual([['a', 'B'], ['C']]);
  const csv = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`, {
    headers: { Accept: 'text/csv' },
  });
  expect(csv.body.split('\r\n')[1]).toContain(`,${carrierId},a,flat_per_member,50,`);
});
