import { beforeEach, expect, test } from 'vitest';
import { STATEMENT_CONFIG, sharedService, type TestAccount, type UploadFields } from '../../support/service.ts';

/** Guarantee: an upload whose file names another month is accepted, and its job warns which month was found, and where. */

let account: TestAccount;
let carrierId: string;
const service = await sharedService();
beforeEach(async () => {
  account = await service.createAccount();
  const columns = { ...STATEMENT_CONFIG.columns, coverage_month: 'Coverage' };
  carrierId = await service.createCarrier({ config: { ...STATEMENT_CONFIG, columns } });
});

async function warningsOf(fields: Omit<UploadFields, 'carrierId'>, wanted = 'other_month') {
  const { jobId } = await account.load({ carrierId, ...fields });
  return account.warningsOf(jobId, wanted);
}

const lines = (coverage: string) =>
  `Member ID,Commission,Coverage\n${['A', 'B', 'C'].map((id) => `${id},10,${coverage}`).join('\n')}`;

test('warns of a month in the name of the file', async () => {
  expect(await warningsOf({ period: '2026-03', file: lines(''), fileName: 'wellcare-2026-02.csv' })).toEqual([
    expect.stringMatching(/^The file's name says Feb 2026\. The statement was uploaded for Mar 2026\./),
  ]);
  expect(await warningsOf({ period: '2026-02', file: lines(''), fileName: 'wellcare-2026-02.csv' })).toEqual([]);
});

test('warns once of a month that titles name', async () => {
  const file = `Commission statement for April 2026\n\n${lines('')}`;
  expect(await warningsOf({ period: '2026-03', file, fileName: 'march-2026.csv' })).toEqual([
    expect.stringMatching(/^A title in the file says Apr 2026\. The statement was uploaded for Mar 2026\./),
  ]);
});

test('warns of a month of the rows, until the carrier is known to pay for that month', async () => {
  expect(await warningsOf({ period: '2026-03', file: lines('2026-02') })).toEqual([
    expect.stringMatching(/^3 of 3 rows are for coverage in Feb 2026\./),
  ]);
  expect(await warningsOf({ period: '2026-04', file: lines('2026-03') })).toEqual([]);
  expect(await warningsOf({ period: '2026-05', file: lines('2026-03') })).toHaveLength(1);
});

test('warns when all rows contradict the month of the upload and of the name, and not of a name that they contradict', async () => {
  const fileName = 'statement November 2025.csv';
  expect(await warningsOf({ period: '2025-11', file: lines('2025-07'), fileName })).toEqual([
    expect.stringMatching(/^3 of 3 rows are for coverage in Jul 2025\. The statement was uploaded for Nov 2025\./),
  ]);
  expect(await warningsOf({ period: '2025-07', file: lines('2025-07'), fileName: `again ${fileName}` })).toEqual([]);
});

test('warns of missing months before the statement with another code, and names the compared month', async () => {
  await warningsOf({ period: '2026-01', file: lines('') });
  expect(await warningsOf({ period: '2026-02', file: lines('') }, 'baseline_gap')).toEqual([]);
  expect(await warningsOf({ period: '2026-05', file: lines('') }, 'baseline_gap')).toEqual([
    'Compared with Feb 2026: no statement of the months between has been loaded.',
  ]);
});
