import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { STATEMENT_CONFIG, startService, statement } from '../../support/service.ts';

/** Guarantee: if an account removes its own versions of a format, a carrier of the catalogue goes back to the shipped version. */

const service = await startService();
const account = await service.createAccount();
afterAll(() => service.close());

const OWN = { ...STATEMENT_CONFIG, tolerance: { absolute: 5, percent: 0 } };
const list = z.object({
  data: z.array(
    z.object({ version: z.int(), active: z.boolean(), shared: z.boolean(), removedAt: z.string().nullable() }),
  ),
});

const pathOf = (carrierId: string, version: number) => `/v1/carriers/${carrierId}/configs/${version}`;
const remove = (carrierId: string, version: number, by = account) => by.call('DELETE', pathOf(carrierId, version));
async function add(carrierId: string): Promise<number> {
  const { status, json } = await account.call('POST', `/v1/carriers/${carrierId}/configs`, { json: OWN });
  expect(status).toBe(201);
  return z.object({ version: z.int() }).parse(json).version;
}
async function activeVersion(carrierId: string): Promise<string> {
  const { data } = list.parse((await account.call('GET', `/v1/carriers/${carrierId}/configs`)).json);
  const active = data.filter((one) => one.active);
  return active.map(({ version, shared }) => `${version}${shared ? ' shared' : ''}`).join();
}
async function readStatement(carrierId: string, period: string): Promise<number | null> {
  const accepted = await account.upload({ file: statement([['M-1', 10]]), carrierId, period });
  const { jobId } = z.object({ jobId: z.string() }).parse(accepted.json);
  await service.services.outbox.relayOutbox();
  await service.runJobs();
  const { json } = await account.call('GET', `/v1/jobs/${jobId}`);
  return z.object({ status: z.literal('completed'), configVersion: z.int().nullable() }).parse(json).configVersion;
}

test('goes back to the newest own version, then to the shipped format', async () => {
  const carrierId = await service.createCarrier({ name: 'Shipped Life' });
  expect(await activeVersion(carrierId)).toBe('1 shared');
  expect([await add(carrierId), await add(carrierId)]).toEqual([2, 3]);
  expect(await readStatement(carrierId, '2026-01')).toBe(3);

  expect((await remove(carrierId, 3)).status).toBe(204);
  expect(await activeVersion(carrierId)).toBe('2');
  expect((await remove(carrierId, 2)).status).toBe(204);
  expect(await activeVersion(carrierId)).toBe('1 shared');
  expect((await account.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({ activeConfigVersion: 1 });
  expect(await readStatement(carrierId, '2026-02')).toBe(1);

  // The version that a statement was read with stays readable, and its month can be scored again.
  const removed = await account.call('GET', pathOf(carrierId, 3));
  expect(removed).toMatchObject({ status: 200, json: { active: false, removedAt: expect.any(String), config: OWN } });
  const files = await account.call('GET', `/v1/files?carrierId=${carrierId}&period=2026-01`);
  expect(files.json).toMatchObject({ data: [{ rescoreSuggested: true }] });
  // A number is not used again.
  expect(await add(carrierId)).toBe(4);
});

test('refuses to remove an unknown, removed or shared version, or the only version of an own carrier', async () => {
  const shipped = await service.createCarrier({ name: 'Shared Life' });
  expect(await remove(shipped, 1)).toMatchObject({ status: 409, json: { code: 'conflict' } });
  await add(shipped);
  expect((await remove(shipped, 2)).status).toBe(204);
  expect(await remove(shipped, 2)).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(await remove(shipped, 9)).toMatchObject({ status: 404 });

  const own = await service.createCarrier({ account });
  expect(await remove(own, 1)).toMatchObject({ status: 409, json: { code: 'conflict' } });
  await add(own);
  expect((await remove(own, 1)).status).toBe(204);
  expect(await remove(own, 2)).toMatchObject({ status: 409 });
});

test('removes nothing of another account, writes an audit entry, and needs the write scope', async () => {
  const carrierId = await service.createCarrier({ name: 'Audited Life' });
  const version = await add(carrierId);
  const stranger = await service.createAccount();
  expect(await remove(carrierId, version, stranger)).toMatchObject({ status: 404 });
  expect(await activeVersion(carrierId)).toBe(String(version));
  expect((await remove(carrierId, version)).status).toBe(204);
  expect((await account.call('GET', '/v1/audit?action=config.remove&limit=1')).json).toMatchObject({
    data: [{ action: 'config.remove', target: carrierId, meta: { version } }],
  });
  const reader = await service.createAccount({ scopes: ['read'] });
  expect(await remove(carrierId, 1, reader)).toMatchObject({ status: 403 });
});
