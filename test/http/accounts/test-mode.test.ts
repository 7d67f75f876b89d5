import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestAccounts } from '../../../adapters/postgres/accounts/account-store.ts';
import { withoutTestMail } from '../../../app/accounts/manage-accounts.ts';
import { OPERATOR_TOKEN } from '../../support/http-service.ts';
import { sharedService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: a test token works in an account whose data are apart, which mails nobody, and which one call deletes. */

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
  const mailer = withoutTestMail({ send: async ({ to }) => void mails.push(to) }, createTestAccounts(service.database));
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
