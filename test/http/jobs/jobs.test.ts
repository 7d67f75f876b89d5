import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sharedService, statement } from '../../support/service.ts';

describe('list', async () => {
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
});

describe('refused', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();

  async function uploaded(period: string, file: string, who = account) {
    const reply = await who.upload({ file, carrierId, period });
    return z.looseObject({ jobId: z.string(), fileId: z.string() }).parse(reply.json);
  }

  const file = statement([['M1', 50]]);
  const unusable = 'Member ID,Other\nM1,1\n';
  const retry = (jobId: string) => account.call('POST', `/v1/jobs/${jobId}/retry`);

  describe('retry', () => {
    test('queues a failed job again with 202, and the job runs again', async () => {
      const { jobId, fileId } = await uploaded('2024-01', unusable);
      await service.runJobs();
      expect(await retry(jobId)).toMatchObject({
        status: 202,
        json: { jobId, fileId, status: 'queued', mode: 'ingest' },
      });
      const second = await retry(jobId);
      expect(second).toMatchObject({ status: 409, json: { code: 'conflict' } });
      expect(await service.runJobs()).toBe(1);
      expect((await account.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({ status: 'failed', attempts: 1 });
    });

    test('answers 409 if the job did not fail, its file is gone, or another file holds the period', async () => {
      const done = await uploaded('2024-02', file);
      await service.runJobs();
      expect(await retry(done.jobId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
      const purged = await uploaded('2024-03', unusable);
      await service.runJobs();
      await account.call('POST', `/v1/files/${purged.fileId}/purge`);
      expect(await retry(purged.jobId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
      const overtaken = await uploaded('2024-04', unusable);
      await service.runJobs();
      await uploaded('2024-04', file);
      expect(await retry(overtaken.jobId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    });
  });

  test('answers 404 for unknown, malformed and foreign jobs alike', async () => {
    const stranger = await service.createAccount();
    const { jobId } = await uploaded('2024-01', file, stranger);
    await service.runJobs();
    const bodies = new Set<string>();
    for (const id of [randomUUID(), 'not-an-id', jobId]) {
      const response = await retry(id);
      expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
      bodies.add(response.body.replaceAll(id, '').replace(/"requestId":"[^"]*"/, ''));
    }
    expect(bodies.size).toBe(1);
  });
});

/** Guarantee: a list that is counted shows its total on every page, any other list on its last page. Both orders have the same rows. */
describe('total and sort', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  for (const period of ['2026-01', '2026-02', '2026-03']) {
    const file = statement(['A', 'B', 'C'].map((id) => [id, 10]));
    await account.load({ carrierId, period, file });
  }

  const list = z.object({ data: z.array(z.looseObject({})), total: z.int().nullable() });
  const page = async (path: string) => list.parse((await account.call('GET', path)).json);

  test('a counted list has its total on every page, past the end, and with a filter', async () => {
    const totals = await Promise.all([0, 1, 2, 9].map((offset) => page(`/v1/jobs?limit=1&offset=${offset}`)));
    expect(totals.map(({ total }) => total)).toEqual([3, 3, 3, 3]);
    expect((await page('/v1/jobs?limit=1&period=2026-02')).total).toBe(1);
    expect((await page('/v1/jobs?status=failed')).total).toBe(0);
    expect((await page('/v1/months?limit=1')).total).toBe(3);
    const carriers = z.int().parse((await page('/v1/carriers?limit=1')).total);
    expect((await page(`/v1/carriers?offset=${carriers - 1}`)).data).toHaveLength(1);
    expect((await page(`/v1/carriers?offset=${carriers}`)).data).toHaveLength(0);
  });

  test('a large list has its total on the last page only', async () => {
    expect((await page('/v1/members?limit=2')).total).toBeNull();
    expect((await page('/v1/members?limit=2&offset=2')).total).toBe(3);
    expect((await page('/v1/members')).total).toBe(3);
    expect((await page('/v1/members?offset=50')).total).toBeNull();
  });

  test('sort reverses the order', async () => {
    const periods = async (sort: string) => (await page(`/v1/jobs?${sort}`)).data.map(({ period }) => period);
    expect(await periods('')).toEqual(['2026-03', '2026-02', '2026-01']);
    expect(await periods('sort=newest')).toEqual(['2026-03', '2026-02', '2026-01']);
    expect(await periods('sort=oldest')).toEqual(['2026-01', '2026-02', '2026-03']);
    const entries = async (sort: string) => (await page(`/v1/audit?sort=${sort}`)).data.map(({ id }) => id);
    expect(await entries('oldest')).toEqual((await entries('newest')).toReversed());
    expect((await account.call('GET', '/v1/jobs?sort=name')).status).toBe(422);
  });
});
