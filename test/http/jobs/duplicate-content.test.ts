import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  STATEMENT_CONFIG,
  type StatementRow,
  sharedService,
  statement,
  type TestAccount,
  type UploadFields,
} from '../../support/service.ts';

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
const SAME_LINES = /^The lines have the same members, policies, amounts and dates as those of Jan 2026 \("jan\.csv"\)/;

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
  ['one policy', ([id, amount], index) => [id, amount, { Policy: index === 7 ? 'P-Z' : `P${Math.floor(index / 2)}` }]],
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
