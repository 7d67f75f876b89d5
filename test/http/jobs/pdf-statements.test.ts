import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type PrintedRow, printStatement } from '../../../truth/pdf/print-statement.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});

const accepted = z.object({ jobId: z.string() });
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
  const { json } = await account.upload({ carrierId, period: '2026-01', file });
  await service.runJobs();
  const { jobId } = accepted.parse(json);
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

test('a PDF whose total is another one is taken in with a warning', async () => {
  const rows = [row('M-1', 'Ana Ruiz', '$10.50'), row('M-2', 'Bo Lee', '$2.00'), total('$99.00')];
  const { job } = await process(await printStatement([{ columns: COLUMNS, rows }]));
  expect(job).toMatchObject({ status: 'completed' });
  expect(JSON.stringify(job)).toContain('total_not_printed');
});
