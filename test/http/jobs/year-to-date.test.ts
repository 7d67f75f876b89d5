import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const CONFIG = {
  fileType: 'csv',
  statementMode: 'ytd',
  columns: { member_external_id: 'Member ID', commission_amount: 'YTD' },
} as const;

const accepted = z.object({ jobId: z.string() });
const rows = z.object({
  data: z.array(z.looseObject({ memberExternalId: z.string(), status: z.string(), commissionAmount: z.number() })),
});

test('a carrier that prints totals of the year: each month is what was added, in whatever order the months arrive', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ config: CONFIG });
  const printed: Readonly<Record<string, string>> = {
    '2025-12': 'A,600\nB,600',
    '2026-01': 'A,50\nB,50',
    '2026-02': 'A,100\nB,80',
    '2026-03': 'A,150.10\nB,60\nC,20',
  };
  const jobs = new Map<string, string>();
  for (const period of ['2026-03', '2025-12', '2026-02', '2026-01']) {
    const reply = await account.upload({ carrierId, period, file: `Member ID,YTD\n${printed[period]}\n` });
    jobs.set(period, accepted.parse(reply.json).jobId);
    await service.runJobs();
  }
  const of = async (period: string) => {
    const reply = await account.call('GET', `/v1/jobs/${jobs.get(period)}/results`);
    const shown = rows.parse(reply.json).data.map((row) => [row.memberExternalId, row.status, row.commissionAmount]);
    return shown.sort();
  };
  expect(await of('2026-01')).toEqual([
    ['A', 'yellow', 50],
    ['B', 'yellow', 50],
  ]);
  expect(await of('2026-02')).toEqual([
    ['A', 'green', 50],
    ['B', 'yellow', 30],
  ]);
  expect(await of('2026-03')).toEqual([
    ['A', 'green', 50.1],
    ['B', 'yellow', -20],
    ['C', 'new', 20],
  ]);
});

test.each(['2026-01', '2026-02'])('two lines of one policy are one total, in January as later: %s', async (period) => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ config: CONFIG });
  const before = period === '2026-01' ? '2025-12' : '2026-01';
  await account.upload({ carrierId, period: before, file: 'Member ID,YTD\nZ,10\n' });
  const reply = await account.upload({ carrierId, period, file: 'Member ID,YTD\nZ,10\nA,-30\nA,5\n' });
  await service.runJobs();
  const job = await account.call('GET', `/v1/jobs/${accepted.parse(reply.json).jobId}`);
  expect(job.json).toMatchObject({ status: 'completed', stats: { chargebackCount: 1, chargebackAmount: 25 } });
});
