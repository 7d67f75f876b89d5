import { createHash, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
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

const account = await service.createAccount();

const issued = z.object({ id: z.string(), token: z.string() });
const tokensPath = () => `/v1/admin/accounts/${account.accountId}/tokens`;

test('makes a token of 32 random bytes, shows it once and stores only its digest: 201', async () => {
  const response = await service.operate('POST', tokensPath(), { json: { label: 'nightly' } });
  expect(response.status).toBe(201);
  expect(response.json).toMatchObject({ label: 'nightly', scopes: ['read', 'write'], revokedAt: null });
  const { id, token } = issued.parse(response.json);
  expect(token).toMatch(/^cas_[A-Za-z0-9_-]{43}$/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const [row] = await service.database.system(
    (sql) => sql`select t.*, encode(token_hash, 'hex') as hash from api_tokens t where token_id = ${id}`,
  );
  expect(row?.['hash']).toBe(createHash('sha256').update(token).digest('hex'));
  expect(JSON.stringify(row)).not.toContain(token);
  const list = await service.operate('GET', tokensPath());
  expect(list.body).not.toContain(token);
  expect(list.json).toMatchObject({ data: [{ id, label: 'nightly', revokedAt: null }, { id: account.tokenId }] });
});

test('allows a token exactly its scopes', async () => {
  const { token } = issued.parse((await service.operate('POST', tokensPath(), { json: { scopes: ['read'] } })).json);
  expect(await account.call('GET', '/v1/workspaces', { token })).toMatchObject({ status: 200 });
  const refused = await account.call('POST', '/v1/workspaces', { token, json: { name: 'Second' } });
  expect(refused).toMatchObject({ status: 403, json: { code: 'forbidden' } });
});

test.each([{ scopes: [] }, { scopes: ['read', 'read'] }, { scopes: ['admin'] }, { label: '' }, { name: 'x' }])(
  'refuses %j with 422',
  async (json) => {
    expect(await service.operate('POST', tokensPath(), { json })).toMatchObject({ status: 422 });
  },
);

test('refuses a revoked token from the next request on; a second revocation changes nothing: 204', async () => {
  const { id, token } = issued.parse((await service.operate('POST', tokensPath(), { json: {} })).json);
  const path = `/v1/admin/tokens/${id}/revoke`;
  expect(await account.call('GET', '/v1/me', { token })).toMatchObject({ status: 200 });
  expect(await service.operate('POST', path)).toMatchObject({ status: 204, body: '' });
  expect(await account.call('GET', '/v1/me', { token })).toMatchObject({ status: 401, json: { code: 'unauthorized' } });
  const revokedAt = async () => {
    const page = z.object({ data: z.array(z.object({ id: z.string(), revokedAt: z.string().nullable() })) });
    return page.parse((await service.operate('GET', tokensPath())).json).data.find((one) => one.id === id)?.revokedAt;
  };
  const first = await revokedAt();
  expect(first).toMatch(/Z$/);
  expect(await service.operate('POST', path)).toMatchObject({ status: 204 });
  expect(await revokedAt()).toBe(first);
  const trail = await account.call('GET', '/v1/audit?action=token.revoke');
  expect(trail.json).toMatchObject({ data: [{ target: id, actor: 'operator' }] });
});

test('answers 404 for an unknown token', async () => {
  for (const id of [randomUUID(), 'x']) {
    expect(await service.operate('POST', `/v1/admin/tokens/${id}/revoke`)).toMatchObject({ status: 404 });
  }
});
