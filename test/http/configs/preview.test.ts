import { describe, expect, test } from 'vitest';
import { workbook } from '../../../demo/statements/workbook.ts';
import { sharedService } from '../../support/service.ts';

/** Tests POST /v1/files/preview: the first rows of any file and the meaning of its columns, before anything is stored. */

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
