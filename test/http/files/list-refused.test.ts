import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { sharedService, type TestAccount, type TestService } from '../../support/service.ts';

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await sharedService();
  account = await service.createAccount();
});

test.each([
  ['limit=0', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=x', 'limit'],
  ['cursor=x', 'cursor'],
  ['cursor=-1', 'cursor'],
  ['cursor=999999', 'cursor'],
  ['offset=0', 'offset'],
  ['period=2024-1', 'period'],
  ['period=2024-13', 'period'],
  ['carrierId=', 'carrierId'],
  ['status=active', 'status'],
])('refuses with 422: %s', async (query, field) => {
  const response = await account.call('GET', `/v1/files?${query}`);
  expect(response).toMatchObject({ status: 422, json: { code: 'validation_error', errors: [{ field }] } });
});

test('refuses a cursor of another account with 422', async () => {
  const stranger = await service.createAccount();
  const carrierId = await service.createCarrier();
  for (const period of ['2024-01', '2024-02'])
    await stranger.upload({ file: 'Member ID,Commission\n', carrierId, period });
  const response = await account.call('GET', '/v1/files?cursor=2');
  expect(response).toMatchObject({ status: 422, json: { errors: [{ field: 'cursor' }] } });
});

test.each(['carrierId', 'workspaceId'])('answers 404 for an unknown or malformed %s', async (name) => {
  for (const id of [randomUUID(), 'x', '%27', 'x'.repeat(300), '%F0%9F%A6%86']) {
    const response = await account.call('GET', `/v1/files?${name}=${id}`);
    expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
});

test('refuses an unknown media type with 406', async () => {
  const response = await account.call('GET', '/v1/files', { headers: { Accept: 'application/pdf' } });
  expect(response).toMatchObject({ status: 406, json: { code: 'not_acceptable' } });
});
