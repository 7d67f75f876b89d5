import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../../demo/statements/workbook.ts';
import { type PrintedRow, printStatement } from '../../../measure/truth/pdf/print-statement.ts';
import { drawn, onePage, rawPdf } from '../../support/raw-pdf.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();

const COLUMNS = [
  { header: ['Member ID'], left: 40, width: 80 },
  { header: ['Member Name'], left: 150, width: 120 },
  { header: ['Commission'], left: 320, width: 80 },
];
const row = (...cells: string[]): PrintedRow => ({ kind: 'data', cells });
const total = (amount: string): PrintedRow => ({ kind: 'total', label: 'Total', amount, column: 2 });
const CONFIG = {
  fileType: 'pdf',
  columns: { member_external_id: 'Member ID', member_name: 'Member Name', commission_amount: 'Commission' },
};

async function process(file: Uint8Array<ArrayBuffer>) {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, config: CONFIG });
  const { jobId } = await account.load({ carrierId, period: '2026-01', file });
  return { account, jobId, job: (await account.call('GET', `/v1/jobs/${jobId}`)).json };
}

test('a PDF becomes members and sums, and its failed rows name their line and page', async () => {
  const rows = [row('M-1', 'Ana Ruiz', '$10.50'), row('M-2', 'Bo Lee', '($2.00)'), row('', 'Dee Ng', '$4.00')];
  const file = await printStatement([{ columns: COLUMNS, rows: [...rows, total('$8.50')] }]);
  const { account, jobId, job } = await process(file);
  expect(job).toMatchObject({
    status: 'completed',
    stats: { rowsIngested: 2, rowsFailed: 1, members: 2, commissionTotal: 8.5 },
  });
  expect(JSON.stringify(job)).not.toContain('total_not_printed');
  const { body } = await account.call('GET', `/v1/jobs/${jobId}/exceptions`);
  expect(body).toContain('line 4 of page 1: member_external_id is blank');
});

test('a PDF whose printed total differs from its lines is accepted with a warning', async () => {
  const rows = [row('M-1', 'Ana Ruiz', '$10.50'), row('M-2', 'Bo Lee', '$2.00'), total('$99.00')];
  const { job } = await process(await printStatement([{ columns: COLUMNS, rows }]));
  expect(job).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(job)).toContain('total_not_printed');
});

test('hostile PDFs fail their jobs with a reason, and the next PDF is read', async () => {
  const good = drawn([
    [50, 700, 'Member ID'],
    [150, 700, 'Member Name'],
    [320, 700, 'Commission'],
    [50, 680, 'M-1'],
    [150, 680, 'Ana Ruiz'],
    [320, 680, '12.50'],
  ]);
  const hostile: readonly (readonly [Buffer, RegExp])[] = [
    [onePage({ content: '['.repeat(200_000) }), /has no text/],
    [onePage({ content: 'nonsense', filter: '/Filter /FlateDecode' }), /has no text/],
    [
      rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>']),
      /damaged or was cut off/,
    ],
    [
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5_000, 7), Buffer.from('%%EOF')]),
      /damaged or was cut off/,
    ],
  ];
  for (const [file, sentence] of hostile) {
    const { job } = await process(Uint8Array.from(file));
    expect(job).toMatchObject({ status: 'failed', errorCode: 'unreadable_file' });
    expect(z.object({ error: z.string() }).parse(job).error).toMatch(sentence);
  }
  const { job } = await process(Uint8Array.from(onePage({ content: good })));
  expect(job).toMatchObject({ status: 'completed', stats: { rowsIngested: 1, commissionTotal: 12.5 } });
});

/** Guarantee: evidence from a PDF names the page and the line of the statement. */

const PLACE_COLUMNS = [
  { header: ['Member ID'], left: 40, width: 80 },
  { header: ['Member Name'], left: 150, width: 120 },
  { header: ['Lives'], left: 300, width: 40 },
  { header: ['Commission'], left: 400, width: 80 },
];
const PLACE_CONFIG = {
  fileType: 'pdf',
  columns: {
    member_external_id: 'Member ID',
    member_name: 'Member Name',
    lives: 'Lives',
    commission_amount: 'Commission',
  },
};

const placeRow = (at: number, dollars: number): PrintedRow => ({
  kind: 'data',
  cells: [`M-${at}`, `Ana Ruiz ${at}`, '1', `$${dollars.toFixed(2)}`],
});

/** Prints a statement of two pages, the last members on the second page. M-70 is paid `last`. */
async function printed(last: number) {
  const rows = Array.from({ length: 70 }, (_, index) => placeRow(index + 1, index === 69 ? last : 20));
  const total = `$${(69 * 20 + last).toFixed(2)}`;
  return printStatement([
    { columns: PLACE_COLUMNS, rows: [...rows, { kind: 'total', label: 'Total', amount: total, column: 3 }] },
  ]);
}
const account = await service.createAccount();
const carrierId = await service.createCarrier({ account, config: PLACE_CONFIG });
await account.load({ carrierId, period: '2026-01', file: await printed(20) });
const { json } = await account.upload({ carrierId, period: '2026-02', file: await printed(5) });
const fileId = z.object({ fileId: z.string() }).parse(json).fileId;
await service.runJobs();

const evidence = z.object({ sheet: z.int(), rowNumber: z.int() });
const claims = z.object({ data: z.array(z.looseObject({ evidence: z.array(evidence) })) });
const worksheet = z.object({
  data: z.array(
    z.looseObject({
      evidence: z.array(
        z.looseObject({ sheet: z.int(), sheetName: z.string().nullable(), rowNumbers: z.array(z.int()) }),
      ),
    }),
  ),
});

describe('a row on the second page of a PDF is named by page and line', () => {
  test('in the evidence of recoverable money and of the worksheet, by which the row itself is found', async () => {
    const recoverable = await account.call('GET', '/v1/reports/recoverable?from=2026-02&to=2026-02');
    const [claim] = claims.parse(recoverable.json).data;
    const [proof] = claim?.evidence ?? [];
    expect(proof?.sheet).toBe(2);
    const owed = await account.call('GET', '/v1/reports/owed-worksheet?from=2026-02&to=2026-02');
    expect(worksheet.parse(owed.json).data[0]?.evidence).toMatchObject([
      { sheet: 2, sheetName: 'Page 2', rowNumbers: [proof?.rowNumber] },
    ]);
    const row = await account.call('GET', `/v1/files/${fileId}/rows/${proof?.rowNumber}?sheet=2`);
    expect(row).toMatchObject({
      status: 200,
      json: {
        sheetName: 'Page 2',
        cells: [
          { header: 'Member ID', text: 'M-70' },
          { header: 'Member Name', text: 'Ana Ruiz 70' },
          { header: 'Lives', text: '1' },
          { header: 'Commission', text: '$5.00' },
        ],
      },
    });
    expect((await account.call('GET', `/v1/files/${fileId}/rows/1?sheet=3`)).status).toBe(404);
  });

  test('in a dispute', async () => {
    const recoverable = await account.call('GET', '/v1/reports/recoverable?from=2026-02&to=2026-02');
    const { claimId } = z.object({ data: z.tuple([z.looseObject({ claimId: z.string() })]) }).parse(recoverable.json)
      .data[0];
    const made = await account.call('POST', '/v1/disputes', { json: { claimIds: [claimId] } });
    expect(made.status).toBe(201);
    const { id } = z.looseObject({ id: z.string() }).parse(made.json);
    const { json } = await account.call('GET', `/v1/disputes/${id}`);
    expect(JSON.stringify(json)).toMatch(/"sheet":2,"rowNumber":\d+/);
  });
});

const accepted = z.object({ jobId: z.string() });
const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };

const ROWS = [Object.values(columns), ['A-1', 10.5], ['A-2', -2], ['A-3', 'n/a?']];

test.each(['biff8', 'xlsb', 'ods', 'xlml', 'html'] as const)(
  'a workbook under the format of XLSX is read in a process of its own: %s',
  async (bookType) => {
    const account = await service.createAccount();
    const carrierId = await service.createCarrier({ account, config: { fileType: 'xlsx', columns } });
    const { jobId } = await account.load({ carrierId, period: '2026-01', file: workbook({ Detail: ROWS }, bookType) });
    expect((await account.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({
      status: 'completed',
      stats: { rowsIngested: 2, rowsFailed: 1, members: 2, commissionTotal: 8.5 },
    });
  },
);

test('a workbook that its library can not read fails its job with the reason, and the next job runs', async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({ account, config: { fileType: 'xlsx', columns } });
  const whole = workbook({ Detail: ROWS }, 'biff8');
  // Replaces the record that ends a sheet by another record, so that the sheet has no end before the file ends.
  const cut = Uint8Array.from(whole);
  const end = Buffer.from(cut.buffer, cut.byteOffset, cut.byteLength).lastIndexOf(Buffer.from('0a000000', 'hex'));
  expect(end).toBeGreaterThan(0);
  cut.set([0xff, 0x00], end);
  const jobs: string[] = [];
  for (const [period, file] of [
    ['2026-01', cut],
    ['2026-02', whole],
  ] as const) {
    jobs.push(accepted.parse((await account.upload({ carrierId, period, file })).json).jobId);
  }
  await service.runJobs();
  const [first, second] = await Promise.all(jobs.map((jobId) => account.call('GET', `/v1/jobs/${jobId}`)));
  expect(first?.json).toMatchObject({ status: 'failed', errorCode: 'unreadable_file' });
  expect(first?.body).toContain('damaged');
  expect(second?.json).toMatchObject({ status: 'completed' });
});
