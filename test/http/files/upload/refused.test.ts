import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMaintenanceStore } from '../../../../adapters/postgres/operations/maintenance-store.ts';
import { OPEN_JOBS_MAX } from '../../../../core/limits/job-limits.ts';
import { formOf, sharedService, startService, statement, type TestAccount } from '../../../support/service.ts';
import { words } from '../../../support/words.ts';

describe('refused', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();

  const file = statement([['M1', 50]]);

  test('refuses a missing Content-Type and a truncated form with 400', async () => {
    const none = await account.call('POST', '/v1/files', { body: new Uint8Array([1]) });
    expect(none).toMatchObject({ status: 400, json: { code: 'bad_request' } });
    const cut = await account.call('POST', '/v1/files', {
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="carrierId"\r\n\r\nabc',
    });
    expect(cut).toMatchObject({ status: 400, json: { code: 'bad_request' } });
  });

  describe('404', () => {
    test('answers an unknown, a malformed and a foreign carrier alike', async () => {
      const stranger = await service.createAccount();
      const foreign = await service.createCarrier({ account: stranger });
      const bodies = [];
      for (const id of [randomUUID(), 'summit', foreign, "'; drop table files; --"]) {
        const response = await account.upload({ file, carrierId: id, period: '2024-01' });
        expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
        bodies.push(response.body.replace(/"requestId":"[^"]*"/, ''));
      }
      expect(new Set(bodies).size).toBe(1);
    });

    test("is the answer for another account's workspace", async () => {
      const stranger = await service.createAccount();
      for (const workspaceId of [stranger.workspaceId, randomUUID(), 'main']) {
        const response = await account.upload({ file, carrierId, period: '2024-01', workspaceId });
        expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
      }
    });
  });

  describe('409 period_exists', () => {
    test('is the answer while the first file is read and afterwards, with the number of its members', async () => {
      const target = {
        file: statement([
          ['M1', 50],
          ['M2', 5],
        ]),
        carrierId,
        period: '2024-02',
      };
      await account.upload(target);
      const reading = await account.upload({ ...target, file });
      expect(reading).toMatchObject({ status: 409, json: { code: 'period_exists' } });
      await service.runJobs();
      const active = await account.upload({ ...target, file });
      expect(active).toMatchObject({ status: 409, json: { title: expect.stringContaining('2 members on file') } });
    });

    test('is the answer for the same bytes, which are never appended', async () => {
      const target = { file, carrierId, period: '2024-03' };
      await account.upload(target);
      const response = await account.upload({ ...target, append: true });
      expect(response).toMatchObject({ status: 409, json: { code: 'period_exists' } });
    });

    test('is the answer for all but one of concurrent uploads', async () => {
      const target = { file, carrierId, period: '2024-04' };
      const replies = await Promise.all(Array.from({ length: 10 }, () => account.upload(target)));
      expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array(9).fill(409)]);
    });

    test('leaves nothing of a refused upload', async () => {
      const own = await service.createAccount();
      const target = { file, carrierId, period: '2024-05' };
      await own.upload(target);
      await own.upload(target);
      const files = await own.call('GET', '/v1/files');
      expect(files.json).toMatchObject({ data: [{ period: '2024-05' }] });
    });
  });

  test('refuses one byte more than 15 MiB with 413', async () => {
    const bytes = new Uint8Array(15 * 1024 * 1024 + 1).fill(0x20);
    const response = await account.call('POST', '/v1/files', {
      body: formOf({ file: bytes, carrierId, period: '2024-06' }),
    });
    expect(response).toMatchObject({ status: 413, json: { code: 'payload_too_large' } });
  });

  test('refuses JSON with 415', async () => {
    const response = await account.call('POST', '/v1/files', { json: { carrierId } });
    expect(response).toMatchObject({ status: 415, json: { code: 'unsupported_media_type' } });
  });

  /** Guarantee: an account never stores more than its quota, even with concurrent uploads; deleting data makes room. */

  const quotaService = await startService();
  afterAll(() => quotaService.close());

  async function accountWithRoomFor(
    files: number,
  ): Promise<{ readonly account: TestAccount; readonly carrierId: string }> {
    const account = await quotaService.createAccount();
    const carrierId = await quotaService.createCarrier({ account });
    const bytes = Math.floor(file.length * files);
    await quotaService.database.system(
      (sql) => sql`update accounts set storage_bytes_max = ${bytes} where account_id = ${account.accountId}`,
    );
    return { account, carrierId };
  }

  const usageOf = async (account: TestAccount) => (await account.call('GET', '/v1/account/usage')).json;

  test('answers 409 without room, until a file is purged', async () => {
    const { account, carrierId } = await accountWithRoomFor(1.5);
    const first = await account.upload({ file, carrierId, period: '2024-01' });
    expect(first.status).toBe(202);
    await quotaService.runJobs();
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
    const account = await quotaService.createAccount();
    const carrierId = await quotaService.createCarrier({ account });
    const bad = statement([
      ['M1', 50],
      ['M2', 'x'.repeat(3000)],
    ]);
    await account.load({ file: bad, carrierId, period: '2024-01' });
    const usage = await usageOf(account);
    expect(usage).toMatchObject({ statementBytes: bad.length, exceptionBytes: expect.any(Number) });
    expect(usage).not.toMatchObject({ exceptionBytes: 0 });
    await quotaService.database.system(
      (sql) =>
        sql`update jobs set completed_at = completed_at - interval '31 days' where account_id = ${account.accountId}`,
    );
    await createMaintenanceStore(quotaService.database).deleteExpired(100);
    expect(await usageOf(account)).toMatchObject({ exceptionBytes: 0 });
  });

  test('answers 409 conflict at the limit of unfinished jobs, for rescores and retractions too', async () => {
    const account = await quotaService.createAccount();
    const carrierId = await quotaService.createCarrier({ account });
    const { json } = await account.upload({ file, carrierId, period: '2024-01' });
    const fileId = typeof json === 'object' && json !== null && 'fileId' in json ? String(json.fileId) : '';
    await quotaService.runJobs();
    await quotaService.database.system(
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
    const account = await quotaService.createAccount();
    const carrierId = await quotaService.createCarrier({ account });
    await account.load({ file, carrierId, period: '2024-01' });
    const listed = z.object({ data: z.array(z.object({ memberRefId: z.string() })) });
    const { data } = listed.parse((await account.call('GET', '/v1/members')).json);
    const path = `/v1/members/${data[0]?.memberRefId}`;
    const before = z.object({ usedBytes: z.int() }).parse(await usageOf(account));
    expect((await account.call('POST', `${path}/notes`, { json: { text: 'Zürich' } })).status).toBe(201);
    const contact = { phone: '555 0100', email: null };
    expect((await account.call('PUT', `${path}/contact`, { json: contact })).status).toBe(200);
    expect(await usageOf(account)).toMatchObject({ noteBytes: 15, usedBytes: before.usedBytes + 15 });
    await quotaService.database.system(
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
});

describe('422', async () => {
  const service = await startService({
    webhookAddressProblem: async (url) => (url.includes('internal') ? 'leads to a private address' : null),
  });
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  afterAll(() => service.close());

  const file = statement([['M1', 50]]);
  const problem = z.object({ code: z.string(), errors: z.array(z.object({ field: z.string(), detail: z.string() })) });

  /** A valid form with changes: a text replaces the field, null omits it. */
  function changed(changes: Readonly<Record<string, string | null | Blob>>): FormData {
    const form = formOf({ file, carrierId, period: '2024-01' });
    for (const [name, value] of Object.entries(changes)) {
      form.delete(name);
      if (value !== null) form.set(name, value);
    }
    return form;
  }

  async function faultsOf(form: FormData, headers: Readonly<Record<string, string>> = {}) {
    const response = await account.call('POST', '/v1/files', { body: form, headers });
    expect(response.status).toBe(422);
    const { code, errors } = problem.parse(response.json);
    expect(code).toBe('validation_error');
    return errors.map(({ field }) => field).sort();
  }

  test('reports every fault at once, including those of headers and those between fields', async () => {
    const form = changed({
      file: null,
      carrierId: null,
      periodYear: '1999',
      periodMonth: '13',
      statedTotal: '$5',
      webhookUrl: 'http://example.com',
      workspaceId: '',
      replace: 'true',
      append: 'true',
      colour: 'red',
    });
    expect(await faultsOf(form, { 'Idempotency-Key': 'a b', 'X-Replace-Period': 'yes' })).toEqual(
      words(`
      Idempotency-Key X-Replace-Period append carrierId colour file periodMonth periodYear statedTotal webhookUrl
      workspaceId
    `),
    );
  });

  test.each(['config', 'statedTotal'])('says of a file in the field %s what is wrong with it', async (name) => {
    for (const order of ['before', 'after']) {
      const form = new FormData();
      if (order === 'before') form.set(name, new Blob(['{}']), 'a.json');
      for (const [field, value] of formOf({ file, carrierId, period: '2024-01' })) form.set(field, value);
      if (order === 'after') form.set(name, new Blob(['{}']), 'a.json');
      const { json } = await account.call('POST', '/v1/files', { body: form });
      const detail = name === 'config' ? 'is not a field of this form.' : 'must be a text.';
      expect(problem.parse(json).errors).toEqual([{ field: name, detail: `The field ${name} ${detail}` }]);
    }
  });

  test.each(['http://example.com/hook', 'nothing', ''])('refuses webhookUrl "%s"', async (webhookUrl) => {
    expect(await faultsOf(changed({ webhookUrl }))).toEqual(['webhookUrl']);
  });

  test('refuses a webhookUrl with a forbidden address', async () => {
    expect(await faultsOf(changed({ webhookUrl: 'https://internal.example.com/' }))).toEqual(['webhookUrl']);
  });

  test('checks a webhookUrl on this machine like any other', async () => {
    const local = await startService({
      localMode: true,
      webhookAddressProblem: async (url) =>
        url.includes(':3000') ? 'must not lead to a port of the service itself' : null,
    });
    const own = await local.createAccount();
    const carrierId = await local.createCarrier();
    const upload = { file: statement([['M-1', 1]]), carrierId, period: '2021-01' };
    const refused = await own.upload({ ...upload, webhookUrl: 'http://localhost:3000/v1/health' });
    expect(refused.status).toBe(422);
    expect(refused.json).toMatchObject({ errors: [{ field: 'webhookUrl' }] });
    expect((await own.upload({ ...upload, webhookUrl: 'http://localhost:9000/' })).status).toBe(202);
    await local.close();
  });

  test('refuses replace and append together, by field and by header', async () => {
    expect(await faultsOf(changed({ replace: 'true', append: 'true' }))).toEqual(['append']);
    expect(await faultsOf(changed({ append: 'true' }), { 'X-Replace-Period': 'true' })).toEqual(['append']);
  });

  describe('the file', () => {
    test.each([
      ['missing', null],
      ['a text', 'Member ID,Commission'],
      ['empty', new Blob([])],
      ['nothing but blanks', new Blob(['\n \n'])],
      ['a PDF', new Blob(['%PDF-1.7\n'])],
      ['a workbook', new Blob([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0, 0])])],
      ['an old workbook', new Blob([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])])],
    ])('is refused: %s', async (_what, content) => {
      expect(await faultsOf(changed({ file: content }))).toEqual(['file']);
    });
  });

  test('requires a workspace if there are several, even if the period has no file', async () => {
    const split = await service.createAccount();
    await service.createWorkspace(split, 'Second');
    const response = await split.upload({ file, carrierId, period: '2024-01' });
    expect(response).toMatchObject({ status: 422, json: { code: 'workspace_required' } });
  });

  test('says with carrier_not_configured where to configure the carrier', async () => {
    const bare = await service.createCarrier({ config: null });
    const response = await account.upload({ file, carrierId: bare, period: '2024-01' });
    expect(response).toMatchObject({ status: 422, json: { code: 'carrier_not_configured' } });
    expect(response.body).toContain(`/v1/carriers/${bare}/configs`);
  });

  test('checks in the documented order', async () => {
    const split = await service.createAccount();
    await service.createWorkspace(split, 'Second');
    const bare = await service.createCarrier({ config: null });
    const pdf = '%PDF-1.7\n';
    const codeOf = async (fields: object) => {
      const { json } = await split.upload({ file: pdf, carrierId: bare, period: '2024-01', ...fields });
      return z.object({ code: z.string() }).parse(json).code;
    };
    expect(await codeOf({ statedTotal: 'x', carrierId: randomUUID() })).toBe('validation_error');
    expect(await codeOf({ carrierId: randomUUID() })).toBe('not_found');
    expect(await codeOf({})).toBe('workspace_required');
    expect(await codeOf({ workspaceId: split.workspaceId })).toBe('carrier_not_configured');
    await split.upload({ file, carrierId, workspaceId: split.workspaceId, period: '2024-01' });
    expect(await codeOf({ workspaceId: split.workspaceId, carrierId })).toBe('validation_error');
    expect(await codeOf({ workspaceId: split.workspaceId, carrierId, file })).toBe('period_exists');
  });
});
