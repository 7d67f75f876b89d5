import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService } from '../../support/service.ts';

describe('expected rates', async () => {
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

  test('lists the carriers by name', async () => {
    const own = await service.createAccount();
    const names = ['Dune Life', 'amberly', 'Cedar Mutual', 'Birch Health', 'Elm Dental', 'Fern Vision'];
    const nameOf = new Map<string, string>();
    for (const name of names) {
      const carrierId = await service.createCarrier({ account: own, name });
      nameOf.set(carrierId, name);
      await set(flat(carrierId), own);
    }
    const carriers = z.object({ data: z.array(z.object({ carrierId: z.string() })) });
    const { data } = carriers.parse((await own.call('GET', '/v1/expected-rates')).json);
    const inOrder = ['amberly', 'Birch Health', 'Cedar Mutual', 'Dune Life', 'Elm Dental', 'Fern Vision'];
    expect(data.map(({ carrierId }) => nameOf.get(carrierId))).toEqual(inOrder);
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
});

/** Guarantee: contracted rates for policy months and group sizes are stored, shown and applied; ambiguous rates are refused. */
describe('rate bounds', async () => {
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
});
