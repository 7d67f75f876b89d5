import { afterAll, beforeAll, expect, test } from 'vitest';
import { statement } from '../support/service.ts';
import { lastMonth, SFTP_CONFIG, type SftpService, startSftpService } from './sftp-service.ts';

/** Guarantee: files dropped by SFTP follow the account's drop-off settings of a carrier before those of its format. */

let service: SftpService;
beforeAll(async () => {
  service = await startSftpService();
});
afterAll(() => service.close());

const { period, digits } = lastMonth();

async function agency(carrierId: string, settings: unknown) {
  const account = await service.createAccount({ tier: 'enterprise' });
  const { status } = await account.call('PUT', `/v1/carriers/${carrierId}/drop-offs`, { json: settings });
  expect(status).toBe(200);
  const { username } = await service.createUser(account, { carrierIds: [carrierId] });
  return { account, username };
}

test('takes a file of a catalogue carrier whose format has no patterns', async () => {
  const carrierId = await service.createCarrier();
  const { account, username } = await agency(carrierId, { sftp: { patterns: ['Mine {MM}-{YYYY}.csv'] } });
  await service.drop(username, `Mine ${period.slice(5)}-${period.slice(0, 4)}.csv`, statement([['A', 50]]));
  expect(await service.sweep()).toMatchObject({ dropsAccepted: 1, dropsRejected: 0 });
  await service.runJobs();
  const [item] = await service.items(account);
  expect(item).toMatchObject({ outcome: 'accepted', carrierId, period });
  const job = await account.call('GET', `/v1/jobs/${item?.jobId}`);
  expect(job.json).toMatchObject({ status: 'completed', configVersion: 1 });
});

test("reads names by the account's patterns instead of the format's, and by the format's for other accounts", async () => {
  const carrierId = await service.createCarrier({ config: SFTP_CONFIG });
  const own = await agency(carrierId, { sftp: { patterns: ['MINE_{YYYY}{MM}.csv'] } });
  const other = await agency(carrierId, {});
  for (const { username } of [own, other]) {
    await service.drop(username, `ACME_${digits}.csv`, statement([['A', 50]]), 62);
    await service.drop(username, `MINE_${digits}.csv`, statement([['A', 60]]));
  }
  await service.sweep();
  const outcomes = async ({ account }: typeof own) =>
    (await service.items(account)).map(({ fileName, outcome }) => `${fileName} ${outcome}`).toSorted();
  expect(await outcomes(own)).toEqual([`ACME_${digits}.csv rejected`, `MINE_${digits}.csv accepted`]);
  expect(await outcomes(other)).toEqual([`ACME_${digits}.csv accepted`, `MINE_${digits}.csv rejected`]);
  const refused = (await service.items(own.account)).find(({ outcome }) => outcome === 'rejected');
  expect(refused?.reason).toContain('(MINE_{YYYY}{MM}.csv)');
});

test('replaces a month where the account has set so, with the patterns of the format', async () => {
  const carrierId = await service.createCarrier({ config: SFTP_CONFIG });
  const { account, username } = await agency(carrierId, { sftp: { onExisting: 'replace' } });
  await service.drop(username, `ACME_${digits}.csv`, statement([['A', 50]]), 62);
  await service.drop(username, `ACME_${digits}_2.csv`, statement([['A', 60]]));
  expect(await service.sweep()).toMatchObject({ dropsAccepted: 2 });
  await service.runJobs();
  const { json } = await account.call('GET', '/v1/files');
  expect(json).toMatchObject({ data: [{ originalFilename: `ACME_${digits}_2.csv`, status: 'active' }] });
});

test('rejects files when the account has set that no name fits', async () => {
  const carrierId = await service.createCarrier({ config: SFTP_CONFIG });
  const { account, username } = await agency(carrierId, { sftp: { patterns: [] } });
  await service.drop(username, `ACME_${digits}.csv`, statement([['A', 50]]));
  await service.sweep();
  const [item] = await service.items(account);
  expect(item).toMatchObject({ outcome: 'rejected', reason: expect.stringContaining('has file name patterns yet') });
});
