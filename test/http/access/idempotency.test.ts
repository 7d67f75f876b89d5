import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createIdempotencyStore } from '../../../adapters/postgres/files/idempotency-store.ts';
import { createMaintenanceStore } from '../../../adapters/postgres/operations/maintenance-store.ts';
import type { IdempotentRequest } from '../../../app/files/accept-upload.ts';
import { type OperatedAccount, startOperatedService } from '../../support/operated-service.ts';
import { webhookPlatform } from '../../support/webhook-deliveries.ts';

/** Guarantee: under its Idempotency-Key, a request that creates something creates it once, however often and fast it is repeated. */

let account: OperatedAccount;
const service = await startOperatedService();
afterAll(() => service.close());
beforeEach(async () => {
  account = await service.createAccount();
});

const newKey = () => ({ 'Idempotency-Key': randomUUID() });
const workspaces = async () =>
  z
    .object({ workspaces: z.array(z.looseObject({ name: z.string() })) })
    .parse((await account.call('GET', '/v1/workspaces')).json)
    .workspaces.map(({ name }) => name);
const create = (name: string, headers: Readonly<Record<string, string>>) =>
  account.call('POST', '/v1/workspaces', { json: { name }, headers });

test('answers a repeat with 201 and the same reply, and creates nothing', async () => {
  const headers = newKey();
  const before = await workspaces();
  const first = await create('twice-co', headers);
  const again = await create('twice-co', headers);
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
  expect(await workspaces()).toEqual([...before, 'twice-co']);
});

test('treats the quoted and the bare form as the same key', async () => {
  const key = randomUUID();
  const first = await create('quoted', { 'Idempotency-Key': `"${key}"` });
  expect((await create('quoted', { 'Idempotency-Key': key })).body).toBe(first.body);
});

test('treats a request with reordered fields as the same request', async () => {
  const headers = newKey();
  const json = { name: 'Harbor First', productLine: 'medicare' };
  const first = await account.call('POST', '/v1/carriers', { json, headers });
  const turned = { productLine: json.productLine, name: json.name };
  const again = await account.call('POST', '/v1/carriers', { json: turned, headers });
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
});

test('refuses another body or another path under the same key with 422, and creates nothing', async () => {
  const headers = newKey();
  await create('twice-co', headers);
  const before = await workspaces();
  const refused = { status: 422, json: { code: 'validation_error', errors: [{ field: 'Idempotency-Key' }] } };
  expect(await create('twice-co-2', headers)).toMatchObject(refused);
  const elsewhere = await account.call('POST', '/v1/carriers', { json: { name: 'twice-co' }, headers });
  expect(elsewhere).toMatchObject(refused);
  expect(await workspaces()).toEqual(before);
});

test('reports a malformed key with 422, together with the other faults', async () => {
  const reply = await account.call('POST', '/v1/workspaces', {
    json: {},
    headers: { 'Idempotency-Key': 'k'.repeat(256) },
  });
  const { errors } = z.looseObject({ errors: z.array(z.looseObject({ field: z.string() })) }).parse(reply.json);
  expect([reply.status, errors.map(({ field }) => field).sort()]).toEqual([422, ['Idempotency-Key', 'name']]);
});

test('leaves the key free after a refused request', async () => {
  await create('taken', {});
  const headers = newKey();
  expect((await create('taken', headers)).status).toBe(409);
  expect((await create('', headers)).status).toBe(422);
  expect((await create('free', headers)).status).toBe(201);
});

test('creates once for concurrent requests; the other requests get the same reply or are asked to come again', async () => {
  const headers = newKey();
  const before = await workspaces();
  const replies = await Promise.all(Array.from({ length: 12 }, () => create('at once', headers)));
  const late = replies.filter(({ status }) => status === 409);
  for (const reply of late)
    expect(reply).toMatchObject({ json: { code: 'conflict', detail: expect.stringContaining('under way') } });
  expect(late.map((reply) => reply.headers.get('retry-after'))).toEqual(late.map(() => '1'));
  const made = replies.filter(({ status }) => status === 201);
  expect(made.length + late.length).toBe(12);
  expect(new Set(made.map(({ body }) => body)).size).toBe(1);
  expect(await workspaces()).toEqual([...before, 'at once']);
});

test('lets two accounts and the operator use the same key', async () => {
  const headers = newKey();
  const first = await create('mine', headers);
  const other = await service.createAccount();
  const second = await other.call('POST', '/v1/workspaces', { json: { name: 'mine' }, headers });
  const third = await service.operate('POST', '/v1/admin/accounts', { json: { name: 'mine' }, headers });
  expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
  expect(second.body).not.toBe(first.body);
});

describe('a secret that is shown once', () => {
  test('is shown again to a repeat, and is stored only encrypted', async () => {
    const headers = newKey();
    const path = `/v1/admin/accounts/${account.accountId}/tokens`;
    const first = await service.operate('POST', path, { json: {}, headers });
    const again = await service.operate('POST', path, { json: {}, headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
    const { token } = z.looseObject({ token: z.string() }).parse(first.json);
    const kept = await service.database.system(
      (sql) => sql<{ row: string }[]>`select k::text as row from idempotency_keys k`,
    );
    expect(kept.filter(({ row }) => row.includes(token))).toEqual([]);
    expect(kept.filter(({ row }) => row.includes(headers['Idempotency-Key']))).toHaveLength(1);
  });
});

describe('stored keys', () => {
  const request = (): IdempotentRequest => ({ accountId: account.accountId, key: randomUUID(), fingerprint: 'print' });
  const store = () => createIdempotencyStore(service.database, webhookPlatform.secretBox);
  const age = ({ key }: IdempotentRequest, seconds: number) =>
    service.database.system(async (sql) => {
      await sql`
        update idempotency_keys set claimed_at = claimed_at - make_interval(secs => ${seconds}),
          created_at = created_at - make_interval(secs => ${seconds}) where key = ${key}`;
    });
  const claimed = async (one: IdempotentRequest) => {
    const reservation = await store().reserve(one);
    if (reservation.kind !== 'reserved') throw new Error(reservation.kind);
    return reservation.reservationId;
  };
  const reply = { status: 201, headers: [], body: '{}' };

  test('lets only the same request take over the claim of a dead process, after a minute', async () => {
    const one = request();
    const dead = await claimed(one);
    await age(one, 55);
    expect(await store().reserve(one)).toEqual({ kind: 'under-way' });
    await age(one, 10);
    expect(await store().reserve({ ...one, fingerprint: 'other' })).toEqual({ kind: 'other-request' });
    const heir = await claimed(one);
    // The first process is still alive. Its late calls neither replace the second one's reply nor free the key.
    await store().keep(one, dead, { ...reply, body: 'late' });
    await store().release(one, dead);
    expect(await store().reserve(one)).toEqual({ kind: 'under-way' });
    await store().keep(one, heir, reply);
    expect(await store().reserve(one)).toEqual({ kind: 'replied', reply });
  });

  test('expire after a day, and the purge deletes them in batches', async () => {
    const [one, two] = [request(), request()];
    await store().keep(one, await claimed(one), reply);
    await store().keep(two, await claimed(two), reply);
    await age(one, 86_390);
    expect(await store().reserve(one)).toMatchObject({ kind: 'replied' });
    await age(one, 20);
    expect(await store().reserve({ ...one, fingerprint: 'other' })).toMatchObject({ kind: 'reserved' });
    await age(one, 86_410);
    await age(two, 86_410);
    const left = async () => {
      const rows = await service.database.system(
        (sql) => sql`select 1 from idempotency_keys where key in (${one.key}, ${two.key})`,
      );
      return rows.length;
    };
    const purge = () => createMaintenanceStore(service.database).deleteExpired(1);
    await purge();
    expect(await left()).toBe(1);
    await purge();
    expect(await left()).toBe(0);
  });
});
