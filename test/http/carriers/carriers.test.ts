import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createAdministrationRoutes } from '../../../lambdas/runtime/administration-routes.ts';
import { STATEMENT_CONFIG, startService, type TestAccount, type TestService } from '../../support/service.ts';

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await startService({
    routes: (parts) => [...createAdministrationRoutes({ ...parts, clock: () => new Date() })],
  });
});
afterAll(() => service.close());

const carrier = z.object({ id: z.string(), name: z.string(), slug: z.string(), configured: z.boolean() });
const list = z.object({ data: z.array(carrier) });
const create = (json: object, who = account) => who.call('POST', '/v1/carriers', { json });
const createdBy = async (json: object, who = account) => carrier.parse((await create(json, who)).json);

test('201: a carrier of its own; the slug comes from the name', async () => {
  account = await service.createAccount();
  const { status, json } = await create({ name: 'Béla & Söhne (PPO)', productLine: 'med_supp' });
  expect(status).toBe(201);
  expect(json).toEqual({
    id: expect.any(String),
    name: 'Béla & Söhne (PPO)',
    slug: 'bela-sohne-ppo',
    productLine: 'med_supp',
    groupId: null,
    configured: false,
    activeConfigVersion: null,
  });
  expect((await account.call('GET', `/v1/carriers/${Object(json).id}`)).json).toEqual(json);
});

test('201: a slug made from the name is made unlike all others, also when many ask at once', async () => {
  account = await service.createAccount();
  await service.database.system(
    (sql) => sql`insert into carriers (carrier_id, name, slug) values (gen_random_uuid(), 'Shared Twin', 'twin')`,
  );
  const made = await Promise.all(Array.from({ length: 6 }, () => createdBy({ name: 'Twin' })));
  expect(made.map(({ slug }) => slug).toSorted()).toEqual(['twin-2', 'twin-3', 'twin-4', 'twin-5', 'twin-6', 'twin-7']);
  expect(await createdBy({ name: '光' })).toMatchObject({ slug: 'carrier' });
});

test('409: a slug that is given and in use, by one of its own or of the catalogue', async () => {
  account = await service.createAccount();
  await createdBy({ name: 'A', slug: 'mine' });
  for (const slug of ['mine', 'twin']) {
    expect(await create({ name: 'B', slug })).toMatchObject({ status: 409, json: { code: 'conflict' } });
  }
  const both = await Promise.all([1, 2].map(() => create({ name: 'C', slug: 'raced' })));
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});

test('422: every fault at once', async () => {
  const response = await create({ name: '', slug: 'No Slug', productLine: 'pets', groupId: 'x' });
  expect(response.status).toBe(422);
  const fields = Object(response.json).errors.map(({ field }: { field: string }) => field);
  expect(fields.toSorted()).toEqual(['groupId', 'name', 'productLine', 'slug']);
});

test('200: the list is by name, in pages, and can be restricted by whether statements can be read', async () => {
  account = await service.createAccount();
  const stranger = await service.createAccount();
  await service.createCarrier({ name: 'Foreign', account: stranger });
  const zeta = await service.createCarrier({ name: 'zeta', account });
  const alpha = await service.createCarrier({ name: 'Alpha', account, config: null });
  const ids = async (query: string) => {
    const { data } = list.parse((await account.call('GET', `/v1/carriers${query}`)).json);
    return data.filter(({ name }) => name !== 'Shared Twin').map(({ id }) => id);
  };
  expect(await ids('')).toEqual([alpha, zeta]);
  expect(await ids('?withConfig=true')).toEqual([zeta]);
  expect(await ids('?withConfig=false')).toEqual([alpha]);
  const pages = [];
  for (const offset of [0, 1, 2]) pages.push(...(await ids(`?limit=1&offset=${offset}`)));
  expect(pages).toEqual([alpha, zeta]);
  expect(await account.call('GET', '/v1/carriers?withConfig=yes')).toMatchObject({
    status: 422,
    json: { errors: [{ field: 'withConfig' }] },
  });
  const csv = await account.call('GET', '/v1/carriers?withConfig=true', { headers: { Accept: 'text/csv' } });
  expect(csv.body).toContain(`${zeta},zeta,`);
});

test('200: a change keeps what it does not name; a product line can be taken away', async () => {
  account = await service.createAccount();
  const { id } = await createdBy({ name: 'Before', slug: 'before', productLine: 'medicare' });
  const patch = (json: object) => account.call('PATCH', `/v1/carriers/${id}`, { json });
  expect(await patch({ name: 'After' })).toMatchObject({
    status: 200,
    json: { id, name: 'After', slug: 'before', productLine: 'medicare' },
  });
  expect(await patch({ productLine: null, slug: 'after' })).toMatchObject({
    json: { slug: 'after', productLine: null },
  });
  expect(await patch({ slug: 'after' })).toMatchObject({ status: 200 });
  await createdBy({ name: 'Other', slug: 'other' });
  expect(await patch({ slug: 'other' })).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(await patch({ name: null })).toMatchObject({ status: 422, json: { errors: [{ field: 'name' }] } });
});

test('403: a carrier of the catalogue can neither be changed nor deleted', async () => {
  account = await service.createAccount();
  const id = await service.createCarrier({ name: 'Shared' });
  for (const [method, options] of [
    ['PATCH', { json: { name: 'Mine' } }],
    ['DELETE', {}],
  ] as const) {
    const response = await account.call(method, `/v1/carriers/${id}`, options);
    expect(response).toMatchObject({
      status: 403,
      json: { code: 'forbidden', detail: expect.stringMatching(/catalogue/) },
    });
  }
  expect((await account.call('GET', `/v1/carriers/${id}`)).json).toMatchObject({ name: 'Shared' });
});

test('204: a carrier nothing was accepted for goes with its formats and rates', async () => {
  account = await service.createAccount();
  const { id } = await createdBy({ name: 'Short-lived' });
  await account.call('POST', `/v1/carriers/${id}/configs`, { json: STATEMENT_CONFIG });
  await account.call('POST', '/v1/expected-rates', {
    json: { carrierId: id, rateType: 'flat_per_member', rateValue: 1 },
  });
  expect(await account.call('DELETE', `/v1/carriers/${id}`)).toMatchObject({ status: 204, body: '' });
  expect(await account.call('GET', `/v1/carriers/${id}`)).toMatchObject({ status: 404 });
  expect(await account.call('DELETE', `/v1/carriers/${id}`)).toMatchObject({ status: 404 });
  expect((await account.call('GET', '/v1/expected-rates')).json).toMatchObject({ data: [] });
});

test('409: a carrier with a file, whatever became of that', async () => {
  account = await service.createAccount();
  const { id } = await createdBy({ name: 'In use' });
  await account.call('POST', `/v1/carriers/${id}/configs`, { json: STATEMENT_CONFIG });
  await account.upload({ file: 'Member ID,Commission\nM1,5\n', carrierId: id, period: '2026-01' });
  const refused = () => account.call('DELETE', `/v1/carriers/${id}`);
  expect(await refused()).toMatchObject({ status: 409, json: { code: 'conflict' } });
  await service.runJobs();
  expect(await refused()).toMatchObject({ status: 409 });
  expect((await account.call('GET', `/v1/carriers/${id}`)).json).toMatchObject({ configured: true });
});
