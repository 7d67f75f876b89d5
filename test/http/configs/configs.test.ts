import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSharedCatalogueStore } from '../../../adapters/postgres/carriers/shared-catalogue-store.ts';
import { loadCatalogue } from '../../../app/carriers/manage-catalogue.ts';
import { SHARED_CARRIERS } from '../../../core/catalogue/shared-carriers.ts';
import { layoutStatement } from '../../support/layout-statements.ts';
import { STATEMENT_CONFIG, sharedService, startService, statement, type TestAccount } from '../../support/service.ts';
import { SHARED_LAYOUTS } from '../../support/shared-layouts.ts';
import { words } from '../../support/words.ts';

describe('configs', async () => {
  const service = await sharedService();
  const account = await service.createAccount();

  const added = z.object({ id: z.string(), version: z.int() });
  const page = z.object({
    data: z.array(z.object({ version: z.int(), active: z.boolean(), shared: z.boolean(), config: z.unknown() })),
  });
  const add = (carrierId: string, json: unknown, who = account) =>
    who.call('POST', `/v1/carriers/${carrierId}/configs`, { json });
  const versions = async (carrierId: string, who = account) =>
    page.parse((await who.call('GET', `/v1/carriers/${carrierId}/configs`)).json).data;
  const minimal = { fileType: 'csv', columns: { member_external_id: 'ID', commission_amount: 'Paid' } };

  test('stores a configuration with every option filled in, and makes it active: 201', async () => {
    const carrierId = await service.createCarrier({ account, config: null });
    const response = await add(carrierId, minimal);
    expect(response).toMatchObject({ status: 201, json: { id: expect.any(String), version: 1 } });
    const { json } = await account.call('GET', `/v1/carriers/${carrierId}/configs/1`);
    expect(json).toEqual({
      id: added.parse(response.json).id,
      carrierId,
      version: 1,
      active: true,
      shared: false,
      removedAt: null,
      createdAt: expect.stringMatching(/Z$/),
      config: {
        ...minimal,
        encoding: 'auto',
        delimiter: 'auto',
        sheets: 'first',
        headerRow: 'auto',
        dates: { order: 'MDY', openEnded: ['9999-12-31', '2078-12-31', '1900-01-01'] },
        amounts: { decimal: '.', creditDebitMark: 'negative' },
        sign: 'signed',
        transactionTypes: { chargeback: ['/chargeback|chgbck|clawback|recoup/i'], ignore: [] },
        skipRows: { totals: true, patterns: [] },
        filter: [],
        carryDown: [],
        statementMode: 'period',
        cadence: { default: 'monthly' },
        lineKinds: [],
        tolerance: { absolute: 0.01, percent: 0 },
        memberId: { stripLeadingZeros: false, pattern: null },
        sftp: { patterns: [], onExisting: 'reject' },
        email: { allowedSenders: [], periodFrom: 'filename' },
      },
    });
  });

  test("prefers an account's own versions of a shared carrier to the shared ones, for that account only", async () => {
    const other = await service.createAccount();
    const carrierId = await service.createCarrier();
    await service.addConfig(carrierId, STATEMENT_CONFIG);
    expect(added.parse((await add(carrierId, minimal)).json).version).toBe(3);
    expect(await versions(carrierId)).toMatchObject([
      { version: 3, active: true, shared: false },
      { version: 2, active: false, shared: true },
      { version: 1, active: false, shared: true },
    ]);
    await service.addConfig(carrierId, STATEMENT_CONFIG);
    await service.addConfig(carrierId, STATEMENT_CONFIG);
    const seen = (list: z.output<typeof page>['data']) =>
      list.map(({ version, active, shared }) => `${version}${shared ? ' shared' : ''}${active ? ' active' : ''}`);
    expect(seen(await versions(carrierId))).toEqual(['4 shared', '3 active', '2 shared', '1 shared']);
    expect(seen(await versions(carrierId, other))).toEqual(['4 shared active', '3 shared', '2 shared', '1 shared']);
    expect((await account.call('GET', `/v1/carriers/${carrierId}/configs/3`)).json).toMatchObject({ shared: false });
    expect((await account.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({ activeConfigVersion: 3 });
    expect((await other.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({ activeConfigVersion: 4 });
    expect(added.parse((await add(carrierId, minimal)).json).version).toBe(5);
  });

  test('numbers concurrent versions one after the other', async () => {
    const carrierId = await service.createCarrier({ account, config: null });
    const made = await Promise.all(Array.from({ length: 8 }, () => add(carrierId, minimal)));
    const numbers = made.map(({ json }) => added.parse(json).version);
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('reports every fault at once by its path with 422, including those between two options', async () => {
    const carrierId = await service.createCarrier({ account, config: null });
    const response = await add(carrierId, {
      fileType: 'docx',
      headerRow: 0,
      columns: { commission_amount: { sum: [] }, plan_name: { foo: 1 }, colour: 'Colour', lives: { sum: ['A', 'B'] } },
      dates: { order: 'YDM', zone: 'UTC' },
      sign: 'by_type',
      statementMode: 'rolling',
      skipRows: { patterns: ['/(/'] },
      sftp: { patterns: ['ACME_{YYYY}{MM}*.csv', 'ACME_{YYYY}.csv'] },
      carryDown: ['commission_amount'],
      colour: 'red',
    });
    expect(response.status).toBe(422);
    const errors = z.object({ errors: z.array(z.object({ field: z.string(), detail: z.string() })) });
    const faults = new Map(errors.parse(response.json).errors.map(({ field, detail }) => [field, detail]));
    expect([...faults.keys()].toSorted()).toEqual(
      words(`
      carryDown colour columns.colour columns.commission_amount.sum columns.lives columns.member_external_id
      columns.plan_name columns.transaction_type dates.order dates.zone fileType headerRow sftp.patterns[1]
      skipRows.patterns[0] statementMode
    `),
    );
    expect(faults.get('columns.member_external_id')).toMatch(/ is required\.$/);
    expect(faults.get('columns.colour')).toMatch(/ is not a field of a configuration\.$/);
    expect(await versions(carrierId)).toEqual([]);
  });

  test.each([
    [{ columns: { member_external_id: 'A', commission_amount: 'B' } }, ['fileType']],
    [{ fileType: 'csv' }, ['columns', 'columns.member_external_id', 'columns.commission_amount']],
    [{ fileType: 'csv', columns: { member_external_id: 'A' } }, ['columns.commission_amount']],
    [{ fileType: 'csv', columns: { member_external_id: 'A' }, sign: 'x' }, ['sign']],
    [[], ['body']],
    ['csv', ['body']],
  ])('refuses %j with 422', async (json, fields) => {
    const carrierId = await service.createCarrier({ account, config: null });
    const response = await add(carrierId, json);
    expect(response).toMatchObject({ status: 422, json: { errors: fields.map((field) => ({ field })) } });
  });

  test('refuses impossible senders with 422', async () => {
    const carrierId = await service.createCarrier({ account, config: null });
    const columns = { member_external_id: 'A', commission_amount: 'B' };
    const wrong = [
      'acme.example',
      'Bob <bob@acme.example>',
      '*@acme.example',
      '@@@',
      'a b@c.example',
      '@*.acme.example',
    ];
    const allowedSenders = ['bob@acme.example', ...wrong, ' @Acme.example '];
    const response = await add(carrierId, { fileType: 'csv', columns, email: { allowedSenders } });
    const errors = wrong.map((_, at) => ({
      field: `email.allowedSenders[${at + 1}]`,
      detail: `The field email.allowedSenders[${at + 1}] must be an address, or @domain for all of that domain.`,
    }));
    expect(response).toMatchObject({ status: 422, json: { errors } });
  });

  test('answers 404 for versions that do not exist', async () => {
    const carrierId = await service.createCarrier({ account });
    for (const version of ['2', '0', '-1', '01', '1.0', 'x', '99999999999999999999']) {
      const response = await account.call('GET', `/v1/carriers/${carrierId}/configs/${version}`);
      expect(response).toMatchObject({ status: 404, json: { code: 'not_found' } });
    }
  });
});

/** Guarantee: every route that takes files accepts both kinds for a carrier that offers its report as CSV and as a workbook. */
describe('either kind', async () => {
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

    test('can be tried and is recognized', async () => {
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
        errors: [
          { field: 'file', detail: expect.stringMatching(/web page.*Save the statement as CSV or as an Excel/) },
        ],
      },
    });
    expect(await upload('wellcare', 'Centene ID,Payment Amount\nM1,5.00\n')).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'file', detail: expect.stringContaining('configured as XLSX') }] },
    });
  });
});

/** Guarantee: if an account removes its own versions of a format, a carrier of the catalogue goes back to the shipped version. */
describe('remove version', async () => {
  const service = await startService();
  const account = await service.createAccount();
  afterAll(() => service.close());

  const OWN = { ...STATEMENT_CONFIG, tolerance: { absolute: 5, percent: 0 } };
  const list = z.object({
    data: z.array(
      z.object({ version: z.int(), active: z.boolean(), shared: z.boolean(), removedAt: z.string().nullable() }),
    ),
  });

  const pathOf = (carrierId: string, version: number) => `/v1/carriers/${carrierId}/configs/${version}`;
  const remove = (carrierId: string, version: number, by = account) => by.call('DELETE', pathOf(carrierId, version));
  async function add(carrierId: string): Promise<number> {
    const { status, json } = await account.call('POST', `/v1/carriers/${carrierId}/configs`, { json: OWN });
    expect(status).toBe(201);
    return z.object({ version: z.int() }).parse(json).version;
  }
  async function activeVersion(carrierId: string): Promise<string> {
    const { data } = list.parse((await account.call('GET', `/v1/carriers/${carrierId}/configs`)).json);
    const active = data.filter((one) => one.active);
    return active.map(({ version, shared }) => `${version}${shared ? ' shared' : ''}`).join();
  }
  async function readStatement(carrierId: string, period: string): Promise<number | null> {
    const accepted = await account.upload({ file: statement([['M-1', 10]]), carrierId, period });
    const { jobId } = z.object({ jobId: z.string() }).parse(accepted.json);
    await service.services.outbox.relayOutbox();
    await service.runJobs();
    const { json } = await account.call('GET', `/v1/jobs/${jobId}`);
    return z.object({ status: z.literal('completed'), configVersion: z.int().nullable() }).parse(json).configVersion;
  }

  test('goes back to the newest own version, then to the shipped format', async () => {
    const carrierId = await service.createCarrier({ name: 'Shipped Life' });
    expect(await activeVersion(carrierId)).toBe('1 shared');
    expect([await add(carrierId), await add(carrierId)]).toEqual([2, 3]);
    expect(await readStatement(carrierId, '2026-01')).toBe(3);

    expect((await remove(carrierId, 3)).status).toBe(204);
    expect(await activeVersion(carrierId)).toBe('2');
    expect((await remove(carrierId, 2)).status).toBe(204);
    expect(await activeVersion(carrierId)).toBe('1 shared');
    expect((await account.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({ activeConfigVersion: 1 });
    expect(await readStatement(carrierId, '2026-02')).toBe(1);

    // The version that a statement was read with stays readable, and its month can be scored again.
    const removed = await account.call('GET', pathOf(carrierId, 3));
    expect(removed).toMatchObject({ status: 200, json: { active: false, removedAt: expect.any(String), config: OWN } });
    const files = await account.call('GET', `/v1/files?carrierId=${carrierId}&period=2026-01`);
    expect(files.json).toMatchObject({ data: [{ rescoreSuggested: true }] });
    // A number is not used again.
    expect(await add(carrierId)).toBe(4);
  });

  test('refuses to remove an unknown, removed or shared version, or the only version of an own carrier', async () => {
    const shipped = await service.createCarrier({ name: 'Shared Life' });
    expect(await remove(shipped, 1)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    await add(shipped);
    expect((await remove(shipped, 2)).status).toBe(204);
    expect(await remove(shipped, 2)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    expect(await remove(shipped, 9)).toMatchObject({ status: 404 });

    const own = await service.createCarrier({ account });
    expect(await remove(own, 1)).toMatchObject({ status: 409, json: { code: 'conflict' } });
    await add(own);
    expect((await remove(own, 1)).status).toBe(204);
    expect(await remove(own, 2)).toMatchObject({ status: 409 });
  });

  test('removes nothing of another account, writes an audit entry, and needs the write scope', async () => {
    const carrierId = await service.createCarrier({ name: 'Audited Life' });
    const version = await add(carrierId);
    const stranger = await service.createAccount();
    expect(await remove(carrierId, version, stranger)).toMatchObject({ status: 404 });
    expect(await activeVersion(carrierId)).toBe(String(version));
    expect((await remove(carrierId, version)).status).toBe(204);
    expect((await account.call('GET', '/v1/audit?action=config.remove&limit=1')).json).toMatchObject({
      data: [{ action: 'config.remove', target: carrierId, meta: { version } }],
    });
    const reader = await service.createAccount({ scopes: ['read'] });
    expect(await remove(carrierId, 1, reader)).toMatchObject({ status: 403 });
  });
});

/** Guarantee: a carrier that sends two layouts is read in both, and without the option a new version replaces the layout before. */
describe('two layouts', async () => {
  let account: TestAccount;
  let carrierId: string;
  const service = await sharedService();

  const format = (columns: object, more: object = {}) => ({ fileType: 'csv', columns, ...more });
  const DETAIL = format({ member_external_id: 'Member ID', commission_amount: 'Commission' });
  const SHORT = format({ member_external_id: 'Policy', commission_amount: 'Net' }, { readsPrevious: true });
  const detail = 'Member ID,Commission\nA-1,10\nA-2,20\n';
  const short = 'Policy,Net\nB-1,5\n';

  beforeEach(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier({ account, config: DETAIL, name: 'Juniper Vision' });
  });

  const addConfig = (json: object) => account.call('POST', `/v1/carriers/${carrierId}/configs`, { json });

  async function jobOf(file: string, period: string) {
    const { jobId } = await account.load({ carrierId, file, period });
    return (await account.call('GET', `/v1/jobs/${jobId}`)).json;
  }

  test('reads both layouts in one book, without a warning of changed headers, and names the version', async () => {
    expect((await addConfig(SHORT)).status).toBe(201);
    const read = (version: number, commissionTotal: number) => ({
      ...{ status: 'completed', configVersion: version, warnings: [] },
      stats: { commissionTotal },
    });
    expect(await jobOf(detail, '2026-01')).toMatchObject(read(1, 30));
    expect(await jobOf(short, '2026-02')).toMatchObject({ ...read(2, 5), warnings: expect.any(Array) });
    const third = await jobOf(detail, '2026-03');
    expect(third).toMatchObject({ status: 'completed', configVersion: 1, stats: { commissionTotal: 30 } });
    expect(JSON.stringify(third)).not.toContain('header_drift');
  });

  test('says which version a new one replaces, in the proposal and in the answer', async () => {
    const alone = format({ member_external_id: 'Policy', commission_amount: 'Net' });
    expect(await addConfig(alone)).toMatchObject({
      json: { version: 2, replaces: { version: 1, readsPrevious: false } },
    });
    expect(await addConfig(SHORT)).toMatchObject({
      json: { version: 3, replaces: { version: 2, readsPrevious: true } },
    });
    expect((await account.call('DELETE', `/v1/carriers/${carrierId}/configs/3`)).status).toBe(204);
    const infer = async (path: string) => {
      const body = new FormData();
      body.set('file', new Blob([detail]), 'a.csv');
      return JSON.stringify((await account.call('POST', path, { body })).json);
    };
    expect(await infer(`/v1/carriers/${carrierId}/configs/infer`)).toMatch(
      /version 2\. Adding this one replaces it.*readsPrevious/,
    );
    const unread = await service.createCarrier({ account, config: null, name: 'Larkspur Dental' });
    expect(await infer(`/v1/carriers/${unread}/configs/infer`)).not.toContain('replaces');
    expect(await account.call('POST', `/v1/carriers/${unread}/configs`, { json: DETAIL })).toMatchObject({
      json: { version: 1, replaces: null },
    });
  });

  test('identifies both layouts as the carrier', async () => {
    await addConfig(SHORT);
    const identify = async (file: string) => {
      const body = new FormData();
      body.set('file', new Blob([file]), 'Juniper Vision 2026-04.csv');
      return (await account.call('POST', '/v1/files/identify', { body })).json;
    };
    expect(await identify(detail)).toMatchObject({
      best: { carrierId, configVersion: 1 },
      statement: { commissionTotal: 30 },
    });
    expect(await identify(short)).toMatchObject({
      best: { carrierId, configVersion: 2 },
      statement: { commissionTotal: 5 },
    });
  });

  test('replaces the layout before without the option', async () => {
    await addConfig(format({ member_external_id: 'Policy', commission_amount: 'Net' }));
    expect(await jobOf(detail, '2026-01')).toMatchObject({ status: 'failed', errorCode: 'missing_columns' });
  });
});
