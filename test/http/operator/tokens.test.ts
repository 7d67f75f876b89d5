import { createHash, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startOperatedService } from '../../support/operated-service.ts';

const service = await startOperatedService();
const account = await service.createAccount();
afterAll(() => service.close());

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
