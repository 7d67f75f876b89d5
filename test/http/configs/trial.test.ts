import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';

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
