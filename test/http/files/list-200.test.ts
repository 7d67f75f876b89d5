import { expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, sharedService, statement, type TestAccount } from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();

const file = statement([['M1', 50]]);
const page = z.object({
  data: z.array(z.looseObject({ fileId: z.string(), period: z.string(), status: z.string() })),
  pagination: z.object({ limit: z.int(), nextCursor: z.int().nullable(), hasMore: z.boolean() }),
});

async function list(query = '', who = account) {
  const response = await who.call('GET', `/v1/files${query}`);
  expect(response.status).toBe(200);
  return page.parse(response.json);
}

const periodsOf = ({ data }: z.output<typeof page>) => data.map(({ period }) => period);

test('lists files newest first in stable pages, whatever is added meanwhile', async () => {
  const own = await service.createAccount();
  for (const month of ['01', '02', '03', '04', '05']) await own.upload({ file, carrierId, period: `2024-${month}` });
  const first = await list('?limit=2', own);
  expect(periodsOf(first)).toEqual(['2024-05', '2024-04']);
  expect(first.pagination).toEqual({ limit: 2, nextCursor: expect.any(Number), hasMore: true });
  await own.upload({ file, carrierId, period: '2024-06' });
  const second = await list(`?limit=2&cursor=${first.pagination.nextCursor}`, own);
  expect(periodsOf(second)).toEqual(['2024-03', '2024-02']);
  const third = await list(`?limit=2&cursor=${second.pagination.nextCursor}`, own);
  expect(periodsOf(third)).toEqual(['2024-01']);
  expect(third.pagination).toEqual({ limit: 2, nextCursor: null, hasMore: false });
  expect((await list('?limit=6', own)).pagination.hasMore).toBe(false);
  expect((await list('?limit=1000', own)).pagination.limit).toBe(200);
});

test('shows active files in every state, but no retracted or replaced ones', async () => {
  const own = await service.createAccount();
  await own.upload({ file, carrierId, period: '2024-01' });
  await own.upload({ file: 'Member ID,Other\nM1,1\n', carrierId, period: '2024-02' });
  await own.load({ file, carrierId, period: '2024-03' });
  await own.upload({ file: statement([['M1', 51]]), carrierId, period: '2024-03', replace: true });
  const [, , gone] = (await list('', own)).data;
  await service.runJobs();
  await own.upload({ file, carrierId, period: '2024-04' });
  const { data } = await list('', own);
  expect(data.map(({ period, status }) => [period, status])).toEqual([
    ['2024-04', 'pending'],
    ['2024-03', 'active'],
    ['2024-02', 'failed'],
    ['2024-01', 'active'],
  ]);
  expect(gone).toBeDefined();
  const replaced = await own.call('GET', `/v1/files/${data[1]?.fileId}`);
  expect(replaced.json).toMatchObject({ status: 'active', rowsIngested: 1 });
});

test('filters by carrier, workspace and period', async () => {
  const own = await service.createAccount();
  const other = await service.createCarrier({ name: 'Other' });
  const second = await service.createWorkspace(own, 'Second');
  const { workspaceId } = own;
  await own.upload({ file, carrierId, workspaceId, period: '2024-01' });
  await own.upload({ file, carrierId: other, workspaceId, period: '2024-02' });
  await own.upload({ file, carrierId, workspaceId: second, period: '2024-03' });
  expect(periodsOf(await list(`?carrierId=${carrierId}`, own))).toEqual(['2024-03', '2024-01']);
  expect(periodsOf(await list(`?workspaceId=${second}`, own))).toEqual(['2024-03']);
  expect(periodsOf(await list('?period=2024-02', own))).toEqual(['2024-02']);
  expect(periodsOf(await list(`?period=2024-02&carrierId=${carrierId}`, own))).toEqual([]);
});

test('shows an account its own files only', async () => {
  const stranger = await service.createAccount();
  const uploaded = await stranger.upload({ file, carrierId, period: '2024-01' });
  const { fileId } = z.looseObject({ fileId: z.string() }).parse(uploaded.json);
  expect((await list()).data.map((row) => row.fileId)).not.toContain(fileId);
  expect(await account.call('GET', `/v1/files/${fileId}`)).toMatchObject({ status: 404 });
});

test('suggests a rescore once the carrier has a newer configuration', async () => {
  const own = await service.createAccount();
  const carrier = await service.createCarrier();
  await own.load({ file, carrierId: carrier, period: '2024-01' });
  const suggested = async (who: TestAccount) => (await list('', who)).data[0]?.['rescoreSuggested'];
  expect(await suggested(own)).toBe(false);
  await service.addConfig(carrier, STATEMENT_CONFIG, account);
  expect(await suggested(own)).toBe(false);
  await service.addConfig(carrier, { ...STATEMENT_CONFIG, tolerance: { absolute: 1 } });
  expect(await suggested(own)).toBe(true);
  const [shown] = (await list('', own)).data;
  const rescored = await own.call('POST', `/v1/files/${shown?.fileId}/rescore`);
  expect(rescored).toMatchObject({ status: 202, json: { mode: 'rescore', status: 'queued', fileId: shown?.fileId } });
  await service.runJobs();
  expect(await suggested(own)).toBe(false);
  await service.addConfig(carrier, STATEMENT_CONFIG, own);
  expect(await suggested(own)).toBe(true);
});

test('returns the same rows as CSV, with the next page in the Link header', async () => {
  const own = await service.createAccount();
  for (const month of ['01', '02']) {
    await own.upload({ file, fileName: '=cmd|calc.csv', carrierId, period: `2024-${month}` });
  }
  const response = await own.call('GET', '/v1/files?limit=1', { headers: { Accept: 'text/csv' } });
  const [header, row, ...rest] = response.body.trimEnd().split('\r\n');
  expect(header).toContain(
    'id,fileId,accountId,workspaceId,carrierId,carrierName,periodYear,periodMonth,period,originalFilename',
  );
  expect(row).toContain(",2024-02,'=cmd|calc.csv,");
  expect(rest).toEqual([]);
  expect(response.headers.get('link')).toMatch(/\/v1\/files\?limit=1&cursor=\d+>; rel="next"/);
});
