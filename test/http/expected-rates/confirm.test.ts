import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { RESCORED_AT_ONCE_LINES_MAX } from '../../../core/limits/job-limits.ts';
import { sharedService, statement, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Tests the call that turns an estimate into a contracted rate. */
describe('confirm', async () => {
  let account: TestAccount;
  let carrierId: string;
  const service = await sharedService();
  beforeEach(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier({ account });
  });

  const rate = z.object({
    id: z.string(),
    source: z.string(),
    planCode: z.string().nullable(),
    planName: z.string().nullable(),
    rateValue: z.number(),
    effectiveFrom: z.string().nullable(),
  });

  async function rates() {
    const { json } = await account.call('GET', `/v1/expected-rates?carrierId=${carrierId}`);
    return z.object({ data: z.array(rate) }).parse(json).data;
  }

  async function estimateOf(planName: string | null = null) {
    const found = (await rates()).find((one) => one.source === 'estimated' && one.planName === planName);
    if (found === undefined) throw new Error('There is no such estimate.');
    return found;
  }

  const confirm = (rateId: string, json: object = {}, headers: Record<string, string> = {}) =>
    account.call('POST', `/v1/expected-rates/${rateId}/confirm`, { json, headers });

  async function load(period: string, rows: Parameters<typeof statement>[0]) {
    await account.load({ carrierId, period, file: statement(rows) });
  }

  const members = (count: number, amount: number, more: Record<string, string> = {}, prefix = 'M') =>
    Array.from({ length: count }, (_, index) => [`${prefix}${index}`, amount, more] as const);

  async function owed(period: string) {
    const { json } = await account.call('GET', `/v1/reports/rollup?carrierId=${carrierId}&period=${period}`);
    return z
      .object({ totals: z.object({ commissionOwed: z.number(), commissionOwedEstimated: z.number() }) })
      .parse(json).totals;
  }

  async function ofMonth(period: string) {
    const { json } = await account.call('GET', `/v1/months?carrierId=${carrierId}&period=${period}`);
    return z.object({ data: z.array(z.object({ current: z.unknown() })) }).parse(json).data[0]?.current;
  }

  test('contracts the estimate from its basis month, and the owed amounts are no longer estimated: 201', async () => {
    await load('2026-01', members(6, 20));
    await load('2026-02', [...members(5, 20), ['M5', 12]]);
    expect(await owed('2026-02')).toEqual({ commissionOwed: 8, commissionOwedEstimated: 8 });
    const estimate = await estimateOf();
    const contract = { carrierId, rateType: 'flat_per_member', rateValue: 20, effectiveFrom: '2026-01-01' };
    const preview = await account.call('POST', '/v1/expected-rates/preview', { json: contract });
    expect(preview.json).toMatchObject({
      totals: {
        before: { commissionOwed: 8, commissionOwedEstimated: 8 },
        after: { commissionOwed: 8, commissionOwedEstimated: 0 },
      },
    });
    expect(await ofMonth('2026-02')).toMatchObject({ commissionOwed: 8, commissionOwedEstimated: 8 });
    const made = await confirm(estimate.id);
    expect(made).toMatchObject({
      status: 201,
      json: {
        source: 'contracted',
        planCode: null,
        rateType: 'flat_per_member',
        rateValue: 20,
        effectiveFrom: '2026-01-01',
        effectiveTo: null,
        workspaceId: null,
        rescoredPeriods: 2,
      },
    });
    expect(await owed('2026-02')).toEqual({ commissionOwed: 8, commissionOwedEstimated: 0 });
    expect(await ofMonth('2026-02')).toMatchObject({ commissionOwed: 8, commissionOwedEstimated: 0 });
    const [newest] = Object((await account.call('GET', '/v1/audit')).json).data;
    expect(newest).toMatchObject({
      action: 'rate.confirm',
      target: Object(made.json).id,
      meta: { estimateId: estimate.id, rateValue: '20' },
    });
  });

  test('answers a repeat with 200 and the same rate, with and without a key', async () => {
    await load('2026-01', members(6, 20));
    const { id } = await estimateOf();
    const first = await confirm(id);
    const audit = (await account.call('GET', '/v1/audit')).json;
    const again = await confirm(id);
    expect(again).toMatchObject({ status: 200, json: { id: Object(first.json).id, rescoredPeriods: 0 } });
    expect((await account.call('GET', '/v1/audit')).json).toEqual(audit);
    expect((await rates()).filter(({ source }) => source === 'contracted')).toHaveLength(1);
  });

  test('makes one rate for concurrent requests', async () => {
    await load('2026-01', members(6, 20));
    const { id } = await estimateOf();
    const made = await Promise.all(Array.from({ length: 4 }, () => confirm(id)));
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 201]);
  });

  test('contracts from another month; earlier months keep the estimate', async () => {
    await load('2026-01', members(6, 20));
    await load('2026-02', [...members(5, 20), ['M5', 12]]);
    await load('2026-03', [...members(5, 20), ['M5', 12]]);
    const made = await confirm((await estimateOf()).id, { fromPeriod: '2026-03' });
    expect(made).toMatchObject({ status: 201, json: { effectiveFrom: '2026-03-01' } });
    expect(await owed('2026-02')).toEqual({ commissionOwed: 8, commissionOwedEstimated: 8 });
    expect(await owed('2026-03')).toEqual({ commissionOwed: 8, commissionOwedEstimated: 0 });
  });

  test('contracts a plan that only its name identifies for that plan alone', async () => {
    const gold = { Plan: 'Gold' };
    await load('2026-01', [...members(6, 20, gold, 'G'), ...members(8, 30, { Plan: 'Silver' }, 'S')]);
    await load('2026-02', [...members(5, 20, gold, 'G'), ['G5', 12, gold], ['S0', 25, { Plan: 'Silver' }]]);
    const estimate = await estimateOf('Gold');
    expect(await confirm(estimate.id)).toMatchObject({
      status: 201,
      json: { planName: 'Gold', planCode: null, rateValue: 20 },
    });
    expect(await owed('2026-02')).toEqual({ commissionOwed: 13, commissionOwedEstimated: 5 });
    expect(await confirm(estimate.id)).toMatchObject({ status: 200 });
    // A rate for all plans is a different rate.
    const whole = await account.call('POST', '/v1/expected-rates', {
      json: { carrierId, rateType: 'flat_per_member', rateValue: 26, effectiveFrom: '2026-01-01' },
    });
    expect(whole.status).toBe(201);
    expect(await owed('2026-02')).toEqual({ commissionOwed: 9, commissionOwedEstimated: 0 });
  });

  test('answers 409 if a contracted rate for the same members holds, and does not change that rate', async () => {
    await load('2026-01', members(6, 20));
    const { id } = await estimateOf();
    const other = { carrierId, rateType: 'flat_per_member', rateValue: 25, effectiveFrom: '2026-02-01' };
    await account.call('POST', '/v1/expected-rates', { json: other });
    expect(await confirm(id)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    const contracted = (await rates()).filter(({ source }) => source === 'contracted');
    expect(contracted).toMatchObject([{ rateValue: 25, effectiveFrom: '2026-02-01' }]);
    const [own] = contracted;
    expect(await confirm(own?.id ?? '')).toMatchObject({ status: 409, json: { code: 'conflict' } });
  });

  test('ignores a contracted rate that ended before', async () => {
    await load('2026-01', members(6, 20));
    const { id } = await estimateOf();
    const ended = { carrierId, rateType: 'flat_per_member', rateValue: 25, effectiveTo: '2025-12-31' };
    await account.call('POST', '/v1/expected-rates', { json: ended });
    expect(await confirm(id)).toMatchObject({ status: 201 });
  });

  test('answers 404 for an unknown estimate, and 422 for an invalid month', async () => {
    expect(await confirm('x')).toMatchObject({ status: 404 });
    expect(await confirm('x', { fromPeriod: '2026-13' })).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'fromPeriod' }] },
    });
  });

  test("keeps an estimate's id while it is the same, and changes it otherwise", async () => {
    await load('2026-01', members(6, 20));
    const { id } = await estimateOf();
    await load('2026-02', members(6, 20));
    expect((await estimateOf()).id).toBe(id);
    await account.load({ carrierId, period: '2026-01', replace: true, file: statement(members(6, 21)) });
    expect((await estimateOf()).id).not.toBe(id);
    expect(await confirm(id)).toMatchObject({ status: 404 });
  });
});

/** Guarantee: a preview shows what a new rate would change, and changes nothing. The figures are those of the worked example. */
describe('preview', async () => {
  let account: TestAccount;
  let carrierId: string;
  const service = await sharedService();
  beforeEach(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier();
  });

  const preview = (rate: object) =>
    account.call('POST', '/v1/expected-rates/preview', { json: { carrierId, rateType: 'flat_per_member', ...rate } });
  const set = (rate: object) =>
    account.call('POST', '/v1/expected-rates', { json: { carrierId, rateType: 'flat_per_member', ...rate } });

  const counts = z.object({
    membersEvaluated: z.int(),
    membersOwed: z.int(),
    commissionOwed: z.number(),
    commissionOwedEstimated: z.number(),
    toAskFor: z.number(),
  });
  const change = { before: counts, after: counts };
  const reply = z.object({
    replacedRateId: z.string().nullable(),
    periodsLeftOut: z.int(),
    totals: z.object(change),
    byPeriod: z.array(z.object({ period: z.string(), ...change })),
    largestDifferences: z.array(z.object({ memberExternalId: z.string(), period: z.string(), difference: z.number() })),
  });

  const rollup = z.object({
    totals: z.object({ commissionOwed: z.number(), commissionOwedEstimated: z.number(), owedEvaluated: z.int() }),
  });
  async function rollupOf(period: string) {
    const { json } = await account.call('GET', `/v1/reports/rollup?carrierId=${carrierId}&period=${period}`);
    const { owedEvaluated, ...sums } = rollup.parse(json).totals;
    return { ...sums, membersEvaluated: owedEvaluated };
  }

  const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];

  /** Reads all data that a preview could leave behind. */
  async function stored() {
    const rates = (await account.call('GET', '/v1/expected-rates')).json;
    const audit = (await account.call('GET', '/v1/audit')).json;
    const months = [];
    for (const period of MONTHS) months.push(await rollupOf(period));
    const jobs = await service.database.system(
      (sql) => sql`select job_id, status from jobs where carrier_id = ${carrierId}`,
    );
    return { rates, audit, months, jobs: [...jobs] };
  }

  test('previews exactly the result of setting the rate, and stores nothing', async () => {
    await loadWorkedExample(service, account, { carrierId });
    const before = await stored();
    const response = await preview({ rateValue: 60 });
    expect(response.status).toBe(200);
    const told = reply.parse(response.json);
    expect(await stored()).toEqual(before);

    expect(told.periodsLeftOut).toBe(0);
    expect(told.totals).toEqual({
      before: { membersEvaluated: 13, membersOwed: 3, commissionOwed: 75, commissionOwedEstimated: 0, toAskFor: 75 },
      after: {
        membersEvaluated: 13,
        membersOwed: 5,
        commissionOwed: 194.99,
        commissionOwedEstimated: 0,
        toAskFor: 194.99,
      },
    });
    expect(told.largestDifferences[0]).toMatchObject({ difference: 10 });
    expect(told.largestDifferences).toHaveLength(10);
    expect(told.byPeriod.map(({ before: { membersOwed: _, toAskFor: __, ...figures } }) => figures)).toEqual(
      before.months,
    );

    const replaced = await set({ rateValue: 60 });
    expect(replaced).toMatchObject({ status: 200, json: { id: told.replacedRateId } });
    expect(told.byPeriod.map(({ after: { membersOwed: _, toAskFor: __, ...figures } }) => figures)).toEqual(
      (await stored()).months,
    );
  });

  test('previews to the cent what the claims ask for afterwards', async () => {
    const rows = [33.33, 77.77, 101.01, 55.55].map(
      (premium, index) => [`M${index}`, 1, { Premium: `${premium}` }] as const,
    );
    await account.load({ carrierId, period: '2026-01', file: statement(rows) });
    const percent = { rateType: 'percent_of_premium', rateValue: 0.055 };
    const { after } = reply.parse((await preview(percent)).json).totals;
    expect(after).toMatchObject({ commissionOwed: 10.72, toAskFor: 10.73 });
    await set(percent);
    const { json } = await account.call('GET', `/v1/reports/recoverable?carrierId=${carrierId}`);
    expect(json).toMatchObject({ totals: { claims: 4, recoverable: after.toAskFor } });
  });

  test('shows only the periods that the rate affects, and leaves other members unchanged', async () => {
    await loadWorkedExample(service, account, { carrierId });
    const told = reply.parse((await preview({ rateValue: 60, planCode: 'OTHER', effectiveFrom: '2026-03-01' })).json);
    expect(told.replacedRateId).toBeNull();
    expect(told.byPeriod.map(({ period }) => period)).toEqual(['2026-03', '2026-04']);
    expect(told.totals.after).toEqual(told.totals.before);
    expect(told.largestDifferences).toEqual([]);
  });

  test('answers 200 for a carrier without statements', async () => {
    const nothing = { membersEvaluated: 0, membersOwed: 0, commissionOwed: 0, commissionOwedEstimated: 0, toAskFor: 0 };
    expect((await preview({ rateValue: 60 })).json).toEqual({
      replacedRateId: null,
      periodsLeftOut: 0,
      totals: { before: nothing, after: nothing },
      byPeriod: [],
      largestDifferences: [],
    });
  });

  test('leaves out a book that is too large, and makes no job for it', async () => {
    await loadWorkedExample(service, account, { carrierId });
    const owner = openConnection(service.address, { applicationName: 'test', statementTimeoutSeconds: 60 });
    await owner.client`update files set rows_ingested = ${RESCORED_AT_ONCE_LINES_MAX + 1} where carrier_id = ${carrierId}`;
    await owner.end();
    const before = await stored();
    expect((await preview({ rateValue: 60 })).json).toMatchObject({ periodsLeftOut: 4, byPeriod: [] });
    expect(await stored()).toEqual(before);
  });

  test('refuses the same faults as setting a rate, with 404 and 422', async () => {
    expect(await preview({ carrierId: 'x', rateValue: 60 })).toMatchObject({ status: 404 });
    expect(await preview({ rateValue: -1 })).toMatchObject({ status: 422, json: { errors: [{ field: 'rateValue' }] } });
  });
});
