import { expect, test } from 'vitest';
import { z } from 'zod';
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
