import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { printedAddress } from '../../server/settings.ts';
import { CHECKOUT } from '../support/bundled-service.ts';
import { startRunningService } from '../support/running-service.ts';

/** Guarantee: only the first start prints a link for the owner; later a command of the operator makes one. */

let dataDirectory: string;
beforeAll(async () => {
  dataDirectory = await mkdtemp(join(tmpdir(), 'sign-in-link-'));
});
afterAll(() => rm(dataDirectory, { recursive: true, force: true }));

const LINK = /http:\/\/localhost:\d+\/sign-in\?token=\S{20,}/;

const runCommand = (environment: Readonly<Record<string, string>>) =>
  promisify(execFile)(process.execPath, ['server/sign-in-link.ts'], {
    cwd: CHECKOUT,
    env: { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '', ...environment },
  });

test('prints a link at the first start alone, and the command makes another while the service runs', async () => {
  const first = await startRunningService({ dataDirectory });
  const link = LINK.exec(first.output())?.[0];
  expect(link).toBeDefined();
  await first.stop('SIGTERM');
  await expect(runCommand({})).rejects.toThrow(/No service runs on .*\. Start it first\./);

  const second = await startRunningService({ dataDirectory });
  expect(second.output()).not.toMatch(/sign-in\?token=/);
  expect(second.output()).toContain('Nobody has signed in yet. A link for the owner: npm run sign-in-link');
  const { stdout } = await runCommand({ PORT: new URL(second.url).port });
  expect(stdout).toMatch(new RegExp(`^${LINK.source}\n$`));
  expect(stdout.trim()).not.toBe(link);
  await second.stop('SIGTERM');
}, 180_000);

test.each([
  ['127.0.0.1', 'sftp://127.0.0.1:22'],
  ['::1', 'sftp://[::1]:22'],
  ['::', 'sftp://[::]:22'],
  ['files.example.org', 'sftp://files.example.org:22'],
])('prints the address of %s as %s', (host, address) => {
  expect(printedAddress('sftp', host, 22)).toBe(address);
});
