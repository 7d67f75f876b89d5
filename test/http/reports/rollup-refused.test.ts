import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { sharedService, type TestAccount, type TestService } from '../../support/service.ts';

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await sharedService();
  account = await service.createAccount();
});

test('answers 404 for unknown, malformed and foreign carriers and workspaces alike', async () => {
  const stranger = await service.createAccount();
  const foreign = await service.createCarrier({ account: stranger });
  const bodies = await Promise.all(
    [randomUUID(), 'not-an-id', foreign, `${foreign}x`].map(async (id) => {
      const response = await account.call('GET', `/v1/reports/rollup?carrierId=${id}`);
      expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
      return response.body.replace(/"requestId":"[^"]*"/, '');
    }),
  );
  expect(new Set(bodies).size).toBe(1);
  for (const id of [randomUUID(), stranger.workspaceId, '1']) {
    const response = await account.call('GET', `/v1/reports/rollup?workspaceId=${id}`);
    expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
});

test('answers 422 for a malformed period and an unknown parameter, both at once', async () => {
  const response = await account.call('GET', '/v1/reports/rollup?period=2026-13&carrier=1');
  expect(response).toMatchObject({ status: 422, json: { code: 'validation_error' } });
  expect(response.json).toMatchObject({
    errors: expect.arrayContaining([
      expect.objectContaining({ field: 'period' }),
      expect.objectContaining({ field: 'carrier' }),
    ]),
  });
});
