import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { drillRestore } from '../../server/backup/restore-backup.ts';
import { replaceOperatorToken } from '../../server/operator-token.ts';
import { printedAddress } from '../../server/settings.ts';
import { bundlesOfThisRun } from '../entry/bundle-contents.ts';
import { type DeployedPlatform, startDeployedPlatform } from '../entry/deployed-platform.ts';
import { startLambda } from '../entry/lambda-process.ts';
import { createAgency, statementOf } from '../support/agency-client.ts';
import { CHECKOUT, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: the drill of restoring compares every account of a running service with a real copy, and leaves nothing behind. */
describe('restore drill', async () => {
  const MINUTES_MS = 240_000;
  const folder = await mkdtemp(join(tmpdir(), 'cas drill '));
  const dataDirectory = join(folder, 'data');
  const scratch = join(folder, 'scratch');
  await mkdir(dataDirectory);
  await mkdir(scratch);
  await copyStartedData(dataDirectory);
  const service = await startRunningService({ dataDirectory });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  const plan = { dataDirectory, scratch, serviceVersion: '1.0.0', onBytes: () => undefined };

  it(
    'finds every account of a running service the same in its copy, and removes the copy',
    async () => {
      const agencies = [await createAgency(service.url), await createAgency(service.url)];
      for (const agency of agencies) {
        const csv = statementOf([
          ['A1', '10.00'],
          ['A2', '20.50'],
        ]);
        const { jobId } = await agency.upload({ period: '2026-02', csv });
        expect((await agency.ended(jobId)).status).toBe('completed');
      }
      const comparison = await drillRestore(plan);
      expect(comparison.faults).toEqual([]);
      expect(comparison.equal).toBeGreaterThanOrEqual(2);
      expect(await readdir(scratch)).toEqual([]);
    },
    MINUTES_MS,
  );
});

/** Guarantee: the bundled functions pass their check in a working stage, and fail it before the database has their schema. */
describe('release check', () => {
  const NAMES = ['http-api', 'ingest-statement'] as const;

  let platform: DeployedPlatform;
  let directory: string;
  beforeAll(async () => {
    [platform, { directory }] = await Promise.all([startDeployedPlatform(), bundlesOfThisRun()]);
  }, 120_000);
  afterAll(() => platform.close());

  async function invoke(name: (typeof NAMES)[number] | 'migrate-database', event: unknown): Promise<unknown> {
    const lambda = await startLambda(join(directory, name, 'index.mjs'), platform.environmentOf(name));
    try {
      return await lambda.invoke(event);
    } finally {
      await lambda.close();
    }
  }

  test('fails while the database lacks the schema of the version', async () => {
    await expect(invoke('ingest-statement', {})).rejects.toThrow('ingest-statement failed');
  });

  test('passes when the version can work, with any event of a deployment', async () => {
    await invoke('migrate-database', {});
    for (const name of NAMES) {
      expect(await invoke(name, {})).toEqual({ checked: true });
      expect(await invoke(name, null)).toEqual({ checked: true });
    }
  });
});

/** Guarantee: `npm start` prints the operator's token at the start that creates it, and at no later start. */
describe('operator token', () => {
  describe('operator token', () => {
    let dataDirectory: string;
    beforeAll(async () => {
      dataDirectory = await mkdtemp(join(tmpdir(), 'operator-token-'));
    });
    afterAll(() => rm(dataDirectory, { recursive: true, force: true }));

    /** Polls slowly, because wrong tokens are counted and too many would be refused. */
    const POLL = { timeout: 30_000, interval: 500 };

    const start = () => startRunningService({ dataDirectory, environment: { ADMIN_TOKEN: '' } });

    async function statusWith(token: string, url: string): Promise<number> {
      const response = await fetch(`${url}/v1/admin/accounts`, { headers: { Authorization: `Bearer ${token}` } });
      await response.body?.cancel();
      return response.status;
    }

    test('prints the token once, accepts it at the next start, and takes a replacement while running', async () => {
      const first = await start();
      const token = /Operator token (\S{43})\n/.exec(first.output())?.[1] ?? '';
      expect(await statusWith(token, first.url)).toBe(200);
      await first.stop('SIGTERM');

      const second = await start();
      expect(await statusWith(token, second.url)).toBe(200);
      expect(second.output()).toContain('Operator token as shown when it was made.');
      expect(second.output()).not.toContain(token);

      const replacement = await replaceOperatorToken(dataDirectory, 3600, new Date());
      await vi.waitFor(async () => expect(await statusWith(replacement, second.url)).toBe(200), POLL);
      expect(await statusWith(token, second.url)).toBe(200);
      const last = await replaceOperatorToken(dataDirectory, 0, new Date());
      await vi.waitFor(async () => expect(await statusWith(last, second.url)).toBe(200), POLL);
      expect([await statusWith(token, second.url), await statusWith(replacement, second.url)]).toEqual([401, 401]);
      await second.stop('SIGTERM');
    }, 180_000);
  });

  /** Guarantee: only the first start prints a link for the owner; later a command of the operator makes one. */
  describe('sign in link', () => {
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
  });
});
