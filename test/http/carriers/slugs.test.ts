import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatedAccount, type OperatedService, startOperatedService } from '../../support/operated-service.ts';

let service: OperatedService;
let account: OperatedAccount;
beforeAll(async () => {
  service = await startOperatedService();
  account = await service.createAccount();
  await service.operate('POST', '/v1/admin/carriers', { json: { name: 'Twin', slug: 'twin' } });
});
afterAll(() => service.close());

const create = (json: object) => account.call('POST', '/v1/carriers', { json });

test('adds a number to a generated slug that the catalogue uses, and makes "carrier" of a name without Latin letters', async () => {
  expect((await create({ name: 'Twin' })).json).toMatchObject({ slug: 'twin-2' });
  expect((await create({ name: '光' })).json).toMatchObject({ slug: 'carrier' });
});

test('refuses a given slug that the catalogue uses with 409', async () => {
  const response = await create({ name: 'Other', slug: 'twin' });
  expect(response).toMatchObject({ status: 409, json: { code: 'conflict', detail: expect.stringContaining('twin') } });
});

test('lets a catalogue carrier take a slug that accounts use; the accounts keep theirs', async () => {
  const own = await create({ name: 'Early', slug: 'early' });
  const shared = await service.operate('POST', '/v1/admin/carriers', { json: { name: 'Early', slug: 'early' } });
  expect([own.status, shared.status]).toEqual([201, 201]);
  expect((await account.call('PATCH', `/v1/carriers/${Object(own.json).id}`, { json: { slug: 'early' } })).status).toBe(
    200,
  );
});
