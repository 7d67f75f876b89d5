import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type PrintedRow, printStatement } from '../../../measure/truth/pdf/print-statement.ts';
import { sharedService } from '../../support/service.ts';

/** Guarantee: evidence from a PDF names the page and the line of the statement. */

const COLUMNS = [
  { header: ['Member ID'], left: 40, width: 80 },
  { header: ['Member Name'], left: 150, width: 120 },
  { header: ['Lives'], left: 300, width: 40 },
  { header: ['Commission'], left: 400, width: 80 },
];
const CONFIG = {
  fileType: 'pdf',
  columns: {
    member_external_id: 'Member ID',
    member_name: 'Member Name',
    lives: 'Lives',
    commission_amount: 'Commission',
  },
};

const row = (at: number, dollars: number): PrintedRow => ({
  kind: 'data',
  cells: [`M-${at}`, `Ana Ruiz ${at}`, '1', `$${dollars.toFixed(2)}`],
});

/** Prints a statement of two pages, the last members on the second page. M-70 is paid `last`. */
async function printed(last: number) {
  const rows = Array.from({ length: 70 }, (_, index) => row(index + 1, index === 69 ? last : 20));
  const total = `$${(69 * 20 + last).toFixed(2)}`;
  return printStatement([
    { columns: COLUMNS, rows: [...rows, { kind: 'total', label: 'Total', amount: total, column: 3 }] },
  ]);
}
const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier({ account, config: CONFIG });
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
