import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { zipBytes } from '../adapters/statement-file/workbook-bytes.ts';
import { STATEMENT_CONFIG, statement, type TestAccount } from '../support/service.ts';
import { lastMonth, type SftpService, startSftpService } from './sftp-service.ts';

/** Guarantee: a ZIP archive that is dropped by SFTP becomes one upload for each of its statements. */

let service: SftpService;
beforeAll(async () => {
  service = await startSftpService();
});
afterAll(() => service.close());

const { period, digits } = lastMonth();
const NAME = `ACME_${digits}.zip`;
const north = statement([['N1', 50]]);
const south = statement([['S1', 20]]);
const archive = zipBytes([
  { name: 'north.csv', data: north },
  { name: 'south.csv', data: south },
]);

async function agency(onExisting = 'reject') {
  const account = await service.createAccount({ tier: 'enterprise' });
  const config = { ...STATEMENT_CONFIG, sftp: { patterns: ['ACME_{YYYY}{MM}*'], onExisting } };
  await service.createCarrier({ account, config });
  const { username } = await service.createUser(account);
  return { account, username };
}

async function filesOf(account: TestAccount) {
  const { json } = await account.call('GET', `/v1/files?period=${period}`);
  const file = z.looseObject({ fileId: z.string(), originalFilename: z.string(), status: z.string() });
  const { data } = z.object({ data: z.array(file) }).parse(json);
  return data.toSorted((a, b) => a.originalFilename.localeCompare(b.originalFilename));
}

test('makes a job for each statement, and the same archive is a duplicate', async () => {
  const { account, username } = await agency();
  await service.drop(username, NAME, archive);
  expect(await service.sweep()).toMatchObject({ dropsAccepted: 1, dropsFailed: 0 });
  await service.runJobs();
  const files = await filesOf(account);
  expect(files).toMatchObject([
    { originalFilename: 'north.csv', status: 'active', source: 'sftp' },
    { originalFilename: 'south.csv', status: 'active', source: 'sftp' },
  ]);
  await service.drop(username, `ACME_${digits}_again.zip`, archive);
  await service.sweep();
  expect((await service.items(account)).map(({ outcome, fileId }) => ({ outcome, fileId }))).toEqual([
    { outcome: 'duplicate', fileId: files[0]?.fileId },
    { outcome: 'accepted', fileId: files[0]?.fileId },
  ]);
  expect(await filesOf(account)).toHaveLength(2);
});

test('is purged with one of its statements', async () => {
  const { account, username } = await agency();
  await service.drop(username, NAME, archive);
  await service.sweep();
  await service.runJobs();
  const [, south] = await filesOf(account);
  expect((await account.call('POST', `/v1/files/${south?.fileId}/purge`)).status).toBe(200);
  // The service of the tests has no bucket of drop-offs, so the item shows that the archive was found.
  const [item] = await service.items(account);
  expect(item).toMatchObject({ outcome: 'accepted', fileName: expect.stringMatching(/^purged/) });
});

test('replaces a month as a whole', async () => {
  const { account, username } = await agency('replace');
  await service.drop(username, `ACME_${digits}.csv`, statement([['OLD', 1]]), 70);
  await service.drop(username, NAME, archive);
  await service.sweep();
  await service.runJobs();
  expect((await filesOf(account)).map(({ originalFilename: name }) => name)).toEqual(['north.csv', 'south.csv']);
});

test('is rejected with the name of the statement that is refused, and nothing of it is stored', async () => {
  const { account, username } = await agency();
  const bad = zipBytes([
    { name: 'north.csv', data: north },
    { name: 'letter.pdf', data: '%PDF-1.7\n' },
  ]);
  await service.drop(username, NAME, bad);
  await service.sweep();
  expect(await service.items(account)).toMatchObject([
    { outcome: 'rejected', reason: expect.stringContaining('"letter.pdf" in the ZIP archive') },
  ]);
  expect(await filesOf(account)).toEqual([]);
});
