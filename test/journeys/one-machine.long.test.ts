import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Agency, agencyOf, createAgency, statementOf } from '../support/agency-client.ts';
import { type RunningService, runToItsEnd, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Tests `npm start` on one machine by the actions of a person. */

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
