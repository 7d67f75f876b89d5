import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createSharedCatalogueStore } from '../../../adapters/postgres/carriers/shared-catalogue-store.ts';
import { loadCatalogue } from '../../../app/carriers/manage-catalogue.ts';
import { layoutStatement } from '../../support/layout-statements.ts';
import { startService } from '../../support/service.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';

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
  expect(await infer(STATEMENT, { sheet: 'X' })).toMatchObject({ status: 422, json: { errors: [{ field: 'sheet' }] } });
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
