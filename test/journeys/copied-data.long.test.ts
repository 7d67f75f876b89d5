import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { agencyOf, createAgency, statementOf } from '../support/agency-client.ts';
import { type RunningService, runToItsEnd, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: work on one DATA_DIR changes no other, and a service without its database ends with a message. */

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
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('had a database: the file secret-key') });
    expect(refused.output).toContain('NEW_DATABASE=allow');
    expect(refused.output).not.toMatch(/^\s+at /m);
    expect(existsSync(join(restored, 'postgres'))).toBe(false);
    const anew = await startRunningService({ dataDirectory: restored, environment: { NEW_DATABASE: 'allow' } });
    running.push(anew);
    expect(await anew.stop('SIGTERM')).toBe(0);
  },
  BUSY_MACHINE_MS,
);
