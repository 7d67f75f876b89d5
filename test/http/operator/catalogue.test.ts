import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startOperatedService } from '../../support/operated-service.ts';
import { STATEMENT_CONFIG } from '../../support/service.ts';

const service = await startOperatedService();
const account = await service.createAccount();
afterAll(() => service.close());

const created = z.object({ id: z.string() });
const add = async (path: string, json: object) => {
  const response = await service.operate('POST', path, { json });
  expect(response.status).toBe(201);
  return created.parse(response.json).id;
};

test('makes a shared carrier in a brand, which every account sees: 201', async () => {
  const groupId = await add('/v1/admin/carriers/groups', { name: 'Summit', slug: 'summit' });
  const first = await add('/v1/admin/carriers', { name: 'Summit Life', slug: 'summit-life', groupId });
  const second = await add('/v1/admin/carriers', { name: 'summit Health', slug: 'summit-health', groupId });
  const groups = await account.call('GET', '/v1/carriers/groups');
  expect(groups.json).toEqual({
    data: [
      {
        id: groupId,
        name: 'Summit',
        slug: 'summit',
        members: [
          { id: second, name: 'summit Health', slug: 'summit-health' },
          { id: first, name: 'Summit Life', slug: 'summit-life' },
        ],
      },
    ],
    pagination: { limit: 200, offset: 0, hasMore: false },
    total: 1,
  });
  expect((await account.call('GET', `/v1/carriers/${first}`)).json).toEqual({
    id: first,
    name: 'Summit Life',
    slug: 'summit-life',
    productLine: null,
    groupId,
    configured: false,
    activeConfigVersion: null,
    expectedFiles: null,
    expectedFilesKnown: null,
  });
});

test('makes a shared configuration that accounts without their own use: 201', async () => {
  const carrierId = await add('/v1/admin/carriers', { name: 'Amberly', slug: 'amberly', productLine: 'medicare' });
  const path = `/v1/admin/carriers/${carrierId}/configs`;
  const versions = await Promise.all([1, 2].map(() => service.operate('POST', path, { json: STATEMENT_CONFIG })));
  expect(versions.map(({ json }) => z.object({ version: z.int() }).parse(json).version).toSorted()).toEqual([1, 2]);
  expect((await account.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({
    configured: true,
    activeConfigVersion: 2,
  });
  expect((await account.call('GET', `/v1/carriers/${carrierId}/configs/1`)).json).toMatchObject({
    shared: true,
    active: false,
    config: { fileType: 'csv', headerRow: 'auto' },
  });
});

test('answers 404 for an unknown brand or carrier, and 409 for a taken slug', async () => {
  const post = (path: string, json: object) => service.operate('POST', path, { json });
  const carrier = { name: 'Delta', slug: 'delta' };
  await add('/v1/admin/carriers', carrier);
  await add('/v1/admin/carriers/groups', carrier);
  expect(await post('/v1/admin/carriers', carrier)).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(await post('/v1/admin/carriers/groups', carrier)).toMatchObject({ status: 409, json: { code: 'conflict' } });
  for (const groupId of [randomUUID(), 'x']) {
    expect(await post('/v1/admin/carriers', { ...carrier, slug: 'd2', groupId })).toMatchObject({ status: 404 });
  }
  const own = created.parse((await account.call('POST', '/v1/carriers', { json: { name: 'Own' } })).json);
  for (const id of [randomUUID(), 'x', own.id]) {
    expect(await post(`/v1/admin/carriers/${id}/configs`, STATEMENT_CONFIG)).toMatchObject({ status: 404 });
  }
});

test('answers 422 for an invalid slug, and for a configuration with all its faults', async () => {
  for (const slug of ['A', 'a b', '-a', 'a--b', '', 'é']) {
    const response = await service.operate('POST', '/v1/admin/carriers', { json: { name: 'X', slug } });
    expect(response).toMatchObject({ status: 422, json: { errors: [{ field: 'slug' }] } });
  }
  const carrierId = await add('/v1/admin/carriers', { name: 'Echo', slug: 'echo' });
  const json = { fileType: 'docx', columns: {} };
  const response = await service.operate('POST', `/v1/admin/carriers/${carrierId}/configs`, { json });
  expect(response).toMatchObject({
    status: 422,
    json: {
      errors: [
        { field: 'fileType' },
        { field: 'columns.member_external_id', detail: 'The field columns.member_external_id is required.' },
        { field: 'columns.commission_amount', detail: 'The field columns.commission_amount is required.' },
      ],
    },
  });
});

test('records changes to the catalogue, and shows them to no account', async () => {
  const kept = await service.database.system(
    (sql) => sql`select distinct action, actor from audit_entries where account_id is null order by action`,
  );
  expect(kept.map(({ action }) => action)).toEqual(['carrier.create', 'carrier_group.create', 'config.create']);
  expect(new Set(kept.map(({ actor }) => actor))).toEqual(new Set(['operator']));
  const trail = await account.call('GET', '/v1/audit');
  expect(trail.body).not.toContain('carrier_group');
});
