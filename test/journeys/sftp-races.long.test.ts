import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SftpSweep } from '../../app/intake/sweep-sftp.ts';
import { PROPERTY_RUNS } from '../support/property-runs.ts';
import { statement, type TestAccount } from '../support/service.ts';
import { lastMonth, SFTP_CONFIG, type SftpService, startSftpService } from './sftp-service.ts';

/** Guarantee: each complete file is processed once, whichever sweep takes it and wherever a sweep dies. Incomplete files never are. */

let service: SftpService;
beforeAll(async () => {
  service = await startSftpService();
});
afterAll(() => service.close());

const { digits } = lastMonth();
const NAME = `ACME_${digits}.csv`;
const HOUR = 3600;
/** Enough files that three concurrent sweeps try to process the same file. */
const FILES = PROPERTY_RUNS >= 1 ? 100 : 40;

async function agency(onExisting = 'reject') {
  const account = await service.createAccount({ tier: 'enterprise' });
  await service.createCarrier({ account, config: { ...SFTP_CONFIG, sftp: { ...SFTP_CONFIG.sftp, onExisting } } });
  return { account, ...(await service.createUser(account)) };
}

async function countOf(account: TestAccount, table: 'jobs' | 'files' | 'intake_items'): Promise<number> {
  const rows = await service.database.system((sql) =>
    sql.unsafe(`select 1 from ${table} where account_id = $1`, [account.accountId]),
  );
  return rows.length;
}

test('makes one job and one duplicate of the same bytes in two folders that are swept at once', async () => {
  const { account, username } = await agency('append');
  const other = await service.createUser(account);
  await service.drop(username, `ACME_${digits}_x.csv`, statement([['A', 50]]));
  await service.drop(other.username, `ACME_${digits}_y.csv`, statement([['A', 50]]));
  await Promise.all([service.sweep(), service.sweep()]);
  expect((await service.items(account)).map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'duplicate']);
  expect(await countOf(account, 'jobs')).toBe(1);
});

/** Makes a sweep whose process dies once, at the given step. */
function dying(at: 'record' | 'move' | 'put', sweep: SftpSweep): SftpSweep {
  const die = async (): Promise<never> => {
    throw new Error('The process is gone');
  };
  return at === 'record'
    ? { ...sweep, drops: { ...sweep.drops, record: die } }
    : { ...sweep, dropStore: { ...sweep.dropStore, [at]: die } };
}

test.each(['record', 'move'] as const)(
  'moves the file in the next sweep, which finds the job, if a sweep dies at the step %s',
  async (at) => {
    const { account, username } = await agency();
    await service.drop(username, NAME, statement([['A', 50]]));
    expect(await service.sweep(dying(at, service.sftpSweep))).toMatchObject({ dropsFailed: 1 });
    await service.runJobs();
    expect(await service.sweep()).toMatchObject({ dropsAccepted: 1, dropsFailed: 0 });
    expect(await service.items(account)).toMatchObject([{ outcome: 'accepted', jobId: expect.any(String) }]);
    expect(await countOf(account, 'jobs')).toBe(1);
    expect((await service.keys(username)).every((key) => key.includes('/processed/'))).toBe(true);
  },
);

test('treats a file whose job failed before it was moved as the same drop-off, without a second job', async () => {
  const { account, username } = await agency();
  await service.drop(username, NAME, 'Wrong,Columns\n1,2\n');
  await service.sweep(dying('record', service.sftpSweep));
  await service.runJobs();
  await service.sweep();
  expect(await service.items(account)).toMatchObject([{ outcome: 'accepted' }]);
  expect(await countOf(account, 'jobs')).toBe(1);
});

test.each(['record', 'put', 'move'] as const)(
  'repeats the step %s of a rejected file in the next sweep if a sweep dies at it',
  async (at) => {
    const { account, username } = await agency();
    await service.drop(username, 'unknown.csv', statement([['A', 50]]));
    expect(await service.sweep(dying(at, service.sftpSweep))).toMatchObject({ dropsFailed: 1 });
    await service.sweep();
    expect(await service.items(account)).toMatchObject([{ outcome: 'rejected' }]);
    expect(await service.keys(username)).toEqual([
      `sftp/${username}/rejected/unknown.csv`,
      `sftp/${username}/rejected/unknown.csv.reason.txt`,
    ]);
  },
);

test('sweeps a folder of a dead sweep again once its claim has expired, and not before', async () => {
  const { account, username, id } = await agency();
  await service.drop(username, NAME, statement([['A', 50]]));
  expect(await service.sftpSweep.folders.claimFolder(id, 240)).toBe(true);
  await service.sweep();
  expect(await countOf(account, 'jobs')).toBe(0);
  await service.database.system(
    (sql) => sql`update sftp_users set swept_until = clock_timestamp() where user_id = ${id}`,
  );
  await service.sweep();
  expect(await countOf(account, 'jobs')).toBe(1);
});

test('delays only the files behind a file that cannot be swept, and no other folder', async () => {
  const [ill, well] = [await agency('replace'), await agency()];
  await service.drop(ill.username, `ACME_${digits}_1.csv`, statement([['A', 1]]), 200);
  await service.drop(ill.username, `ACME_${digits}_2.csv`, statement([['A', 2]]), 100);
  await service.drop(well.username, NAME, statement([['A', 50]]));
  const get: SftpSweep['dropStore']['get'] = (key) =>
    key.endsWith('_1.csv') ? Promise.reject(new Error('Out of reach')) : service.dropStore.get(key);
  const sweep = { ...service.sftpSweep, dropStore: { ...service.dropStore, get } };
  expect(await service.sweep(sweep)).toMatchObject({ dropsAccepted: 1, dropsFailed: 1 });
  expect([await countOf(ill.account, 'jobs'), await countOf(well.account, 'jobs')]).toEqual([0, 1]);
  await service.sweep();
  expect(await countOf(ill.account, 'jobs')).toBe(2);
});

test('reads a file again with its new bytes if it was written again during the sweep', async () => {
  const { account, username } = await agency('replace');
  await service.drop(username, NAME, statement([['A', 50]]));
  const get: SftpSweep['dropStore']['get'] = async (key) => {
    const bytes = await service.dropStore.get(key);
    await service.drop(username, NAME, statement([['A', 60]]), 61);
    return bytes;
  };
  await service.sweep({ ...service.sftpSweep, dropStore: { ...service.dropStore, get } });
  expect(await service.keys(username)).toEqual([`sftp/${username}/incoming/${NAME}`]);
  await service.sweep();
  expect(await countOf(account, 'jobs')).toBe(2);
  expect((await service.keys(username)).map((key) => key.includes('/processed/'))).toEqual([true]);
});

/** Makes a sweep that runs the given number of hours later. */
function later(hours: number): SftpSweep {
  const { folders } = service.sftpSweep;
  const now = async () => new Date((await folders.now()).getTime() + hours * HOUR * 1000);
  return { ...service.sftpSweep, folders: { ...folders, now } };
}

test.each(['ACME.csv.part', `ACME_${digits}.csv.filepart`, `.${NAME}`])(
  'makes no job of %s, reports it after a day and rejects it after three',
  async (name) => {
    const { account, username } = await agency();
    const key = `sftp/${username}/incoming/${name}`;
    await service.drop(username, name, statement([['A', 50]]));
    await service.sweep(later(23));
    expect(await service.items(account)).toEqual([]);
    for (const hours of [24, 71]) await service.sweep(later(hours));
    const reason = expect.stringContaining('not complete');
    expect(await service.items(account)).toMatchObject([{ outcome: 'waiting', reason }]);
    expect(await service.keys(username)).toEqual([key]);
    await service.sweep(later(72));
    expect(await service.items(account)).toMatchObject([{ outcome: 'rejected', reason }]);
    expect(await service.keys(username)).toEqual([
      `sftp/${username}/rejected/${name}`,
      `sftp/${username}/rejected/${name}.reason.txt`,
    ]);
    expect(await countOf(account, 'jobs')).toBe(0);
  },
);

test('corrects the report when a reported upload is finished', async () => {
  const { account, username } = await agency();
  await service.drop(username, `${NAME}.part`, statement([['A', 50]]));
  await service.sweep(later(24));
  await service.dropStore.delete(`sftp/${username}/incoming/${NAME}.part`);
  await service.drop(username, NAME, statement([['A', 50]]));
  await service.sweep();
  expect(await service.items(account)).toMatchObject([
    { fileName: NAME, outcome: 'accepted' },
    { fileName: `${NAME}.part`, outcome: 'rejected', reason: expect.stringContaining('finished under another name') },
  ]);
});

test('ignores an empty file, and accepts the same name with bytes', async () => {
  const { account, username } = await agency();
  await service.drop(username, NAME, '', 25 * HOUR);
  await service.sweep();
  expect(await service.items(account)).toMatchObject([{ outcome: 'waiting', byteSize: 0 }]);
  await service.drop(username, NAME, statement([['A', 50]]));
  await service.sweep();
  expect((await service.items(account)).map(({ outcome }) => outcome)).toEqual(['accepted', 'rejected']);
});

test('accepts a complete upload despite thousands of incomplete uploads', async () => {
  const { account, username } = await agency();
  const list: SftpSweep['dropStore']['list'] = async (prefix) => {
    const objects = await service.dropStore.list(prefix);
    const old = new Date(Date.now() - 25 * HOUR * 1000);
    const incomplete = Array.from({ length: 600 }, (_, n) => ({
      key: `${prefix}${n}.part`,
      byteSize: 1,
      etag: '1',
      lastModified: old,
    }));
    return prefix.includes(username) ? [...incomplete, ...objects] : objects;
  };
  await service.drop(username, NAME, statement([['A', 50]]));
  await service.sweep({ ...service.sftpSweep, dropStore: { ...service.dropStore, list } });
  expect(await countOf(account, 'jobs')).toBe(1);
}, 30_000);

test("deletes an accepted file's copy with the raw bytes, and a rejected file with its reason after a week", async () => {
  const { account, username } = await agency();
  await service.drop(username, NAME, statement([['A', 50]]));
  await service.drop(username, 'unknown.csv', statement([['A', 50]]), 62);
  await service.sweep();
  await service.runJobs();
  expect(await service.keys(username)).toHaveLength(3);
  const fileId = (await service.items(account)).find(({ outcome }) => outcome === 'accepted')?.fileId;
  expect(await account.call('POST', `/v1/files/${fileId}/purge`)).toMatchObject({ status: 200 });
  await service.sweep();
  expect((await service.keys(username)).filter((key) => key.includes('/processed/'))).toEqual([]);
  await service.database.system(
    (sql) =>
      sql`update intake_items set received_at = now() - interval '7 days' where account_id = ${account.accountId}`,
  );
  await service.sweep();
  expect(await service.keys(username)).toEqual([]);
  expect(await service.items(account)).toHaveLength(2);
});

// This test is the last, because its jobs stay unrun and would run in later tests.
test.each([
  ['with claims on folders', (sweep: SftpSweep): SftpSweep => sweep],
  [
    'without claims on folders',
    (sweep: SftpSweep): SftpSweep => ({ ...sweep, folders: { ...sweep.folders, claimFolder: async () => true } }),
  ],
] as const)(
  'makes one job for each file of four users in three concurrent sweeps, %s',
  async (_, changed) => {
    const { account, username } = await agency('append');
    const users = [username];
    for (const _more of [1, 2, 3]) users.push((await service.createUser(account)).username);
    for (let n = 0; n < FILES; n++) {
      await service.drop(users[n % 4] ?? '', `ACME_${digits}_${n}.csv`, statement([[`M${n}`, n]]), 100 + n);
    }
    const sweep = changed(service.sftpSweep);
    const counts = await Promise.all([service.sweep(sweep), service.sweep(sweep), service.sweep(sweep)]);
    expect(counts.map(({ dropsFailed }) => dropsFailed)).toEqual([0, 0, 0]);
    expect(await countOf(account, 'jobs')).toBe(FILES);
    expect(await countOf(account, 'files')).toBe(FILES);
    const items = await service.items(account);
    expect(items.map(({ outcome }) => outcome)).toEqual(Array.from({ length: FILES }, () => 'accepted'));
    expect(new Set(items.map(({ jobId }) => jobId)).size).toBe(FILES);
    const keys = (await Promise.all(users.map((user) => service.keys(user)))).flat();
    expect(keys.filter((key) => key.includes('/processed/'))).toHaveLength(FILES);
    expect(keys).toHaveLength(FILES);
  },
  60_000,
);
