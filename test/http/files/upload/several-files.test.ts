import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSharedCatalogueStore } from '../../../../adapters/postgres/carriers/shared-catalogue-store.ts';
import { createIntakeStore } from '../../../../adapters/postgres/intake/intake-store.ts';
import { loadCatalogue } from '../../../../app/carriers/manage-catalogue.ts';
import { receiveStatement } from '../../../../app/intake/receive-statement.ts';
import { ARCHIVE_LIMITS } from '../../../../core/limits/statement-limits.ts';
import { workbook } from '../../../../demo/statements/workbook.ts';
import { workbookBytes, zipBytes } from '../../../adapters/statement-file/workbook-bytes.ts';
import { startService, statement, type TestAccount } from '../../../support/service.ts';

/** Guarantee: a ZIP archive of statements becomes one upload for each statement, all or none. */
describe('archives', async () => {
  const service = await startService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier();
  afterAll(() => service.close());

  const north = statement([['N1', 50]]);
  const south = statement([['S1', 20]]);
  const zip = (files: Readonly<Record<string, string | Buffer>>) =>
    new Uint8Array(zipBytes(Object.entries(files).map(([name, data]) => ({ name, data }))));
  const both = zip({ 'north.csv': north, 'south.csv': south });

  const reply = z.looseObject({
    jobId: z.string(),
    fileId: z.string(),
    files: z.array(z.looseObject({ fileName: z.string(), jobId: z.string(), fileId: z.string(), status: z.string() })),
  });

  async function filesOf(period: string, of = account) {
    const { json } = await of.call('GET', `/v1/files?carrierId=${carrierId}&period=${period}`);
    return z.object({ data: z.array(z.looseObject({ originalFilename: z.string(), status: z.string() })) }).parse(json)
      .data;
  }
  const namesOf = async (period: string, status = 'active') =>
    (await filesOf(period))
      .filter((file) => file.status === status)
      .map(({ originalFilename: name }) => name)
      .sort();

  describe('a ZIP archive of statements', () => {
    test('becomes one upload for each statement, and the month has the lines of all', async () => {
      const response = await account.upload({ file: both, fileName: 'april.zip', carrierId, period: '2024-01' });
      expect(response.status).toBe(202);
      const { jobId, fileId, files } = reply.parse(response.json);
      expect(files).toMatchObject([
        { fileName: 'north.csv', jobId, fileId, status: 'queued' },
        { fileName: 'south.csv', status: 'queued' },
      ]);
      await service.runJobs();
      const jobs = await Promise.all(files.map((file) => account.call('GET', `/v1/jobs/${file.jobId}`)));
      expect(jobs.map(({ json }) => json)).toMatchObject([
        { status: 'completed', mode: 'ingest', stats: { rowsIngested: 1 } },
        { status: 'completed', mode: 'append', stats: { rowsIngested: 1 }, currentStats: { members: 2 } },
      ]);
      expect(await namesOf('2024-01')).toEqual(['north.csv', 'south.csv']);
    });

    test('is answered with the same jobs under the same Idempotency-Key', async () => {
      const send = () => account.upload({ file: both, carrierId, period: '2024-02' }, { 'Idempotency-Key': 'zip-1' });
      const first = reply.parse((await send()).json);
      const again = await send();
      expect(again.json).toMatchObject({ idempotent: true, jobId: first.jobId });
      expect(reply.parse(again.json).files.map(({ jobId }) => jobId)).toEqual(first.files.map(({ jobId }) => jobId));
      expect(await filesOf('2024-02')).toHaveLength(2);
    });

    test('replaces a month, and its statements do not replace each other', async () => {
      const period = '2024-03';
      await account.load({ file: statement([['OLD', 1]]), carrierId, period });
      expect((await account.upload({ file: both, carrierId, period })).json).toMatchObject({ code: 'period_exists' });
      const { files } = reply.parse((await account.upload({ file: both, carrierId, period, replace: true })).json);
      await service.runJobs();
      expect(await namesOf(period)).toEqual(['north.csv', 'south.csv']);
      const last = await account.call('GET', `/v1/jobs/${files[1]?.jobId}`);
      expect(last.json).toMatchObject({ mode: 'replace', currentStats: { members: 2 } });
      const taken = await account.call('DELETE', `/v1/files/${files[0]?.fileId}?only=true`);
      expect(taken.status).toBe(202);
      await service.runJobs();
      expect(await namesOf(period)).toEqual(['south.csv']);
    });

    test('replaces a month although one of its statements fails, which can be tried again', async () => {
      const period = '2024-04';
      await account.load({ file: statement([['OLD', 1]]), carrierId, period });
      const file = zip({ 'bad.csv': 'Some,Other\n1,2\n', 'south.csv': south });
      const { files } = reply.parse((await account.upload({ file, carrierId, period, replace: true })).json);
      await service.runJobs();
      expect(await namesOf(period)).toEqual(['south.csv']);
      expect(await namesOf(period, 'failed')).toEqual(['bad.csv']);
      const retried = await account.call('POST', `/v1/jobs/${files[0]?.jobId}/retry`);
      expect(retried.status).toBe(202);
      await service.runJobs();
      expect(await namesOf(period)).toEqual(['south.csv']);
    });

    test('is added to a month', async () => {
      const period = '2024-05';
      await account.upload({ file: statement([['OLD', 1]]), carrierId, period });
      const added = await account.upload({ file: both, carrierId, period, append: true });
      expect(reply.parse(added.json).files).toHaveLength(2);
      await service.runJobs();
      expect(await namesOf(period)).toHaveLength(3);
    });

    test('with a single statement is that statement', async () => {
      const file = zip({ 'folder/': '', 'folder/one.csv': north, '__MACOSX/._one.csv': 'x', '.DS_Store': 'y' });
      const uploadReply = await account.upload({ file, carrierId, period: '2024-06', statedTotal: '50' });
      expect(reply.parse(uploadReply.json).files).toMatchObject([{ fileName: 'one.csv' }]);
    });

    test('names files of the same name with their folders', async () => {
      const file = zip({ 'a/pay.csv': north, 'b/pay.csv': south });
      const uploadReply = await account.upload({ file, carrierId, period: '2024-07' });
      expect(reply.parse(uploadReply.json).files.map(({ fileName }) => fileName)).toEqual([
        'a - pay.csv',
        'b - pay.csv',
      ]);
    });

    test('leaves a workbook, which is a ZIP archive itself, one file', async () => {
      const workbooks = await service.createCarrier({
        config: { fileType: 'xlsx', columns: { member_external_id: 'a', commission_amount: 'b' } },
      });
      const uploadReply = await account.upload({
        file: new Uint8Array(workbookBytes({})),
        carrierId: workbooks,
        period: '2024-08',
      });
      expect(uploadReply.status).toBe(202);
      expect(uploadReply.json).not.toHaveProperty('files');
    });
  });

  const bomb = Buffer.alloc(2 * 1024 * 1024);
  const many = Object.fromEntries(
    Array.from({ length: ARCHIVE_LIMITS.files + 1 }, (_, i) => [`${i}.csv`, statement([[`M${i}`, i]])]),
  );

  describe('a ZIP archive is refused as a whole', () => {
    test.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
      ['without files', zip({ 'folder/': '' }), /has no files/],
      ['with too many files', zip(many), /has 26 files, and may have 25/],
      [
        'with another kind of file',
        zip({ 'a.csv': north, 'letter.pdf': '%PDF-1.7\n' }),
        /^"letter\.pdf" in the ZIP archive .* PDF document/,
      ],
      ['with an empty file', zip({ 'a.csv': north, 'b.csv': '' }), /^"b\.csv" .* The file is empty/],
      [
        'with another archive',
        zip({ 'a.csv': north, 'in.zip': Buffer.from(both) }),
        /^"in\.zip" in the ZIP archive is another ZIP/,
      ],
      ['with the same bytes twice', zip({ 'a.csv': north, 'b.csv': north }), /"a\.csv" and "b\.csv" .* the same file/],
      ['with a name outside', zip({ '../../etc/passwd': north }), /a file whose name points outside/],
      ['with an absolute name', zip({ '/etc/passwd': north }), /a file whose name points outside/],
      ['with a bomb', zip({ 'a.csv': bomb }), /a\.csv unpacks to more than 100 times/],
      [
        'with a password',
        new Uint8Array(zipBytes([{ name: 'a.csv', data: north, claims: { flags: 1 } }])),
        /a password/,
      ],
      ['with a false size', new Uint8Array(zipBytes([{ name: 'a.csv', data: north, claims: { size: 3 } }])), /damaged/],
      [
        'with a false checksum',
        new Uint8Array(zipBytes([{ name: 'a.csv', data: north, claims: { crc: 3 } }])),
        /checksum/,
      ],
      [
        'with overlapping files',
        new Uint8Array(
          zipBytes(
            [
              { name: 'a.csv', data: north },
              { name: 'b.csv', data: south },
            ],
            { overlap: true },
          ),
        ),
        /overlap/,
      ],
      ['that was cut off', both.subarray(0, 60), /damaged or was cut off/],
    ])('%s', async (_, file, reason) => {
      const refused = await account.upload({ file, fileName: 'x.zip', carrierId, period: '2025-01' });
      expect(refused.status).toBe(422);
      expect(refused.json).toMatchObject({ errors: [{ field: 'file', detail: expect.stringMatching(reason) }] });
      expect(await filesOf('2025-01')).toEqual([]);
    });

    test.each([
      ['a stated total', { statedTotal: '70' }, 'statedTotal'],
      ['a single file to replace', { replaceFileId: '7b0e7d0c-4f43-4b8e-9a35-7f2f6f5f3c11' }, 'replaceFileId'],
    ])('with %s for several statements', async (_, field, name) => {
      const refused = await account.upload({ file: both, carrierId, period: '2025-02', ...field });
      expect(refused.json).toMatchObject({ code: 'validation_error', errors: [{ field: name }] });
    });

    test('when the month has one of its statements', async () => {
      await account.upload({ file: south, carrierId, period: '2025-03' });
      const refused = await account.upload({ file: both, carrierId, period: '2025-03', append: true });
      expect(refused.json).toMatchObject({ code: 'period_exists' });
      expect(await filesOf('2025-03')).toHaveLength(1);
    });

    test('when the account has room for some of its statements only', async () => {
      const small = await service.createAccount();
      const room = Buffer.byteLength(north) + 10;
      await service.database.system(
        (sql) => sql`update accounts set storage_bytes_max = ${room} where account_id = ${small.accountId}`,
      );
      const refused = await small.upload({ file: both, carrierId, period: '2025-04' });
      expect(refused.json).toMatchObject({ code: 'storage_quota_exceeded' });
      expect(await filesOf('2025-04', small)).toEqual([]);
    });
  });
});

/** Guarantee: a carrier's history continues when its layout changes, under whichever of the catalogue's names it is sent. */
describe('continued', async () => {
  let account: TestAccount;
  const service = await startService({ clock: () => new Date('2026-10-15T12:00:00Z') });
  await loadCatalogue(createSharedCatalogueStore(service.database));
  const { data } = z
    .object({ data: z.array(z.object({ id: z.string(), slug: z.string() })) })
    .parse((await (await service.createAccount()).call('GET', '/v1/carriers?limit=200')).json);
  const idOf = (slug: string) => data.find((carrier) => carrier.slug === slug)?.id ?? '';
  const [before, later] = [idOf('devoted-agent-statement'), idOf('devoted-transactions')];
  afterAll(() => service.close());
  beforeEach(async () => {
    account = await service.createAccount();
  });

  const MBIS = ['1EG4TE5MK71', '1EG4TE5MK72', '1EG4TE5MK73'];

  /** Makes a statement of the layout up to July, with the plan's own ids. Columns that do not matter here are omitted. */
  function oldLayout(month: number, members: readonly number[]): Uint8Array<ArrayBuffer> {
    const header =
      'Statement Date|Agent NPN|Agent Name|Member ID|Member HICN|Member First|Member Last|Member State|Effective Date|Disenroll Date|Contract|PBP|Commission Type|Period|Base Amount';
    const rows = members.map((index) => [
      ...[
        `${month}/28/2026`,
        '18',
        'Dana Castillo',
        `DV${index}`,
        MBIS[index] ?? '',
        `Ann${index}`,
        `Lee${index}`,
        'FL',
      ],
      ...['01/01/2024', '', 'H1290', '001', 'Renewal - Monthly', `${month}/01/2026`, '28.92'],
    ]);
    return workbook({ Detail: [header.split('|'), ...rows] });
  }

  /** Makes a statement of the layout from August on, with Medicare ids. */
  function newLayout(month: number, members: readonly number[]): Uint8Array<ArrayBuffer> {
    const header = 'Agent|Agent ID|MBI|Member|Effective Date|Contract|Amount|Period|Type|Disenroll/Cancel';
    const rows = members.map((index) => [
      ...['Dana Castillo', '18', MBIS[index] ?? '', `Ann${index} Lee${index}`, '01/01/2024', 'H1290', '28.92'],
      ...[`${month}/01/2026`, 'Renewal - Monthly', 'No'],
    ]);
    return workbook({ Transactions: [header.split('|'), ...rows] });
  }

  const reply = z.object({
    jobId: z.string(),
    fileId: z.string(),
    warnings: z.array(z.object({ code: z.string(), detail: z.string() })).optional(),
  });
  const job = z.object({
    status: z.string(),
    carrierId: z.string(),
    warnings: z.array(z.object({ code: z.string() })).optional(),
  });

  async function send(carrierId: string, month: number, file: Uint8Array<ArrayBuffer>, more: object = {}) {
    const fields = { carrierId, period: `2026-0${month}`, file, fileName: `${month}.xlsx`, ...more };
    const { status, json } = await account.upload(fields);
    expect(status, JSON.stringify(json)).toBe(202);
    const { jobId, fileId, warnings } = reply.parse(json);
    await service.runJobs();
    const ended = job.parse((await account.call('GET', `/v1/jobs/${jobId}`)).json);
    expect(ended.status).toBe('completed');
    return { fileId, carrierId: ended.carrierId, said: (warnings ?? []).map(({ detail }) => detail), ended };
  }

  const rows = z.object({ data: z.array(z.object({ memberExternalId: z.string(), status: z.string() })) });

  async function statuses(carrierId: string, month: number): Promise<readonly string[]> {
    const { json } = await account.call('GET', `/v1/members?carrierId=${carrierId}&period=2026-0${month}`);
    return rows
      .parse(json)
      .data.map(({ memberExternalId, status }) => `${memberExternalId} ${status}`)
      .sort();
  }

  test("continues the old layout's book with the new layout under its own name, and reports a lost member", async () => {
    await send(before, 7, oldLayout(7, [0, 1, 2]));
    const august = await send(later, 8, newLayout(8, [0, 1]));
    expect(august.carrierId).toBe(before);
    expect(august.said).toEqual([
      'Filed under "Devoted Health (agent statement, to July 2026)": its months continue in the layout of the carrier that was named.',
    ]);
    expect(august.ended.warnings?.map(({ code }) => code)).toEqual(['carrier_continued', 'members_continued']);
    expect(await statuses(before, 8)).toEqual(['DV0 green', 'DV1 green', 'DV2 red']);
    // Further files, corrections and months find the same book.
    await send(later, 8, newLayout(8, [2]), { append: true });
    expect(await statuses(before, 8)).toEqual(['DV0 green', 'DV1 green', 'DV2 green']);
    const september = await send(later, 9, newLayout(9, [0, 1, 2]));
    expect(september.ended.warnings).toEqual([]);
    expect(await statuses(before, 9)).toEqual(['DV0 green', 'DV1 green', 'DV2 green']);
  });

  test('finds the file that a correction replaces, even if the months before are gone', async () => {
    const july = await send(before, 7, oldLayout(7, [0, 1]));
    await send(later, 8, newLayout(8, [0, 1]));
    expect((await account.call('DELETE', `/v1/files/${july.fileId}`)).status).toBe(202);
    await service.runJobs();
    expect((await send(later, 8, newLayout(8, [0]), { replace: true })).carrierId).toBe(before);
    const { json } = await account.call('GET', '/v1/reports/rollup?period=2026-08');
    expect(json).toMatchObject({ totals: { paidNet: 28.92 } });
  });

  test('reads the new layout under the old name too', async () => {
    await send(before, 7, oldLayout(7, [0, 1, 2]));
    await send(before, 8, newLayout(8, [0, 1, 2]));
    expect(await statuses(before, 8)).toEqual(['DV0 green', 'DV1 green', 'DV2 green']);
  });

  test('keeps layouts that come side by side in two books, which are never compared with each other', async () => {
    await send(before, 7, oldLayout(7, [0, 1]));
    await send(before, 8, oldLayout(8, [0, 1]));
    const august = await send(later, 8, newLayout(8, [2]));
    expect([august.carrierId, august.said]).toEqual([later, []]);
    const september = await send(later, 9, newLayout(9, [2]));
    expect(september.carrierId).toBe(later);
    expect(await statuses(before, 8)).toEqual(['DV0 green', 'DV1 green']);
    expect(await statuses(later, 9)).toEqual([`${MBIS[2]} green`]);
  });

  test('gives another account, another workspace and a carrier without earlier months their own books', async () => {
    await send(before, 7, oldLayout(7, [0]));
    const workspaceId = await service.createWorkspace(account, 'West');
    expect((await send(later, 8, newLayout(8, [0]), { workspaceId })).carrierId).toBe(later);
    account = await service.createAccount();
    expect((await send(later, 8, newLayout(8, [0]))).carrierId).toBe(later);
    account = await service.createAccount();
    await send(before, 9, oldLayout(9, [0]));
    expect((await send(later, 8, newLayout(8, [0]))).carrierId).toBe(later);
  });

  test('treats a drop-off of the same bytes as the same statement, whichever carrier has its book', async () => {
    await send(before, 7, oldLayout(7, [0, 1]));
    const drop = {
      account: { accountId: account.accountId, status: 'active', tier: 'enterprise' },
      carrierId: later,
      workspaceId: null,
      period: '2026-08',
      bytes: newLayout(8, [0, 1]),
      fileName: 'august.xlsx',
      source: 'sftp',
      actor: 'sftp:harbor',
      onExisting: 'append',
      today: '2026-10-15',
    } as const;
    const intake = { ...service.services.intake, drops: createIntakeStore(service.database) };
    const first = await receiveStatement(intake, { ...drop, dropId: '1'.repeat(64) });
    await service.runJobs();
    const again = await receiveStatement(intake, { ...drop, dropId: '2'.repeat(64) });
    expect([first.kind, again.kind]).toEqual(['accepted', 'duplicate']);
  });
});
