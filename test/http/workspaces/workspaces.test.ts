import { afterAll, expect, test } from 'vitest';
import { startOperatedService } from '../../support/operated-service.ts';

const service = await startOperatedService();
afterAll(() => service.close());

test('makes the second workspace, from which on requests must name one: 201', async () => {
  const { call } = await service.createAccount();
  const { status, json } = await call('POST', '/v1/workspaces', { json: { name: ' West ' } });
  expect(status).toBe(201);
  expect(json).toEqual({ id: expect.any(String), name: 'West', isDefault: false });
  expect((await call('GET', '/v1/workspaces')).json).toEqual({
    enabled: true,
    data: [{ id: expect.any(String), name: 'Default', isDefault: true }, json],
    workspaces: [{ id: expect.any(String), name: 'Default', isDefault: true }, json],
    pagination: { limit: 200, offset: 0, hasMore: false },
    total: 2,
  });
});

test('returns all of them once in pages, each with `enabled`', async () => {
  const { call } = await service.createAccount();
  for (const name of ['B', 'A', 'C']) await call('POST', '/v1/workspaces', { json: { name } });
  const pages = [];
  for (const offset of [0, 2, 4]) pages.push((await call('GET', `/v1/workspaces?limit=2&offset=${offset}`)).json);
  expect(pages).toMatchObject([
    { enabled: true, data: [{ name: 'Default' }, { name: 'B' }], pagination: { hasMore: true } },
    { enabled: true, data: [{ name: 'A' }, { name: 'C' }], pagination: { hasMore: false } },
    { enabled: true, data: [], workspaces: [], pagination: { hasMore: false } },
  ]);
  const csv = await call('GET', '/v1/workspaces?limit=1', { headers: { Accept: 'text/csv' } });
  expect(csv.body).toMatch(/^id,name,isDefault\r\n[^,]+,Default,true\r\n$/);
});

test('refuses a taken name with 409, even for two concurrent requests', async () => {
  const { call } = await service.createAccount();
  const both = await Promise.all([1, 2].map(() => call('POST', '/v1/workspaces', { json: { name: 'Twin' } })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  const again = await call('POST', '/v1/workspaces', { json: { name: 'Default' } });
  expect(again).toMatchObject({ status: 409, json: { code: 'conflict' } });
});

test('refuses an invalid name with 422', async () => {
  const { call } = await service.createAccount();
  for (const name of ['', '  ', 'x'.repeat(201), 'a\u0007b', 5, null]) {
    const response = await call('POST', '/v1/workspaces', { json: { name } });
    expect(response).toMatchObject({ status: 422, json: { errors: [{ field: 'name' }] } });
  }
});
