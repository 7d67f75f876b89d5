import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { workbook } from '../../../demo/statements/workbook.ts';
import {
  STATEMENT_CONFIG,
  type StatementRow,
  sharedService,
  statement,
  type TestAccount,
  type UploadFields,
} from '../../support/service.ts';

describe('exceptions', async () => {
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
});

/** Guarantee: an upload whose file names another month is accepted, and its job warns which month was found, and where. */
describe('another month', async () => {
  const service = await sharedService();
  let account: TestAccount;
  let carrierId: string;
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
});

describe('duplicate content', async () => {
  let account: TestAccount;
  let carrierId: string;
  const service = await sharedService();
  beforeEach(async () => {
    account = await service.createAccount();
    carrierId = await service.createCarrier();
  });

  const accepted = z.object({ jobId: z.string() });
  type Upload = Omit<UploadFields, 'carrierId'> & { readonly carrierId?: string };

  const load = (fields: Upload, uploader = account) => uploader.load({ carrierId, ...fields });

  /** The details of the job's duplicate warnings. */
  const duplicatesOf = (jobId: string, uploader = account) => uploader.warningsOf(jobId, 'duplicate_content');

  async function loadAndFind(fields: Upload): Promise<readonly string[]> {
    return duplicatesOf((await load(fields)).jobId);
  }

  const SAME_BYTES = /^The file is the same, byte for byte, as "jan\.csv" of Jan 2026\./;
  const SAME_LINES =
    /^The lines have the same members, policies, amounts and dates as those of Jan 2026 \("jan\.csv"\)/;

  const few = statement([['A', 10]]);

  /** Rows of the given number of members, each with one policy and two lines of the same amount, so that equal lines must be counted. */
  function rows(memberCount: number, change: (row: StatementRow, index: number) => StatementRow = (row) => row) {
    const all = Array.from({ length: memberCount }, (_, index): StatementRow[] => {
      const row: StatementRow = [`M${index}`, 10, { Policy: `P${index}` }];
      return [row, row];
    });
    return all.flat().map(change);
  }

  test("names the period and the file when last month's file comes again", async () => {
    expect(await loadAndFind({ period: '2026-01', file: few, fileName: 'jan.csv' })).toEqual([]);
    expect(await loadAndFind({ period: '2026-02', file: few, fileName: 'feb.csv' })).toEqual([
      expect.stringMatching(SAME_BYTES),
    ]);
  });

  test('names the nearest earlier file of several, or a later one if there is no earlier one', async () => {
    await load({ period: '2026-03', file: few, fileName: 'mar.csv' });
    expect(await loadAndFind({ period: '2026-01', file: few, fileName: 'jan.csv' })).toEqual([
      expect.stringContaining('"mar.csv" of Mar 2026'),
    ]);
    expect(await loadAndFind({ period: '2026-02', file: few })).toEqual([expect.stringMatching(SAME_BYTES)]);
  });

  test('counts a file that is still waiting', async () => {
    const first = accepted.parse(
      (await account.upload({ carrierId, period: '2026-02', file: few, fileName: 'feb.csv' })).json,
    );
    const second = accepted.parse(
      (await account.upload({ carrierId, period: '2026-01', file: few, fileName: 'jan.csv' })).json,
    );
    await service.runJobs();
    expect(await duplicatesOf(first.jobId)).toEqual([expect.stringMatching(SAME_BYTES)]);
    expect(await duplicatesOf(second.jobId)).toEqual([expect.stringContaining('"feb.csv" of Feb 2026')]);
  });

  test('ignores retracted and replaced files', async () => {
    const { fileId } = await load({ period: '2026-01', file: few, fileName: 'jan.csv' });
    await account.call('DELETE', `/v1/files/${fileId}`);
    await service.runJobs();
    expect(await loadAndFind({ period: '2026-02', file: few })).toEqual([]);
    await load({ period: '2026-02', file: statement([['A', 11]]), replace: true });
    expect(await loadAndFind({ period: '2026-03', file: few })).toEqual([]);
  });

  test('ignores the same period, other workspaces, other carriers and other accounts', async () => {
    const workspaceId = account.workspaceId;
    await load({ period: '2026-01', file: few, workspaceId });
    expect(await loadAndFind({ period: '2026-01', file: few, workspaceId, replace: true })).toEqual([]);
    const branch = await service.createWorkspace(account, 'Branch');
    expect(await loadAndFind({ period: '2026-02', file: few, workspaceId: branch })).toEqual([]);
    const other = await service.createCarrier();
    expect(await loadAndFind({ period: '2026-02', file: few, workspaceId, carrierId: other })).toEqual([]);
    const stranger = await service.createAccount();
    const { jobId } = await load({ period: '2026-02', file: few }, stranger);
    expect(await duplicatesOf(jobId, stranger)).toEqual([]);
  });

  test('gives no warning for a rescore or a retraction', async () => {
    await load({ period: '2026-01', file: few });
    const { fileId } = await load({ period: '2026-02', file: few });
    const rescore = accepted.parse((await account.call('POST', `/v1/files/${fileId}/rescore`)).json);
    await service.runJobs();
    expect(await duplicatesOf(rescore.jobId)).toEqual([]);
  });

  const january = () => load({ period: '2026-01', file: statement(rows(10)), fileName: 'jan.csv' });
  const february = (more: readonly StatementRow[], options: Partial<Upload> = {}) =>
    loadAndFind({ period: '2026-02', file: statement(more), ...options });

  test('finds the same lines in other bytes and in any order', async () => {
    await january();
    expect(await february(rows(10).reverse())).toEqual([expect.stringMatching(SAME_LINES)]);
  });

  test('finds the same lines if another file of the period has the rest', async () => {
    await january();
    const lines = rows(10).reverse();
    expect(await february(lines.slice(0, 9))).toEqual([]);
    expect(await february(lines.slice(9), { append: true })).toEqual([expect.stringMatching(SAME_LINES)]);
  });

  test('finds the same lines appended to a period that has them, when all of them count twice', async () => {
    const lines = rows(3);
    await load({ period: '2026-01', file: statement(lines), fileName: 'jan.csv' });
    const appended = (more: readonly StatementRow[]) =>
      loadAndFind({ period: '2026-01', append: true, file: statement(more) });
    expect(await appended([...lines].reverse())).toEqual([expect.stringMatching(SAME_LINES)]);
    const ofOthers = lines.map(([id, amount, cells = {}]): StatementRow => [id, amount, { ...cells, Agent: 'A7' }]);
    const more = lines.map(([id, , cells = {}]): StatementRow => [id, 11, cells]);
    expect(await appended(ofOthers)).toEqual([]);
    expect(await appended(more)).toEqual([]);
    expect(await appended([...more, ['M9', 10]])).toEqual([]);
    expect(await appended(more.slice(1))).toEqual([]);
  });

  test('allows a few lines to be appended twice, like a normal adjustment', async () => {
    const four = rows(2);
    await load({ period: '2026-01', file: statement(four) });
    expect(await loadAndFind({ period: '2026-01', append: true, file: statement([...four].reverse()) })).toEqual([]);
  });

  test.each<readonly [string, (row: StatementRow, index: number) => StatementRow]>([
    ['one amount', ([id, amount, cells = {}], index) => [id, index === 7 ? 10.01 : amount, cells]],
    ['the same sum differently', ([id, , cells = {}], index) => [id, index === 0 ? 9 : index === 19 ? 11 : 10, cells]],
    ['one member', ([id, amount, cells = {}], index) => [index === 7 ? 'Z' : id, amount, cells]],
    [
      'one policy',
      ([id, amount], index) => [id, amount, { Policy: index === 7 ? 'P-Z' : `P${Math.floor(index / 2)}` }],
    ],
    ['how often a line is there', (row, index) => (index === 0 ? ['M9', 10, { Policy: 'P9' }] : row)],
  ])('gives no warning if the lines differ in %s', async (_, change) => {
    await january();
    expect(await february(rows(10, change))).toEqual([]);
  });

  test('gives no warning for fewer than twenty lines', async () => {
    await load({ period: '2026-01', file: statement(rows(9)) });
    expect(await february(rows(9).reverse())).toEqual([]);
  });

  test('gives no warning for lines of another month', async () => {
    const columns = { ...STATEMENT_CONFIG.columns, coverage_month: 'Agent' };
    carrierId = await service.createCarrier({ config: { ...STATEMENT_CONFIG, columns } });
    const of = (month: string) => rows(10, ([id, amount, cells = {}]) => [id, amount, { ...cells, Agent: month }]);
    await load({ period: '2026-01', file: statement(of('2026-01')) });
    expect(await february(of('2026-02'))).toEqual([]);
  });

  test('distinguishes the statements of two months by the date that premiums are paid to', async () => {
    const columns = { ...STATEMENT_CONFIG.columns, paid_through: 'Paid To' };
    await service.addConfig(carrierId, { ...STATEMENT_CONFIG, columns }, account);
    const paidTo = (day: string) =>
      Buffer.from(
        ['Member ID,Commission,Paid To', ...Array.from({ length: 24 }, (_, at) => `M${at},10,${day}`)].join('\n'),
      );
    await load({ period: '2026-01', file: paidTo('02/01/2026'), fileName: 'jan.csv' });
    expect(await loadAndFind({ period: '2026-02', file: paidTo('03/01/2026') })).toEqual([]);
    expect(
      await loadAndFind({ period: '2026-03', file: Buffer.concat([paidTo('03/01/2026'), Buffer.from('\n')]) }),
    ).toEqual([
      expect.stringMatching(/^The lines have the same members, policies, amounts and dates as those of Feb 2026/),
    ]);
  });
});
