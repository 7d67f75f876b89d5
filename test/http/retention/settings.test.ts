import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMaintenanceStore } from '../../../adapters/postgres/operations/maintenance-store.ts';
import { startService, type TestAccount } from '../../support/service.ts';

/** Guarantee: an owner sets for how long files and rejected rows are kept. Reads and the purge follow this, for this account alone. */

const PATH = '/v1/account/retention';
let owner: TestAccount;
const service = await startService();
const carrierId = await service.createCarrier();
afterAll(() => service?.close());
beforeEach(async () => {
  owner = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
});

const set = (account: TestAccount, json: object) => account.call('PUT', PATH, { json });

describe('the settings', () => {
  test('are the defaults of the service until an owner changes them, and each change is in the audit trail', async () => {
    expect((await owner.call('GET', PATH)).json).toEqual({ readFileHours: 24, rejectedRowDays: 30 });
    const changed = await set(owner, { readFileHours: 2, rejectedRowDays: 7 });
    expect(changed).toMatchObject({ status: 200, json: { readFileHours: 2, rejectedRowDays: 7 } });
    expect((await owner.call('GET', PATH)).json).toEqual({ readFileHours: 2, rejectedRowDays: 7 });
    expect((await owner.call('GET', '/v1/account/usage')).json).toMatchObject({
      retention: { readFileHours: 2, rejectedRowDays: 7, unreadFileDays: 3, webhookDeliveryDays: 30 },
    });
    expect((await owner.call('GET', '/v1/audit')).json).toMatchObject({
      data: [{ action: 'account.retention', meta: { readFileHours: 2, rejectedRowDays: 7 } }],
    });
  });

  test.each([
    ['no hour at all', { readFileHours: 0, rejectedRowDays: 7 }],
    ['longer than the store keeps files', { readFileHours: 97, rejectedRowDays: 7 }],
    ['more than a month', { readFileHours: 24, rejectedRowDays: 31 }],
    ['a part of a day', { readFileHours: 24, rejectedRowDays: 1.5 }],
    ['a missing number of days', { readFileHours: 24 }],
  ])('refuse %s', async (_, json) => {
    expect(await set(owner, json)).toMatchObject({ status: 422 });
    expect((await owner.call('GET', PATH)).json).toEqual({ readFileHours: 24, rejectedRowDays: 30 });
  });

  test('are not changed by staff, nor those of another account', async () => {
    const staff = await service.createAccount();
    expect((await set(staff, { readFileHours: 1, rejectedRowDays: 1 })).status).toBe(403);
    await set(owner, { readFileHours: 1, rejectedRowDays: 1 });
    expect((await staff.call('GET', PATH)).json).toEqual({ readFileHours: 24, rejectedRowDays: 30 });
  });
});

describe('the purge', () => {
  /** Uploads a statement with a rejected row, and dates the end of its job back. */
  async function ended(
    account: TestAccount,
    hoursAgo: number,
  ): Promise<{ readonly jobId: string; readonly fileId: string }> {
    const file = 'Member ID,Commission\nM1,5\nM2,abc\n';
    const { json } = await account.upload({ file, carrierId, period: '2024-04' });
    const ids = z.looseObject({ jobId: z.string(), fileId: z.string() }).parse(json);
    await service.runJobs();
    await service.database.system(async (sql) => {
      const time = sql`now() - make_interval(hours => ${hoursAgo})`;
      await sql`update jobs set completed_at = ${time} where job_id = ${ids.jobId}`;
      await sql`update job_exceptions set recorded_at = ${time} where job_id = ${ids.jobId}`;
    });
    return ids;
  }

  async function purge(): Promise<void> {
    const store = createMaintenanceStore(service.database);
    await store.purgeRaw({ limit: 100, except: [] }, async (keys) => keys);
    await store.deleteExpired(1000);
  }
  const isPurged = async (account: TestAccount, fileId: string): Promise<boolean> =>
    z.looseObject({ rawPurgedAt: z.string().nullable() }).parse((await account.call('GET', `/v1/files/${fileId}`)).json)
      .rawPurgedAt !== null;
  const exceptionsStored = async (jobId: string): Promise<number> =>
    (await service.database.system((sql) => sql`select 1 from job_exceptions where job_id = ${jobId}`)).length;

  test.each([
    ['sooner', 2, 3, 1],
    ['later', 96, 25, 95],
  ])('deletes the bytes of a file that was read %s than by default', async (_, readFileHours, soon, late) => {
    await set(owner, { readFileHours, rejectedRowDays: 30 });
    const other = await service.createAccount();
    const [own, others] = [await ended(owner, soon), await ended(other, soon)];
    const isSooner = readFileHours < 24;
    await purge();
    expect(await isPurged(owner, own.fileId)).toBe(isSooner);
    expect(await isPurged(other, others.fileId)).toBe(!isSooner);
    const third = await service.createAccount({ scopes: ['read', 'write', 'manage'] });
    await set(third, { readFileHours, rejectedRowDays: 30 });
    const young = await ended(third, late);
    await purge();
    expect(await isPurged(third, young.fileId)).toBe(false);
  });

  test('deletes rejected rows on time, and nobody reads them before it runs', async () => {
    await set(owner, { readFileHours: 24, rejectedRowDays: 7 });
    const other = await service.createAccount();
    const [old, others] = [await ended(owner, 7 * 24 + 1), await ended(other, 7 * 24 + 1)];
    expect((await owner.call('GET', `/v1/jobs/${old.jobId}/exceptions`)).status).toBe(404);
    expect((await other.call('GET', `/v1/jobs/${others.jobId}/exceptions`)).status).toBe(200);
    expect((await owner.call('GET', '/v1/account/usage')).json).toMatchObject({ exceptionBytes: 0 });
    await purge();
    expect([await exceptionsStored(old.jobId), await exceptionsStored(others.jobId)]).toEqual([0, 1]);
  });
});
