import { expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService } from '../../support/service.ts';

/** Guarantee: contracted rates for policy months and group sizes are stored, shown and applied; ambiguous rates are refused. */

const service = await sharedService();
const account = await service.createAccount();

const BOUNDS = { fromPolicyMonth: null, toPolicyMonth: null, fromLives: null, toLives: null };
const set = (json: object) => account.call('POST', '/v1/expected-rates', { json });
const flat = (carrierId: string, more: object = {}) => ({
  carrierId,
  rateType: 'flat_per_member',
  rateValue: 50,
  ...more,
});
const stored = z.object({ data: z.array(z.object({ id: z.string(), rateValue: z.number() }).loose()) });
const ratesOf = async (carrierId: string) =>
  stored.parse((await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`)).json).data;

test('identifies a rate by its bounds too, but not by its cap of lives, which is part of its value', async () => {
  const carrierId = await service.createCarrier();
  const rate = flat(carrierId, {
    effectiveFrom: '2026-01-01',
    toPolicyMonth: 12,
    fromLives: 2,
    toLives: 50,
    maxLives: 5,
  });
  const first = await set(rate);
  expect(first).toMatchObject({ status: 201, json: { ...BOUNDS, ...rate } });
  const id = z.object({ id: z.string() }).parse(first.json).id;
  const again = await set({ ...rate, rateValue: 60, maxLives: null });
  expect(again).toMatchObject({
    status: 200,
    json: { id, rateValue: 60, maxLives: null, effectiveFrom: '2026-01-01' },
  });
  const beside = [
    { ...rate, toPolicyMonth: null, fromPolicyMonth: 13 },
    { ...rate, toPolicyMonth: null },
    { ...rate, fromLives: null, toLives: null },
    { ...rate, fromLives: 51, toLives: null },
    { ...rate, toPolicyMonth: 24, tier: 'renewal' },
    { ...rate, toPolicyMonth: 24, effectiveFrom: '2026-02-01' },
    flat(carrierId, { effectiveFrom: '2026-01-01' }),
  ];
  for (const other of beside) expect(await set(other)).toMatchObject({ status: 201 });
  expect(await ratesOf(carrierId)).toHaveLength(8);
});

test('refuses bounds that overlap those of an otherwise equal rate with 409', async () => {
  const carrierId = await service.createCarrier();
  await set(flat(carrierId, { planCode: 'Gold', toPolicyMonth: 12 }));
  const [first] = await ratesOf(carrierId);
  const refused = await set(flat(carrierId, { planCode: 'GOLD', fromPolicyMonth: 12 }));
  expect(refused).toMatchObject({
    status: 409,
    json: {
      code: 'conflict',
      detail: `The bounds of the rate (policy months 12 and more) overlap those of the rate ${first?.id} (policy months 1 to 12), which has the same plan, tier, state and first day.`,
    },
  });
  expect(await ratesOf(carrierId)).toHaveLength(1);
});

test.each([
  [{ fromPolicyMonth: 0 }, 'fromPolicyMonth'],
  [{ toPolicyMonth: 1.5 }, 'toPolicyMonth'],
  [{ toPolicyMonth: 1201 }, 'toPolicyMonth'],
  [{ fromPolicyMonth: 13, toPolicyMonth: 12 }, 'toPolicyMonth'],
  [{ fromLives: '2' }, 'fromLives'],
  [{ fromLives: 0 }, 'fromLives'],
  [{ fromLives: 51, toLives: 50 }, 'toLives'],
  [{ maxLives: 0 }, 'maxLives'],
  [{ maxLives: 1_000_001 }, 'maxLives'],
  [{ rateType: 'percent_of_premium', rateValue: 0.1, maxLives: 3 }, 'maxLives'],
])('refuses %j with 422', async (more, field) => {
  const carrierId = await service.createCarrier();
  expect(await set(flat(carrierId, more))).toMatchObject({ status: 422, json: { errors: [{ field }] } });
});

test('reports faults of bounds together with those of another field with 422', async () => {
  const carrierId = await service.createCarrier();
  const response = await set(flat(carrierId, { tier: 'first', fromLives: 2, toLives: 1 }));
  expect(response).toMatchObject({ status: 422, json: { errors: [{ field: 'tier' }, { field: 'toLives' }] } });
});

test('applies the rate of the policy month and the group size, and scores again when a rate is deleted', async () => {
  const config = { ...STATEMENT_CONFIG, columns: { ...STATEMENT_CONFIG.columns, lives: 'Lives' } };
  const carrierId = await service.createCarrier({ account, config });
  const file = [
    'Member ID,Commission,Effective,Lives',
    'FIRST,40,2025-06-01,1',
    'LATER,40,2024-06-01,1',
    'GROUP,40,2024-06-01,4',
    'UNKNOWN,40,,',
  ].join('\n');
  await account.load({ file, carrierId, period: '2026-01' });
  await set(flat(carrierId, { rateValue: 40 }));
  await set(flat(carrierId, { rateValue: 60, toPolicyMonth: 12 }));
  const group = await set(flat(carrierId, { rateValue: 30, fromLives: 2, maxLives: 3 }));
  const owed = async () => {
    const rows = await service.database.system(
      (sql) => sql<{ member: string; owed: number }[]>`
        select member_external_id as member, commission_owed::float8 as owed from scored_rows where carrier_id = ${carrierId}`,
    );
    return Object.fromEntries(rows.map(({ member, owed: amount }) => [member, amount]));
  };
  expect(await owed()).toEqual({ FIRST: 20, LATER: 0, GROUP: 50, UNKNOWN: 0 });
  const { id } = z.object({ id: z.string() }).parse(group.json);
  expect(await account.call('DELETE', `/v1/expected-rates/${id}`)).toMatchObject({ status: 204 });
  expect(await owed()).toEqual({ FIRST: 20, LATER: 0, GROUP: 120, UNKNOWN: 0 });
});

test('keeps rates with bounds invisible to the release before, which does not know bounds', async () => {
  const carrierId = await service.createCarrier();
  await set(flat(carrierId, { fromLives: 2 }));
  await set(flat(carrierId, { effectiveFrom: '2026-01-01', toPolicyMonth: 12 }));
  const seen = await service.database.system(
    (sql) =>
      sql`select 1 from expected_rates where carrier_id = ${carrierId} and (effective_from is null or effective_from <= '2100-01-01')`,
  );
  expect(seen).toHaveLength(0);
});

test('gives no signal about a payment for a number of lives below zero', async () => {
  const own = await service.createAccount();
  const columns = { member_external_id: 'ID', commission_amount: 'Paid', lives: 'Lives' };
  const carrierId = await service.createCarrier({ account: own, config: { fileType: 'csv', columns } });
  await own.call('POST', '/v1/expected-rates', { json: flat(carrierId, { rateValue: 20, maxLives: 3 }) });
  const file = ['ID,Paid,Lives', 'A,60,-3', 'B,80,5', 'C,40,5'].join('\n');
  const { jobId } = await own.load({ carrierId, period: '2026-01', file });
  const row = z.object({
    memberExternalId: z.string(),
    commissionOwed: z.number(),
    signals: z.array(z.object({ code: z.string() })),
  });
  const { data } = z.object({ data: z.array(row) }).parse((await own.call('GET', `/v1/jobs/${jobId}/results`)).json);
  const told = data.map((one) => [one.memberExternalId, one.commissionOwed, ...one.signals.map(({ code }) => code)]);
  expect(told.toSorted()).toEqual([
    ['A', 0],
    ['B', 0, 'OVERPAID'],
    ['C', 20, 'UNDERPAID'],
  ]);
});
