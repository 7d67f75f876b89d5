import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../../demo/statements/workbook.ts';
import {
  STATEMENT_CONFIG,
  sharedService,
  statement,
  type TestAccount,
  type UploadFields,
} from '../../support/service.ts';

const service = await sharedService();
const account = await service.createAccount();
const carrierId = await service.createCarrier();

async function uploaded(period: string, file: string): Promise<string> {
  const reply = await account.upload({ file, carrierId, period });
  return z.looseObject({ jobId: z.string() }).parse(reply.json).jobId;
}

const exceptions = (jobId: string) => account.call('GET', `/v1/jobs/${jobId}/exceptions`);

test('returns the rows unchanged, except for neutralised formulas', async () => {
  const lines = ['Member ID,Commission,Note', 'M1,5,fine', 'M2,abc,"a, ""b"""', ',7,=1+1', 'M4,1,x'];
  const jobId = await uploaded('2024-01', lines.join('\n'));
  await service.runJobs();
  expect((await account.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({ exceptionRowCount: 2 });
  const response = await exceptions(jobId);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="job-exceptions-${carrierId}-2024-01.csv"`,
  );
  const [header, second, third, end] = response.body.split('\r\n');
  expect(header).toBe('_row,_errors,Member ID,Commission,Note');
  expect(second).toMatch(/^3,.*,M2,abc,"a, ""b"""$/);
  expect(third).toMatch(/^4,.*,,7,'=1\+1$/);
  expect(end).toBe('');
});

test('returns only the header when every row was accepted', async () => {
  const jobId = await uploaded('2024-02', statement([['M1', 5]]));
  await service.runJobs();
  expect((await exceptions(jobId)).body).toMatch(/^_row,_errors,Member ID,Commission,[^\r\n]*\r\n$/);
});

test('returns the rows of a job that failed because no row was valid', async () => {
  const jobId = await uploaded('2024-03', 'Member ID,Commission\nM1,abc\n');
  await service.runJobs();
  expect((await account.call('GET', `/v1/jobs/${jobId}`)).json).toMatchObject({ errorCode: 'no_valid_rows' });
  expect((await exceptions(jobId)).body).toMatch(/^_row,_errors,Member ID,Commission\r\n2,.*,M1,abc\r\n$/);
});

test('answers 404 before the end of the job, and from 30 days after', async () => {
  const jobId = await uploaded('2024-04', 'Member ID,Commission\nM1,5\nM2,abc\n');
  expect(await exceptions(jobId)).toMatchObject({ status: 404, json: { code: 'not_found' } });
  await service.runJobs();
  expect((await exceptions(jobId)).status).toBe(200);
  const endedDaysAgo = (days: number) =>
    service.database.system(
      (sql) => sql`update jobs set completed_at = now() - make_interval(days => ${days}) where job_id = ${jobId}`,
    );
  await endedDaysAgo(29);
  expect((await exceptions(jobId)).status).toBe(200);
  await endedDaysAgo(30);
  expect(await exceptions(jobId)).toMatchObject({ status: 404, json: { code: 'not_found' } });
});

test('refuses every media type except CSV with 406', async () => {
  const jobId = await uploaded('2024-05', statement([['M1', 5]]));
  const response = await account.call('GET', `/v1/jobs/${jobId}/exceptions`, {
    headers: { Accept: 'application/json' },
  });
  expect(response).toMatchObject({ status: 406, json: { code: 'not_acceptable' } });
});

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

/** Guarantee: an upload whose file names another month is accepted, and its job warns which month was found, and where. */

let otherMonthAccount: TestAccount;
let otherMonthCarrierId: string;
beforeEach(async () => {
  otherMonthAccount = await service.createAccount();
  const columns = { ...STATEMENT_CONFIG.columns, coverage_month: 'Coverage' };
  otherMonthCarrierId = await service.createCarrier({ config: { ...STATEMENT_CONFIG, columns } });
});

async function warningsOf(fields: Omit<UploadFields, 'carrierId'>, wanted = 'other_month') {
  const { jobId } = await otherMonthAccount.load({ carrierId: otherMonthCarrierId, ...fields });
  return otherMonthAccount.warningsOf(jobId, wanted);
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
