import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type OperatedAccount, type OperatedService, startOperatedService } from '../../support/operated-service.ts';
import { STATEMENT_CONFIG } from '../../support/service.ts';

let service: OperatedService;
let account: OperatedAccount;
let stranger: OperatedAccount;
/** The stranger's. */
let carrierId: string;
let rateId: string;
const created = z.object({ id: z.string() });
const RATE = { rateType: 'flat_per_member', rateValue: 50 };

beforeAll(async () => {
  service = await startOperatedService();
  account = await service.createAccount();
  stranger = await service.createAccount('Stranger');
  const add = async (path: string, json: object) =>
    created.parse((await stranger.call('POST', path, { json })).json).id;
  carrierId = await add('/v1/carriers', { name: 'Foreign Mutual' });
  await add(`/v1/carriers/${carrierId}/configs`, STATEMENT_CONFIG);
  rateId = await add('/v1/expected-rates', { carrierId, ...RATE });
  const policies = [{ id: 'Foreign policy' }];
  await stranger.call('PUT', `/v1/policies?carrierId=${carrierId}`, { json: { policies } });
  await stranger.call('POST', '/v1/workspaces', { json: { name: 'Foreign workspace' } });
});
afterAll(() => service.close());

const trial = () => {
  const form = new FormData();
  form.set('config', JSON.stringify(STATEMENT_CONFIG));
  form.set('file', new Blob(['Member ID,Commission\nM1,5\n']), 'a.csv');
  return form;
};

const requests = (ids: { readonly carrier: string; readonly rate: string }) =>
  [
    ['GET', `/v1/carriers/${ids.carrier}`],
    ['PATCH', `/v1/carriers/${ids.carrier}`, { json: { name: 'Mine' } }],
    ['DELETE', `/v1/carriers/${ids.carrier}`],
    ['GET', `/v1/carriers/${ids.carrier}/configs`],
    ['GET', `/v1/carriers/${ids.carrier}/configs/1`],
    ['POST', `/v1/carriers/${ids.carrier}/configs`, { json: STATEMENT_CONFIG }],
    ['POST', `/v1/carriers/${ids.carrier}/configs/test`, { body: trial() }],
    ['GET', `/v1/expected-rates?carrierId=${ids.carrier}`],
    ['POST', '/v1/expected-rates', { json: { carrierId: ids.carrier, ...RATE } }],
    ['DELETE', `/v1/expected-rates/${ids.rate}`],
    ['GET', `/v1/policies?carrierId=${ids.carrier}`],
    ['PUT', `/v1/policies?carrierId=${ids.carrier}`, { json: { policies: [] } }],
  ] as const;

/** What the client sees but for what names the request itself. */
async function answers(ids: { readonly carrier: string; readonly rate: string }): Promise<string[]> {
  const seen = [];
  for (const [method, path, options] of requests(ids)) {
    const { status, body } = await account.call(method, path, options);
    seen.push(`${method} ${status} ${body.replace(/"(requestId|instance)":"[^"]*"/g, '')}`);
  }
  return seen;
}

test("another account's ids look exactly like unknown and impossible ones: 404", async () => {
  const foreign = await answers({ carrier: carrierId, rate: rateId });
  for (const line of foreign) expect(line).toMatch(/^\w+ 404 .*"code":"not_found"/);
  expect(await answers({ carrier: randomUUID(), rate: randomUUID() })).toEqual(foreign);
  expect(await answers({ carrier: 'x', rate: "'" })).toEqual(foreign);
});

test("nothing of another account's is in any list, and nothing of it was changed", async () => {
  for (const path of [
    ...['/v1/carriers', '/v1/carriers/groups', '/v1/expected-rates', '/v1/workspaces', '/v1/audit'],
    '/v1/policies',
  ]) {
    const { status, body } = await account.call('GET', path);
    expect(status).toBe(200);
    for (const secret of ['Foreign', carrierId, rateId, stranger.accountId]) expect(body).not.toContain(secret);
  }
  expect((await stranger.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({
    name: 'Foreign Mutual',
    activeConfigVersion: 1,
  });
  expect((await stranger.call('GET', '/v1/expected-rates')).json).toMatchObject({ data: [{ id: rateId }] });
  expect((await stranger.call('GET', '/v1/policies')).json).toMatchObject({ data: [{ policyId: 'Foreign policy' }] });
});

test('names, slugs and rates of two accounts have nothing to do with each other', async () => {
  const own = await account.call('POST', '/v1/carriers', { json: { name: 'Foreign Mutual' } });
  expect(own).toMatchObject({ status: 201, json: { slug: 'foreign-mutual' } });
  const workspace = await account.call('POST', '/v1/workspaces', { json: { name: 'Foreign workspace' } });
  expect(workspace.status).toBe(201);
});
