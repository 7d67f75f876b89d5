import { createHash, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { formOf, startService, statement, type UploadFields } from '../../../support/service.ts';

const service = await startService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();
afterAll(() => service.close());

const file = statement([['M1', 50]]);
const reply = z.looseObject({ jobId: z.string(), fileId: z.string() });
const idsOf = (response: { readonly json: unknown }) => reply.parse(response.json);

test('queues a new period at once, and links to its results', async () => {
  const response = await account.upload({ file, carrierId, period: '2024-01' });
  const { jobId, fileId } = idsOf(response);
  expect(response).toMatchObject({ status: 202 });
  expect(response.json).toEqual({
    jobId,
    fileId,
    status: 'queued',
    _links: {
      self: { href: `${service.url}/v1/files/${fileId}` },
      job: { href: `${service.url}/v1/jobs/${jobId}` },
      results: { href: `${service.url}/v1/jobs/${jobId}/results` },
    },
  });
  for (const path of [`/v1/files/${fileId}`, `/v1/jobs/${jobId}`, `/v1/jobs/${jobId}/results`]) {
    expect(await account.call('GET', path)).toMatchObject({ status: 200 });
  }
});

test("stores exactly the request's values", async () => {
  const bytes = new TextEncoder().encode(file);
  const uploaded = await account.upload({
    file: bytes,
    fileName: 'C:\\Temp\\März 2024.csv',
    carrierId: carrierId.toUpperCase(),
    period: '2024-02',
    statedTotal: '-1234.5',
  });
  const { fileId, jobId } = idsOf(uploaded);
  expect((await account.call('GET', `/v1/files/${fileId}`)).json).toMatchObject({
    id: fileId,
    accountId: account.accountId,
    workspaceId: account.workspaceId,
    carrierId,
    carrierName: 'Summit Senior Life',
    periodYear: 2024,
    periodMonth: 2,
    period: '2024-02',
    originalFilename: 'März 2024.csv',
    byteSize: bytes.byteLength,
    checksumSha256: createHash('sha256').update(bytes).digest('hex'),
    source: 'api',
    status: 'pending',
    jobId,
    rowsIngested: null,
    statedTotal: -1234.5,
    supersededAt: null,
    rawPurgedAt: null,
    rescoreSuggested: false,
  });
});

test('accepts the first and the last possible month', async () => {
  for (const period of ['2000-01', '2026-08']) {
    expect(await account.upload({ file, carrierId, period })).toMatchObject({ status: 202 });
  }
});

test('accepts fields before and after the file', async () => {
  const form = new FormData();
  form.set('file', new Blob([file]), 'a.csv');
  form.set('periodMonth', '03');
  form.set('periodYear', '2024');
  form.set('carrierId', carrierId);
  expect(await account.call('POST', '/v1/files', { body: form })).toMatchObject({ status: 202 });
});

test('takes the month in one field, in two, or in both', async () => {
  const both = { periodYear: '2024', periodMonth: '4' };
  for (const fields of [{ period: '2024-04' }, both, { period: '2024-04', ...both }]) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ carrierId, replace: 'true', ...fields })) form.set(name, value);
    form.set('file', new Blob([file]), 'a.csv');
    const { fileId } = idsOf(await account.call('POST', '/v1/files', { body: form }));
    expect((await account.call('GET', `/v1/files/${fileId}`)).json).toMatchObject({ period: '2024-04' });
  }
});

describe('replace and append', () => {
  test('replaces by field or by header, whether or not the period has a file', async () => {
    const target = { file, carrierId, period: '2023-01' };
    expect((await account.upload({ ...target, replace: true })).json).toMatchObject({ mode: 'replace' });
    expect((await account.upload(target, { 'X-Replace-Period': 'true' })).json).toMatchObject({ mode: 'replace' });
    expect((await account.upload({ ...target, replace: false }, { 'X-Replace-Period': 'True' })).status).toBe(202);
    expect((await account.upload({ ...target, replace: true }, { 'X-Replace-Period': 'false' })).status).toBe(202);
  });

  test('appends another file', async () => {
    const target = { carrierId, period: '2023-02' };
    expect((await account.upload({ ...target, file })).status).toBe(202);
    const response = await account.upload({ ...target, file: statement([['M2', 1]]), append: true });
    expect(response.json).toMatchObject({ mode: 'append', status: 'queued' });
  });

  test('see no conflict with other workspaces, carriers and months', async () => {
    const split = await service.createAccount();
    const second = await service.createWorkspace(split, 'Second');
    const other = await service.createCarrier({ name: 'Other' });
    for (const [carrier, workspaceId, period] of [
      [carrierId, split.workspaceId, '2023-03'],
      [carrierId, second, '2023-03'],
      [other, second, '2023-03'],
      [carrierId, second, '2023-04'],
    ] as const) {
      expect(await split.upload({ file, carrierId: carrier, workspaceId, period })).toMatchObject({ status: 202 });
    }
  });

  test('are not blocked by a file whose job failed', async () => {
    const target = { carrierId, period: '2023-05' };
    await account.load({ ...target, file: 'Member ID,Other\nM1,5\n' });
    expect((await account.upload({ ...target, file })).status).toBe(202);
  });
});

describe('Idempotency-Key', () => {
  const key = () => ({ 'Idempotency-Key': randomUUID() });

  test('returns the job in its present state for a repeat, and stores nothing', async () => {
    const headers = key();
    const target = { file, carrierId, period: '2022-01' };
    const first = idsOf(await account.upload(target, headers));
    const { jobId, fileId } = first;
    const again = await account.upload(target, headers);
    expect(again).toMatchObject({ status: 202, json: { jobId, fileId, status: 'queued', idempotent: true } });
    expect(again.json).toMatchObject({
      detail:
        'This statement was already accepted as "statement.csv" of Summit Senior Life, 2022-01; nothing new was stored.',
    });
    expect(again.json).not.toHaveProperty('warnings');
    await service.runJobs();
    expect((await account.upload(target, headers)).json).toMatchObject({
      jobId,
      status: 'completed',
      idempotent: true,
    });
    const files = await account.call('GET', '/v1/files?period=2022-01');
    expect(files.json).toMatchObject({ data: [{ fileId }], pagination: { hasMore: false } });
  });

  test('treats the quoted and the bare form as the same key', async () => {
    const name = randomUUID();
    const target = { file, carrierId, period: '2022-02' };
    const { jobId } = idsOf(await account.upload(target, { 'Idempotency-Key': `"${name}"` }));
    expect((await account.upload(target, { 'Idempotency-Key': name })).json).toMatchObject({ jobId, idempotent: true });
  });

  test.each([
    ['other bytes', { file: statement([['M1', 51]]) }],
    ['another stated total', { statedTotal: '50.0' }],
    ['another month', { period: '2022-09' }],
    ['replace', { replace: true }],
    ['a webhook', { webhookUrl: 'https://example.com/hook' }],
  ])('returns the job and a warning for a repeat with %s', async (_what, change: Partial<UploadFields>) => {
    const headers = key();
    const own = await service.createAccount();
    const target = { file, carrierId, period: '2022-03', statedTotal: '50' };
    const { jobId } = idsOf(await own.upload(target, headers));
    const again = await own.upload({ ...target, ...change }, headers);
    // Only other bytes are not stored: the same bytes are, and their sender must not send them again for that.
    const detail = expect.stringMatching(
      'file' in change
        ? /^This file was not stored: its Idempotency-Key was used before, for "statement\.csv" of Summit Senior Life, 2022-03\./
        : /^This very file was already accepted under its Idempotency-Key, as "statement\.csv" of Summit Senior Life, 2022-03, with other fields\.(?!.*not stored)/,
    );
    const warnings = [{ code: 'idempotency_mismatch', detail }];
    expect(again.json).toMatchObject({ jobId, idempotent: true, detail, warnings });
  });

  test('treats another file name as the same request', async () => {
    const headers = key();
    const target = { file, carrierId, period: '2022-04' };
    await account.upload(target, headers);
    const again = await account.upload({ ...target, fileName: 'again.csv' }, headers);
    expect(again.json).not.toHaveProperty('warnings');
  });

  test('stays free after a refused request', async () => {
    const headers = key();
    const target = { file, carrierId, period: '2022-05' };
    expect((await account.upload({ ...target, statedTotal: 'x' }, headers)).status).toBe(422);
    expect((await account.upload({ ...target, carrierId: randomUUID() }, headers)).status).toBe(404);
    const accepted = await account.upload(target, headers);
    expect(accepted).toMatchObject({ status: 202 });
    expect(accepted.json).not.toHaveProperty('idempotent');
  });

  test('can be the same for two accounts', async () => {
    const headers = key();
    const other = await service.createAccount();
    const target = { file, carrierId, period: '2022-06' };
    const first = idsOf(await account.upload(target, headers));
    const second = await other.upload(target, headers);
    expect(second.json).not.toHaveProperty('idempotent');
    expect(idsOf(second).jobId).not.toBe(first.jobId);
  });

  test('makes exactly one job for concurrent requests', async () => {
    const headers = key();
    const target = { file, carrierId, period: '2022-07' };
    const replies = await Promise.all(Array.from({ length: 20 }, () => account.upload(target, headers)));
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(202));
    expect(new Set(replies.map((response) => idsOf(response).jobId)).size).toBe(1);
    expect(replies.filter(({ body }) => body.includes('"idempotent":true'))).toHaveLength(19);
  });
});

describe('webhookUrl', () => {
  test('creates the callback secret with the first upload, and shows it once', async () => {
    const own = await service.createAccount();
    const webhookUrl = 'https://hooks.example.com:8443/jobs?x=1';
    const first = await own.upload({ file, carrierId, period: '2021-01', webhookUrl });
    expect(first.json).toMatchObject({ callbackSecret: expect.stringMatching(/^whsec_/) });
    const second = await own.upload({ file, carrierId, period: '2021-02', webhookUrl });
    expect(second.json).not.toHaveProperty('callbackSecret');
    const job = await own.call('GET', `/v1/jobs/${idsOf(first).jobId}`);
    expect(job.json).toMatchObject({ webhookUrl });
  });

  test('may lead to this machine only in local mode', async () => {
    const local = await startService({
      localMode: true,
      webhookAddressProblem: async (url) => (url.includes('internal') ? 'leads to a private address' : null),
    });
    const own = await local.createAccount();
    const carrier = await local.createCarrier();
    for (const [index, webhookUrl] of [
      'http://localhost:9000/hook',
      'http://127.0.0.1:9000',
      'http://[::1]:9000/?a=b',
      'https://example.com/hook',
    ].entries()) {
      const response = await own.upload({ file, carrierId: carrier, period: `2021-0${index + 1}`, webhookUrl });
      expect(response.status).toBe(202);
    }
    await local.close();
  });
});

test('accepts a file of exactly 15 MiB', async () => {
  const row = Buffer.from('M1,1\n');
  const bytes = new Uint8Array(15 * 1024 * 1024).fill(0x20);
  bytes.set(Buffer.from('Member ID,Commission\n'), 0);
  bytes.set(row, bytes.byteLength - row.byteLength);
  const response = await account.call('POST', '/v1/files', {
    body: formOf({ file: bytes, carrierId, period: '2021-03' }),
  });
  expect(response.status).toBe(202);
});
