import { expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService, type TestAccount } from '../../support/service.ts';
import { loadWorkedExample } from '../../support/worked-example.ts';

/** Guarantee: a saved file is named for what it holds: the list, the carrier and the months. */

const service = await sharedService();
const account = await service.createAccount();
const carrier = await account.call('POST', '/v1/carriers', { json: { name: 'WellCare (PPO)' } });
const carrierId = z.object({ id: z.string() }).parse(carrier.json).id;
await service.addConfig(carrierId, STATEMENT_CONFIG, account);
const book = await loadWorkedExample(service, account, { carrierId });

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function fileNameOf(path: string, by: TestAccount = account): Promise<string | undefined> {
  const Accept = path.endsWith('#xlsx') ? XLSX : 'text/csv';
  const { headers } = await by.call('GET', path.replace('#xlsx', ''), { headers: { Accept } });
  return /^attachment; filename="(.*)"$/.exec(headers.get('content-disposition') ?? '')?.[1];
}

test.each([
  ['/v1/members', 'members.csv'],
  ['/v1/members?period=2026-02', 'members-2026-02.csv'],
  ['/v1/members?periodYear=2026&periodMonth=2&limit=5', 'members-2026-02.csv'],
  ['/v1/members?carrierId=CARRIER&limit=5', 'members-wellcare-ppo.csv'],
  ['/v1/chargebacks?carrierId=CARRIER&period=2026-02', 'chargebacks-wellcare-ppo-2026-02.csv'],
  ['/v1/chargebacks?carrierId=CARRIER', 'chargebacks-wellcare-ppo-2026-04.csv'],
  ['/v1/chargebacks?limit=5', 'chargebacks-2026-04.csv'],
  ['/v1/reports/owed-worksheet', 'owed-worksheet-2025-05-to-2026-04.csv'],
  ['/v1/reports/owed-worksheet#xlsx', 'owed-worksheet-2025-05-to-2026-04.xlsx'],
  [
    '/v1/reports/owed-worksheet?from=2026-02&to=2026-02&carrierId=CARRIER#xlsx',
    'owed-worksheet-wellcare-ppo-2026-02.xlsx',
  ],
  ['/v1/reports/recoverable?from=2026-01#xlsx', 'recoverable-2026-01-to-2026-04.xlsx'],
  ['/v1/reports/cumulative', 'cumulative-2026-01-to-2026-04.csv'],
  ['/v1/reports/rollup', 'rollup-2026-04.csv'],
  ['/v1/reports/tax-1099?year=2026', 'tax-1099-2026.csv'],
  ['/v1/carriers/CARRIER/configs', 'configs-wellcare-ppo.csv'],
  ['/v1/carriers', 'carriers.csv'],
])('%s is saved as %s', async (path, name) => {
  expect(await fileNameOf(path.replace('CARRIER', carrierId))).toBe(name);
});

test('files of a job have the carrier and the month of the job', async () => {
  const jobId = book.jobIds['2026-02'];
  expect(await fileNameOf(`/v1/jobs/${jobId}/results`)).toBe('job-results-wellcare-ppo-2026-02.csv');
  expect(await fileNameOf(`/v1/jobs/${jobId}/deltas?limit=1`)).toBe('job-deltas-wellcare-ppo-2026-02.csv');
  expect(await fileNameOf(`/v1/jobs/${jobId}/exceptions`)).toBe('job-exceptions-wellcare-ppo-2026-02.csv');
});

test('another account learns no name, and JSON has none', async () => {
  const stranger = await service.createAccount();
  expect(await fileNameOf(`/v1/jobs/${book.jobIds['2026-02']}/results`, stranger)).toBeUndefined();
  expect(await fileNameOf(`/v1/chargebacks?carrierId=${carrierId}`, stranger)).toBeUndefined();
  expect((await account.call('GET', '/v1/members')).headers.get('content-disposition')).toBeNull();
});
