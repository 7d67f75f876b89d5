import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openConnection } from '../../adapters/postgres/connection/connection.ts';
import { takeBackup } from '../../server/backup/take-backup.ts';
import { readLockFile, sendSignal } from '../../server/postgres-postmaster.ts';
import { addressIn } from '../../server/postgres-server.ts';
import { createAgency, statementOf } from '../support/agency-client.ts';
import { runToItsEnd, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/**
 * Guarantee: a statement that does not fit on the disk is refused with the reason, nothing of it is kept, and smaller statements are
 * accepted. Below the limit the service refuses uploads and begins no job, before PostgreSQL finds the disk full. The test needs the right
 * to mount a small disk. Without it, only the fault matrix and the tests of the decision cover a full disk.
 */

/** The bytes left on the full disk: less than a segment of PostgreSQL's log, and enough for what else is written meanwhile. */
const LEFT_BYTES = 1024 * 1024;
const WAIT = { timeout: 20_000, interval: 50 };
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Mounts a small disk at the folder. Returns null if this machine does not allow mounts. */
async function smallDisk(folder: string): Promise<string | null> {
  const directory = await mkdtemp(join(tmpdir(), 'cas-full-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  await copyStartedData(directory);
  return mount(join(directory, folder), '64k') ? directory : null;
}

/** Makes an empty folder on a disk of its own. Returns null if this machine does not allow mounts. */
async function ownDisk(size: string): Promise<string | null> {
  const directory = await mkdtemp(join(tmpdir(), 'cas-full-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  return mount(directory, size) ? directory : null;
}

function mount(directory: string, size: string): boolean {
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return false;
  }
  closing.push(() => execFileSync('/bin/umount', ['-l', directory]));
  return true;
}

const dataDirectory = await smallDisk('objects');
const smallSpool = await smallDisk('spool');
const wholeDisk = await ownDisk('2800m');
const tinyDisk = await ownDisk('200m');
const LARGE = statementOf(Array.from({ length: 20_000 }, (_, index) => [`M${index}`, '12.34'] as const));

it.runIf(dataDirectory !== null)(
  'answers a statement that does not fit with a problem, and keeps nothing',
  async () => {
    const service = await startRunningService({ dataDirectory: dataDirectory ?? '' });
    closing.push(() => service.stop('SIGTERM'));
    const agency = await createAgency(service.url);
    await expect(agency.upload({ period: '2026-01', csv: LARGE })).rejects.toThrow(/: 50[03] .*"code"/);
    expect(z.object({ data: z.array(z.unknown()) }).parse(await agency.get('/v1/files')).data).toEqual([]);
    expect(await readdir(join(dataDirectory ?? '', 'objects', '.incoming'))).toEqual([]);
    const { jobId } = await agency.upload({ period: '2026-01', csv: statementOf([['A', '50']]) });
    expect((await agency.ended(jobId)).status).toBe('completed');
  },
);

it.runIf(smallSpool !== null)('answers a body that does not fit on the disk with this reason', async () => {
  const service = await startRunningService({ dataDirectory: smallSpool ?? '' });
  closing.push(() => service.stop('SIGTERM'));
  const agency = await createAgency(service.url);
  await expect(agency.upload({ period: '2026-01', csv: LARGE })).rejects.toThrow(/: 503 .*"storage_full"/);
  const { jobId } = await agency.upload({ period: '2026-01', csv: statementOf([['A', '50']]) });
  expect((await agency.ended(jobId)).status).toBe('completed');
});

function postmasterOf(dataDirectory: string) {
  const lock = readLockFile(join(dataDirectory, 'postgres'));
  if (lock === null) throw new Error('No database runs there');
  return lock;
}

/** Writes a megabyte of write-ahead log at a time, until PostgreSQL fails. */
async function writeLog(socketDirectory: string): Promise<void> {
  const database = openConnection(addressIn(socketDirectory), {
    applicationName: 'filler',
    statementTimeoutSeconds: 60,
  });
  try {
    for (;;) await database.client`select pg_logical_emit_message(false, 'filler', repeat('x', 1000000))`;
  } finally {
    database.destroy();
  }
}

it.runIf(wholeDisk !== null)(
  'stops storing below the limit, goes on by itself, and names the disk when the database dies',
  async () => {
    const disk = wholeDisk ?? '';
    const dataDirectory = join(disk, 'data');
    await mkdir(dataDirectory);
    await copyStartedData(dataDirectory);
    const service = await startRunningService({ dataDirectory });
    closing.push(() => service.stop('SIGTERM'));
    const agency = await createAgency(service.url);
    const ready = async () => (await fetch(`${service.url}/v1/ready`)).status;
    const untilReadyIs = (status: number) => vi.waitFor(async () => expect(await ready()).toBe(status), WAIT);
    const ballast = join(disk, 'ballast');
    const first = await agency.upload({ period: '2026-02', csv: statementOf([['A', '50']]) });
    expect((await agency.ended(first.jobId)).status).toBe('completed');

    execFileSync('/usr/bin/fallocate', ['-l', '400M', ballast]);
    await untilReadyIs(503);
    await expect(agency.upload({ period: '2026-01', csv: LARGE })).rejects.toThrow(/: 503 .*"storage_full"/);
    expect(z.object({ data: z.array(z.unknown()) }).parse(await agency.get('/v1/files')).data).toHaveLength(1);

    const headers = { authorization: `Bearer ${agency.token}` };
    const retraction = await fetch(`${service.url}/v1/files/${first.fileId}`, { method: 'DELETE', headers });
    const waiting = z.object({ jobId: z.string() }).parse(await retraction.json());
    const target = join(disk, 'backup');
    const backup = takeBackup({ dataDirectory, target, hasOwnDatabase: false, serviceVersion: '1', onBytes: () => {} });
    await expect(backup).rejects.toThrow(/^There is no room for the backup beside the data: /);
    expect((await readdir(disk)).toSorted()).toEqual(['ballast', 'data']);
    expect(await agency.get(`/v1/jobs/${waiting.jobId}`)).toMatchObject({ status: 'queued', attempts: 0 });

    await rm(ballast);
    await untilReadyIs(200);
    expect(await agency.ended(waiting.jobId)).toMatchObject({ status: 'completed', attempts: 1 });
    const { jobId } = await agency.upload({ period: '2026-01', csv: statementOf([['A', '50']]) });
    expect((await agency.ended(jobId)).status).toBe('completed');

    const { bavail, bsize } = await statfs(disk);
    execFileSync('/usr/bin/fallocate', ['-l', String(bavail * bsize - LEFT_BYTES), ballast]);
    const ended = once(service.process, 'close');
    const postmaster = postmasterOf(dataDirectory);
    const serverLog = () => readFile(join(dataDirectory, 'postgres/server.log'), 'utf8');
    while (!(await serverLog()).includes('No space left on device'))
      await writeLog(postmaster.socketDirectory).catch(() => undefined);
    // PostgreSQL recovers from some of these crashes, whose end makes a little room. The test needs one that it does not survive.
    sendSignal(postmaster.pid, 'SIGKILL');
    expect(await ended).toEqual([1, null]);
    // A queue that was being read may still log that its source failed.
    const sentences = service
      .output()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{"'));
    expect(sentences.at(-1)).toMatch(
      /^The disk of .* is full \(\d+ MB are free, .*PostgreSQL could not write, so the service stops/,
    );
    expect(service.output()).not.toMatch(/"message":"The connection to the database was lost.*"stack"/);
  },
);

it.runIf(tinyDisk !== null)('refuses a first start on a small disk in one sentence, and leaves nothing', async () => {
  const dataDirectory = join(tinyDisk ?? '', 'data');
  const { code, output } = await runToItsEnd({ dataDirectory });
  expect(code).toBe(1);
  expect(output.trimEnd().split('\n')).toEqual([
    'The service could not start.',
    expect.stringMatching(
      /^The disk of .* is full \(\d+ MB are free, and the service needs \d+ MB\): make room, or choose another DATA_DIR\.$/,
    ),
  ]);
  expect(await readdir(dataDirectory)).toEqual([]);
});
