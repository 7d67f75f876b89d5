import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { sharedService, type TestAccount, type TestService } from '../../support/service.ts';

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await sharedService();
  account = await service.createAccount();
});

const get = (query: string) => account.call('GET', `/v1/comparisons?${query}`);

test.each([
  ['from', 'to=2026-02'],
  ['to', 'from=2026-02'],
  ['from', 'from=2026-13&to=2026-02'],
  ['to', 'from=2026-01&to=2026-2'],
  ['to', 'from=2026-02&to=2026-02'],
  ['to', 'from=2026-03&to=2026-02'],
  ['to', 'from=2026-01&to=2026-03&granularity=quarter'],
  ['to', 'from=2026-04&to=2026-03&granularity=quarter'],
  ['to', 'from=2026-01&to=2026-12&granularity=year'],
  ['granularity', 'from=2026-01&to=2026-02&granularity=week'],
  ['status', 'from=2026-01&to=2026-02&status=carried'],
  ['limit', 'from=2026-01&to=2026-02&limit=0'],
  ['offset', 'from=2026-01&to=2026-02&offset=-1'],
  ['carrier', 'from=2026-01&to=2026-02&carrier=x'],
])('refuses an invalid request with 422 that names %s: %s', async (field, query) => {
  const response = await get(query);
  expect(response).toMatchObject({ status: 422, json: { code: 'validation_error' } });
  expect(response.json).toMatchObject({ errors: [expect.objectContaining({ field })] });
});

test('accepts the last month of one side and the first of the next as two sides', async () => {
  expect((await get('from=2026-03&to=2026-04&granularity=quarter')).status).toBe(200);
  expect((await get('from=2025-12&to=2026-01&granularity=year')).status).toBe(200);
});

test('answers 404 for unknown, malformed and foreign carriers and workspaces alike', async () => {
  const stranger = await service.createAccount();
  const foreign = await service.createCarrier({ account: stranger });
  for (const filter of [
    `carrierId=${randomUUID()}`,
    'carrierId=x',
    `carrierId=${foreign}`,
    `workspaceId=${stranger.workspaceId}`,
  ]) {
    expect(await get(`from=2026-01&to=2026-02&${filter}`)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  }
});
