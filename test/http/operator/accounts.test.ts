import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { ACCOUNT_COUNTS_MAX, STORAGE_BYTES_MAX } from '../../../core/limits/account-limits.ts';
import { startOperatedService } from '../../support/operated-service.ts';

const service = await startOperatedService();
afterAll(() => service.close());

test('makes an active account, standard by default, with a default workspace: 201', async () => {
  const { status, json } = await service.operate('POST', '/v1/admin/accounts', { json: { name: '  Harbor  ' } });
  expect(status).toBe(201);
  expect(json).toEqual({
    id: expect.any(String),
    name: 'Harbor',
    tier: 'standard',
    status: 'active',
    email: null,
    rateLimitPerMinute: null,
    storageBytesMax: null,
    createdAt: expect.stringMatching(/Z$/),
  });
  const account = await service.createAccount();
  const workspaces = await account.call('GET', '/v1/workspaces');
  expect(workspaces.json).toMatchObject({
    enabled: false,
    workspaces: [{ id: expect.any(String), name: 'Default', isDefault: true }],
  });
  expect((await account.call('GET', '/v1/me')).json).toMatchObject({
    accountId: account.accountId,
    name: 'Harbor Benefits',
    status: 'active',
    tier: 'standard',
  });
});

test('reports every fault of a new account at once with 422', async () => {
  const json = { name: ' ', tier: 'gold', email: 'nobody', extra: 1 };
  const response = await service.operate('POST', '/v1/admin/accounts', { json });
  expect(response.status).toBe(422);
  for (const field of Object.keys(json)) {
    expect(response.json).toMatchObject({ errors: expect.arrayContaining([expect.objectContaining({ field })]) });
  }
});

test('lists accounts newest first, in pages', async () => {
  const { accountId } = await service.createAccount('Newest');
  const page = await service.operate('GET', '/v1/admin/accounts?limit=1');
  expect(page.json).toMatchObject({
    data: [{ id: accountId, name: 'Newest' }],
    pagination: { limit: 1, offset: 0, hasMore: true },
  });
  const csv = await service.operate('GET', '/v1/admin/accounts?limit=1', { headers: { Accept: 'text/csv' } });
  expect(csv.body).toContain(`${accountId},Newest,standard,active,,,,`);
});

test('keeps fields that a change does not name, and can remove the address and the limit', async () => {
  const { accountId } = await service.createAccount();
  const path = `/v1/admin/accounts/${accountId}`;
  const change = async (json: object) => (await service.operate('PATCH', path, { json })).json;
  expect(await change({ email: 'a@harbor.example', rateLimitPerMinute: 60, tier: 'enterprise' })).toMatchObject({
    name: 'Harbor Benefits',
    email: 'a@harbor.example',
    rateLimitPerMinute: 60,
    tier: 'enterprise',
  });
  expect(await change({ name: 'Other' })).toMatchObject({ name: 'Other', email: 'a@harbor.example', status: 'active' });
  expect(await change({ email: null, rateLimitPerMinute: null })).toMatchObject({
    name: 'Other',
    email: null,
    rateLimitPerMinute: null,
    tier: 'enterprise',
  });
  expect(await change({})).toMatchObject({ name: 'Other', tier: 'enterprise' });
});

test('loses neither of two concurrent changes', async () => {
  const { accountId } = await service.createAccount();
  const path = `/v1/admin/accounts/${accountId}`;
  await Promise.all([
    service.operate('PATCH', path, { json: { name: 'Renamed' } }),
    service.operate('PATCH', path, { json: { tier: 'enterprise' } }),
  ]);
  expect((await service.operate('PATCH', path, { json: {} })).json).toMatchObject({
    name: 'Renamed',
    tier: 'enterprise',
  });
});

test("sets an account's quota, and can return it to that of its tier", async () => {
  const { accountId, call } = await service.createAccount();
  const path = `/v1/admin/accounts/${accountId}`;
  const change = async (json: object) => (await service.operate('PATCH', path, { json })).json;
  expect(await change({ storageBytesMax: 5_000_000_000 })).toMatchObject({ storageBytesMax: 5_000_000_000 });
  expect(await change({ name: 'Other' })).toMatchObject({ storageBytesMax: 5_000_000_000 });
  expect((await call('GET', '/v1/account/usage')).json).toMatchObject({ usedBytes: 0, maxBytes: 5_000_000_000 });
  expect(await change({ storageBytesMax: null })).toMatchObject({ storageBytesMax: null });
  expect((await call('GET', '/v1/account/usage')).json).toMatchObject({ maxBytes: STORAGE_BYTES_MAX.standard });
});

test('counts unrevoked tokens, and answers 409 at their limit', async () => {
  const { accountId, tokenId } = await service.createAccount();
  await service.database.system(
    (sql) => sql`
      insert into api_tokens (token_id, account_id, token_hash, scopes)
      select gen_random_uuid(), ${accountId}, gen_random_uuid()::text::bytea, '{read}'
      from generate_series(1, ${ACCOUNT_COUNTS_MAX.tokens - 1}::int)`,
  );
  const issue = () => service.operate('POST', `/v1/admin/accounts/${accountId}/tokens`, { json: {} });
  expect(await issue()).toMatchObject({ status: 409, json: { code: 'conflict' } });
  await service.operate('POST', `/v1/admin/tokens/${tokenId}/revoke`);
  expect(await issue()).toMatchObject({ status: 201 });
});

test.each([
  { rateLimitPerMinute: 0 },
  { storageBytesMax: 0 },
  { storageBytesMax: 2 ** 51 },
  { rateLimitPerMinute: 1.5 },
  { rateLimitPerMinute: '60' },
  { status: 'closed' },
  { tier: null },
  { name: 'a\nb' },
])('refuses %j with 422', async (json) => {
  const { accountId } = await service.createAccount();
  const response = await service.operate('PATCH', `/v1/admin/accounts/${accountId}`, { json });
  expect(response).toMatchObject({ status: 422, json: { errors: [{ field: Object.keys(json)[0] }] } });
});

test.each(['suspended', 'pending'])(
  'refuses the tokens of a %s account with 403 until it is active again',
  async (status) => {
    const { accountId, call } = await service.createAccount();
    await service.operate('PATCH', `/v1/admin/accounts/${accountId}`, { json: { status } });
    expect(await call('GET', '/v1/me')).toMatchObject({ status: 403, json: { code: 'account_not_provisioned' } });
    await service.operate('PATCH', `/v1/admin/accounts/${accountId}`, { json: { status: 'active' } });
    expect(await call('GET', '/v1/me')).toMatchObject({ status: 200 });
  },
);

test("applies the account's limit to each of its tokens: 429", async () => {
  const { accountId, call } = await service.createAccount();
  await service.operate('PATCH', `/v1/admin/accounts/${accountId}`, { json: { rateLimitPerMinute: 2 } });
  await call('GET', '/v1/me');
  await call('GET', '/v1/me');
  const refused = await call('GET', '/v1/me');
  expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limited' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
});

test('answers 404 for an unknown account, whatever the form of its id', async () => {
  for (const id of [randomUUID(), 'x', '%27']) {
    for (const [method, path, json] of [
      ['PATCH', '', {}],
      ['POST', '/tokens', {}],
      ['GET', '/tokens', undefined],
    ] as const) {
      const response = await service.operate(method, `/v1/admin/accounts/${id}${path}`, { json });
      expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
  }
});
