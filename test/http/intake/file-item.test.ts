import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openDiskDropStore } from '../../../adapters/object-store/disk-drop-store.ts';
import { createIntakeStore } from '../../../adapters/postgres/intake/intake-store.ts';
import type { IntakeRecord } from '../../../app/intake/intake-store.ts';
import { hasRoom } from '../../../core/storage-quota.ts';
import { startService, statement, type TestAccount } from '../../support/service.ts';

/** Guarantee: a dropped or mailed statement that was not filed becomes an ordinary upload once a person names its carrier and month. */

const directory = await mkdtemp(join(tmpdir(), 'drops-'));
const dropStore = await openDiskDropStore(directory);
const service = await startService({ dropStore });
const carrierId = await service.createCarrier({ name: 'Summit Senior Life' });
afterAll(async () => {
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

let account: TestAccount;
beforeEach(async () => {
  account = await service.createAccount({ tier: 'enterprise' });
});

const MARCH = statement([
  ['M-1', 40],
  ['M-2', 30],
]);
const listed = z.object({ data: z.array(z.object({ id: z.string(), outcome: z.string(), isKept: z.boolean() })) });

/** Records a rejected drop with its bytes, and returns its id. */
async function reject(bytes: string, more: Partial<IntakeRecord> = {}): Promise<string> {
  const objectKey = more.objectKey ?? `sftp/lakeside/rejected/${randomUUID()}.csv`;
  const record: IntakeRecord = {
    dropId: randomUUID(),
    accountId: account.accountId,
    source: 'sftp',
    origin: 'lakeside',
    name: 'march.csv',
    byteSize: bytes.length,
    checksumSha256: null,
    carrierId: null,
    period: null,
    outcome: 'rejected',
    reason: 'The name fits no pattern.',
    fileId: null,
    jobId: null,
    objectBytes: bytes.length,
    messageId: null,
    ...more,
    objectKey,
  };
  await dropStore.put(objectKey, new TextEncoder().encode(bytes));
  await createIntakeStore(service.database).record(record, hasRoom);
  const [item] = listed.parse((await account.call('GET', '/v1/intake')).json).data;
  return item?.id ?? '';
}

const file = (id: string, more: object = {}, as = account) =>
  as.call('POST', `/v1/intake/${id}/file`, { json: { carrierId, period: '2026-03', ...more } });

const mail = (...attachments: readonly string[]) =>
  [
    'From: pay@summit.example',
    'To: x@inbound.example.com',
    'Subject: Your statement',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    ...attachments.flatMap((text, index) => [
      '--b',
      'Content-Type: text/csv',
      `Content-Disposition: attachment; filename="part${index}.csv"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text).toString('base64'),
    ]),
    '--b--',
    '',
  ].join('\r\n');

describe('filing', () => {
  test('makes a rejected file a statement of the carrier and month', async () => {
    const id = await reject(MARCH);
    expect((await account.call('GET', '/v1/intake')).json).toMatchObject({ data: [{ id, isKept: true }] });
    const filed = await file(id);
    expect(filed).toMatchObject({ status: 202, json: { id, carrierId, period: '2026-03' } });
    await service.runJobs();
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({
      data: [{ originalFilename: 'march.csv', period: '2026-03', status: 'active' }],
    });
    expect((await account.call('GET', '/v1/intake')).json).toMatchObject({
      data: [{ id, outcome: 'accepted', reason: null, carrierId, period: '2026-03' }],
    });
    expect(await file(id)).toMatchObject({ status: 409, json: { detail: 'It is filed already.' } });
  });

  test('takes a held month that nobody would guess, because a person names it', async () => {
    const id = await reject(MARCH, { outcome: 'held', reason: 'The month is long ago.' });
    expect(await file(id, { period: '2020-01' })).toMatchObject({ status: 202, json: { period: '2020-01' } });
  });

  test('takes the attachment of a message whose sender was not allowed', async () => {
    const message = mail(MARCH);
    const id = await reject(message, { source: 'email', objectKey: `mail/${randomUUID()}`, name: 'Your statement' });
    expect((await file(id)).status).toBe(202);
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [{ originalFilename: 'part0.csv' }] });
  });

  test('refuses a message with several files, and names them', async () => {
    const message = mail(MARCH, `${MARCH}\n`);
    const id = await reject(message, { source: 'email', objectKey: `mail/${randomUUID()}`, name: 'Your statement' });
    const { status, json } = await file(id);
    expect(status).toBe(422);
    expect(JSON.stringify(json)).toContain('part0.csv, part1.csv');
  });

  test('asks what to do with a month that has a statement', async () => {
    await account.load({ file: statement([['M-9', 5]]), carrierId, period: '2026-03' });
    const id = await reject(MARCH);
    expect(await file(id)).toMatchObject({ status: 409, json: { code: 'period_exists' } });
    expect((await file(id, { onExisting: 'append' })).status).toBe(202);
  });

  test('refuses an item that is unknown, no longer kept, or of another account', async () => {
    const id = await reject(MARCH, { objectBytes: 0 });
    expect(await file(id)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect((await file(randomUUID())).status).toBe(404);
    const own = await reject(MARCH);
    const stranger = await service.createAccount({ tier: 'enterprise' });
    expect((await file(own, {}, stranger)).status).toBe(404);
    expect((await file(own, { carrierId: randomUUID() })).status).toBe(404);
    expect((await file(own)).status).toBe(202);
  });
});

test('the places say where statements are mailed, and whether the account may mail them', async () => {
  expect((await account.call('GET', '/v1/drop-offs')).json).toEqual({
    isAllowed: true,
    canFile: true,
    email: { domain: 'inbound.example.com' },
    sftp: null,
  });
  const standard = await service.createAccount({ tier: 'standard' });
  expect((await standard.call('GET', '/v1/drop-offs')).json).toMatchObject({ isAllowed: false });
});
