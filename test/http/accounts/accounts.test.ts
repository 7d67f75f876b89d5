import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestAccounts } from '../../../adapters/postgres/accounts/account-store.ts';
import { withoutTestMail } from '../../../app/accounts/manage-accounts.ts';
import { OPERATOR_TOKEN } from '../../support/http-service.ts';
import { startOperatedService } from '../../support/operated-service.ts';
import { STATEMENT_CONFIG, sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: a test token works in an account whose data are apart, which mails nobody, and which one call deletes. */
describe('test mode', async () => {
  const service = await sharedService();
  const issued = z.object({ id: z.string(), token: z.string(), isTest: z.boolean() });

  async function issue({ accountId, call }: TestAccount, isTest = true, scopes = ['read', 'write']) {
    const path = `/v1/admin/accounts/${accountId}/tokens`;
    const { status, json } = await call('POST', path, { token: OPERATOR_TOKEN, json: { isTest, scopes } });
    expect(status).toBe(201);
    return issued.parse(json);
  }

  async function accountOf({ call }: TestAccount, token: string) {
    const me = z.object({ accountId: z.string(), name: z.string(), tier: z.string(), isTest: z.boolean() });
    return me.parse((await call('GET', '/v1/me', { token })).json);
  }

  test('a test token begins with test_ and works in one account beside the own one', async () => {
    const account = await service.createAccount({ name: 'Harbor Benefits' });
    const tokens = await Promise.all([issue(account), issue(account), issue(account, false)]);
    expect(tokens.map(({ token, isTest }) => [token.slice(0, 5), isTest])).toEqual([
      ['test_', true],
      ['test_', true],
      ['cas_'.padEnd(5, tokens[2].token.charAt(4)), false],
    ]);
    const [first, second, live] = await Promise.all(tokens.map(({ token }) => accountOf(account, token)));
    expect(first).toEqual({
      accountId: second?.accountId,
      name: 'Harbor Benefits (test)',
      tier: 'standard',
      isTest: true,
    });
    expect(live).toMatchObject({ accountId: account.accountId, isTest: false });
  });

  test('data are apart in both directions', async () => {
    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ account });
    const { jobId } = await account.load({ carrierId, period: '2026-01', file: statement([['A', 1]]) });
    const { token } = await issue(account);
    const asTest = async (path: string) => account.call('GET', path, { token });
    expect((await asTest('/v1/jobs')).json).toMatchObject({ data: [] });
    expect((await asTest(`/v1/jobs/${jobId}`)).status).toBe(404);
    expect((await asTest(`/v1/carriers/${carrierId}`)).status).toBe(404);
    const made = await account.call('POST', '/v1/carriers', { token, json: { name: 'Tried Out Life' } });
    const { id } = z.object({ id: z.string() }).parse(made.json);
    expect((await account.call('GET', `/v1/carriers/${id}`)).status).toBe(404);
  });

  test('nobody gets a mail of a test account', async () => {
    const account = await service.createAccount();
    const { accountId } = await accountOf(account, (await issue(account)).token);
    const mails: string[] = [];
    const mailer = withoutTestMail(
      { send: async ({ to }) => void mails.push(to) },
      createTestAccounts(service.database),
    );
    const message = { subject: 's', text: 't' };
    await mailer.send({ ...message, to: 'test@harbor.example' }, { accountId });
    await mailer.send({ ...message, to: 'live@harbor.example' }, { accountId: account.accountId });
    await mailer.send({ ...message, to: 'person@harbor.example' });
    expect(mails).toEqual(['live@harbor.example', 'person@harbor.example']);
  });

  test.each(['live', 'test'])(
    'a %s token deletes the test account, and the next test token has a new one',
    async (kind) => {
      const account = await service.createAccount();
      const carrierId = await service.createCarrier({ account });
      const { token } = await issue(account);
      const before = await accountOf(account, token);
      const own = kind === 'test' ? token : account.token;
      const deleted = await account.call('DELETE', '/v1/account/test', { token: own });
      expect(deleted).toMatchObject({ status: 202, json: { accountId: before.accountId, status: 'completed' } });
      expect((await account.call('GET', '/v1/me', { token })).status).toBe(401);
      expect((await account.call('GET', `/v1/carriers/${carrierId}`)).status).toBe(200);
      expect((await account.call('DELETE', '/v1/account/test')).status).toBe(404);
      expect((await accountOf(account, (await issue(account)).token)).accountId).not.toBe(before.accountId);
    },
  );

  test('a suspended account has no test either, until it is active again', async () => {
    const account = await service.createAccount();
    const { token } = await issue(account);
    const path = `/v1/admin/accounts/${account.accountId}`;
    const become = (status: string) => account.call('PATCH', path, { token: OPERATOR_TOKEN, json: { status } });
    const add = (name: string) => account.call('POST', '/v1/carriers', { token, json: { name } });
    await become('suspended');
    expect(await add('Kept Out Life')).toMatchObject({ status: 403, json: { code: 'account_not_provisioned' } });
    await become('active');
    expect(await add('Let In Life')).toMatchObject({ status: 201 });
  });

  test('a test account has test tokens only, and its list says so', async () => {
    const account = await service.createAccount();
    const { accountId } = await accountOf(account, (await issue(account)).token);
    const path = `/v1/admin/accounts/${accountId}/tokens`;
    const live = await account.call('POST', path, { token: OPERATOR_TOKEN, json: {} });
    expect(live).toMatchObject({ status: 422, json: { errors: [{ field: 'isTest' }] } });
    const again = await account.call('POST', path, { token: OPERATOR_TOKEN, json: { isTest: true } });
    expect(issued.parse(again.json).token).toMatch(/^test_/);
    const list = await account.call('GET', path, { token: OPERATOR_TOKEN });
    expect(list.json).toMatchObject({ data: [{ isTest: true }, { isTest: true }] });
  });

  test('a token that only reads deletes nothing', async () => {
    const account = await service.createAccount();
    const { token } = await issue(account, true, ['read']);
    expect((await account.call('DELETE', '/v1/account/test', { token })).status).toBe(403);
  });

  test('test tokens are listed and revoked with those of the account, and end with it', async () => {
    const account = await service.createAccount({ name: 'Lakeview Benefits' });
    const one = await issue(account);
    const two = await issue(account);
    const path = `/v1/admin/accounts/${account.accountId}`;
    const list = await account.call('GET', `${path}/tokens`, { token: OPERATOR_TOKEN });
    expect(list.json).toMatchObject({
      data: [{ id: two.id, isTest: true }, { id: one.id, isTest: true }, { isTest: false }],
    });
    await account.call('POST', `/v1/admin/tokens/${one.id}/revoke`, { token: OPERATOR_TOKEN });
    expect((await account.call('GET', '/v1/me', { token: one.token })).status).toBe(401);
    await account.call('DELETE', `${path}?confirm=Lakeview+Benefits`, { token: OPERATOR_TOKEN });
    expect((await account.call('GET', '/v1/me', { token: two.token })).status).toBe(401);
  });
});

describe('workspaces', async () => {
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
});

describe('audit', async () => {
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
});
