import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agency, agencyOf, createAgency, statementOf } from '../support/agency-client.ts';
import {
  bundledService,
  OPERATOR_TOKEN,
  type RunningService,
  startRunningService,
} from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: a backup of a service under load holds every account as it was at one moment, and starts elsewhere. */

const BUSY_MACHINE_MS = 240_000;
const running: RunningService[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop('SIGKILL');
  for (const folder of folders.splice(0))
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cas backup '));
  folders.push(folder);
  await mkdir(join(folder, 'data'));
  await copyStartedData(join(folder, 'data'));
  return folder;
}

async function start(dataDirectory: string): Promise<RunningService> {
  const service = await startRunningService({ dataDirectory });
  running.push(service);
  return service;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs `npm run backup` or `npm run restore` without npm. */
async function run(
  program: 'backup' | 'restore',
  dataDirectory: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [await bundledService(program), ...words], {
    env: { ...process.env, DATA_DIR: dataDirectory, DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : null, output };
}

const MONTHS = Array.from({ length: 36 }, (_, index) => {
  const date = new Date(Date.UTC(2023, index, 1));
  return date.toISOString().slice(0, 7);
});

function statementOfMonth(month: number): string {
  const members = Array.from({ length: 200 }, (_, member) => member).filter((member) => (member + month) % 17 !== 0);
  return statementOf(
    members
      .map((member) => [`M${member}`, ((member * 37 + month * 11) % 9_000) / 100 + 1])
      .map(([id, amount]) => [String(id), String(amount)]),
  );
}

const list = z.object({ data: z.array(z.object({ id: z.string(), periodYear: z.number(), periodMonth: z.number() })) });

async function loadMonth(agency: Agency, month: number): Promise<void> {
  const { jobId } = await agency.upload({ period: MONTHS[month] ?? '', csv: statementOfMonth(month) });
  expect((await agency.ended(jobId)).status).toBe('completed');
}

/** Uploads one month after another until `stop` is called, which returns the number of uploaded months. */
function loadFrom(agency: Agency, first: number): { stop(): Promise<number> } {
  let isStopping = false;
  const loading = (async () => {
    let month = first;
    for (; !isStopping && month < MONTHS.length; month++) await loadMonth(agency, month);
    return month;
  })();
  return {
    stop: () => {
      isStopping = true;
      return loading;
    },
  };
}

async function reportsOf(agency: Agency, months: number): Promise<unknown> {
  const reports: unknown[] = [];
  for (const period of MONTHS.slice(0, months)) {
    reports.push(await agency.get(`/v1/reports/rollup?period=${period}&groupBy=agent`));
    reports.push(await agency.get(`/v1/reports/attrition?period=${period}`));
  }
  const [from, to] = [MONTHS[0], MONTHS[months - 1]];
  reports.push(await agency.get(`/v1/reports/cumulative?from=${from}&to=${to}`));
  reports.push(await agency.get(`/v1/reports/recoverable?from=${from}&to=${to}`));
  return reports;
}

it(
  'takes a backup under load, and restores every account as it was at one moment',
  async () => {
    const folder = await newFolder();
    const original = await start(join(folder, 'data'));
    const agencies = [await createAgency(original.url), await createAgency(original.url)];
    for (const agency of agencies) for (const month of [0, 1]) await loadMonth(agency, month);
    const loads = agencies.map((agency) => loadFrom(agency, 2));
    const taken = await run('backup', join(folder, 'data'), [join(folder, 'backup')]);
    const loaded = await Promise.all(loads.map((load) => load.stop()));
    expect(taken).toMatchObject({ code: 0, output: expect.stringMatching(/Backup .*: \d+ files, as of 20/) });

    const restoring = await run('restore', join(folder, 'elsewhere'), [join(folder, 'backup')]);
    expect(restoring).toMatchObject({ code: 0, output: expect.stringContaining('Start the service') });
    const restored = await start(join(folder, 'elsewhere'));
    for (const [index, before] of agencies.entries()) {
      const after = agencyOf(restored.url, before.token, before.carrierId);
      const jobs = list.parse(await after.get('/v1/jobs?limit=100')).data;
      // Jobs that were in processing at the moment of the backup begin again.
      for (const { id } of jobs) expect((await after.ended(id)).status).toBe('completed');
      const months = jobs.map((job) => `${job.periodYear}-${String(job.periodMonth).padStart(2, '0')}`).toSorted();
      expect(months.length).toBeGreaterThanOrEqual(2);
      expect(months.length).toBeLessThanOrEqual(loaded[index] ?? 0);
      expect(months).toEqual(MONTHS.slice(0, months.length));
      expect(await reportsOf(after, months.length)).toEqual(await reportsOf(before, months.length));
      await loadMonth(after, months.length);
    }
    // The original service has run without a break.
    await loadMonth(agencies[0] ?? expect.unreachable(), loaded[0] ?? 0);
    expect(await original.stop('SIGTERM')).toBe(0);
    expect(await restored.stop('SIGTERM')).toBe(0);
  },
  BUSY_MACHINE_MS,
);

it(
  'copies a stopped service with its files, and refuses a damaged backup',
  async () => {
    const folder = await newFolder();
    const [data, backup, elsewhere] = ['data', 'backup', 'elsewhere'].map((name) => join(folder, name));
    if (data === undefined || backup === undefined || elsewhere === undefined) return expect.unreachable();
    await mkdir(join(data, 'drops/sftp/harbor/incoming'), { recursive: true });
    await writeFile(join(data, 'drops/sftp/harbor/incoming/June statement.csv'), 'Member ID,Commission\nA,1\n');
    expect((await run('backup', data, [backup])).code).toBe(0);
    expect(await run('backup', data, [backup])).toMatchObject({ code: 1, output: expect.stringContaining('exists') });
    expect(await run('backup', data, [join(data, 'inside')])).toMatchObject({
      code: 1,
      output: expect.stringContaining("can't be inside of DATA_DIR"),
    });
    expect(await run('restore', data, [backup])).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    });

    const manifest = join(backup, 'manifest.json');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replace('"formatVersion": 1', '"formatVersion": 2'));
    const newer = await run('restore', elsewhere, [backup]);
    expect(newer).toMatchObject({ code: 1, output: expect.stringContaining('newer version of the service') });
    await rm(manifest);
    const incomplete = await run('restore', elsewhere, [backup]);
    expect(incomplete).toMatchObject({ code: 1, output: expect.stringContaining('no complete backup') });
    await writeFile(manifest, text);
    expect(await run('restore', elsewhere, [backup], { DATABASE_URL: 'postgres://db.example/cas' })).toMatchObject({
      code: 1,
      output: expect.stringContaining('Unset DATABASE_URL'),
    });

    const drop = join(backup, 'data/drops/sftp/harbor/incoming/June statement.csv');
    const dropped = await readFile(drop);
    await appendFile(drop, 'B,2\n');
    const damaged = await run('restore', elsewhere, [backup]);
    expect(damaged).toMatchObject({ code: 1, output: expect.stringContaining('June statement.csv is not what was') });
    expect(await readdir(elsewhere)).toEqual([]);
    await rm(drop);
    const short = await run('restore', elsewhere, [backup]);
    expect(short).toMatchObject({ code: 1, output: expect.stringContaining('June statement.csv is missing') });
    await writeFile(drop, dropped);

    expect((await run('restore', elsewhere, [backup])).code).toBe(0);
    expect(await readFile(join(elsewhere, 'drops/sftp/harbor/incoming/June statement.csv'))).toEqual(dropped);
    const restored = await start(elsewhere);
    const ready = await fetch(`${restored.url}/v1/ready`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
    expect(ready.status).toBe(200);
  },
  BUSY_MACHINE_MS,
);

it(
  'copies only the files if the database is external, and refuses a directory without data',
  async () => {
    const folder = await newFolder();
    const data = join(folder, 'data');
    await mkdir(join(data, 'objects/raw'), { recursive: true });
    await writeFile(join(data, 'objects/raw/file'), 'x');
    const own = { DATABASE_URL: 'postgres://db.example/cas' };
    const taken = await run('backup', data, [join(folder, 'backup')], own);
    expect(taken).toMatchObject({ code: 0, output: expect.stringContaining('DATABASE_URL is not in it') });
    const restored = await run('restore', join(folder, 'elsewhere'), [join(folder, 'backup')], own);
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('restore its dump') });
    expect(await readFile(join(folder, 'elsewhere/objects/raw/file'), 'utf8')).toBe('x');
    expect(existsSync(join(folder, 'elsewhere/postgres'))).toBe(false);

    const nothing = await run('backup', join(folder, 'nothing'), [join(folder, 'other')]);
    expect(nothing).toMatchObject({ code: 1, output: expect.stringContaining('has no data') });
    expect(existsSync(join(folder, 'nothing'))).toBe(false);
    expect(await run('backup', data, [])).toMatchObject({ code: 2, output: expect.stringContaining('is missing') });
    expect(await run('restore', data, ['--help'])).toMatchObject({
      code: 0,
      output: expect.stringContaining('npm run restore'),
    });
  },
  BUSY_MACHINE_MS,
);
