import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSshKeyPair } from '../../server/drop-offs.ts';
import { zipBytes } from '../adapters/statement-file/workbook-bytes.ts';
import { OPERATOR_TOKEN, type RunningService, startRunningService } from '../support/running-service.ts';
import { STATEMENT_CONFIG, statement, type TestAccount } from '../support/service.ts';
import { copyStartedData } from '../support/started-data.ts';
import { lastMonth, SFTP_CONFIG, type SftpService, startSftpService } from './sftp-service.ts';

describe('sftp start', () => {
  /** Tests `npm start` with SFTP by the actions of a person, from the account to the completed job. */
  describe('sftp start', () => {
    let directory: string;
    let service: RunningService;
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'cas sftp '));
      await copyStartedData(directory);
      service = await startRunningService({ dataDirectory: directory, environment: { SFTP_PORT: '0' } });
    });
    afterAll(async () => {
      await service.stop('SIGTERM');
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    });

    async function post(token: string, path: string, json: object, method = 'POST') {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const response = await fetch(`${service.url}/v1${path}`, { method, headers, body: JSON.stringify(json) });
      expect(response.status).toBeLessThan(300);
      return z.record(z.string(), z.unknown()).parse(await response.json());
    }

    async function get(token: string, path: string): Promise<unknown> {
      const response = await fetch(`${service.url}/v1${path}`, { headers: { Authorization: `Bearer ${token}` } });
      return response.json();
    }

    async function putBySftp(keys: { readonly private: string }, path: string, content: string): Promise<string> {
      const port = Number(/SFTP\s+sftp:\/\/[^:]+:(\d+)/.exec(await expectOutput(/SFTP/))?.[1]);
      const client = new ssh2.Client();
      let hostKey = '';
      await new Promise<void>((resolve, reject) => {
        client.on('ready', resolve).on('error', reject);
        client.connect({
          host: '127.0.0.1',
          port,
          username: 'lakeside-agency',
          privateKey: keys.private,
          hostHash: 'sha256',
          hostVerifier: (hash: string) => {
            hostKey = hash;
            return true;
          },
        });
      });
      await new Promise<void>((resolve, reject) => {
        client.sftp((failed, sftp) => {
          if (failed) reject(failed);
          else sftp.writeFile(path, content, (error) => (error ? reject(error) : resolve()));
        });
      });
      client.end();
      return Buffer.from(hostKey, 'hex').toString('base64').replace(/=+$/, '');
    }

    async function expectOutput(pattern: RegExp): Promise<string> {
      await expect.poll(service.output).toMatch(pattern);
      return service.output();
    }

    test('creates a user, accepts its statement, and scores it', async () => {
      const { period, digits } = lastMonth();
      const account = await post(OPERATOR_TOKEN, '/admin/accounts', { name: 'Lakeside', tier: 'enterprise' });
      const issued = await post(OPERATOR_TOKEN, `/admin/accounts/${account.id}/tokens`, {});
      const token = String(issued.token);
      const carrier = await post(token, '/carriers', { name: 'Acme' });
      await post(token, `/carriers/${carrier.id}/configs`, SFTP_CONFIG);
      const keys = createSshKeyPair();
      await post(token, '/sftp/users', { username: 'lakeside-agency', publicKey: keys.public });

      const name = `ACME_${digits}.csv`;
      const hostKey = await putBySftp(keys, `/incoming/${name}`, statement([['A', 50]]));
      // The service prints the fingerprint that a client asks its user to confirm.
      expect(service.output()).toContain(`SHA256:${hostKey}`);
      const before = new Date(Date.now() - 61_000);
      await utimes(join(directory, 'drops/sftp/lakeside-agency/incoming', name), before, before);
      const run = await post(OPERATOR_TOKEN, '/admin/system/run', { task: 'sweep_sftp' });
      expect(run).toMatchObject({ dropsAccepted: 1, dropsFailed: 0 });

      const intake = await get(token, '/intake');
      const { data } = z.object({ data: z.array(z.object({ jobId: z.string(), outcome: z.string() })) }).parse(intake);
      expect(data).toMatchObject([{ outcome: 'accepted' }]);
      await expect
        .poll(() => get(token, `/jobs/${data[0]?.jobId}`), { timeout: 30_000 })
        .toMatchObject({ status: 'completed', period, stats: { members: 1, commissionTotal: 50 } });
    });
  });

  /** Guarantee: files dropped by SFTP follow the account's drop-off settings of a carrier before those of its format. */
  describe('sftp own settings', () => {
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
      expect(item).toMatchObject({
        outcome: 'rejected',
        reason: expect.stringContaining('has file name patterns yet'),
      });
    });
  });
});

/** Guarantee: a ZIP archive that is dropped by SFTP becomes one upload for each of its statements. */
describe('dropped archives', () => {
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
});
