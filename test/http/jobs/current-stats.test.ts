import { expect, test } from 'vitest';
import { z } from 'zod';
import { type StatementRow, sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: `stats` stay as of the end of the job; `currentStats` show the period's present scores. */

const service = await sharedService();
const carrierId = await service.createCarrier();

const figures = z.record(z.string(), z.number());
const job = z.object({
  jobId: z.string(),
  completedAt: z.string().nullable(),
  stats: figures,
  statsAsOf: z.string().nullable(),
  currentStats: figures.nullable(),
});
const upload = z.object({ jobId: z.string(), fileId: z.string() });

async function load(account: TestAccount, rows: readonly StatementRow[], more: object = {}) {
  return account.load({ file: statement(rows), carrierId, period: '2026-01', ...more });
}

const get = async (account: TestAccount, jobId: string) =>
  job.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);

const PERIOD = [
  ...['members', 'green', 'yellow', 'red', 'new', 'reappeared'],
  ...[
    'commissionTotal',
    'chargebackCount',
    'chargebackAmount',
    'commissionOwed',
    'commissionOwedEstimated',
    'unassignedCount',
    'unassignedAmount',
  ],
];
const ofPeriod = (stats: Record<string, number>) => Object.fromEntries(PERIOD.map((name) => [name, stats[name]]));

test('are equal right after the job', async () => {
  const account = await service.createAccount();
  const { jobId } = await load(account, [
    ['A', '50.005'],
    ['B', 50],
    ['B', '-20.25'],
  ]);
  const { stats, statsAsOf, currentStats, completedAt } = await get(account, jobId);
  expect(currentStats).toEqual(ofPeriod(stats));
  expect(currentStats).toMatchObject({ members: 2, new: 2, commissionTotal: 79.76, chargebackAmount: 20.25 });
  expect(statsAsOf).toBe(completedAt);
});

test('differ after a rate change, which changes only the present owed amounts', async () => {
  const account = await service.createAccount();
  const { jobId } = await load(account, [
    ['A', 50],
    ['B', 50],
  ]);
  const before = await get(account, jobId);
  const rate = { carrierId, rateType: 'flat_per_member', rateValue: 70 };
  await account.call('POST', '/v1/expected-rates', { json: rate });
  await service.runJobs();
  const after = await get(account, jobId);
  expect(after).toMatchObject({ stats: before.stats, statsAsOf: before.statsAsOf });
  expect(after.currentStats).toEqual({ ...before.currentStats, commissionOwed: 40 });
  const listed = z.object({ data: z.array(job) }).parse((await account.call('GET', '/v1/jobs')).json).data;
  expect(listed.find((one) => one.jobId === jobId)).toEqual(after);
});

test('show the whole period for both jobs of a split period', async () => {
  const account = await service.createAccount();
  const first = await load(account, [['A', 50]]);
  const second = await load(account, [['B', 30]], { append: true });
  for (const { jobId } of [first, second])
    expect((await get(account, jobId)).currentStats).toMatchObject({ members: 2, commissionTotal: 80 });
  expect((await get(account, first.jobId)).stats).toMatchObject({ members: 1, commissionTotal: 50 });
});

test('are null once the period no longer has the file, replaced or retracted', async () => {
  const account = await service.createAccount();
  const first = await load(account, [['A', 50]]);
  const second = await load(account, [['A', 30]], { replace: true });
  expect(await get(account, first.jobId)).toMatchObject({ currentStats: null, stats: { commissionTotal: 50 } });
  expect((await get(account, second.jobId)).currentStats).toMatchObject({ commissionTotal: 30 });
  const retracted = await account.call('DELETE', `/v1/files/${second.fileId}`);
  await service.runJobs();
  expect(await get(account, second.jobId)).toMatchObject({ currentStats: null, stats: { commissionTotal: 30 } });
  const { jobId } = upload.parse(retracted.json);
  expect(await get(account, jobId)).toMatchObject({ currentStats: null, stats: { members: 0, commissionTotal: 0 } });
});
