import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { makeDataDirectory } from '../../server/data-directory.ts';
import { readSettings, SettingsError } from '../../server/settings.ts';
import { readOpenMetrics } from '../server/open-metrics-parser.ts';
import { type Agency, agencyOf, createAgency, statementOf } from '../support/agency-client.ts';
import { OPERATOR_TOKEN, type RunningService, runToItsEnd, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Tests `npm start` on one machine by the actions of a person. */
describe('one machine', () => {
  const running: RunningService[] = [];
  const directories: string[] = [];

  afterEach(async () => {
    for (const service of running.splice(0)) await service.stop('SIGKILL');
    // The database of a killed service may still write while it ends.
    for (const directory of directories.splice(0))
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  /** The path has a space, as on many people's machines. */
  async function newDirectory(): Promise<string> {
    const directory = await mkdtemp(join(tmpdir(), 'cas journey '));
    directories.push(directory);
    return directory;
  }

  async function startedDirectory(): Promise<string> {
    const directory = await newDirectory();
    await copyStartedData(directory);
    return directory;
  }

  async function start(dataDirectory: string, environment: Record<string, string> = {}): Promise<RunningService> {
    const service = await startRunningService({ dataDirectory, environment });
    running.push(service);
    return service;
  }

  /** The time-out of a test. A start takes ten seconds on a busy machine, and a test makes several. */
  const BUSY_MACHINE_MS = 180_000;

  const WORKED_EXAMPLE = [
    {
      period: '2026-01',
      rows: [
        ['A', '50'],
        ['B', '50'],
        ['C', '50'],
        ['D', '50'],
      ],
    },
    {
      period: '2026-02',
      rows: [
        ['A', '50'],
        ['B', '40'],
        ['D', '-50'],
        ['E', '50'],
      ],
    },
    {
      period: '2026-03',
      rows: [
        ['A', '50.01'],
        ['B', '40'],
        ['E', '0'],
      ],
    },
    {
      period: '2026-04',
      rows: [
        ['A', '50'],
        ['B', '60'],
        ['C', '45'],
      ],
    },
  ] as const;

  async function loadWorkedExample(agency: Agency): Promise<void> {
    for (const { period, rows } of WORKED_EXAMPLE) {
      const { jobId } = await agency.upload({ period, csv: statementOf(rows) });
      expect((await agency.ended(jobId)).status).toBe('completed');
    }
  }

  const totalsOf = (agency: Agency, period: string) => agency.get(`/v1/reports/rollup?period=${period}`);

  describe('npm start', () => {
    it('serves the worked example from the first statement to the rollup, and keeps it after Ctrl-C and kill -9', async () => {
      const directory = await newDirectory();
      const first = await start(directory);
      const agency = await createAgency(first.url);
      await loadWorkedExample(agency);
      const expected = {
        period: '2026-02',
        totals: {
          memberCount: 4,
          red: 1,
          yellow: 2,
          green: 1,
          new: 1,
          commissionDropped: 50,
          commissionReduced: 60,
          commissionAtRisk: 110,
          chargebackCount: 1,
          chargebackAmount: 50,
        },
      };
      expect(await totalsOf(agency, '2026-02')).toMatchObject(expected);
      expect(await first.stop('SIGINT')).toBe(0);

      const second = await start(directory);
      const again = agencyOf(second.url, agency.token, agency.carrierId);
      expect(await totalsOf(again, '2026-02')).toMatchObject(expected);
      await second.stop('SIGKILL');

      const third = await start(directory);
      expect(await totalsOf(agencyOf(third.url, agency.token, agency.carrierId), '2026-02')).toMatchObject(expected);
    });

    it(
      'resumes queued and running jobs after kill -9, each exactly once',
      async () => {
        const directory = await startedDirectory();
        const first = await start(directory);
        const agency = await createAgency(first.url);
        const rows = Array.from({ length: 2_000 }, (_, index) => [`M${index}`, '12.34'] as const);
        const jobs: string[] = [];
        for (let month = 1; month <= 6; month++) {
          const { jobId } = await agency.upload({ period: `2026-0${month}`, csv: statementOf(rows) });
          jobs.push(jobId);
        }
        // Waits for the first job, because the worker may not have started yet.
        await expect.poll(() => agency.get(`/v1/jobs/${jobs[0]}`)).not.toMatchObject({ status: 'queued' });
        await first.stop('SIGKILL');

        const second = await start(directory);
        const again = agencyOf(second.url, agency.token, agency.carrierId);
        for (const jobId of jobs) expect((await again.ended(jobId)).status).toBe('completed');
        expect(await totalsOf(again, '2026-06')).toMatchObject({
          totals: { memberCount: 2_000, green: 2_000, new: 0, red: 0 },
        });
        expect(await totalsOf(again, '2026-01')).toMatchObject({ totals: { memberCount: 2_000, new: 2_000 } });
      },
      BUSY_MACHINE_MS,
    );

    it('refuses a second start on the same data with a message, and the first service continues', async () => {
      const directory = await startedDirectory();
      const first = await start(directory);
      const second = await runToItsEnd({ dataDirectory: directory });
      expect(second.code).toBe(1);
      expect(second.output).toContain(directory);
      expect((await fetch(`${first.url}/v1/health`)).status).toBe(200);
    });

    it('keeps every folder of the data directory private to its owner, even one that an earlier version left open', async () => {
      const directory = await newDirectory();
      await mkdir(join(directory, 'spool'), { mode: 0o755 });
      await start(directory, { SFTP_PORT: '0', SMTP_PORT: '0' });
      const folders = (await readdir(directory, { withFileTypes: true })).filter((entry) => entry.isDirectory());
      const modes = folders.map(async ({ name }) => [
        name,
        ((await stat(join(directory, name))).mode & 0o777).toString(8),
      ]);
      const found = Object.fromEntries(await Promise.all(modes));
      expect(found).toMatchObject({ spool: '700', objects: '700', postgres: '700' });
      expect(new Set(Object.values(found))).toEqual(new Set(['700']));
    });

    it('names a port that is in use, and stops', async () => {
      const taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      const address = taken.address();
      const port = typeof address === 'object' && address !== null ? String(address.port) : '';
      const ended = await runToItsEnd({ dataDirectory: await startedDirectory(), environment: { PORT: port } });
      taken.close();
      expect(ended.code).toBe(1);
      expect(ended.output).toContain(`Port ${port}`);
    });

    it('names every wrong setting', async () => {
      const environment = { PORT: 'http', RATE_LIMIT_PER_MINUTE: '0', ADMIN_TOKEN: 'short' };
      const ended = await runToItsEnd({ dataDirectory: await newDirectory(), environment });
      expect(ended.code).toBe(1);
      for (const name of Object.keys(environment)) expect(ended.output).toContain(name);
    });

    it('makes one job of fifty equal concurrent uploads', async () => {
      const service = await start(await startedDirectory());
      const agency = await createAgency(service.url);
      const statement = { period: '2026-01', csv: statementOf([['A', '50']]), key: 'the-same-for-all' };
      const answers = await Promise.all(Array.from({ length: 50 }, () => agency.upload(statement)));
      expect(new Set(answers.map(({ jobId }) => jobId)).size).toBe(1);
      expect(answers.filter(({ idempotent }) => idempotent === true)).toHaveLength(49);
    });
  });
});

/** Guarantee: a start with a wrong setting ends with one line that names the setting, its value and the allowed values. */
describe('wrong settings', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cas settings '));
    await writeFile(join(folder, 'file'), '');
    await symlink(join(folder, 'nowhere'), join(folder, 'dangling'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  /** Runs the whole program with a wrong setting. Returns its output. */
  const failedStart = async (environment: Readonly<Record<string, string>>) => {
    const { code, output } = await runToItsEnd({ dataDirectory: join(folder, 'data'), environment });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(2);
    return output;
  };

  test.each([
    ['HOST', 'no-such-host.invalid', 'must be an address of this machine, or a name that leads to one (E'],
    ['HOST', '192.0.2.1', 'must be an address of this machine, or a name that leads to one (EADDRNOTAVAIL)'],
    ['PORT', '0x50', 'must be a whole number from 0 to 65535'],
    ['DATA_DIR', '/proc/x', 'must be a directory that this user can write to, or one that can be made (ENOENT)'],
  ])('refuses npm start with %s %j', async (name, value, allowed) => {
    const output = await failedStart({ [name]: value });
    expect(output).toContain(`The service could not start.\n${name} "${value}": ${allowed}`);
  });

  test.each([
    ['ADMIN_TOKEN', 'short-secret', 'must have at least 16 characters (its value is not shown)\n'],
    ['DATABASE_URL', 'postgres://u:short-secret@db.invalid/y', 'must lead to a PostgreSQL 17 that can be used ('],
  ])('refuses npm start with %s %j without printing the secret value', async (name, value, allowed) => {
    const output = await failedStart({ [name]: value });
    expect(output).toContain(`The service could not start.\n${name}: ${allowed}`);
    expect(output).not.toContain('short-secret');
  });

  /** The first steps of a start, in this process. `npm start` prints the message of a SettingsError. */
  async function refusal(environment: Readonly<Record<string, string>>): Promise<string> {
    const error = await (async () =>
      makeDataDirectory(readSettings({ DATA_DIR: join(folder, 'data'), ...environment }).dataDirectory))().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(SettingsError);
    return error instanceof SettingsError ? error.message : '';
  }

  test.each([
    ['HOST', '999.1.1.1', 'must be an IP address or a host name'],
    ['HOST', '[::1]', 'must be an IP address or a host name'],
    ['PORT', ' ', 'must be a whole number from 0 to 65535'],
    ['SFTP_PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['DATA_DIR', '/dev/null/x', 'must be a directory that this user can write to, or one that can be made (ENOTDIR)'],
    ['DATA_DIR', '/proc', 'must be a directory that this user can write to, or one that can be made (ENOENT)'],
    ['PUBLIC_URL', 'ftp://x', 'must be an http:// or https:// address'],
    ['EMAIL_DOMAIN', '--', 'must be a domain name'],
    ['WEBHOOK_LOCALHOST', 'yes', 'must be allow or refuse'],
    ['RATE_LIMIT_PER_MINUTE', '0', 'must be a whole number from 1 to 1000000000'],
    ['POWERTOOLS_LOG_LEVEL', 'xx', 'must be one of TRACE, DEBUG, INFO, WARN, ERROR, CRITICAL, SILENT'],
  ])('refuses %s %j', async (name, value, allowed) => {
    expect(await refusal({ [name]: value })).toBe(`${name} "${value}": ${allowed}`);
  });

  test.each(['file', 'dangling', join('dangling', 'below'), 'x'.repeat(300)])(
    'refuses a DATA_DIR at %s',
    async (name) => {
      expect(await refusal({ DATA_DIR: join(folder, name) })).toMatch(
        /^DATA_DIR ".*": must be a directory that .* \(E[A-Z]+\)$/,
      );
    },
  );

  test.each([
    'https://u:short-secret@mail.example.org',
    'smtp://u:short-secret@mail.example.org/path',
    'smtp://u:short-secret%zz@mail.example.org',
    'smtp://u:short-secret@',
    'mail.example.org:587',
  ])('refuses an SMTP_RELAY_URL %s without printing it', async (url) => {
    expect(await refusal({ SMTP_RELAY_URL: url, MAIL_FROM: 'reports@harbor.example' })).toBe(
      'SMTP_RELAY_URL: must be like smtp://user:password@mail.example.org:587 or smtps://…:465 (its value is not shown)',
    );
  });

  test('refuses a relay without a sender, and accepts a relay with a sender', async () => {
    const url = 'smtp://u%40x:p@mail.example.org:587';
    expect(await refusal({ SMTP_RELAY_URL: url })).toMatch(/^MAIL_FROM: must be set with SMTP_RELAY_URL/);
    const from = 'reports@harbor.example';
    expect(readSettings({ SMTP_RELAY_URL: url, MAIL_FROM: from }).mailRelay).toEqual({ url, from });
    expect(readSettings({ MAIL_FROM: from }).mailRelay).toBeNull();
  });

  test('refuses a DATABASE_URL of another database without printing the secret value', async () => {
    expect(await refusal({ DATABASE_URL: 'mysql://u:short-secret@x/y' })).toBe(
      'DATABASE_URL: must be a postgres:// address (its value is not shown)',
    );
  });
});

/** Guarantee: the access log shows who requested what and the metrics show the machine's state. Neither shows any data of the books. */
describe('access log', () => {
  let directory: string;
  let service: RunningService;
  let agency: Agency;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'access-log-'));
    await copyStartedData(directory);
    const environment = { ACCESS_LOG: 'stdout', METRICS_PORT: '0', TRUSTED_PROXY: '127.0.0.0/8' };
    service = await startRunningService({ dataDirectory: directory, environment });
    agency = await createAgency(service.url);
    const { jobId } = await agency.upload({ period: '2026-01', csv: statementOf([['SECRET-MEMBER', '50']]) });
    await agency.ended(jobId);
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  const line = z.strictObject({
    time: z.iso.datetime(),
    method: z.string(),
    route: z.string().nullable(),
    status: z.number(),
    ms: z.number(),
    bytes: z.number(),
    isComplete: z.boolean(),
    client: z.string(),
    requestId: z.string(),
    accountId: z.string().nullable(),
  });

  function lineOf(requestId: string) {
    const found = service
      .output()
      .split('\n')
      .find((each) => each.startsWith('{"time"') && each.includes(requestId));
    return found === undefined ? null : line.parse(JSON.parse(found));
  }

  it('writes a line about each request, with the address that the proxy saw and no secret', async () => {
    const headers = { Authorization: `Bearer ${agency.token}`, 'X-Forwarded-For': '198.51.100.1, 203.0.113.9' };
    const ask = (path: string, requestId: string) =>
      fetch(`${service.url}${path}`, { headers: { ...headers, 'X-Request-Id': requestId } });
    const listed = await ask('/v1/members?q=SECRET-QUERY', 'request-listed');
    const bytes = (await listed.arrayBuffer()).byteLength;
    await (await ask('/v1/members/SECRET-ID/timeline', 'request-missing')).arrayBuffer();
    await (await ask('/v1/SECRET-PATH', 'request-nowhere')).arrayBuffer();
    await expect.poll(() => lineOf('request-nowhere')).not.toBeNull();

    expect(lineOf('request-listed')).toMatchObject({
      ...{ method: 'GET', route: '/v1/members', isComplete: true, client: '203.0.113.9' },
      accountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(lineOf('request-listed')?.bytes).toBeGreaterThan(bytes);
    expect(lineOf('request-missing')).toMatchObject({ route: '/v1/members/{memberRefId}/timeline' });
    expect(lineOf('request-nowhere')).toMatchObject({ route: null, status: 404, accountId: null });
    expect(service.output()).not.toMatch(/SECRET|Bearer/);
    expect(service.output()).not.toContain(agency.token);
    expect(service.output()).not.toContain(OPERATOR_TOKEN);
  });

  it('serves metrics on a separate port', async () => {
    const [, url = ''] = /Metrics\s+(\S+)/.exec(service.output()) ?? [];
    const response = await fetch(url);
    expect(response.headers.get('Content-Type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    const text = await response.text();
    const families = readOpenMetrics(text);
    const uploads = families.get('http_requests')?.samples.find(({ labels }) => labels['route'] === '/v1/files');
    expect(uploads).toMatchObject({ labels: { method: 'POST', status: '202' }, value: 1 });
    expect(families.get('jobs')?.samples).toContainEqual({ name: 'jobs', labels: { state: 'completed' }, value: 1 });
    expect(families.get('database_up')?.samples[0]?.value).toBe(1);
    expect(text).not.toMatch(/SECRET|[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect((await fetch(new URL('/v1/ready', url))).status).toBe(404);
  });
});

/** Guarantee: the demo ends with the figures of the books that its statements were made from. It is the only large book with namesakes. */
describe('demo', () => {
  it('finds in the statements what their books say', async () => {
    // It fails where a figure differs. Without a shell to wait for, no service stays behind.
    const { SERVE_WHILE_PID: _, ...env } = process.env;
    const { stdout } = await promisify(execFile)(process.execPath, ['demo/demo.ts'], { env, maxBuffer: 10_000_000 });
    expect(stdout).toContain('signature verified');
  }, 300_000);
});
