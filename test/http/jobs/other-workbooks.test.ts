import { expect, test } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../../demo/statements/workbook.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();

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
