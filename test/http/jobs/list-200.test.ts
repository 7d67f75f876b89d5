import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier({ name: 'Summit' });
const otherCarrier = await service.createCarrier({ name: 'Other' });
const second = await service.createWorkspace(account, 'Second');
const { workspaceId } = account;
const file = statement([['M1', 50]]);
await account.upload({ file, carrierId, workspaceId, period: '2023-12' });
await account.upload({ file, carrierId, workspaceId, period: '2024-01' });
await account.load({ file: 'Member ID,Other\nM1,1\n', carrierId: otherCarrier, workspaceId, period: '2024-01' });
await account.upload({ file, carrierId, workspaceId: second, period: '2024-02' });

const page = z.object({
  data: z.array(z.looseObject({ jobId: z.string(), period: z.string(), status: z.string() })),
  pagination: z.object({ limit: z.int(), offset: z.int(), hasMore: z.boolean() }),
});

async function list(query = '') {
  const response = await account.call('GET', `/v1/jobs${query}`);
  expect(response.status).toBe(200);
  return page.parse(response.json);
}

const shown = ({ data }: z.output<typeof page>) => data.map(({ period, status }) => `${period} ${status}`);

test('lists jobs newest first, in pages', async () => {
  const all = await list();
  expect(shown(all)).toEqual(['2024-02 queued', '2024-01 failed', '2024-01 completed', '2023-12 completed']);
  expect(all.pagination).toEqual({ limit: 50, offset: 0, hasMore: false });
  expect((await list('?limit=3')).pagination).toEqual({ limit: 3, offset: 0, hasMore: true });
  expect(shown(await list('?limit=3&offset=3'))).toEqual(['2023-12 completed']);
  expect((await list('?limit=4')).pagination.hasMore).toBe(false);
  expect(shown(await list('?offset=100'))).toEqual([]);
});

test('applies each filter', async () => {
  expect(shown(await list('?status=failed'))).toEqual(['2024-01 failed']);
  expect(shown(await list('?status=canceled'))).toEqual([]);
  expect(shown(await list(`?carrierId=${otherCarrier}`))).toEqual(['2024-01 failed']);
  expect(shown(await list(`?workspaceId=${second}`))).toEqual(['2024-02 queued']);
  expect(shown(await list('?periodYear=2024&periodMonth=01'))).toEqual(['2024-01 failed', '2024-01 completed']);
  expect(shown(await list('?period=2024-01'))).toEqual(['2024-01 failed', '2024-01 completed']);
  expect(shown(await list('?period=2024-01&status=completed'))).toEqual(['2024-01 completed']);
  expect(shown(await list('?period=2024-01&periodYear=2024'))).toEqual(['2024-01 failed', '2024-01 completed']);
  expect(shown(await list('?period=2022-01'))).toEqual([]);
  expect(shown(await list('?periodYear=2023'))).toEqual(['2023-12 completed']);
  expect(shown(await list('?periodMonth=2'))).toEqual(['2024-02 queued']);
  expect(shown(await list(`?status=completed&carrierId=${carrierId}&periodMonth=12`))).toEqual(['2023-12 completed']);
});

test('shows one job from queued to its end', async () => {
  const [queued, failed, completed] = (await list()).data;
  const get = async (jobId: string | undefined) => (await account.call('GET', `/v1/jobs/${jobId}`)).json;
  expect(await get(queued?.jobId)).toEqual({
    id: queued?.jobId,
    jobId: queued?.jobId,
    fileId: expect.any(String),
    carrierId,
    carrierName: 'Summit',
    workspaceId: second,
    periodYear: 2024,
    periodMonth: 2,
    period: '2024-02',
    mode: 'ingest',
    status: 'queued',
    attempts: 0,
    configVersion: null,
    stats: {},
    statsAsOf: null,
    currentStats: null,
    warnings: [],
    error: null,
    errorCode: null,
    progress: { stage: 'queued', percent: 0 },
    exceptionRowCount: 0,
    webhookUrl: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    startedAt: null,
    completedAt: null,
    month: null,
    policies: null,
    _links: {
      self: { href: `${service.url}/v1/jobs/${queued?.jobId}` },
      file: { href: `${service.url}/v1/files/${queued?.['fileId']}` },
      results: { href: `${service.url}/v1/jobs/${queued?.jobId}/results` },
      deltas: { href: `${service.url}/v1/jobs/${queued?.jobId}/deltas` },
      exceptions: { href: `${service.url}/v1/jobs/${queued?.jobId}/exceptions` },
    },
  });
  expect(await get(failed?.jobId)).toMatchObject({
    status: 'failed',
    errorCode: 'missing_columns',
    error: expect.stringContaining('Commission'),
    attempts: 1,
    stats: {},
    statsAsOf: null,
    currentStats: null,
    completedAt: expect.any(String),
  });
  expect(await get(completed?.jobId)).toMatchObject({
    status: 'completed',
    attempts: 1,
    configVersion: 1,
    progress: { percent: 100 },
    stats: { rowsTotal: 1, rowsIngested: 1, rowsFailed: 0, members: 1, green: 1, new: 0, commissionTotal: 50 },
    startedAt: expect.any(String),
    completedAt: expect.any(String),
  });
});

test('shows a stated total that does not match the lines', async () => {
  const own = await service.createAccount();
  const file = statement([
    ['M1', 50],
    ['M2', 50.5],
  ]);
  const { jobId } = await own.load({ file, carrierId, period: '2024-01', statedTotal: '120' });
  expect((await own.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({
    stats: { statedTotal: 120, ingestedTotal: 100.5, variance: -19.5 },
    warnings: [{ code: 'statement_total_variance' }],
  });
});

test('returns CSV, with objects as JSON in a cell', async () => {
  const { body } = await account.call('GET', '/v1/jobs?status=failed', { headers: { Accept: 'text/csv' } });
  const [header, row] = body.trimEnd().split('\r\n');
  expect(header).toMatch(
    /^id,jobId,fileId,carrierId,carrierName,workspaceId,periodYear,periodMonth,period,mode,status,attempts/,
  );
  expect(row).toContain('"{""stage"":"');
});
