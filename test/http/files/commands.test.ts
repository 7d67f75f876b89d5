import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../../demo/statements/workbook.ts';
import { STATEMENT_CONFIG, sharedService, statement, type TestAccount } from '../../support/service.ts';

describe('commands', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();

  const file = statement([['M1', 50]]);

  async function uploaded(period: string, content = file): Promise<string> {
    const response = await account.upload({ file: content, carrierId, period });
    return z.looseObject({ fileId: z.string() }).parse(response.json).fileId;
  }

  const get = async (path: string) => (await account.call('GET', path)).json;

  describe('retract', () => {
    test('retracts the whole period with 202, and keeps showing the file', async () => {
      const fileId = await uploaded('2023-01');
      await service.runJobs();
      const response = await account.call('DELETE', `/v1/files/${fileId}`);
      expect(response).toMatchObject({ status: 202, json: { fileId, mode: 'retract', status: 'queued' } });
      const { _links } = z
        .looseObject({ _links: z.record(z.string(), z.object({ href: z.url() })) })
        .parse(response.json);
      expect(Object.keys(_links)).toEqual(['self', 'job', 'results']);
      await service.runJobs();
      expect(await get(`/v1/files/${fileId}`)).toMatchObject({ status: 'retracted', supersededAt: expect.any(String) });
      expect(await get('/v1/files?period=2023-01')).toMatchObject({ data: [] });
      expect(await get('/v1/members?period=2023-01')).toMatchObject({ data: [] });
      expect(await account.upload({ file, carrierId, period: '2023-01' })).toMatchObject({ status: 202 });
    });

    test('answers 409 already_retracted if the retraction is queued or done, or the file was replaced', async () => {
      const fileId = await uploaded('2023-02');
      await service.runJobs();
      await account.call('DELETE', `/v1/files/${fileId}`);
      const queued = await account.call('DELETE', `/v1/files/${fileId}`);
      expect(queued).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
      await service.runJobs();
      const done = await account.call('DELETE', `/v1/files/${fileId}`);
      expect(done).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
      const replaced = await uploaded('2023-03');
      await account.load({ file: statement([['M1', 1]]), carrierId, period: '2023-03', replace: true });
      const afterReplace = await account.call('DELETE', `/v1/files/${replaced}`);
      expect(afterReplace).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
      expect(await get(`/v1/files/${replaced}`)).toMatchObject({ status: 'replaced' });
    });

    test('answers 409 conflict for a file of which nothing was stored', async () => {
      const fileId = await uploaded('2023-04', 'Member ID,Other\nM1,1\n');
      await service.runJobs();
      const response = await account.call('DELETE', `/v1/files/${fileId}`);
      expect(response).toMatchObject({ status: 409, json: { code: 'conflict' } });
    });
  });

  test('refuses to rescore a file without active data with 409 nothing_to_rescore', async () => {
    const fileId = await uploaded('2023-05');
    const response = await account.call('POST', `/v1/files/${fileId}/rescore`);
    expect(response).toMatchObject({ status: 409, json: { code: 'nothing_to_rescore' } });
  });

  test('purges the bytes and keeps the scores; a second purge succeeds too', async () => {
    const fileId = await uploaded('2023-06');
    const early = await account.call('POST', `/v1/files/${fileId}/purge`);
    expect(early).toMatchObject({ status: 409, json: { code: 'conflict' } });
    await service.runJobs();
    const key = `raw/${account.accountId}/${fileId}`;
    expect(await service.objects.get(key)).not.toBeNull();
    for (let times = 0; times < 2; times++) {
      const response = await account.call('POST', `/v1/files/${fileId}/purge`);
      expect(response).toMatchObject({ status: 200, json: { fileId, purged: true } });
    }
    expect(await service.objects.get(key)).toBeNull();
    expect(await get(`/v1/files/${fileId}`)).toMatchObject({ status: 'active', rawPurgedAt: expect.any(String) });
    expect(await get('/v1/members?period=2023-06')).toMatchObject({ data: [{ memberExternalId: 'M1' }] });
  });

  test('answers 404 for unknown, malformed and foreign files alike, on every route', async () => {
    const stranger = await service.createAccount();
    const reply = await stranger.upload({ file, carrierId, period: '2023-01' });
    const { fileId } = z.looseObject({ fileId: z.string() }).parse(reply.json);
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/rescore'],
      ['POST', '/purge'],
    ] as const) {
      const bodies = [];
      for (const id of [randomUUID(), 'not-an-id', fileId]) {
        const response = await account.call(method, `/v1/files/${id}${suffix}`);
        expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
        bodies.push(response.body.replaceAll(id, '').replace(/"requestId":"[^"]*"/, ''));
      }
      expect(new Set(bodies).size).toBe(1);
    }
  });

  test('records every change in the audit trail, with its author', async () => {
    const own = await service.createAccount();
    const { fileId } = await own.load({ file, carrierId, period: '2023-01' });
    await own.call('POST', `/v1/files/${fileId}/purge`);
    await own.call('DELETE', `/v1/files/${fileId}`);
    const entries = await service.database.tenant(
      own.accountId,
      (sql) => sql<{ action: string; actor: string; target: string; ip: string | null }[]>`
      select action, actor, target, ip from audit_entries where account_id = ${own.accountId} order by position`,
    );
    const rest = { actor: expect.stringMatching(/^token:/), target: fileId, ip: '127.0.0.1' };
    expect([...entries]).toEqual([
      { action: 'file.upload', ...rest },
      { action: 'file.purge', ...rest },
      { action: 'file.retract', ...rest },
    ]);
  });

  const CONFIG = { columns: { member_external_id: 'Policy', commission_amount: 'Paid' } };

  async function load(file: string | Uint8Array<ArrayBuffer>, config: object): Promise<string> {
    const carrierId = await service.createCarrier({ account, config });
    const accepted = await account.upload({ file, fileName: 'april', carrierId, period: '2026-04' });
    expect(accepted.status).toBe(202);
    return z.object({ fileId: z.string() }).parse(accepted.json).fileId;
  }

  const rowOf = (fileId: string, row: number | string, who = account) =>
    who.call('GET', `/v1/files/${fileId}/rows/${row}`);

  test('shows any row of a CSV file with the headers, even a row that is no line, and refuses a row that the file does not have', async () => {
    const fileId = await load('Acme Life\nPolicy,Paid,\n"P-1","1,000.50",note\nTotal,"1,000.50"\n', {
      fileType: 'csv',
      ...CONFIG,
    });
    expect((await rowOf(fileId, 3)).json).toMatchObject({ detail: expect.stringContaining('has not been read') });
    await service.runJobs();
    const { status, json } = await rowOf(fileId, 3);
    expect([status, json]).toEqual([
      200,
      {
        fileId,
        fileName: 'april',
        sheet: 1,
        sheetName: null,
        row: 3,
        headerRow: 2,
        cells: [
          { header: 'Policy', text: 'P-1' },
          { header: 'Paid', text: '1,000.50' },
          { header: null, text: 'note' },
        ],
      },
    ]);
    expect((await rowOf(fileId, 4)).json).toMatchObject({ cells: [{ text: 'Total' }, { text: '1,000.50' }] });
    expect((await rowOf(fileId, 9)).status).toBe(404);
    expect((await rowOf(fileId, '3?sheet=2')).status).toBe(404);
    expect((await rowOf(fileId, 0)).status).toBe(404);
    expect((await rowOf(fileId, 3, await service.createAccount())).status).toBe(404);
    expect((await account.call('POST', `/v1/files/${fileId}/purge`)).status).toBe(200);
    expect((await rowOf(fileId, 3)).json).toMatchObject({ detail: 'The bytes of the file were deleted.' });
  });

  test('shows a row of the second sheet that is read', async () => {
    const rows = (id: string) => [
      ['Policy', 'Paid'],
      [id, 10.5],
    ];
    const file = workbook({ Base: rows('P-1'), Override: rows('P-2') });
    const fileId = await load(file, { fileType: 'xlsx', sheets: 'all', ...CONFIG });
    await service.runJobs();
    expect((await rowOf(fileId, '2?sheet=2')).json).toMatchObject({
      sheet: 2,
      sheetName: 'Override',
      cells: [
        { header: 'Policy', text: 'P-2' },
        { header: 'Paid', text: '10.5' },
      ],
    });
  });
});

describe('list', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();

  const file = statement([['M1', 50]]);
  const page = z.object({
    data: z.array(z.looseObject({ fileId: z.string(), period: z.string(), status: z.string() })),
    pagination: z.object({ limit: z.int(), nextCursor: z.int().nullable(), hasMore: z.boolean() }),
  });

  async function list(query = '', who = account) {
    const response = await who.call('GET', `/v1/files${query}`);
    expect(response.status).toBe(200);
    return page.parse(response.json);
  }

  const periodsOf = ({ data }: z.output<typeof page>) => data.map(({ period }) => period);

  test('lists files newest first in stable pages, whatever is added meanwhile', async () => {
    const own = await service.createAccount();
    for (const month of ['01', '02', '03', '04', '05']) await own.upload({ file, carrierId, period: `2024-${month}` });
    const first = await list('?limit=2', own);
    expect(periodsOf(first)).toEqual(['2024-05', '2024-04']);
    expect(first.pagination).toEqual({ limit: 2, nextCursor: expect.any(Number), hasMore: true });
    await own.upload({ file, carrierId, period: '2024-06' });
    const second = await list(`?limit=2&cursor=${first.pagination.nextCursor}`, own);
    expect(periodsOf(second)).toEqual(['2024-03', '2024-02']);
    const third = await list(`?limit=2&cursor=${second.pagination.nextCursor}`, own);
    expect(periodsOf(third)).toEqual(['2024-01']);
    expect(third.pagination).toEqual({ limit: 2, nextCursor: null, hasMore: false });
    expect((await list('?limit=6', own)).pagination.hasMore).toBe(false);
    expect((await list('?limit=1000', own)).pagination.limit).toBe(200);
  });

  test('shows active files in every state, but no retracted or replaced ones', async () => {
    const own = await service.createAccount();
    await own.upload({ file, carrierId, period: '2024-01' });
    await own.upload({ file: 'Member ID,Other\nM1,1\n', carrierId, period: '2024-02' });
    await own.load({ file, carrierId, period: '2024-03' });
    await own.upload({ file: statement([['M1', 51]]), carrierId, period: '2024-03', replace: true });
    const [, , gone] = (await list('', own)).data;
    await service.runJobs();
    await own.upload({ file, carrierId, period: '2024-04' });
    const { data } = await list('', own);
    expect(data.map(({ period, status }) => [period, status])).toEqual([
      ['2024-04', 'pending'],
      ['2024-03', 'active'],
      ['2024-02', 'failed'],
      ['2024-01', 'active'],
    ]);
    expect(gone).toBeDefined();
    const replaced = await own.call('GET', `/v1/files/${data[1]?.fileId}`);
    expect(replaced.json).toMatchObject({ status: 'active', rowsIngested: 1 });
  });

  test('filters by carrier, workspace and period', async () => {
    const own = await service.createAccount();
    const other = await service.createCarrier({ name: 'Other' });
    const second = await service.createWorkspace(own, 'Second');
    const { workspaceId } = own;
    await own.upload({ file, carrierId, workspaceId, period: '2024-01' });
    await own.upload({ file, carrierId: other, workspaceId, period: '2024-02' });
    await own.upload({ file, carrierId, workspaceId: second, period: '2024-03' });
    expect(periodsOf(await list(`?carrierId=${carrierId}`, own))).toEqual(['2024-03', '2024-01']);
    expect(periodsOf(await list(`?workspaceId=${second}`, own))).toEqual(['2024-03']);
    expect(periodsOf(await list('?period=2024-02', own))).toEqual(['2024-02']);
    expect(periodsOf(await list(`?period=2024-02&carrierId=${carrierId}`, own))).toEqual([]);
  });

  test('suggests a rescore once the carrier has a newer configuration', async () => {
    const own = await service.createAccount();
    const carrier = await service.createCarrier();
    await own.load({ file, carrierId: carrier, period: '2024-01' });
    const suggested = async (who: TestAccount) => (await list('', who)).data[0]?.['rescoreSuggested'];
    expect(await suggested(own)).toBe(false);
    await service.addConfig(carrier, STATEMENT_CONFIG, account);
    expect(await suggested(own)).toBe(false);
    await service.addConfig(carrier, { ...STATEMENT_CONFIG, tolerance: { absolute: 1 } });
    expect(await suggested(own)).toBe(true);
    const [shown] = (await list('', own)).data;
    const rescored = await own.call('POST', `/v1/files/${shown?.fileId}/rescore`);
    expect(rescored).toMatchObject({ status: 202, json: { mode: 'rescore', status: 'queued', fileId: shown?.fileId } });
    await service.runJobs();
    expect(await suggested(own)).toBe(false);
    await service.addConfig(carrier, STATEMENT_CONFIG, own);
    expect(await suggested(own)).toBe(true);
  });
});

/**
 * Guarantee: the order of accepted requests alone decides which files count, never the speed of the worker. A request that names another
 * file cannot undo accepted work.
 */
describe('retract under way', async () => {
  const PERIOD = '2026-01';
  const OLD = statement([['M1', 50]]);
  const CORRECTED = statement([
    ['M1', 60],
    ['M2', 60],
  ]);
  const UNREADABLE = 'Member ID,Other\nM1,1\n';
  let account: TestAccount;
  let carrierId: string;
  const service = await sharedService();
  beforeEach(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier();
  });

  const uploadReply = z.looseObject({ fileId: z.string(), jobId: z.string() });

  async function upload(file: string, how: { replace?: boolean; append?: boolean } = {}) {
    return uploadReply.parse((await account.upload({ file, carrierId, period: PERIOD, ...how })).json);
  }

  const retract = (fileId: string) => account.call('DELETE', `/v1/files/${fileId}`);
  const retry = (jobId: string) => account.call('POST', `/v1/jobs/${jobId}/retry`);
  const statusOf = async (fileId: string) =>
    z.looseObject({ status: z.string() }).parse((await account.call('GET', `/v1/files/${fileId}`)).json).status;

  async function membersOfPeriod(): Promise<readonly string[]> {
    const reply = await account.call('GET', `/v1/members?period=${PERIOD}&carrierId=${carrierId}`);
    const { data } = z.object({ data: z.array(z.looseObject({ memberExternalId: z.string() })) }).parse(reply.json);
    return data.map(({ memberExternalId }) => memberExternalId).sort();
  }

  describe('retracting a file while it is being replaced', () => {
    test('answers 409 conflict while the replacement waits and already_retracted afterwards, and keeps the replacement', async () => {
      const old = await upload(OLD);
      await service.runJobs();
      const corrected = await upload(CORRECTED, { replace: true });
      expect(await retract(old.fileId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
      await service.runJobs();
      expect(await retract(old.fileId)).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
      expect(await statusOf(corrected.fileId)).toBe('active');
      expect(await membersOfPeriod()).toEqual(['M1', 'M2']);
    });

    test('answers already_retracted again for a retraction that was accepted before the replacement', async () => {
      const old = await upload(OLD);
      await service.runJobs();
      expect(await retract(old.fileId)).toMatchObject({ status: 202 });
      const next = await upload(CORRECTED);
      expect(await retract(old.fileId)).toMatchObject({ status: 409, json: { code: 'already_retracted' } });
      await service.runJobs();
      expect([await statusOf(old.fileId), await statusOf(next.fileId)]).toEqual(['retracted', 'active']);
    });
  });

  describe('retracting a replacement before it is read', () => {
    test('removes the period when the replacement is readable', async () => {
      const old = await upload(OLD);
      await service.runJobs();
      const corrected = await upload(CORRECTED, { replace: true });
      expect(await retract(corrected.fileId)).toMatchObject({ status: 202 });
      await service.runJobs();
      expect([await statusOf(old.fileId), await statusOf(corrected.fileId)]).toEqual(['replaced', 'retracted']);
      expect(await membersOfPeriod()).toEqual([]);
    });

    test('removes nothing when the replacement is unreadable: the earlier file stays', async () => {
      const old = await upload(OLD);
      await service.runJobs();
      const bad = await upload(UNREADABLE, { replace: true });
      expect(await retract(bad.fileId)).toMatchObject({ status: 202 });
      await service.runJobs();
      expect([await statusOf(old.fileId), await statusOf(bad.fileId)]).toEqual(['active', 'failed']);
      expect(await membersOfPeriod()).toEqual(['M1']);
      // The counting file keeps its period, and the retracted file does not return.
      const again = await account.upload({ file: CORRECTED, carrierId, period: PERIOD });
      expect(again).toMatchObject({ status: 409, json: { code: 'period_exists' } });
      expect(await retry(bad.jobId)).toMatchObject({ status: 409, json: { code: 'conflict' } });
      expect(await retract(old.fileId)).toMatchObject({ status: 202 });
      await service.runJobs();
      expect(await statusOf(old.fileId)).toBe('retracted');
      expect(await membersOfPeriod()).toEqual([]);
    });
  });

  test.each(['replace', 'append'] as const)(
    'refuses to retry a failed %s after a later retraction of the period, because the file would be removed as soon as it is read',
    async (how) => {
      const wrong = await upload(OLD);
      await service.runJobs();
      const failed = await upload(UNREADABLE, { [how]: true });
      await service.runJobs();
      expect(await retract(wrong.fileId)).toMatchObject({ status: 202 });
      await service.runJobs();
      expect(await retry(failed.jobId)).toMatchObject({
        status: 409,
        json: { code: 'conflict', detail: expect.stringContaining('retracted after this file was sent') },
      });
      expect(await statusOf(failed.fileId)).toBe('failed');
    },
  );
});
