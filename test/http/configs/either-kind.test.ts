import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSharedCatalogueStore } from '../../../adapters/postgres/carriers/shared-catalogue-store.ts';
import { loadCatalogue } from '../../../app/carriers/manage-catalogue.ts';
import { SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import { layoutStatement } from '../../support/layout-statements.ts';
import { startService } from '../../support/service.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';

/** Guarantee: every route that takes files accepts both kinds for a carrier that offers its report as CSV and as a workbook. */

const carrier = z.object({ id: z.string(), slug: z.string(), groupId: z.string().nullable() });
const service = await startService();
await loadCatalogue(createSharedCatalogueStore(service.database));
const account = await service.createAccount();
const carriers = z
  .object({ data: z.array(carrier) })
  .parse((await account.call('GET', '/v1/carriers?limit=200')).json).data;
afterAll(() => service.close());

const EITHER = SHARED_CARRIERS.filter(({ config }) => config.fileType === 'auto');
const KINDS = EITHER.flatMap(({ slug, config }) => {
  const layout = SHARED_LAYOUTS[slug];
  if (layout === undefined) throw new Error(`${slug} has no layout`);
  return (['csv', 'xlsx'] as const).map((fileType) => ({ slug, fileType, config, layout: { ...layout, fileType } }));
});

function carrierOf(slug: string): z.output<typeof carrier> {
  const found = carriers.find((one) => one.slug === slug);
  if (found === undefined) throw new Error(`No carrier is called ${slug}`);
  return found;
}

function form(bytes: Uint8Array, fields: Readonly<Record<string, string>>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new Blob([new Uint8Array(bytes)]), 'statement');
  return body;
}

describe.each(KINDS)('$slug as $fileType', ({ slug, fileType, config, layout }) => {
  const { bytes, totalCents, lines } = layoutStatement(layout, { seed: 4, count: 40 });

  test('is accepted, and its job reads it to the cent', async () => {
    const period = fileType === 'csv' ? '2026-02' : '2026-03';
    const { jobId } = await account.load({ file: new Uint8Array(bytes), carrierId: carrierOf(slug).id, period });
    expect(await account.call('GET', `/v1/jobs/${jobId}`)).toMatchObject({
      json: {
        status: 'completed',
        stats: { rowsIngested: lines.length, rowsFailed: 0, commissionTotal: totalCents / 100 },
      },
    });
  });

  test('can be tried and is recognised', async () => {
    const { id, groupId } = carrierOf(slug);
    const trial = await account.call('POST', `/v1/carriers/${id}/configs/test`, {
      body: form(bytes, { config: JSON.stringify(config) }),
    });
    expect(trial).toMatchObject({
      status: 200,
      json: { mapped: lines.length, failed: 0, totals: { commissionTotal: totalCents / 100 } },
    });
    const resolved = await account.call('POST', '/v1/carriers/resolve', {
      body: form(bytes, { groupId: groupId ?? '' }),
    });
    expect(resolved).toMatchObject({ status: 200, json: { ambiguous: false, best: { slug } } });
    const inferred = await account.call('POST', `/v1/carriers/${id}/configs/infer`, { body: form(bytes, {}) });
    expect(inferred).toMatchObject({ status: 200, json: { config: { fileType: 'auto' } } });
  });
});

test('refuses a file of neither kind at once, and keeps a carrier with one kind strict', async () => {
  const upload = (slug: string, file: string) =>
    account.upload({ file, carrierId: carrierOf(slug).id, period: '2026-04' });
  expect(await upload('aetna-medicare', '<!doctype html><p>Sign in</p>')).toMatchObject({
    status: 422,
    json: {
      errors: [{ field: 'file', detail: expect.stringMatching(/web page.*Save the statement as CSV or as an Excel/) }],
    },
  });
  expect(await upload('wellcare', 'Centene ID,Payment Amount\nM1,5.00\n')).toMatchObject({
    status: 422,
    json: { errors: [{ field: 'file', detail: expect.stringContaining('configured as XLSX') }] },
  });
});
