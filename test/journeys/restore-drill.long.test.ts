import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { drillRestore } from '../../server/backup/restore-backup.ts';
import { createAgency, statementOf } from '../support/agency-client.ts';
import { startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/** Guarantee: the drill of restoring compares every account of a running service with a real copy, and leaves nothing behind. */

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
