import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSharedCatalogueStore } from '../../../adapters/postgres/carriers/shared-catalogue-store.ts';
import { loadCatalogue } from '../../../app/carriers/manage-catalogue.ts';
import { zipBytes } from '../../adapters/statement-file/workbook-bytes.ts';
import { layoutStatement } from '../../support/layout-statements.ts';
import { startService } from '../../support/service.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';

describe('identify', async () => {
  const service = await startService();
  await loadCatalogue(createSharedCatalogueStore(service.database));
  const account = await service.createAccount();
  afterAll(() => service.close());

  function form(file: string | Uint8Array, fileName: string): FormData {
    const body = new FormData();
    body.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), fileName);
    return body;
  }

  const identify = (file: string | Uint8Array, fileName = 'statement', by = account) =>
    by.call('POST', '/v1/files/identify', { body: form(file, fileName) });

  const wellcare = () => {
    const layout = SHARED_LAYOUTS['wellcare'];
    if (layout === undefined) throw new Error('wellcare has no layout');
    return layoutStatement(layout, { seed: 3 });
  };

  const OWN = `Acme Life\nCommission statement April 2026\nPolicy,Insured,Commission,Coverage Month
P-1,ANN LEE,1000.50,2026-04\nP-2,RAY FOX,-12.25,2026-04\nP-3,BO DAY,20,2026-03\n`;
  const FORMAT = {
    fileType: 'csv',
    columns: {
      member_external_id: 'Policy',
      member_name: 'Insured',
      commission_amount: 'Commission',
      coverage_month: 'Coverage Month',
    },
  };

  test('identifies a carrier of the catalogue, the month, the members and the money, and stores nothing', async () => {
    const { bytes } = wellcare();
    const { status, json } = await identify(bytes, 'WC 2026-04.xlsx');
    expect(status).toBe(200);
    const { best, summary, statement } = z
      .object({
        best: z.object({ name: z.string(), slug: z.string(), carrierId: z.string(), shared: z.boolean() }),
        summary: z.string(),
        statement: z.object({ members: z.int(), commissionTotal: z.number(), failed: z.int() }),
      })
      .parse(json);
    expect(best).toMatchObject({ slug: 'wellcare', shared: true });
    expect(statement.failed).toBe(0);
    const money = statement.commissionTotal.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    expect(summary).toBe(`${best.name}, April 2026, ${statement.members} members, ${money}`);
    expect(json).toMatchObject({ fileType: 'xlsx', period: '2026-04', periodFoundIn: 'file_name', inferred: null });
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [] });
    // The upload of the file for the carrier that was found reads the same.
    const accepted = await account.upload({
      file: new Uint8Array(bytes),
      carrierId: best.carrierId,
      period: '2026-04',
    });
    const { jobId } = z.object({ jobId: z.string() }).parse(accepted.json);
    await service.services.outbox.relayOutbox();
    await service.runJobs();
    expect((await account.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({
      status: 'completed',
      stats: { members: statement.members, commissionTotal: statement.commissionTotal },
    });
    expect(await identify(bytes, 'next.xlsx')).toMatchObject({ json: { best: { latestPeriod: '2026-04' } } });
  });

  test('names the bytes, by which the files of this account on record are found', async () => {
    const [own, other] = [await service.createAccount(), await service.createAccount()];
    const file = new Uint8Array(zipBytes([{ name: 'april.csv', data: OWN }]));
    const checksumOf = async (bytes: Uint8Array | string) =>
      z.object({ checksumSha256: z.string() }).parse((await identify(bytes, 'april', own)).json).checksumSha256;
    const [ofText, ofArchive, ofAnother] = [
      await checksumOf(OWN),
      await checksumOf(file),
      await checksumOf(`${OWN}\n`),
    ];
    const carrierId = await service.createCarrier({ account: own, config: FORMAT });
    await own.upload({ file, carrierId, period: '2026-04' });
    const found = async (checksum: string, by = own) =>
      z
        .object({ data: z.array(z.object({ originalFilename: z.string() })) })
        .parse((await by.call('GET', `/v1/files?checksumSha256=${checksum}`)).json).data;
    for (const checksum of [ofText, ofArchive])
      expect(await found(checksum)).toEqual([expect.objectContaining({ originalFilename: 'april.csv' })]);
    expect(await found(ofAnother)).toEqual([]);
    expect(await found(ofText, other)).toEqual([]);
    expect(await own.call('GET', '/v1/files?checksumSha256=abc')).toMatchObject({ status: 422 });
  });

  test("identifies the account's own carrier by its format, and no carrier of another account", async () => {
    const own = await service.createAccount();
    const carrierId = await service.createCarrier({ account: own, config: FORMAT });
    expect(await identify(OWN, 'april.csv', own)).toMatchObject({
      status: 200,
      json: {
        ambiguous: false,
        best: { carrierId, shared: false, configVersion: 1, latestPeriod: null },
        period: '2026-04',
        periodFoundIn: 'title',
        statement: { readWith: 'carrier', rows: 3, members: 3, commissionTotal: 1008.25, chargebackAmount: 12.25 },
        months: [
          { period: '2026-04', foundIn: 'title', kind: 'statement' },
          { period: '2026-04', foundIn: 'rows', kind: 'coverage' },
        ],
      },
    });
    const other = await identify(OWN, 'april.csv');
    expect(JSON.stringify(other.json)).not.toContain(carrierId);
    expect(other).toMatchObject({ status: 200, json: { best: null } });
  });

  test('asks about a name that all rows contradict, and takes the month of the rows', async () => {
    const own = await service.createAccount();
    const carrierId = await service.createCarrier({ account: own, config: FORMAT });
    const rows = (month: string) =>
      `Policy,Insured,Commission,Coverage Month\n${[1, 2, 3, 4].map((id) => `P-${id},ANN LEE,10,${month}`).join('\n')}\n`;
    expect(await identify(rows('2025-07'), 'statement November 2025.csv', own)).toMatchObject({
      json: { period: '2025-07', periodFoundIn: 'rows', periodQuestion: expect.stringContaining('Which month') },
    });
    expect(await identify(rows('2025-07'), 'statement August 2025.csv', own)).toMatchObject({
      json: { period: '2025-08', periodQuestion: null },
    });
    // Once a stored month has the distance, it is the carrier's own.
    expect((await own.upload({ file: rows('2025-06'), carrierId, period: '2025-10' })).status).toBe(202);
    await service.services.outbox.relayOutbox();
    await service.runJobs();
    expect(await identify(rows('2025-07'), 'statement November 2025.csv', own)).toMatchObject({
      json: { period: '2025-11', periodQuestion: null },
    });
  });

  test('asks about the month of rows whose column the format does not read', async () => {
    const own = await service.createAccount();
    const { coverage_month: _unread, ...columns } = FORMAT.columns;
    await service.createCarrier({ account: own, config: { ...FORMAT, columns } });
    const rows = [1, 2, 3, 4, 5].map((id) => `P-${id},ANN LEE,10,2025-07`).join('\n');
    const file = `Policy,Insured,Commission,Coverage Month\n${rows}\n`;
    expect(await identify(file, 'statement November 2025.csv', own)).toMatchObject({
      json: {
        period: '2025-07',
        periodQuestion: expect.stringContaining('5 of 5 rows are for coverage in Jul 2025'),
        statement: { readWith: 'carrier', rows: 5 },
        inferred: null,
      },
    });
    // No format is certain of this file, and the rows name their month all the same.
    const stranger = await service.createAccount();
    expect(await identify(`${file}P-6,RAY FOX,abc,2025-07\n`, 'statement November 2025.csv', stranger)).toMatchObject({
      json: { period: '2025-07', statement: null },
    });
  });

  test('distinguishes two carriers of one format by the name in the file, and is ambiguous without it', async () => {
    const own = await service.createAccount();
    const ids = new Map<string, string>();
    for (const name of ['Acme Life', 'Zenith Life']) {
      const { json } = await own.call('POST', '/v1/carriers', { json: { name } });
      const { id } = z.object({ id: z.string() }).parse(json);
      await own.call('POST', `/v1/carriers/${id}/configs`, { json: FORMAT });
      ids.set(name, id);
    }
    const unnamed = OWN.replace('Acme Life\n', '');
    expect(await identify(OWN, 'a.csv', own)).toMatchObject({ json: { best: { carrierId: ids.get('Acme Life') } } });
    expect(await identify(unnamed, 'zenith-life.csv', own)).toMatchObject({
      json: { best: { carrierId: ids.get('Zenith Life') } },
    });
    expect(await identify(unnamed, 'a.csv', own)).toMatchObject({
      json: { ambiguous: true, best: null, statement: { readWith: 'carrier', members: 3 } },
    });
  });

  test('identifies a ZIP archive by its first statement, without figures when there are more', async () => {
    const { bytes } = wellcare();
    const first = { name: 'WC 2026-04.xlsx', data: Buffer.from(bytes) };
    const alone = await identify(zipBytes([first]), 'WC 2026-04.zip');
    expect(alone.json).toMatchObject({ best: { slug: 'wellcare' }, period: '2026-04', statement: { failed: 0 } });
    const several = await identify(zipBytes([first, { name: 'more.csv', data: 'a,b\n1,2\n' }]), 'WC 2026-04.zip');
    expect(several.json).toMatchObject({
      best: { slug: 'wellcare' },
      period: '2026-04',
      statement: null,
      summary: null,
    });
    expect(JSON.stringify(several.json)).toContain('The ZIP archive has 2 files');
    const locked = zipBytes([{ name: 'a.csv', data: 'a', claims: { flags: 1 } }]);
    expect((await identify(locked)).status).toBe(422);
  });

  test('proposes a format when no carrier fits', async () => {
    const unknown = `Mbr ID;Mbr Name;Comm Amt\n${Array.from({ length: 12 }, (_, at) => `M10${at};NAME ${at};1,50\n`).join('')}`;
    expect(await identify(unknown, 'someone 2026_05.csv')).toMatchObject({
      status: 200,
      json: {
        best: null,
        period: '2026-05',
        summary: 'Unknown carrier, May 2026, 12 members, $18.00',
        statement: { readWith: 'inferred', rows: 12 },
        inferred: { config: { columns: { member_external_id: 'Mbr ID' }, delimiter: ';' } },
      },
    });
    expect(await identify('hello\nworld\n')).toMatchObject({
      status: 200,
      json: { best: null, ranked: [], summary: null, statement: null, period: null, inferred: { confidence: 0 } },
    });
  });

  test('infers a format without a carrier as it does for one', async () => {
    const carrierId = await service.createCarrier({ account, config: null });
    const [without, within] = await Promise.all([
      account.call('POST', '/v1/configs/infer', { body: form(OWN, 'x.csv') }),
      account.call('POST', `/v1/carriers/${carrierId}/configs/infer`, { body: form(OWN, 'x.csv') }),
    ]);
    expect(without.status).toBe(200);
    expect(without.json).toEqual(within.json);
    expect(await account.call('POST', '/v1/configs/infer', { body: form('', 'x.csv') })).toMatchObject({ status: 422 });
  });

  test('answers 422 for a file that can not be read and for unknown fields, and lets a read-only token ask', async () => {
    expect(await identify('%PDF-1.7 and so on')).toMatchObject({ status: 422, json: { errors: [{ field: 'file' }] } });
    expect(await identify('')).toMatchObject({ status: 422, json: { errors: [{ field: 'file' }] } });
    const body = form(OWN, 'a.csv');
    body.set('carrierId', 'x');
    expect(await account.call('POST', '/v1/files/identify', { body })).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'carrierId' }] },
    });
    const reader = await service.createAccount({ scopes: ['read'] });
    expect(await identify(OWN, 'a.csv', reader)).toMatchObject({ status: 200 });
  });
});

describe('infer', async () => {
  const service = await startService();
  await loadCatalogue(createSharedCatalogueStore(service.database));
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, config: null });
  afterAll(() => service.close());

  function form(file: string | Uint8Array, fields: Readonly<Record<string, string>> = {}): FormData {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), 'statement');
    return body;
  }

  const infer = (file: string | Uint8Array, fields?: Readonly<Record<string, string>>, id = carrierId) =>
    account.call('POST', `/v1/carriers/${id}/configs/infer`, { body: form(file, fields) });

  function bytesOf(slug: string): Uint8Array {
    const layout = SHARED_LAYOUTS[slug];
    if (layout === undefined) throw new Error(`${slug} has no layout`);
    return layoutStatement(layout, { seed: 3 }).bytes;
  }

  const STATEMENT = `Mbr ID;Mbr Name;Eff Dt;Comm Amt;Agent Name
M1001;ANN LEE;31.01.2026;1.000,50;DOE
M1002;RAY FOX;15.02.2026;-12,25;DOE
`;

  test('infers delimiter, decimal mark, date order and columns, with a configuration that can be stored unchanged', async () => {
    const { status, json } = await infer(STATEMENT);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      config: {
        fileType: 'csv',
        delimiter: ';',
        amounts: { decimal: ',' },
        dates: { order: 'DMY' },
        columns: {
          member_external_id: 'Mbr ID',
          commission_amount: 'Comm Amt',
          member_name: 'Mbr Name',
          effective_date: 'Eff Dt',
        },
      },
      headerRow: 1,
      sheets: [],
      preview: [
        { row: 2, member_external_id: 'M1001', commission_amount: 1000.5, effective_date: '2026-01-31' },
        { row: 3, commission_amount: -12.25 },
      ],
    });
    const { config, confidence } = z
      .object({ config: z.record(z.string(), z.unknown()), confidence: z.number() })
      .parse(json);
    expect(confidence).toBeGreaterThanOrEqual(0.8);
    const stored = await account.call('POST', `/v1/carriers/${carrierId}/configs`, { json: config });
    expect(stored.status).toBe(201);
  });

  test('infers from the named sheet, and has low confidence if nothing fits', async () => {
    const { json } = await infer(bytesOf('devoted-agency'), { sheetName: 'override' });
    expect(json).toMatchObject({ sheets: ['Override'], config: { columns: { commission_amount: 'Admin Amount' } } });
    const none = await infer('hello\nworld\n');
    expect(none).toMatchObject({ status: 200, json: { confidence: 0, headerRow: null, mapped: [], preview: [] } });
  });

  test('answers 404 for unknown carriers and 422 for faults', async () => {
    expect(await infer(STATEMENT, {}, '0198c0de-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
    expect(await infer('%PDF-1.7 and so on')).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'file', detail: expect.stringContaining('PDF') }] },
    });
    expect(await infer('')).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'file', detail: 'The file is empty.' }] },
    });
    expect(await infer(STATEMENT, { sheetName: 'X' })).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'sheetName' }] },
    });
    expect(await infer(bytesOf('wellcare'), { sheetName: 'X' })).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'sheetName', detail: expect.stringContaining('"Detail"') }] },
    });
    expect(await infer(STATEMENT, { sheet: 'X' })).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'sheet' }] },
    });
  });

  test('chooses from the shared catalogue, and distinguishes the carriers of a brand', async () => {
    const groups = z
      .object({ data: z.array(z.object({ id: z.string(), slug: z.string() })) })
      .parse((await account.call('GET', '/v1/carriers/groups?limit=200')).json);
    const groupId = groups.data.find(({ slug }) => slug === 'devoted')?.id ?? '';
    const resolve = (file: Uint8Array | string, id: string) =>
      account.call('POST', '/v1/carriers/resolve', { body: form(file, { groupId: id }) });
    const { status, json } = await resolve(bytesOf('devoted-transactions'), groupId);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      groupId,
      ambiguous: false,
      best: { slug: 'devoted-transactions', productLine: 'medicare' },
    });
    expect(z.object({ ranked: z.array(z.object({ slug: z.string() })) }).parse(json).ranked).toHaveLength(3);
    expect(await resolve(STATEMENT, groupId)).toMatchObject({ status: 200, json: { ambiguous: false, best: null } });
    expect(await resolve(STATEMENT, '0198c0de-0000-7000-8000-000000000000')).toMatchObject({ status: 404 });
    expect(await resolve('%PDF-1.7', groupId)).toMatchObject({ status: 422 });
    // An account with a newer layout of its own still has its files in the layout before.
    const other = await service.createAccount();
    const { carrierId } = z.object({ best: z.object({ carrierId: z.string() }) }).parse(json).best;
    const newer = { fileType: 'csv', columns: { member_external_id: 'Policy', commission_amount: 'Net' } };
    const added = await other.call('POST', `/v1/carriers/${carrierId}/configs`, {
      json: { ...newer, readsPrevious: true },
    });
    expect(added.status).toBe(201);
    const body = form(bytesOf('devoted-transactions'), { groupId });
    expect((await other.call('POST', '/v1/carriers/resolve', { body })).json).toMatchObject({ best: { carrierId } });
    const wellcare = await account.call('GET', '/v1/carriers?withConfig=true&limit=200');
    expect(JSON.stringify(wellcare.json)).toContain('"slug":"wellcare"');
  });
});
