import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type StatementRow, startService, statement } from '../../support/service.ts';

/** Guarantee: a chargeback after the drop shows its net amount, so the rows of a period add up to its statement. */

const jobIds = new Map<string, string>();
const service = await startService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
await load('2026-01', [
  ['A', 50],
  ['B', 50],
  ['C', 50],
]);
await load('2026-02', [['C', 50]]);
await load('2026-03', [
  ['A', '-30.005'],
  ['A', -20],
  ['C', 10],
]);
await load('2026-04', [
  ['A', 40],
  ['C', 10],
]);
afterAll(() => service.close());

async function load(period: string, rows: readonly StatementRow[]) {
  const uploaded = await account.upload({ file: statement(rows), carrierId, period });
  jobIds.set(period, z.object({ jobId: z.string() }).parse(uploaded.json).jobId);
  await service.runJobs();
}

const row = z.object({
  memberRefId: z.string(),
  memberExternalId: z.string(),
  status: z.string(),
  flags: z.array(z.string()),
  commissionAmount: z.number(),
  prevCommissionAmount: z.number(),
});
const timeline = z.object({ data: z.array(z.object({ period: z.string(), commissionAmount: z.number() })) });

async function rowsOf(period: string) {
  const { json } = await account.call('GET', `/v1/jobs/${jobIds.get(period)}/results`);
  return z.object({ data: z.array(row) }).parse(json).data;
}

const rowOf = async (period: string, id: string) =>
  (await rowsOf(period)).find(({ memberExternalId }) => memberExternalId === id);

test('shows the net amount of its lines in the row; a dropped member shows 0', async () => {
  expect(await rowOf('2026-03', 'A')).toMatchObject({
    status: 'red',
    flags: ['CHARGEBACK'],
    commissionAmount: -50.01,
    prevCommissionAmount: 0,
  });
  expect(await rowOf('2026-02', 'B')).toMatchObject({ status: 'red', flags: ['DROPPED'], commissionAmount: 0 });
});

test("makes a period's rows add up to the commissionTotal of its job, to the cent", async () => {
  for (const [period, jobId] of jobIds) {
    const { stats } = z
      .object({ stats: z.looseObject({ commissionTotal: z.number() }) })
      .parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
    const sum = (await rowsOf(period)).reduce((total, { commissionAmount }) => total + commissionAmount, 0);
    expect({ period, sum: sum.toFixed(2) }).toEqual({ period, sum: stats.commissionTotal.toFixed(2) });
  }
});

test('shows the amount in the members list and the timeline too', async () => {
  const found = await rowOf('2026-03', 'A');
  const members = await account.call('GET', '/v1/members?period=2026-03&status=red');
  expect(members.json).toMatchObject({ data: [{ memberExternalId: 'A', commissionAmount: -50.01 }] });
  const months = timeline.parse((await account.call('GET', `/v1/members/${found?.memberRefId}/timeline`)).json).data;
  expect(months.map(({ period, commissionAmount }) => `${period} ${commissionAmount}`)).toEqual([
    '2026-01 50',
    '2026-02 0',
    '2026-03 -50.01',
    '2026-04 40',
  ]);
});

test('compares a returning member with the amount paid before the drop', async () => {
  expect(await rowOf('2026-04', 'A')).toMatchObject({
    status: 'reappeared',
    flags: ['REAPPEARED', 'REAPPEARED_WITH_DELTA'],
    commissionAmount: 40,
    prevCommissionAmount: 50,
  });
});
