import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { SWEEP_FILES_MAX } from '../../core/limits/request-limits.ts';
import { addMonths } from '../../core/period.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { lastMonth, SFTP_CONFIG, type SftpService, startSftpService } from './sftp-service.ts';

let service: SftpService;
beforeAll(async () => {
  service = await startSftpService();
});
afterAll(() => service.close());

const { period, digits } = lastMonth();
const NAME = `ACME_${digits}.csv`;
const TODAY = new Date().toISOString().slice(0, 7);

async function agency(options: { readonly config?: object; readonly onExisting?: string } = {}) {
  const account = await service.createAccount({ tier: 'enterprise' });
  const sftp = { ...SFTP_CONFIG.sftp, onExisting: options.onExisting ?? 'reject' };
  const carrierId = await service.createCarrier({ account, config: options.config ?? { ...SFTP_CONFIG, sftp } });
  const { username, id } = await service.createUser(account);
  return { account, carrierId, username, userId: id };
}

const jobsOf = async (account: TestAccount) => {
  const { json } = await account.call('GET', '/v1/jobs');
  return json;
};

test('makes a file a job of its carrier and month, records it, and moves it to /processed', async () => {
  const { account, carrierId, username } = await agency();
  const csv = statement([['A', 50]]);
  await service.drop(username, NAME, csv);
  expect(await service.sweep()).toMatchObject({ dropsAccepted: 1, dropsRejected: 0, dropsFailed: 0 });
  const [item, ...more] = await service.items(account);
  expect(more).toEqual([]);
  expect(item).toEqual({
    id: expect.any(String),
    source: 'sftp',
    receivedAt: expect.any(String),
    origin: username,
    fileName: NAME,
    byteSize: csv.length,
    carrierId,
    period,
    outcome: 'accepted',
    reason: null,
    fileId: expect.any(String),
    jobId: expect.any(String),
    isKept: true,
  });
  expect(await service.keys(username)).toEqual([`sftp/${username}/processed/${TODAY}/${NAME}`]);
  await service.runJobs();
  const job = await account.call('GET', `/v1/jobs/${item?.jobId}`);
  expect(job.json).toMatchObject({ status: 'completed', period, carrierId, mode: 'ingest' });
  const file = await account.call('GET', `/v1/files/${item?.fileId}`);
  expect(file.json).toMatchObject({ source: 'sftp', originalFilename: NAME, status: 'active' });
});

test('leaves a file that changed in the last minute for the next sweep', async () => {
  const { username, account } = await agency();
  await service.drop(username, NAME, statement([['A', 50]]), 30);
  await service.sweep();
  expect(await service.items(account)).toEqual([]);
  await service.settle(`sftp/${username}/incoming/${NAME}`, 60.5);
  await service.sweep();
  expect(await service.items(account)).toMatchObject([{ outcome: 'accepted' }]);
});

test.each([
  ['under the same name', NAME],
  ['under another name', `ACME_${digits}_again.csv`],
] as const)('makes no new job of the same bytes, %s, and names the first job', async (_, second) => {
  const { account, username } = await agency();
  const csv = statement([['A', 50]]);
  await service.drop(username, NAME, csv);
  await service.sweep();
  await service.drop(username, second, csv, 62);
  await service.sweep();
  const [again, first] = await service.items(account);
  expect(again).toMatchObject({ outcome: 'duplicate', jobId: first?.jobId, fileId: first?.fileId });
  expect(await jobsOf(account)).toMatchObject({ data: [{ jobId: first?.jobId }] });
  expect((await service.keys(username)).every((key) => key.includes('/processed/'))).toBe(true);
});

test('accepts the same bytes for another month, with a warning', async () => {
  const { account, username } = await agency();
  const csv = statement([['A', 50]]);
  const before = addMonths(period, -1);
  await service.drop(username, `ACME_${before.replace('-', '')}.csv`, csv, 62);
  await service.drop(username, NAME, csv);
  expect(await service.sweep()).toMatchObject({ dropsAccepted: 2, dropsDuplicate: 0 });
  await service.runJobs();
  const items = await service.items(account);
  expect(items.map((item) => [item.outcome, item.period])).toEqual([
    ['accepted', period],
    ['accepted', before],
  ]);
  const job = await account.call('GET', `/v1/jobs/${items[0]?.jobId}`);
  expect(job.json).toMatchObject({ status: 'completed', warnings: [{ code: 'duplicate_content' }] });
});

test('accepts bytes again whose statement was retracted, which then returns to the reports', async () => {
  const { account, username } = await agency();
  const csv = statement([['A', 50]]);
  await service.drop(username, NAME, csv);
  await service.sweep();
  await service.runJobs();
  const [first] = await service.items(account);
  expect(await account.call('DELETE', `/v1/files/${first?.fileId}`)).toMatchObject({ status: 202 });
  // The bytes are also accepted while the retraction is still waiting, because the drop-off came after the retraction.
  await service.drop(username, NAME, csv, 62);
  expect(await service.sweep()).toMatchObject({ dropsAccepted: 1 });
  await service.runJobs();
  const [second] = await service.items(account);
  expect(second?.jobId).not.toBe(first?.jobId);
  const members = await account.call('GET', `/v1/members?period=${period}`);
  expect(members.json).toMatchObject({ data: [{ memberExternalId: 'A', commissionAmount: 50 }] });
});

test('restores replaced bytes that are dropped after their replacement', async () => {
  const { account, username } = await agency({ onExisting: 'replace' });
  const [one, two] = [statement([['A', 1]]), statement([['A', 2]])];
  await service.drop(username, `ACME_${digits}_1.csv`, one, 300);
  await service.drop(username, `ACME_${digits}_2.csv`, two, 200);
  await service.drop(username, `ACME_${digits}_3.csv`, one, 100);
  expect(await service.sweep()).toMatchObject({ dropsAccepted: 3 });
  await service.runJobs();
  const members = await account.call('GET', `/v1/members?period=${period}`);
  expect(members.json).toMatchObject({ data: [{ commissionAmount: 1 }] });
});

test('treats bytes that were uploaded through the API as a duplicate', async () => {
  const { account, carrierId, username } = await agency();
  const csv = statement([['A', 50]]);
  const { json } = await account.upload({ file: csv, carrierId, period });
  const { jobId } = z.object({ jobId: z.string() }).parse(json);
  await service.drop(username, NAME, csv);
  await service.sweep();
  expect(await service.items(account)).toMatchObject([{ outcome: 'duplicate' }]);
  expect(await jobsOf(account)).toMatchObject({ data: [{ id: jobId }], pagination: { hasMore: false } });
});

test('makes another job of bytes that are dropped again after their job failed, but no second job of the failed drop-off', async () => {
  const config = { ...SFTP_CONFIG, columns: { ...SFTP_CONFIG.columns, commission_amount: 'Paid' } };
  const { account, carrierId, username } = await agency({ config });
  const csv = statement([['A', 50]]);
  await service.drop(username, NAME, csv);
  await service.sweep();
  await service.runJobs();
  await service.addConfig(carrierId, SFTP_CONFIG, account);
  await service.drop(username, NAME, csv, 62);
  await service.sweep();
  await service.runJobs();
  const [second, first] = await service.items(account);
  expect([first?.outcome, second?.outcome]).toEqual(['accepted', 'accepted']);
  expect(second?.jobId).not.toBe(first?.jobId);
  expect(await jobsOf(account)).toMatchObject({
    data: [
      { jobId: second?.jobId, status: 'completed' },
      { jobId: first?.jobId, status: 'failed', errorCode: 'missing_columns' },
    ],
  });
});

test('rejects a second file of the month with advice, and keeps the first', async () => {
  const { account, username } = await agency();
  await service.drop(username, NAME, statement([['A', 50]]));
  await service.sweep();
  await service.runJobs();
  await service.drop(username, NAME, statement([['A', 40]]), 62);
  await service.sweep();
  const [second] = await service.items(account);
  expect(second).toMatchObject({
    outcome: 'rejected',
    jobId: null,
    reason: expect.stringMatching(/1 member .*replace or append/),
  });
  expect(await service.textOf(`sftp/${username}/rejected/${NAME}.reason.txt`)).toContain(second?.reason);
  expect(await service.textOf(`sftp/${username}/rejected/${NAME}`)).toContain('40');
});

test.each([
  ['replace', 40],
  ['append', 90],
] as const)('applies onExisting %s to a second file', async (onExisting, total) => {
  const { account, username } = await agency({ onExisting });
  await service.drop(username, NAME, statement([['A', 50]]), 90);
  await service.drop(username, `ACME_${digits}_2.csv`, statement([['A', 40]]), 80);
  await service.sweep();
  await service.runJobs();
  expect(await jobsOf(account)).toMatchObject({
    data: [{ mode: onExisting, status: 'completed' }, { status: 'completed' }],
  });
  const members = await account.call('GET', `/v1/members?period=${period}`);
  expect(members.json).toMatchObject({ data: [{ memberExternalId: 'A', commissionAmount: total }] });
});

test('processes files that replace each other in the order of arrival, whatever their names', async () => {
  const { account, username } = await agency({ onExisting: 'replace' });
  await service.drop(username, `ACME_${digits}_c.csv`, statement([['A', 1]]), 300);
  await service.drop(username, `ACME_${digits}_a.csv`, statement([['A', 2]]), 200);
  await service.drop(username, `ACME_${digits}_b.csv`, statement([['A', 3]]), 100);
  await service.sweep();
  await service.runJobs();
  const members = await account.call('GET', `/v1/members?period=${period}`);
  expect(members.json).toMatchObject({ data: [{ commissionAmount: 3 }] });
});

test.each([
  ['a name without a known carrier', 'statement.csv', /fits no pattern/],
  ['a name with two months', `ACME_${digits}_ACME_202401.csv`, /several months/],
  ['a name that encodes a path', 'a%2f..%2fACME.csv', /fits no pattern/],
] as const)('rejects %s, with the reason beside it', async (_, name, reason) => {
  const { account, username } = await agency({
    config: { ...SFTP_CONFIG, sftp: { patterns: ['*ACME_{YYYY}{MM}*.csv'] } },
  });
  await service.drop(username, name, statement([['A', 50]]));
  expect(await service.sweep()).toMatchObject({ dropsRejected: 1, dropsAccepted: 0 });
  expect(await service.items(account)).toMatchObject([
    { outcome: 'rejected', fileName: name, carrierId: null, reason: expect.stringMatching(reason) },
  ]);
  expect(await service.keys(username)).toEqual([
    `sftp/${username}/rejected/${name}`,
    `sftp/${username}/rejected/${name}.reason.txt`,
  ]);
  expect(await service.textOf(`sftp/${username}/rejected/${name}.reason.txt`)).toMatch(reason);
  expect(await jobsOf(account)).toMatchObject({ data: [] });
});

test('holds a file of a month four years ago for a person to file', async () => {
  const { account, carrierId, username } = await agency();
  const old = `ACME_${Number(digits.slice(0, 4)) - 4}01.csv`;
  await service.drop(username, old, statement([['A', 50]]));
  expect(await service.sweep()).toMatchObject({ dropsHeld: 1 });
  expect(await service.items(account)).toMatchObject([
    { outcome: 'held', carrierId, reason: expect.stringContaining('upload the file yourself') },
  ]);
  expect(await service.keys(username)).toContain(`sftp/${username}/rejected/${old}.reason.txt`);
});

test('rejects a file that is not a statement, like an upload', async () => {
  const { account, username } = await agency();
  await service.drop(username, NAME, '%PDF-1.7 not a statement');
  await service.drop(username, `ACME_${digits}_big.csv`, new Uint8Array(15 * 1024 * 1024 + 1));
  expect(await service.sweep()).toMatchObject({ dropsRejected: 2 });
  expect((await service.items(account)).map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^The file is a PDF document, but .*[^.]\.$/),
      expect.stringContaining('15728640'),
    ]),
  );
});

test('never lets a rejected file replace anything, whatever its name and however often it comes', async () => {
  const { account, username } = await agency();
  const longest = `${'x'.repeat(251)}.csv`;
  const dropped = [
    ['X.csv', 'first'],
    ['X.csv.reason.txt', "the sender's own"],
    [longest, 'long'],
    [`${'x'.repeat(250)}y.csv`, 'as long'],
    ['X.csv', 'second'],
    ['X.csv', 'third'],
  ] as const;
  for (const [n, [name, content]] of dropped.entries()) {
    await service.drop(username, name, content, 100 - n);
    await service.sweep();
  }
  expect((await service.items(account)).map(({ outcome }) => outcome)).toEqual(Array(6).fill('rejected'));
  const keys = await service.keys(username);
  expect(keys).toHaveLength(12);
  expect(keys).toEqual(expect.arrayContaining([`sftp/${username}/rejected/X.csv`]));
  const texts = await Promise.all(keys.map((key) => service.textOf(key)));
  const reasons = texts.filter((text) => text?.includes(' was not taken in.'));
  expect(reasons.map((text) => text?.split(' was not')[0]).toSorted()).toEqual(
    dropped.map(([name]) => name).toSorted(),
  );
  expect(texts.filter((text) => !reasons.includes(text)).toSorted()).toEqual(
    dropped.map(([, text]) => text).toSorted(),
  );
  await service.database.system(
    (sql) => sql`update intake_items set received_at = now() - interval '8 days' where origin = ${username}`,
  );
  await service.sweep();
  expect(await service.keys(username)).toEqual([]);
});

test('deletes an expired copy in the next sweep if its deletion failed before, and continues with other copies', async () => {
  const { username } = await agency();
  for (const name of ['X.csv', 'Y.csv']) await service.drop(username, name, 'what it is');
  await service.sweep();
  await service.database.system(
    (sql) => sql`update intake_items set received_at = now() - interval '8 days' where origin = ${username}`,
  );
  const remove = async (key: string) => {
    if (key.endsWith('X.csv')) throw new Error('S3 answers 503');
    await service.dropStore.delete(key);
  };
  const failing = { ...service.sftpSweep, dropStore: { ...service.dropStore, delete: remove } };
  await expect(service.sweep(failing)).rejects.toThrow('1 objects could not be deleted');
  const rejected = `sftp/${username}/rejected`;
  expect(await service.keys(username)).toEqual([`${rejected}/X.csv`, `${rejected}/X.csv.reason.txt`]);
  await service.sweep();
  expect(await service.keys(username)).toEqual([]);
});

test('keeps an earlier file when a new file has the same name', async () => {
  const { username } = await agency({ onExisting: 'replace' });
  for (const [n, amount] of [10, 20].entries()) {
    await service.drop(username, NAME, statement([['A', amount]]), 100 - n);
    await service.sweep();
  }
  const keys = await service.keys(username);
  expect(keys).toHaveLength(2);
  const texts = await Promise.all(keys.map((key) => service.textOf(key)));
  expect(texts.toSorted()).toEqual([statement([['A', 10]]), statement([['A', 20]])]);
});

test('sweeps every folder although one has more and older files than one sweep takes', async () => {
  const full = await agency();
  const { account, username } = await agency();
  await service.drop(username, NAME, statement([['A', 50]]));
  // The listed files do not exist when they are read, so that no job is made of them.
  const many = Array.from({ length: SWEEP_FILES_MAX }, (_, n) => ({
    key: `sftp/${full.username}/incoming/${n}-${NAME}`,
    byteSize: 1,
    etag: String(n),
    lastModified: new Date(Date.now() - 3_600_000),
  }));
  const list: typeof service.dropStore.list = async (prefix) =>
    prefix.includes(full.username) ? many : service.dropStore.list(prefix);
  await service.sweep({ ...service.sftpSweep, dropStore: { ...service.dropStore, list } });
  expect(await service.items(account)).toMatchObject([{ outcome: 'accepted' }]);
});

test('shows a user its own carriers only', async () => {
  const { account, carrierId } = await agency();
  const other = await service.createCarrier({
    account,
    config: { ...SFTP_CONFIG, sftp: { patterns: ['OTHER_{YYYY}{MM}.csv'] } },
  });
  const { username } = await service.createUser(account, { carrierIds: [other] });
  await service.drop(username, NAME, statement([['A', 50]]));
  await service.drop(username, `OTHER_${digits}.csv`, statement([['B', 50]]), 62);
  await service.sweep();
  const items = await service.items(account);
  expect(items.find(({ fileName }) => fileName === NAME)).toMatchObject({ outcome: 'rejected' });
  expect(items.find(({ fileName }) => fileName !== NAME)).toMatchObject({ outcome: 'accepted', carrierId: other });
  expect(carrierId).not.toBe(other);
});

test('gives no access to carriers, files or lists of another account', async () => {
  const [one, two] = [await agency(), await agency()];
  await service.drop(one.username, NAME, statement([['A', 50]]));
  await service.drop(two.username, NAME, statement([['A', 50]]));
  await service.sweep();
  const [[first], [second]] = [await service.items(one.account), await service.items(two.account)];
  // The same bytes in two accounts are two files.
  expect([first, second]).toMatchObject([
    { outcome: 'accepted', carrierId: one.carrierId },
    { outcome: 'accepted', carrierId: two.carrierId },
  ]);
  expect(first?.fileId).not.toBe(second?.fileId);
});

test('requires the user to name one of several workspaces, or accepts nothing', async () => {
  const { account, username } = await agency();
  const west = await service.createWorkspace(account, 'West');
  const { username: western } = await service.createUser(account, { workspaceId: west });
  await service.drop(username, NAME, statement([['A', 50]]), 62);
  await service.drop(western, NAME, statement([['B', 50]]));
  await service.sweep();
  const items = await service.items(account);
  expect(items.find(({ origin }) => origin === username)).toMatchObject({
    outcome: 'rejected',
    reason: expect.stringContaining('2 workspaces'),
  });
  const file = await account.call('GET', `/v1/files/${items.find(({ origin }) => origin === western)?.fileId}`);
  expect(file.json).toMatchObject({ workspaceId: west });
});

test.each([
  ['an account that left the Enterprise tier', "tier = 'standard'", /Enterprise/],
  ['a suspended account', "status = 'suspended'", /suspended/],
] as const)('rejects the drop-offs of %s, with the reason', async (_, change, reason) => {
  const { account, username } = await agency();
  await service.database.system((sql) =>
    sql.unsafe(`update accounts set ${change} where account_id = $1`, [account.accountId]),
  );
  await service.drop(username, NAME, statement([['A', 50]]));
  await service.sweep();
  expect(await service.textOf(`sftp/${username}/rejected/${NAME}.reason.txt`)).toMatch(reason);
  expect(await service.items(account)).toMatchObject([{ outcome: 'rejected', reason: expect.stringMatching(reason) }]);
});

test('rejects the files that a deleted user left', async () => {
  const { account, username, userId } = await agency();
  await service.drop(username, NAME, statement([['A', 50]]));
  await service.database.system((sql) => sql`update sftp_users set disabled_at = now() where user_id = ${userId}`);
  await service.sweep();
  expect(await service.items(account)).toMatchObject([
    { outcome: 'rejected', reason: expect.stringContaining('deleted') },
  ]);
});
