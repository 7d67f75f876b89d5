import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type Agency, agencyOf, createAgency, statementOf } from '../support/agency-client.ts';
import { LATER_OPTION, LATER_TOLERANCE, laterMigration, laterRelease } from '../support/later-release.ts';
import { type RunningService, runToItsEnd, startRunningService } from '../support/running-service.ts';

/** Guarantee: an installation of the next release can go back to this one, and forward again, as far as its migrations allow. */

const BUSY_MACHINE_MS = 180_000;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cas back '));
  cleanups.push(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return directory;
}

async function start(dataDirectory: string, program?: string): Promise<RunningService> {
  const service = await startRunningService({ dataDirectory, program });
  cleanups.push(() => service.stop('SIGKILL'));
  return service;
}

const carriers = z.object({ data: z.array(z.object({ id: z.string() })) });
const configs = z.object({
  data: z.array(z.object({ version: z.int(), config: z.object({ tolerance: z.unknown() }) })),
});

/** The versions of a format of the shared catalogue. */
async function sharedVersions(agency: Agency) {
  const found = carriers.parse(await agency.get('/v1/carriers?limit=200')).data;
  const shared = found.find(({ id }) => id !== agency.carrierId);
  const { data } = configs.parse(await agency.get(`/v1/carriers/${shared?.id}/configs`));
  return data.map(({ version, config: { tolerance } }) => ({ version, tolerance }));
}

async function load(agency: Agency, period: string, rows: readonly (readonly [string, string])[]): Promise<void> {
  const { jobId } = await agency.upload({ period, csv: statementOf(rows) });
  expect((await agency.ended(jobId)).status).toBe('completed');
}

it(
  'serves on the database of a later release that allows it, changes nothing of it, and the later release continues from there',
  async () => {
    const directory = await newDirectory();
    const later = await laterRelease('yes');
    const first = await start(directory, later);
    expect(first.output()).toContain(`now at ${laterMigration('yes').name}; migrations applied: `);
    const agency = await createAgency(first.url);
    await load(agency, '2026-01', [
      ['A', '50'],
      ['B', '20.10'],
    ]);
    const shipped = [{ version: 1, tolerance: LATER_TOLERANCE }];
    expect(await sharedVersions(agency)).toEqual(shipped);
    expect(await first.stop('SIGTERM')).toBe(0);

    const back = await start(directory);
    expect(back.output()).toContain(`newer than this version, which works with it (${laterMigration('yes').name})`);
    const again = agencyOf(back.url, agency.token, agency.carrierId);
    await load(again, '2026-02', [['A', '40']]);
    // 50 − 40 = 10 reduced; the 20.10 of B dropped.
    const totals = {
      totals: { memberCount: 1, commissionDropped: 20.1, commissionReduced: 10, commissionAtRisk: 30.1 },
    };
    expect(await again.get('/v1/reports/rollup?period=2026-02')).toMatchObject(totals);
    expect(await sharedVersions(again)).toEqual(shipped);
    expect(await back.stop('SIGTERM')).toBe(0);

    const forth = await start(directory, later);
    const last = agencyOf(forth.url, agency.token, agency.carrierId);
    expect(await last.get('/v1/reports/rollup?period=2026-02')).toMatchObject(totals);
    expect(await sharedVersions(last)).toEqual(shipped);
    await load(last, '2026-03', [['A', '40']]);
  },
  BUSY_MACHINE_MS,
);

it(
  'refuses statements whose format has options of the later release, says so, and processes all others',
  async () => {
    const directory = await newDirectory();
    const later = await laterRelease('yes');
    const first = await start(directory, later);
    const agency = await createAgency(first.url);
    await load(agency, '2026-01', [
      ['A', '50'],
      ['B', '20'],
    ]);
    const config = { fileType: 'csv', columns: { member_external_id: 'Member ID', commission_amount: 'Commission' } };
    await agency.post(`/v1/carriers/${agency.carrierId}/configs`, { ...config, [LATER_OPTION]: 'up' });
    const { fileId, jobId } = await agency.upload({ period: '2026-02', csv: statementOf([['A', '50']]) });
    expect((await agency.ended(jobId)).status).toBe('completed');
    expect(await first.stop('SIGTERM')).toBe(0);

    const back = await start(directory);
    const again = agencyOf(back.url, agency.token, agency.carrierId);
    const versions = configs.parse(await again.get(`/v1/carriers/${agency.carrierId}/configs`)).data;
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
    const refused = await again.upload({ period: '2026-03', csv: statementOf([['A', '50']]) });
    const failed = await again.ended(refused.jobId);
    expect(failed).toMatchObject({ status: 'failed', attempts: 1, errorCode: 'later_format' });
    expect(failed.error).toContain(`"${LATER_OPTION}"`);
    // Scoring needs only options that both releases know: rates are set, and months are scored again.
    const rate = { rateType: 'flat_per_member', rateValue: 60, effectiveFrom: '2026-01-01' };
    await again.post('/v1/expected-rates', { carrierId: agency.carrierId, ...rate });
    const rescored = z.object({ jobId: z.string() }).parse(await again.post(`/v1/files/${fileId}/rescore`));
    expect((await again.ended(rescored.jobId)).status).toBe('completed');
    expect(await back.stop('SIGTERM')).toBe(0);

    const forth = await start(directory, later);
    const last = agencyOf(forth.url, agency.token, agency.carrierId);
    await last.post(`/v1/jobs/${refused.jobId}/retry`);
    expect((await last.ended(refused.jobId)).status).toBe('completed');
    expect(await last.get('/v1/reports/rollup?period=2026-03')).toMatchObject({
      totals: { green: 1, commissionOwed: 10 },
    });
  },
  BUSY_MACHINE_MS,
);

it(
  'refuses the database of a later release that forbids it with a sentence, and the later one then starts normally',
  async () => {
    const directory = await newDirectory();
    const later = await laterRelease('no');
    const first = await start(directory, later);
    expect(await first.stop('SIGTERM')).toBe(0);
    const refused = await runToItsEnd({ dataDirectory: directory });
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/newer than this program.*9999-tomorrow does not allow it to run/);
    expect(refused.output).not.toMatch(/^\s+at /m);
    await start(directory, later);
  },
  BUSY_MACHINE_MS,
);
