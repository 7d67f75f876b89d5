import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createMaintenanceStore } from '../../../../adapters/postgres/operations/maintenance-store.ts';
import { OPEN_JOBS_MAX } from '../../../../core/limits/job-limits.ts';
import { startService, statement, type TestAccount } from '../../../support/service.ts';

/** Guarantee: an account never stores more than its quota, even with concurrent uploads; deleting data makes room. */

const service = await startService();
afterAll(() => service.close());

const file = statement([['M1', 50]]);

async function accountWithRoomFor(
  files: number,
): Promise<{ readonly account: TestAccount; readonly carrierId: string }> {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const bytes = Math.floor(file.length * files);
  await service.database.system(
    (sql) => sql`update accounts set storage_bytes_max = ${bytes} where account_id = ${account.accountId}`,
  );
  return { account, carrierId };
}

const usageOf = async (account: TestAccount) => (await account.call('GET', '/v1/account/usage')).json;

test('answers 409 without room, until a file is purged', async () => {
  const { account, carrierId } = await accountWithRoomFor(1.5);
  const first = await account.upload({ file, carrierId, period: '2024-01' });
  expect(first.status).toBe(202);
  await service.runJobs();
  expect(await usageOf(account)).toMatchObject({ usedBytes: file.length, statementBytes: file.length, openJobs: 0 });
  const refused = await account.upload({ file, carrierId, period: '2024-02' });
  expect(refused).toMatchObject({
    status: 409,
    json: { code: 'storage_quota_exceeded', detail: expect.stringContaining(`stored ${file.length} of at most`) },
  });
  // The refused upload leaves neither a row nor bytes.
  const files = await account.call('GET', '/v1/files');
  expect(files.json).toMatchObject({ data: [{ period: '2024-01' }] });

  const { json } = first;
  const fileId = typeof json === 'object' && json !== null && 'fileId' in json ? String(json.fileId) : '';
  expect((await account.call('POST', `/v1/files/${fileId}/purge`)).status).toBe(200);
  expect(await usageOf(account)).toMatchObject({ usedBytes: 0 });
  expect((await account.upload({ file, carrierId, period: '2024-02' })).status).toBe(202);
});

test('answers a repeat with the same Idempotency-Key even when the quota is used up', async () => {
  const { account, carrierId } = await accountWithRoomFor(1);
  const send = () => account.upload({ file, carrierId, period: '2024-01' }, { 'Idempotency-Key': 'once' });
  expect((await send()).status).toBe(202);
  expect(await send()).toMatchObject({ status: 202, json: { idempotent: true } });
});

test('stores exactly those of ten concurrent uploads that fit', async () => {
  const { account, carrierId } = await accountWithRoomFor(3.5);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      account.upload({ file, carrierId, period: `2024-${String(n + 1).padStart(2, '0')}` }),
    ),
  );
  expect(replies.filter(({ status }) => status === 202)).toHaveLength(3);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(7);
  expect(await usageOf(account)).toMatchObject({ usedBytes: 3 * file.length, openJobs: 3 });
});

test('counts the bytes of each account separately', async () => {
  const [full, other] = [await accountWithRoomFor(1), await accountWithRoomFor(1)];
  expect((await full.account.upload({ file, carrierId: full.carrierId, period: '2024-01' })).status).toBe(202);
  expect((await other.account.upload({ file, carrierId: other.carrierId, period: '2024-01' })).status).toBe(202);
});

test('counts rejected rows as long as they are kept', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const bad = statement([
    ['M1', 50],
    ['M2', 'x'.repeat(3000)],
  ]);
  await account.load({ file: bad, carrierId, period: '2024-01' });
  const usage = await usageOf(account);
  expect(usage).toMatchObject({ statementBytes: bad.length, exceptionBytes: expect.any(Number) });
  expect(usage).not.toMatchObject({ exceptionBytes: 0 });
  await service.database.system(
    (sql) =>
      sql`update jobs set completed_at = completed_at - interval '31 days' where account_id = ${account.accountId}`,
  );
  await createMaintenanceStore(service.database).deleteExpired(100);
  expect(await usageOf(account)).toMatchObject({ exceptionBytes: 0 });
});

test('answers 409 conflict at the limit of unfinished jobs, for rescores and retractions too', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  const { json } = await account.upload({ file, carrierId, period: '2024-01' });
  const fileId = typeof json === 'object' && json !== null && 'fileId' in json ? String(json.fileId) : '';
  await service.runJobs();
  await service.database.system(
    (sql) => sql`
      insert into jobs (job_id, account_id, workspace_id, carrier_id, period, file_id, mode, status)
      select gen_random_uuid(), account_id, workspace_id, carrier_id, period, file_id, 'rescore', 'queued'
      from files, generate_series(1, ${OPEN_JOBS_MAX}::int) where file_id = ${fileId}`,
  );
  expect(await usageOf(account)).toMatchObject({ openJobs: OPEN_JOBS_MAX, openJobsMax: OPEN_JOBS_MAX });
  const full = { status: 409, json: { code: 'conflict', detail: expect.stringContaining('have not ended') } };
  expect(await account.upload({ file, carrierId, period: '2024-02' })).toMatchObject(full);
  expect(await account.call('POST', `/v1/files/${fileId}/rescore`)).toMatchObject(full);
  expect(await account.call('DELETE', `/v1/files/${fileId}`)).toMatchObject(full);
});

test('counts notes and contacts of members, and refuses one that does not fit', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  await account.load({ file, carrierId, period: '2024-01' });
  const listed = z.object({ data: z.array(z.object({ memberRefId: z.string() })) });
  const { data } = listed.parse((await account.call('GET', '/v1/members')).json);
  const path = `/v1/members/${data[0]?.memberRefId}`;
  const before = z.object({ usedBytes: z.int() }).parse(await usageOf(account));
  expect((await account.call('POST', `${path}/notes`, { json: { text: 'Zürich' } })).status).toBe(201);
  const contact = { phone: '555 0100', email: null };
  expect((await account.call('PUT', `${path}/contact`, { json: contact })).status).toBe(200);
  expect(await usageOf(account)).toMatchObject({ noteBytes: 15, usedBytes: before.usedBytes + 15 });
  await service.database.system(
    (sql) =>
      sql`update accounts set storage_bytes_max = ${before.usedBytes + 20} where account_id = ${account.accountId}`,
  );
  const full = { status: 409, json: { code: 'storage_quota_exceeded' } };
  expect(await account.call('POST', `${path}/notes`, { json: { text: 'six by' } })).toMatchObject(full);
  expect(await account.call('PUT', `${path}/contact`, { json: { ...contact, email: 'a@b.example' } })).toMatchObject(
    full,
  );
  expect((await account.call('PUT', `${path}/contact`, { json: { phone: null, email: null } })).status).toBe(200);
});
