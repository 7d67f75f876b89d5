import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createIntakeStore } from '../../../adapters/postgres/intake/intake-store.ts';
import type { IntakeRecord } from '../../../app/intake/intake-store.ts';
import { hasRoom } from '../../../core/storage-quota.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();
const drops = createIntakeStore(service.database);

const write = (item: IntakeRecord) => drops.record(item, hasRoom);

const record = (accountId: string | null, more: Partial<IntakeRecord> = {}): IntakeRecord => ({
  dropId: randomUUID(),
  accountId,
  source: 'sftp',
  origin: 'lakeside',
  name: 'ACME_202603.csv',
  byteSize: 120,
  checksumSha256: null,
  carrierId: null,
  period: null,
  outcome: 'rejected',
  reason: 'The name fits no pattern.',
  fileId: null,
  jobId: null,
  objectKey: null,
  objectBytes: 0,
  messageId: null,
  ...more,
});

test('lists drop-offs with their results, newest first', async () => {
  const account = await service.createAccount({ tier: 'enterprise' });
  const carrierId = await service.createCarrier({ account });
  await write(record(account.accountId));
  await write(
    record(account.accountId, {
      source: 'email',
      origin: 'a@acme.example',
      carrierId,
      period: '2026-03',
      outcome: 'held',
    }),
  );
  const { status, json } = await account.call('GET', '/v1/intake');
  expect(status).toBe(200);
  expect(json).toMatchObject({
    data: [
      { source: 'email', origin: 'a@acme.example', carrierId, period: '2026-03', outcome: 'held' },
      {
        source: 'sftp',
        origin: 'lakeside',
        fileName: 'ACME_202603.csv',
        byteSize: 120,
        outcome: 'rejected',
        reason: 'The name fits no pattern.',
      },
    ],
    pagination: { limit: 50, nextCursor: null, hasMore: false },
  });
  const csv = await account.call('GET', '/v1/intake?limit=1', { headers: { Accept: 'text/csv' } });
  expect(csv.body).toContain('a@acme.example');
});

test('pages through all of them once by cursor, although more arrive meanwhile', async () => {
  const account = await service.createAccount();
  for (let n = 0; n < 5; n++) await write(record(account.accountId, { name: `${n}.csv` }));
  const page = z.object({
    data: z.array(z.object({ fileName: z.string() })),
    pagination: z.object({ nextCursor: z.int().nullable() }),
  });
  const seen: string[] = [];
  let cursor: number | null = null;
  do {
    const query: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { data, pagination } = page.parse((await account.call('GET', `/v1/intake?limit=2${query}`)).json);
    seen.push(...data.map(({ fileName }) => fileName));
    cursor = pagination.nextCursor;
    await write(record(account.accountId, { name: 'later.csv' }));
  } while (cursor !== null);
  expect(seen).toEqual(['4.csv', '3.csv', '2.csv', '1.csv', '0.csv']);
});

test("refuses an invalid cursor and another account's with 422", async () => {
  const [one, two] = [await service.createAccount(), await service.createAccount()];
  for (let n = 0; n < 2; n++) await write(record(one.accountId));
  const { json } = await one.call('GET', '/v1/intake?limit=1');
  const { nextCursor } = z.object({ pagination: z.object({ nextCursor: z.int() }) }).parse(json).pagination;
  for (const cursor of [nextCursor, 999_999_999, -1, 'x']) {
    const refused = await two.call('GET', `/v1/intake?cursor=${cursor}`);
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ field: 'cursor' }] } });
  }
});

test("shows nobody another account's drop-offs, or those of unknown senders", async () => {
  const [one, two] = [await service.createAccount(), await service.createAccount()];
  await write(record(one.accountId));
  await write(record(null, { source: 'email' }));
  expect((await two.call('GET', '/v1/intake')).json).toMatchObject({ data: [] });
  expect((await one.call('GET', '/v1/intake')).json).toMatchObject({ data: [{ source: 'sftp' }] });
});

test('records a drop-off once, and updates only a waiting one', async () => {
  const { accountId, call } = await service.createAccount();
  const drop = record(accountId, { outcome: 'waiting' });
  await write(drop);
  await write({ ...drop, outcome: 'rejected', reason: 'Too late.' });
  await write({ ...drop, outcome: 'accepted', reason: null });
  expect((await call('GET', '/v1/intake')).json).toMatchObject({
    data: [{ outcome: 'rejected', reason: 'Too late.' }],
  });
});

test('keeps the drop-offs of a deleted carrier', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account });
  await write(record(account.accountId, { carrierId }));
  await service.database.system((sql) => sql`delete from carriers where carrier_id = ${carrierId}`);
  await write(record(account.accountId, { carrierId }));
  expect((await account.call('GET', '/v1/intake')).json).toMatchObject({
    data: [{ carrierId: null }, { carrierId: null }],
  });
});
