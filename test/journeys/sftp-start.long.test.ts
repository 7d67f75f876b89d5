import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createSshKeyPair } from '../../server/drop-offs.ts';
import { OPERATOR_TOKEN, type RunningService, startRunningService } from '../support/running-service.ts';
import { statement } from '../support/service.ts';
import { copyStartedData } from '../support/started-data.ts';
import { lastMonth, SFTP_CONFIG } from './sftp-service.ts';

/** Tests `npm start` with SFTP by the actions of a person, from the account to the completed job. */

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
