import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agency, agencyOf, createAgency, statementOf } from '../support/agency-client.ts';
import {
  bundledService,
  OPERATOR_TOKEN,
  type RunningService,
  runToItsEnd,
  startRunningService,
} from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: a backup of a service under load holds every account as it was at one moment, and starts elsewhere. */
describe('backup', () => {
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

  const list = z.object({
    data: z.array(z.object({ id: z.string(), periodYear: z.number(), periodMonth: z.number() })),
  });

  async function loadMonth(agency: Agency, month: number): Promise<void> {
    const { jobId } = await agency.upload({ period: MONTHS[month] ?? '', csv: statementOfMonth(month) });
    expect((await agency.ended(jobId)).status).toBe('completed');
  }

  /** Uploads one month after another until `stop` is called, which returns the number of uploaded months. */
  function loadFrom(agency: Agency, first: number): { stop(): Promise<number> } {
    let isStopping = false;
    const loading = (async () => {
      let month = first;
      // A month is left for the upload after the restoring.
      for (; !isStopping && month < MONTHS.length - 1; month++) await loadMonth(agency, month);
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
});

/** Guarantee: work on one DATA_DIR changes no other, and a service without its database ends with a message. */
describe('copied data', () => {
  const BUSY_MACHINE_MS = 180_000;
  const call = promisify(execFile);
  const running: RunningService[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    for (const service of running.splice(0)) await service.stop('SIGKILL');
    for (const folder of folders.splice(0))
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  /** Makes a folder whose `data` is a copy of the data of a service that was started before. */
  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'cas copy '));
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

  /** Copies the data of a service that may run. PostgreSQL may remove its cache files meanwhile, and makes them anew. */
  async function copyData(from: string, to: string): Promise<void> {
    const { stderr } = await call('cp', ['-a', from, to]).catch((error: { readonly stderr: string }) => error);
    expect(stderr).toMatch(/^(cp: cannot stat '.*\/pg_internal\.init'.*\n)*$/);
  }

  /** The fifth line of PostgreSQL's lock file. */
  async function socketFolder(dataDirectory: string): Promise<string> {
    const lines = (await readFile(join(dataDirectory, 'postgres/postmaster.pid'), 'utf8')).split('\n');
    return lines[4] ?? '';
  }

  it(
    "serves a copy of a running service's data independently, while the original goes on",
    async () => {
      const folder = await newFolder();
      const data = join(folder, 'data');
      const original = await start(data);
      const agency = await createAgency(original.url);
      const load = async (url: string, period: string) => {
        const of = agencyOf(url, agency.token, agency.carrierId);
        const { jobId } = await of.upload({ period, csv: statementOf([['A', '50']]) });
        expect((await of.ended(jobId)).status).toBe('completed');
      };
      await load(original.url, '2026-01');
      await copyData(data, join(folder, 'copy'));

      const copy = await start(join(folder, 'copy'));
      await load(copy.url, '2026-02');
      await load(original.url, '2026-02');
      expect(await copy.stop('SIGTERM')).toBe(0);
      await load(original.url, '2026-03');
      // Open connections keep working without the socket, but new ones fail.
      const folderOfSocket = await socketFolder(data);
      expect(existsSync(folderOfSocket)).toBe(true);
      expect(await original.stop('SIGTERM')).toBe(0);
      expect(existsSync(folderOfSocket)).toBe(false);
    },
    BUSY_MACHINE_MS,
  );

  it(
    'refuses a second start by another path too, and on a moved directory that is still served',
    async () => {
      const folder = await newFolder();
      const data = join(folder, 'data');
      const service = await start(data);
      await symlink(data, join(folder, 'link'));
      const byLink = await runToItsEnd({ dataDirectory: join(folder, 'link') });
      expect(byLink).toMatchObject({ code: 1, output: expect.stringContaining('is in use by process') });
      await rename(data, join(folder, 'moved'));
      const moved = await runToItsEnd({ dataDirectory: join(folder, 'moved') });
      expect(moved).toMatchObject({ code: 1, output: expect.stringContaining('is in use by process') });
      expect((await fetch(`${service.url}/v1/health`)).status).toBe(200);
    },
    BUSY_MACHINE_MS,
  );

  it(
    'refuses a copy made of hard links with a sentence',
    async () => {
      const folder = await newFolder();
      await call('cp', ['-al', join(folder, 'data'), join(folder, 'links')]);
      const refused = await runToItsEnd({ dataDirectory: join(folder, 'links') });
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('are hard links') });
      expect(refused.output).not.toMatch(/^\s+at /m);
      // The original is refused too until the copy is gone, because the service cannot tell which of the two is the original.
      const original = await runToItsEnd({ dataDirectory: join(folder, 'data') });
      expect(original.code).toBe(1);
      expect(original.output).toContain('PG_VERSION has 2 names');
      expect(original.output).toContain('If this is the original, remove the other folder and start again.');
      await rm(join(folder, 'links'), { recursive: true });
      await (await start(join(folder, 'data'))).stop('SIGTERM');
    },
    BUSY_MACHINE_MS,
  );

  it(
    'refuses a copy that links to a folder of the original with a sentence, and the original goes on',
    async () => {
      const folder = await newFolder();
      const [data, copy] = [join(folder, 'data'), join(folder, 'copy')];
      // A server that root starts runs as another account, which must be able to follow the link.
      await chmod(folder, 0o755);
      await rename(join(data, 'postgres/pg_wal'), join(folder, 'wal'));
      await symlink(join(folder, 'wal'), join(data, 'postgres/pg_wal'));
      const original = await start(data);
      await copyData(data, copy);
      const refused = await runToItsEnd({ dataDirectory: copy });
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringContaining('pg_wal is a symbolic link to a folder of'),
      });
      expect(refused.output).not.toMatch(/^\s+at /m);
      await createAgency(original.url);
      expect(await original.stop('SIGTERM')).toBe(0);
      // After a stop the folder still belongs to the original, which starts again.
      expect((await runToItsEnd({ dataDirectory: copy })).code).toBe(1);
      await (await start(data)).stop('SIGTERM');

      await rm(join(copy, 'postgres/pg_wal'));
      await call('cp', ['-a', join(folder, 'wal'), join(copy, 'postgres/pg_wal')]);
      await (await start(copy)).stop('SIGTERM');
    },
    BUSY_MACHINE_MS,
  );

  it(
    'ends with a code and a sentence when the socket is gone, and can be started again',
    async () => {
      const data = join(await newFolder(), 'data');
      const service = await start(data);
      const { token, carrierId } = await createAgency(service.url);
      await rm(await socketFolder(data), { recursive: true });
      await expect.poll(() => service.process.exitCode, { timeout: 120_000, interval: 500 }).toBe(1);
      expect(service.output()).toContain('The database can not be reached any more, so the service stops');
      const again = agencyOf((await start(data)).url, token, carrierId);
      expect(await again.get('/v1/me')).toMatchObject({ name: 'Journey Benefits' });
    },
    BUSY_MACHINE_MS,
  );

  it(
    'refuses restored files without their database with a sentence, and starts anew with a setting',
    async () => {
      const folder = await newFolder();
      const restored = join(folder, 'data');
      await rm(join(restored, 'postgres'), { recursive: true });
      const refused = await runToItsEnd({ dataDirectory: restored });
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringContaining('had a database: the file secret-key'),
      });
      expect(refused.output).toContain('NEW_DATABASE=allow');
      expect(refused.output).not.toMatch(/^\s+at /m);
      expect(existsSync(join(restored, 'postgres'))).toBe(false);
      const anew = await startRunningService({ dataDirectory: restored, environment: { NEW_DATABASE: 'allow' } });
      running.push(anew);
      expect(await anew.stop('SIGTERM')).toBe(0);
    },
    BUSY_MACHINE_MS,
  );
});
