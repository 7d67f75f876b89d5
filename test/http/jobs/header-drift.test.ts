import { expect, test } from 'vitest';
import { workbook } from '../../../demo/statements/workbook.ts';
import { sharedService } from '../../support/service.ts';

const service = await sharedService();

test("names a column that last month's file lacked, and does not repeat that for the same header", async () => {
  const account = await service.createAccount();
  const carrierId = await service.createCarrier({
    config: { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } },
  });
  const driftOf = async (period: string, header: string, row: string) => {
    const { jobId } = await account.load({ carrierId, period, file: `${header}\n${row}\n` });
    return account.warningsOf(jobId, 'header_drift');
  };
  expect(await driftOf('2026-01', 'Member ID,Commission,Agent', 'A,50,Ann')).toEqual([]);
  expect(await driftOf('2026-02', 'Member ID,Commission,Agent', 'A,50,Ann')).toEqual([]);
  const [detail] = await driftOf('2026-03', 'Member ID,Commission,Agent,Override Amount', 'A,50,Ann,5');
  expect(detail).toContain('Override Amount');
});

test('reports once a sheet of lines that is new and that the configuration does not name', async () => {
  const account = await service.createAccount();
  const columns = { member_external_id: 'Member ID', commission_amount: 'Commission' };
  const carrierId = await service.createCarrier({ config: { fileType: 'xlsx', sheets: ['Detail'], columns } });
  const driftOf = async (period: string, sheets: readonly string[]) => {
    const rowsOf = (name: string) => [Object.values(columns), [`${name}-${period}`, 50]];
    const file = workbook(Object.fromEntries(sheets.map((name) => [name, rowsOf(name)])));
    const { jobId } = await account.load({ carrierId, period, file });
    return account.warningsOf(jobId);
  };
  expect(await driftOf('2026-01', ['Detail', 'Held'])).toEqual([]);
  expect(await driftOf('2026-02', ['Detail', 'Held', 'Legacy'])).toEqual([
    'Sheet "Legacy" has the columns of lines, and is not read ("sheets" in the configuration): 1 row with 50.00 in "Commission".',
  ]);
  expect(await driftOf('2026-03', ['Detail', 'Held', 'Legacy'])).toEqual([]);
});
