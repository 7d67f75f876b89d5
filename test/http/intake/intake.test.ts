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
import { sharedService, startService, statement, type TestAccount } from '../../support/service.ts';

describe('intake', async () => {
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
});

/** Guarantee: a dropped or mailed statement that was not filed becomes an ordinary upload once a person names its carrier and month. */
describe('file item', async () => {
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
      expect((await account.call('GET', '/v1/files')).json).toMatchObject({
        data: [{ originalFilename: 'part0.csv' }],
      });
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
});
