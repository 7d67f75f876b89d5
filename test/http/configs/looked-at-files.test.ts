import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../../demo/statements/workbook.ts';
import { createIsolation, fileReadingProgram } from '../../../lambdas/runtime/isolation.ts';
import { STATEMENT_CONFIG, sharedService, startService, statement } from '../../support/service.ts';

describe('trial', async () => {
  const service = await sharedService();
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, config: null });

  const CONFIG = {
    fileType: 'csv',
    columns: {
      member_external_id: 'Member ID',
      commission_amount: 'Commission',
      member_name: 'Name',
      premium_amount: 'Premium',
      effective_date: 'Effective',
    },
  };
  /** A configuration with only the required columns. */
  const NARROW = { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } };

  interface Trial {
    readonly config?: unknown;
    readonly file?: string;
    readonly fields?: Readonly<Record<string, string>>;
  }

  function attempt({ config = CONFIG, file = '', fields = {} }: Trial, path = carrierId) {
    const body = new FormData();
    body.set('config', typeof config === 'string' ? config : JSON.stringify(config));
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    body.set('file', new Blob([file]), 'statement.csv');
    return account.call('POST', `/v1/carriers/${path}/configs/test`, { body });
  }

  const STATEMENT = `Harbor Benefits
Member ID,Commission,Name,Premium,Effective
M-1,"$1,000.50",Jane Doe,200,01/31/2026
M-1,(0.25),Jane Doe,,
M-2,abc,Joe,,
M-3,5,Jim,,02/30/2026
,7,,,
Total,"1,012.25",,,
`;

  test('returns the result that a job would have, and stores nothing', async () => {
    const { status, json } = await attempt({ file: STATEMENT });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      mapped: 3,
      failed: 2,
      skipped: 2,
      skippedBy: { title: 1, totals: 1 },
      rows: [
        {
          row: 3,
          member_external_id: 'M-1',
          commission_amount: 1000.5,
          member_name: 'Jane Doe',
          premium_amount: 200,
          effective_date: '2026-01-31',
          plan_name: null,
        },
        { row: 4, commission_amount: -0.25 },
        { row: 6, member_external_id: 'M-3', effective_date: null },
      ],
      failures: [
        { row: 5, errors: [expect.stringContaining('commission_amount "abc"')] },
        { row: 7, errors: [expect.stringContaining('member_external_id')] },
      ],
      rowWarnings: [{ row: 6, detail: expect.stringContaining('effective_date') }],
      totals: { commissionTotal: 1005.25, members: 2, chargebackCount: 1, chargebackAmount: 0.25 },
      warnings: [{ code: 'footer_variance', detail: expect.stringContaining('$1,012.25') }],
    });
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [] });
    expect((await account.call('GET', `/v1/carriers/${carrierId}`)).json).toMatchObject({ configured: false });
    expect((await account.call('GET', '/v1/audit')).json).toMatchObject({ data: [] });
  });

  test('cuts long lists: 20 rows, 100 failures', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `M-${index},${index < 150 ? index : 'x'}`);
    const { json } = await attempt({ config: NARROW, file: ['Member ID,Commission', ...rows].join('\n') });
    expect(json).toMatchObject({ mapped: 150, failed: 150, warnings: [{ code: 'high_reject_rate' }] });
    expect(Object(json).rows).toHaveLength(20);
    expect(Object(json).failures).toHaveLength(100);
  });

  const rolling = {
    ...NARROW,
    columns: { ...NARROW.columns, coverage_month: 'Month' },
    statementMode: 'rolling',
  };
  const MONTHS = 'Member ID,Commission,Month\nA,1,2026-05\nB,2,2026-06\nC,4,2026-06\n';

  test('limits a rolling statement to the period; without one it shows everything and a warning', async () => {
    const june = await attempt({ config: rolling, file: MONTHS, fields: { periodYear: '2026', periodMonth: '06' } });
    expect(june.json).toMatchObject({ mapped: 2, skipped: 1, totals: { commissionTotal: 6 }, warnings: [] });
    expect((await attempt({ config: rolling, file: MONTHS, fields: { period: '2026-06' } })).json).toEqual(june.json);
    const all = await attempt({ config: rolling, file: MONTHS });
    expect(all.json).toMatchObject({
      mapped: 3,
      totals: { commissionTotal: 7 },
      warnings: [{ code: 'period_not_given' }],
    });
  });

  test.each([
    ['nothing in it', '', /empty/],
    ['bytes that are no table', '%PDF-1.7 \u0000', /./],
    ['none of the configured columns', 'Name,Amount\nJane,5\n', /"Name", "Amount"/],
    ['no row that can be read', 'Member ID,Commission\nA,x\nB,y\n', /None of the 2 data rows/],
    ['too many rows', `Member ID,Commission\n${'A,1\n'.repeat(40_001)}`, /40,000/],
  ])('refuses a file with %s with 422 and the reason', async (_, file, reason) => {
    const response = await attempt({ file });
    expect(response).toMatchObject({
      status: 422,
      json: { code: 'validation_error', errors: [{ field: 'file', detail: expect.stringMatching(reason) }] },
    });
  });

  test('reports faults of the configuration and of the form together with 422', async () => {
    const config = { fileType: 'csv', columns: { member_external_id: 'A' } };
    const wrong = await attempt({ config, fields: { periodYear: 'x', surplus: '1' } });
    expect(wrong.status).toBe(422);
    const fields = Object(wrong.json).errors.map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual(['config.columns.commission_amount', 'periodYear', 'surplus']);
    for (const text of ['{', '{"a":1,"a":2}', 'null', '']) {
      expect(await attempt({ config: text })).toMatchObject({ status: 422, json: { errors: [{ field: 'config' }] } });
    }
  });

  function attemptWithFile(config: string | Uint8Array<ArrayBuffer>, isFirst = true) {
    const body = new FormData();
    const addConfig = () => body.set('config', new Blob([config]), 'config.json');
    if (isFirst) addConfig();
    body.set('file', new Blob(['Member ID,Commission\nA,5\n']), 'statement.csv');
    if (!isFirst) addConfig();
    return account.call('POST', `/v1/carriers/${carrierId}/configs/test`, { body });
  }

  test('reads the configuration from a file part as from a text field', async () => {
    const text = JSON.stringify(NARROW);
    expect(await attemptWithFile(text)).toMatchObject({ status: 200, json: { mapped: 1 } });
    expect(await attemptWithFile(`\ufeff${text}`, false)).toMatchObject({ status: 200, json: { mapped: 1 } });
    const tooLong = text + ' '.repeat(256 * 1024);
    for (const config of ['', '{', tooLong, new Uint8Array([0x7b, 0xff, 0x7d])]) {
      expect(await attemptWithFile(config)).toMatchObject({ status: 422, json: { errors: [{ field: 'config' }] } });
    }
  });

  test('refuses an incomplete or future period with 422', async () => {
    for (const [field, fields] of [
      ['periodMonth', { periodYear: '2026' }],
      ['periodYear', { periodMonth: '6' }],
      ['periodMonth', { periodYear: '2026', periodMonth: '9' }],
      ['periodMonth', { periodYear: '2026', periodMonth: '13' }],
      ['period', { period: '2026-9' }],
      ['period', { period: '2026-09' }],
      ['period', { period: '2026-05', periodYear: '2026', periodMonth: '6' }],
    ] as const) {
      expect(await attempt({ file: MONTHS, fields })).toMatchObject({ status: 422, json: { errors: [{ field }] } });
    }
  });

  test('refuses a request without a file with 422', async () => {
    const body = new FormData();
    body.set('config', JSON.stringify(CONFIG));
    const response = await account.call('POST', `/v1/carriers/${carrierId}/configs/test`, { body });
    expect(response).toMatchObject({ status: 422, json: { errors: [{ field: 'file' }] } });
  });

  test('answers 404 for an unknown carrier', async () => {
    expect(await attempt({ file: STATEMENT }, 'none')).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });
});

/** Tests POST /v1/files/preview: the first rows of any file and the meaning of its columns, before anything is stored. */
describe('preview', async () => {
  const service = await sharedService();
  const account = await service.createAccount();

  async function preview(file: string | Uint8Array<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}) {
    const body = new FormData();
    body.set('file', new Blob([file]), 'statement');
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return account.call('POST', '/v1/files/preview', { body });
  }

  const FILE = `Acme Life\nCommission statement April 2026\nPolicy,Insured,Commission,Colour
P-1,ANN LEE,1000.50,red\nP-2,RAY FOX,-12.25,blue\nP-3,BO DAY,20,red\nTotal,,1008.25,\n`;

  test('shows the rows of a file, the meaning of its columns, and the printed total beside the total that was read', async () => {
    const { status, json } = await preview(FILE);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      fileType: 'csv',
      sheets: [],
      sheet: null,
      headerRow: 3,
      columns: [
        { index: 0, header: 'Policy', role: 'member_external_id', alsoRoles: ['policy_number'] },
        { index: 1, header: 'Insured', role: 'member_name', isCertain: true },
        { index: 2, header: 'Commission', role: 'commission_amount', isCertain: true },
        { index: 3, header: 'Colour', role: null, confidence: 0, reason: expect.stringMatching(/^Not read: .*\.$/) },
      ],
      rows: [
        { row: 1, cells: ['Acme Life'] },
        { row: 2 },
        { row: 3, cells: ['Policy', 'Insured', 'Commission', 'Colour'] },
        { row: 4, cells: ['P-1', 'ANN LEE', '1000.50', 'red'] },
        { row: 5 },
        { row: 6 },
        { row: 7, cells: ['Total', '', '1008.25', ''] },
      ],
      isComplete: true,
      statement: { rows: 3, failed: 0, members: 3, commissionTotal: 1008.25, printedTotal: 1008.25, totalsMatch: true },
    });
    expect((await account.call('GET', '/v1/files')).json).toMatchObject({ data: [] });
  });

  test('says that the printed total differs from the total that was read', async () => {
    expect((await preview(FILE.replace('1008.25', '1009.25'))).json).toMatchObject({
      statement: { commissionTotal: 1008.25, printedTotal: 1009.25, totalsMatch: false },
    });
  });

  describe('a layout that nobody knows', () => {
    const unknown = 'A,B,C\nx1,5.50,2\nx2,6.25,3\n';

    test('shows its rows without a meaning, and says what is missing', async () => {
      expect((await preview(unknown)).json).toMatchObject({
        headerRow: null,
        rows: [{ row: 1, cells: ['A', 'B', 'C'] }, { row: 2 }, { row: 3 }],
        columns: [{ header: null, role: null }, { role: null }, { role: null }],
        isComplete: false,
        statement: null,
        notes: expect.arrayContaining([expect.stringContaining('Choose the column')]),
      });
    });

    test('is read with the columns that a person chose, and the format can be stored', async () => {
      const columns = JSON.stringify([
        { index: 0, role: 'member_external_id' },
        { index: 1, role: 'commission_amount' },
      ]);
      const { json } = await preview(unknown, { columns });
      expect(json).toMatchObject({
        columns: [
          { role: 'member_external_id', confidence: 1, isCertain: true },
          { role: 'commission_amount', confidence: 1 },
          { role: null },
        ],
        isComplete: true,
        statement: { members: 2, commissionTotal: 11.75, printedTotal: null, totalsMatch: null },
      });
      const carrierId = await service.createCarrier({ account, config: null });
      const { config } = json as { config: object };
      expect((await account.call('POST', `/v1/carriers/${carrierId}/configs`, { json: config })).status).toBe(201);
      await account.load({ file: unknown, carrierId, period: '2026-04' });
      expect((await account.call('GET', `/v1/reports/rollup?carrierId=${carrierId}`)).json).toMatchObject({
        totals: { memberCount: 2, paidNet: 11.75 },
      });
    });
  });

  test('adds up several amounts', async () => {
    const file = 'Policy,Commission,Override\nP-1,10,1\nP-2,20,2\n';
    const columns = JSON.stringify([
      { index: 0, role: 'policy_number' },
      { index: 0, role: 'member_external_id' },
      { index: 1, role: 'commission_amount' },
      { index: 2, role: 'commission_amount' },
    ]);
    expect((await preview(file, { columns })).json).toMatchObject({
      columns: [{ role: 'member_external_id', alsoRoles: ['policy_number'] }, {}, {}],
      statement: { commissionTotal: 33 },
    });
  });

  test('reads the sheets that a person chose, and shows the rows and the sum of each sheet', async () => {
    const lines = [
      ['Policy', 'Insured', 'Commission'],
      ['P-1', 'ANN LEE', 10.5],
      ['P-2', 'RAY FOX', 20],
    ];
    const overrides = [
      ['Policy', 'Insured', 'Override Amount'],
      ['P-1', 'ANN LEE', 4.25],
    ];
    const file = workbook({ Detail: lines, Overrides: overrides, Summary: [['Net payment', 34.75]] });
    const sums = (isRead: boolean) => [
      { name: 'Detail', isRead: true, rows: 2, total: 30.5 },
      { name: 'Overrides', isRead, rows: 1, total: 4.25 },
      { name: 'Summary', isRead: false, rows: 0, total: 0 },
    ];
    expect((await preview(file, { sheetName: 'Detail' })).json).toMatchObject({
      sheetSums: sums(false),
      statement: { commissionTotal: 30.5, printedTotal: 34.75, totalsMatch: false, warnings: [{}, {}] },
    });
    const columns = JSON.stringify([
      { index: 0, role: 'member_external_id' },
      { index: 2, role: 'commission_amount' },
    ]);
    for (const chosen of [{}, { columns }]) {
      const fields = { sheetName: 'Detail', sheetNames: '["Overrides","Detail"]', ...chosen };
      expect((await preview(file, fields)).json).toMatchObject({
        sheet: 'Detail',
        sheetSums: sums(true),
        statement: { commissionTotal: 34.75, printedTotal: 34.75, totalsMatch: true, warnings: [] },
      });
    }
    expect((await preview(file, { sheetNames: '["Other"]' })).status).toBe(422);
    expect((await preview(file, { sheetNames: 'Detail' })).status).toBe(422);
  });

  test('shows one sheet of a workbook', async () => {
    const rows = [
      ['Policy', 'Insured', 'Commission'],
      ['P-1', 'ANN LEE', 10.5],
      ['P-2', 'RAY FOX', 20],
    ];
    const file = workbook({ Cover: [['Cover']], Detail: rows });
    expect((await preview(file)).json).toMatchObject({
      fileType: 'xlsx',
      sheets: ['Cover', 'Detail'],
      sheet: 'Detail',
      rows: [{ row: 1 }, { row: 2, cells: ['P-1', 'ANN LEE', '10.5'] }, { row: 3 }],
      statement: { commissionTotal: 30.5 },
    });
    expect((await preview(file, { sheetName: 'Cover' })).json).toMatchObject({ sheet: 'Cover', isComplete: false });
    expect((await preview(file, { sheetName: 'Summary' })).status).toBe(422);
  });

  test.each([
    ['no JSON', 'index'],
    ['an unknown meaning', '[{"index":0,"role":"colour"}]'],
    ['a meaning twice', '[{"index":0,"role":"member_name"},{"index":1,"role":"member_name"}]'],
  ])('refuses columns with %s', async (_, columns) => {
    expect((await preview(FILE, { columns })).status).toBe(422);
  });

  test('refuses a file that is no statement', async () => {
    expect((await preview('PK\u0003\u0004 broken')).status).toBe(422);
  });
});

/** Guarantee: files that a client waits for are read in a process of their own, as with `npm start`. */
describe('isolated', async () => {
  const isolation = createIsolation({
    program: fileReadingProgram(import.meta.url),
    heapMegabytes: 512,
    wallSeconds: 120,
  });
  const service = await startService({ runIsolated: isolation.runIsolated });
  const account = await service.createAccount({ scopes: ['read'] });
  const carrierId = await service.createCarrier({ account, config: null });
  afterAll(async () => {
    isolation.close();
    await service.close();
  });

  const CONFIG = { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } };
  const rows = (count: number, note = '') =>
    `Member ID,Commission,Note\n${Array.from({ length: count }, (_, at) => `M-${at},${at}.50,${note}`).join('\n')}`;

  function send(path: string, file: string, config?: object) {
    const body = new FormData();
    if (config !== undefined) body.set('config', JSON.stringify(config));
    body.set('file', new Blob([file]), 'statement.csv');
    return account.call('POST', path, { body });
  }

  test('answers other requests while a file is read, however long that takes', async () => {
    let isRead = false;
    const large = send(`/v1/carriers/${carrierId}/configs/test`, rows(15_000, 'x'.repeat(300)), CONFIG).finally(() => {
      isRead = true;
    });
    let answers = 0;
    while (!isRead) {
      expect((await fetch(`${service.url}/v1/health`)).status).toBe(200);
      answers += 1;
    }
    expect(await large).toMatchObject({ status: 200, json: { mapped: 15_000 } });
    expect(answers).toBeGreaterThan(20);
  });

  test('gives the same answers and refusals as a single process', async () => {
    const inferred = await send(`/v1/carriers/${carrierId}/configs/infer`, rows(30));
    expect(inferred).toMatchObject({ status: 200, json: { config: { columns: { member_external_id: 'Member ID' } } } });
    expect(await send(`/v1/carriers/${carrierId}/configs/infer`, 'PK\u0003\u0004 no archive')).toMatchObject({
      status: 422,
      json: { code: 'validation_error', errors: [{ field: 'file' }] },
    });
  });

  // Patterns that would block the process of all requests for seconds if their cost were not limited.
  test.each([
    ['skipRows.patterns[0]', { skipRows: { patterns: ['/((a?b?){100}){10}$Z/'] } }],
    ['memberId.pattern', { memberId: { pattern: `(${'(?:a?b?){100}'.repeat(9)})` } }],
    ['columns.agent_id.groupRow', { columns: { ...CONFIG.columns, agent_id: { groupRow: '((\\pL?){300}){3}' } } }],
  ])('names the pattern that is too expensive with 422: %s', async (place, options) => {
    const { status, json } = await send(`/v1/carriers/${carrierId}/configs/test`, rows(3), { ...CONFIG, ...options });
    expect(status).toBe(422);
    expect(json).toMatchObject({ errors: [{ field: expect.stringContaining(place.split('[')[0] ?? '') }] });
    expect(JSON.stringify(json)).toMatch(/is too (?:large|much)/);
  });

  test('fails a job for good, with the reason, for a pattern that was stored before there were limits', async () => {
    const owner = await service.createAccount();
    const config = { ...STATEMENT_CONFIG, skipRows: { patterns: ['Page', '/((a?b?){100}){10}$Z/'] } };
    const carrier = await service.createCarrier({ account: owner, config });
    const accepted = await owner.upload({ file: statement([['M-1', 10]]), carrierId: carrier, period: '2026-03' });
    expect(accepted.status).toBe(202);
    await service.services.outbox.relayOutbox();
    expect(await service.runJobs()).toBe(1);
    const { jobId } = z.object({ jobId: z.string() }).parse(accepted.json);
    expect((await owner.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({
      status: 'failed',
      attempts: 1,
      errorCode: 'unusable_patterns',
      error: expect.stringMatching(/skipRows\.patterns\.1 is too much: .* 9\d{3} steps/),
    });
    // The pattern is still shown, and a simpler version replaces it.
    expect((await owner.call('GET', `/v1/carriers/${carrier}/configs`)).status).toBe(200);
    expect((await owner.call('POST', `/v1/carriers/${carrier}/configs`, { json: STATEMENT_CONFIG })).status).toBe(201);
    expect((await owner.call('POST', `/v1/jobs/${jobId}/retry`)).status).toBe(202);
    await service.services.outbox.relayOutbox();
    await service.runJobs();
    expect((await owner.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({ status: 'completed', errorCode: null });
  });
});
