import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createAgency, statementOf } from '../support/agency-client.ts';
import { startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/**
 * Guarantee: a statement that does not fit on the disk is refused with the reason, nothing of it is kept, and smaller statements are
 * accepted. The test needs the right to mount a small disk. Without it, only the fault matrix covers a full disk.
 */

const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Mounts a small disk at the folder. Returns null if this machine does not allow mounts. */
async function smallDisk(folder: string): Promise<string | null> {
  const directory = await mkdtemp(join(tmpdir(), 'cas-full-'));
  closing.push(() => rm(directory, { recursive: true, force: true }));
  await copyStartedData(directory);
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', join(directory, folder)], {
      stdio: 'ignore',
    });
  } catch {
    return null;
  }
  closing.push(() => execFileSync('/bin/umount', ['-l', join(directory, folder)]));
  return directory;
}

const dataDirectory = await smallDisk('objects');
const smallSpool = await smallDisk('spool');
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
  await expect(agency.upload({ period: '2026-01', csv: LARGE })).rejects.toThrow(
    /: 503 .*The disk of the service is full/,
  );
  const { jobId } = await agency.upload({ period: '2026-01', csv: statementOf([['A', '50']]) });
  expect((await agency.ended(jobId)).status).toBe('completed');
});
