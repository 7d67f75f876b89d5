import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../../demo/statements/workbook.ts';
import { sharedService, statement } from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();

const file = statement([['M1', 50]]);

async function uploaded(period: string, content = file): Promise<string> {
  const response = await account.upload({ file: content, carrierId, period });
  return z.looseObject({ fileId: z.string() }).parse(response.json).fileId;
}

const get = async (path: string) => (await account.call('GET', path)).json;

describe('retract', () => {
  test('retracts the whole period with 202, and keeps showing the file', async () => {
    const fileId = await uploaded('2023-01');
    await service.runJobs();
    const response = await account.call('DELETE', `/v1/files/${fileId}`);
    expect(response).toMatchObject({ status: 202, json: { fileId, mode: 'retract', status: 'queued' } });
    const { _links } = z
      .looseObject({ _links: z.record(z.string(), z.object({ href: z.url() })) })
      .parse(response.json);
    expect(Object.keys(_links)).toEqual(['self', 'job', 'results']);
    await service.runJobs();
    expect(await get(`/v1/files/${fileId}`)).toMatchObject({ status: 'retracted', supersededAt: expect.any(String) });
    expect(await get('/v1/files?period=2023-01')).toMatchObject({ data: [] });
    expect(await get('/v1/members?period=2023-01')).toMatchObject({ data: [] });
    expect(await account.upload({ file, carrierId, period: '2023-01' })).toMatchObject({ status: 202 });
  });

  test('answers 409 already_retracted if the retraction is queued or done, or the file was replaced', async () => {
    const fileId = await uploaded('2023-02');
    await service.runJobs();
    await account.call('DELETE', `/v1/files/${fileId}`);
    const queued = await account.call('DELETE', `/v1/files/${fileId}`);
    expect(queued).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
    await service.runJobs();
    const done = await account.call('DELETE', `/v1/files/${fileId}`);
    expect(done).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
    const replaced = await uploaded('2023-03');
    await account.load({ file: statement([['M1', 1]]), carrierId, period: '2023-03', replace: true });
    const afterReplace = await account.call('DELETE', `/v1/files/${replaced}`);
    expect(afterReplace).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
    expect(await get(`/v1/files/${replaced}`)).toMatchObject({ status: 'replaced' });
  });

  test('answers 409 conflict for a file of which nothing was stored', async () => {
    const fileId = await uploaded('2023-04', 'Member ID,Other\nM1,1\n');
    await service.runJobs();
    const response = await account.call('DELETE', `/v1/files/${fileId}`);
    expect(response).toMatchObject({ status: 409, json: { code: 'conflict' } });
  });
});

test('refuses to rescore a file without active data with 409 nothing_to_rescore', async () => {
  const fileId = await uploaded('2023-05');
  const response = await account.call('POST', `/v1/files/${fileId}/rescore`);
  expect(response).toMatchObject({ status: 409, json: { code: 'nothing_to_rescore' } });
});

test('purges the bytes and keeps the scores; a second purge succeeds too', async () => {
  const fileId = await uploaded('2023-06');
  const early = await account.call('POST', `/v1/files/${fileId}/purge`);
  expect(early).toMatchObject({ status: 409, json: { code: 'conflict' } });
  await service.runJobs();
  const key = `raw/${account.accountId}/${fileId}`;
  expect(await service.objects.get(key)).not.toBeNull();
  for (let times = 0; times < 2; times++) {
    const response = await account.call('POST', `/v1/files/${fileId}/purge`);
    expect(response).toMatchObject({ status: 200, json: { fileId, purged: true } });
  }
  expect(await service.objects.get(key)).toBeNull();
  expect(await get(`/v1/files/${fileId}`)).toMatchObject({ status: 'active', rawPurgedAt: expect.any(String) });
  expect(await get('/v1/members?period=2023-06')).toMatchObject({ data: [{ memberExternalId: 'M1' }] });
});

test('answers 404 for unknown, malformed and foreign files alike, on every route', async () => {
  const stranger = await service.createAccount();
  const reply = await stranger.upload({ file, carrierId, period: '2023-01' });
  const { fileId } = z.looseObject({ fileId: z.string() }).parse(reply.json);
  for (const [method, suffix] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/rescore'],
    ['POST', '/purge'],
  ] as const) {
    const bodies = [];
    for (const id of [randomUUID(), 'not-an-id', fileId]) {
      const response = await account.call(method, `/v1/files/${id}${suffix}`);
      expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
      bodies.push(response.body.replaceAll(id, '').replace(/"requestId":"[^"]*"/, ''));
    }
    expect(new Set(bodies).size).toBe(1);
  }
});

test('refuses a change by a read-only token with 403', async () => {
  const reader = await service.createAccount({ scopes: ['read'] });
  for (const [method, suffix] of [
    ['DELETE', ''],
    ['POST', '/rescore'],
    ['POST', '/purge'],
  ] as const) {
    const response = await reader.call(method, `/v1/files/${randomUUID()}${suffix}`);
    expect(response).toMatchObject({ status: 403, json: { code: 'forbidden' } });
  }
});

test('records every change in the audit trail, with its author', async () => {
  const own = await service.createAccount();
  const { fileId } = await own.load({ file, carrierId, period: '2023-01' });
  await own.call('POST', `/v1/files/${fileId}/purge`);
  await own.call('DELETE', `/v1/files/${fileId}`);
  const entries = await service.database.tenant(
    own.accountId,
    (sql) => sql<{ action: string; actor: string; target: string; ip: string | null }[]>`
      select action, actor, target, ip from audit_entries where account_id = ${own.accountId} order by position`,
  );
  const rest = { actor: expect.stringMatching(/^token:/), target: fileId, ip: '127.0.0.1' };
  expect([...entries]).toEqual([
    { action: 'file.upload', ...rest },
    { action: 'file.purge', ...rest },
    { action: 'file.retract', ...rest },
  ]);
});

const CONFIG = { columns: { member_external_id: 'Policy', commission_amount: 'Paid' } };

async function load(file: string | Uint8Array<ArrayBuffer>, config: object): Promise<string> {
  const carrierId = await service.createCarrier({ account, config });
  const accepted = await account.upload({ file, fileName: 'april', carrierId, period: '2026-04' });
  expect(accepted.status).toBe(202);
  return z.object({ fileId: z.string() }).parse(accepted.json).fileId;
}

const rowOf = (fileId: string, row: number | string, who = account) =>
  who.call('GET', `/v1/files/${fileId}/rows/${row}`);

test('shows any row of a CSV file with the headers, even a row that is no line, and refuses a row that the file does not have', async () => {
  const fileId = await load('Acme Life\nPolicy,Paid,\n"P-1","1,000.50",note\nTotal,"1,000.50"\n', {
    fileType: 'csv',
    ...CONFIG,
  });
  expect((await rowOf(fileId, 3)).json).toMatchObject({ detail: expect.stringContaining('has not been read') });
  await service.runJobs();
  const { status, json } = await rowOf(fileId, 3);
  expect([status, json]).toEqual([
    200,
    {
      fileId,
      fileName: 'april',
      sheet: 1,
      sheetName: null,
      row: 3,
      headerRow: 2,
      cells: [
        { header: 'Policy', text: 'P-1' },
        { header: 'Paid', text: '1,000.50' },
        { header: null, text: 'note' },
      ],
    },
  ]);
  expect((await rowOf(fileId, 4)).json).toMatchObject({ cells: [{ text: 'Total' }, { text: '1,000.50' }] });
  expect((await rowOf(fileId, 9)).status).toBe(404);
  expect((await rowOf(fileId, '3?sheet=2')).status).toBe(404);
  expect((await rowOf(fileId, 0)).status).toBe(404);
  expect((await rowOf(fileId, 3, await service.createAccount())).status).toBe(404);
  expect((await account.call('POST', `/v1/files/${fileId}/purge`)).status).toBe(200);
  expect((await rowOf(fileId, 3)).json).toMatchObject({ detail: 'The bytes of the file were deleted.' });
});

test('shows a row of the second sheet that is read', async () => {
  const rows = (id: string) => [
    ['Policy', 'Paid'],
    [id, 10.5],
  ];
  const file = workbook({ Base: rows('P-1'), Override: rows('P-2') });
  const fileId = await load(file, { fileType: 'xlsx', sheets: 'all', ...CONFIG });
  await service.runJobs();
  expect((await rowOf(fileId, '2?sheet=2')).json).toMatchObject({
    sheet: 2,
    sheetName: 'Override',
    cells: [
      { header: 'Policy', text: 'P-2' },
      { header: 'Paid', text: '10.5' },
    ],
  });
});
