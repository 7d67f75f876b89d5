import { expect, test } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../../demo/statements/workbook.ts';
import { sharedService } from '../../support/service.ts';

/** Tests GET /v1/files/{fileId}/rows/{row}, which returns a row exactly as the statement has it. */

const service = await sharedService();
const account = await service.createAccount();

const CONFIG = { columns: { member_external_id: 'Policy', commission_amount: 'Paid' } };

async function load(file: string | Uint8Array<ArrayBuffer>, config: object): Promise<string> {
  const carrierId = await service.createCarrier({ account, config });
  const accepted = await account.upload({ file, fileName: 'april', carrierId, period: '2026-04' });
  expect(accepted.status).toBe(202);
  return z.object({ fileId: z.string() }).parse(accepted.json).fileId;
}

const rowOf = (fileId: string, row: number | string, who = account) =>
  who.call('GET', `/v1/files/${fileId}/rows/${row}`);

test('shows any row of a CSV file with the headers, even a row that is no line, and refuses a row that the file does not have', async () => {
  const fileId = await load('Acme Life\nPolicy,Paid,\n"P-1","1,000.50",note\nTotal,"1,000.50"\n', {
    fileType: 'csv',
    ...CONFIG,
  });
  expect((await rowOf(fileId, 3)).json).toMatchObject({ detail: expect.stringContaining('has not been read') });
  await service.runJobs();
  const { status, json } = await rowOf(fileId, 3);
  expect([status, json]).toEqual([
    200,
    {
      fileId,
      fileName: 'april',
      sheet: 1,
      sheetName: null,
      row: 3,
      headerRow: 2,
      cells: [
        { header: 'Policy', text: 'P-1' },
        { header: 'Paid', text: '1,000.50' },
        { header: null, text: 'note' },
      ],
    },
  ]);
  expect((await rowOf(fileId, 4)).json).toMatchObject({ cells: [{ text: 'Total' }, { text: '1,000.50' }] });
  expect((await rowOf(fileId, 9)).status).toBe(404);
  expect((await rowOf(fileId, '3?sheet=2')).status).toBe(404);
  expect((await rowOf(fileId, 0)).status).toBe(404);
  expect((await rowOf(fileId, 3, await service.createAccount())).status).toBe(404);
  expect((await account.call('POST', `/v1/files/${fileId}/purge`)).status).toBe(200);
  expect((await rowOf(fileId, 3)).json).toMatchObject({ detail: 'The bytes of the file were deleted.' });
});

test('shows a row of the second sheet that is read', async () => {
  const rows = (id: string) => [
    ['Policy', 'Paid'],
    [id, 10.5],
  ];
  const file = workbook({ Base: rows('P-1'), Override: rows('P-2') });
  const fileId = await load(file, { fileType: 'xlsx', sheets: 'all', ...CONFIG });
  await service.runJobs();
  expect((await rowOf(fileId, '2?sheet=2')).json).toMatchObject({
    sheet: 2,
    sheetName: 'Override',
    cells: [
      { header: 'Policy', text: 'P-2' },
      { header: 'Paid', text: '10.5' },
    ],
  });
});
