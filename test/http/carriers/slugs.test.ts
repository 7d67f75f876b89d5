import { afterAll, expect, test } from 'vitest';
import { startOperatedService } from '../../support/operated-service.ts';

const service = await startOperatedService();
const account = await service.createAccount();
await service.operate('POST', '/v1/admin/carriers', { json: { name: 'Twin', slug: 'twin' } });
afterAll(() => service.close());

const create = (json: object) => account.call('POST', '/v1/carriers', { json });

test('adds a number to a generated slug that the catalogue uses, and makes "carrier" of a name without Latin letters', async () => {
  expect((await create({ name: 'Twin' })).json).toMatchObject({ slug: 'twin-2' });
  expect((await create({ name: '光' })).json).toMatchObject({ slug: 'carrier' });
});

test('refuses the name of another own carrier with 409 and its id, whatever the case and spaces', async () => {
  const { id } = Object((await create({ name: 'Juniper Life' })).json);
  const taken = { status: 409, json: { code: 'conflict', carrierId: id } };
  expect(await create({ name: ' JUNIPER   life ' })).toMatchObject(taken);
  expect(await create({ name: 'Juniper Life', slug: 'juniper-life' })).toMatchObject(taken);
  const other = Object((await create({ name: 'juniper life', allowSameName: true })).json);
  expect(other).toMatchObject({ slug: 'juniper-life-2' });
  // A carrier keeps its name, and another account may use it.
  const rename = (name: string) => account.call('PATCH', `/v1/carriers/${other.id}`, { json: { name } });
  expect((await rename('Juniper LIFE')).status).toBe(200);
  expect((await rename('Juniper West')).status).toBe(200);
  expect(await rename('juniper life')).toMatchObject(taken);
  const elsewhere = await service.createAccount();
  expect((await elsewhere.call('POST', '/v1/carriers', { json: { name: 'Juniper Life' } })).status).toBe(201);
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
