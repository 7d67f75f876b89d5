import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startOperatedService } from '../../support/operated-service.ts';
import { STATEMENT_CONFIG } from '../../support/service.ts';

const service = await startOperatedService();
const account = await service.createAccount();
afterAll(() => service.close());

const entry = z.object({ action: z.string(), actor: z.string(), target: z.string().nullable() });
const page = z.object({ data: z.array(entry) });
const trail = async (query = '') => page.parse((await account.call('GET', `/v1/audit${query}`)).json).data;
const id = (json: unknown) => z.object({ id: z.string() }).parse(json).id;

test('writes an entry for every change, newest first, with its author', async () => {
  const { call, accountId, tokenId } = account;
  await service.operate('PATCH', `/v1/admin/accounts/${accountId}`, { json: { email: 'a@harbor.example' } });
  const workspaceId = id((await call('POST', '/v1/workspaces', { json: { name: 'West' } })).json);
  const carrierId = id((await call('POST', '/v1/carriers', { json: { name: 'Own' } })).json);
  await call('PATCH', `/v1/carriers/${carrierId}`, { json: { productLine: 'medicare' } });
  await call('POST', `/v1/carriers/${carrierId}/configs`, { json: STATEMENT_CONFIG });
  const rate = { carrierId, rateType: 'flat_per_member', rateValue: 5 };
  const rateId = id((await call('POST', '/v1/expected-rates', { json: rate })).json);
  await call('DELETE', `/v1/expected-rates/${rateId}`);
  await call('DELETE', `/v1/carriers/${carrierId}`);
  const actor = `token:${tokenId}`;
  expect(await trail()).toEqual([
    { action: 'carrier.delete', actor, target: carrierId },
    { action: 'rate.delete', actor, target: rateId },
    { action: 'rate.set', actor, target: rateId },
    { action: 'config.create', actor, target: carrierId },
    { action: 'carrier.update', actor, target: carrierId },
    { action: 'carrier.create', actor, target: carrierId },
    { action: 'workspace.create', actor, target: workspaceId },
    { action: 'account.update', actor: 'operator', target: accountId },
    { action: 'token.create', actor: 'operator', target: tokenId },
    { action: 'account.create', actor: 'operator', target: accountId },
  ]);
});

test('records the change and its origin, and no address of a person', async () => {
  const { body, json } = await account.call('GET', '/v1/audit?action=account.update');
  expect(json).toMatchObject({ data: [{ meta: { changed: ['email'] }, ip: expect.any(String) }] });
  expect(body).not.toContain('a@harbor.example');
});

test('writes no entry for a refused request', async () => {
  const before = await trail();
  await account.call('POST', '/v1/workspaces', { json: { name: 'West' } });
  await account.call('POST', '/v1/carriers', { json: { name: '' } });
  expect(await trail()).toEqual(before);
});

test('filters entries and returns them in pages', async () => {
  expect((await trail('?action=carrier.create')).map(({ action }) => action)).toEqual(['carrier.create']);
  expect(await trail('?action=no.such')).toEqual([]);
  const all = await trail();
  expect([...(await trail('?limit=4')), ...(await trail('?limit=200&offset=4'))]).toEqual(all);
  const csv = await account.call('GET', '/v1/audit?limit=1', { headers: { Accept: 'text/csv' } });
  expect(csv.body).toMatch(/^id,actor,action,target,meta,ip,createdAt\r\n/);
  expect(await account.call('GET', '/v1/audit?action=')).toMatchObject({ status: 422 });
});

test('lets nobody change an entry, not even the service', async () => {
  await expect(
    service.database.system((sql) => sql`delete from audit_entries where account_id = ${account.accountId}`),
  ).rejects.toThrow('permission denied');
  await expect(
    service.database.tenant(account.accountId, (sql) => sql`update audit_entries set actor = 'x'`),
  ).rejects.toThrow('permission denied');
});
