import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openConnection } from '../../../adapters/postgres/connection/connection.ts';
import { RESCORED_AT_ONCE_LINES_MAX } from '../../../core/limits/job-limits.ts';
import { sharedService, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Guarantee: a preview shows what a new rate would change, and changes nothing. The figures are those of the worked example. */

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
    before: { membersEvaluated: 13, membersOwed: 3, commissionOwed: 75, commissionOwedEstimated: 0 },
    after: { membersEvaluated: 13, membersOwed: 5, commissionOwed: 194.99, commissionOwedEstimated: 0 },
  });
  expect(told.largestDifferences[0]).toMatchObject({ difference: 10 });
  expect(told.largestDifferences).toHaveLength(10);
  expect(told.byPeriod.map(({ before: { membersOwed: _, ...figures } }) => figures)).toEqual(before.months);

  const replaced = await set({ rateValue: 60 });
  expect(replaced).toMatchObject({ status: 200, json: { id: told.replacedRateId } });
  expect(told.byPeriod.map(({ after: { membersOwed: _, ...figures } }) => figures)).toEqual((await stored()).months);
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
  const nothing = { membersEvaluated: 0, membersOwed: 0, commissionOwed: 0, commissionOwedEstimated: 0 };
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
