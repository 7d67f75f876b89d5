import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formOf, sharedService, statement } from '../../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();

const file = statement([['M1', 50]]);

test('refuses a missing Content-Type and a truncated form with 400', async () => {
  const none = await account.call('POST', '/v1/files', { body: new Uint8Array([1]) });
  expect(none).toMatchObject({ status: 400, json: { code: 'bad_request' } });
  const cut = await account.call('POST', '/v1/files', {
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    body: '--x\r\nContent-Disposition: form-data; name="carrierId"\r\n\r\nabc',
  });
  expect(cut).toMatchObject({ status: 400, json: { code: 'bad_request' } });
});

test('refuses a read-only token with 403', async () => {
  const reader = await service.createAccount({ scopes: ['read'] });
  const response = await reader.upload({ file, carrierId, period: '2024-01' });
  expect(response).toMatchObject({ status: 403, json: { code: 'forbidden' } });
});

describe('404', () => {
  test('answers an unknown, a malformed and a foreign carrier alike', async () => {
    const stranger = await service.createAccount();
    const foreign = await service.createCarrier({ account: stranger });
    const bodies = [];
    for (const id of [randomUUID(), 'summit', foreign, "'; drop table files; --"]) {
      const response = await account.upload({ file, carrierId: id, period: '2024-01' });
      expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
      bodies.push(response.body.replace(/"requestId":"[^"]*"/, ''));
    }
    expect(new Set(bodies).size).toBe(1);
  });

  test("is the answer for another account's workspace", async () => {
    const stranger = await service.createAccount();
    for (const workspaceId of [stranger.workspaceId, randomUUID(), 'main']) {
      const response = await account.upload({ file, carrierId, period: '2024-01', workspaceId });
      expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
  });
});

describe('409 period_exists', () => {
  test('is the answer while the first file is read and afterwards, with the number of its members', async () => {
    const target = {
      file: statement([
        ['M1', 50],
        ['M2', 5],
      ]),
      carrierId,
      period: '2024-02',
    };
    await account.upload(target);
    const reading = await account.upload({ ...target, file });
    expect(reading).toMatchObject({ status: 409, json: { code: 'period_exists' } });
    await service.runJobs();
    const active = await account.upload({ ...target, file });
    expect(active).toMatchObject({ status: 409, json: { title: expect.stringContaining('2 members on file') } });
  });

  test('is the answer for the same bytes, which are never appended', async () => {
    const target = { file, carrierId, period: '2024-03' };
    await account.upload(target);
    const response = await account.upload({ ...target, append: true });
    expect(response).toMatchObject({ status: 409, json: { code: 'period_exists' } });
  });

  test('is the answer for all but one of concurrent uploads', async () => {
    const target = { file, carrierId, period: '2024-04' };
    const replies = await Promise.all(Array.from({ length: 10 }, () => account.upload(target)));
    expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
  });

  test('leaves nothing of a refused upload', async () => {
    const own = await service.createAccount();
    const target = { file, carrierId, period: '2024-05' };
    await own.upload(target);
    await own.upload(target);
    const files = await own.call('GET', '/v1/files');
    expect(files.json).toMatchObject({ data: [{ period: '2024-05' }] });
  });
});

test('refuses one byte more than 15 MiB with 413', async () => {
  const bytes = new Uint8Array(15 * 1024 * 1024 + 1).fill(0x20);
  const response = await account.call('POST', '/v1/files', {
    body: formOf({ file: bytes, carrierId, period: '2024-06' }),
  });
  expect(response).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
});

test('refuses JSON with 415', async () => {
  const response = await account.call('POST', '/v1/files', { json: { carrierId } });
  expect(response).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
});
