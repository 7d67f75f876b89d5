import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LOCAL_WORKERS } from '../../core/limits/job-limits.ts';
import { diceOf } from '../../demo/statements/seeded.ts';
import { type Agency, agencyOf, createAgency, statementOf } from '../support/agency-client.ts';
import { type RunningService, startRunningService } from '../support/running-service.ts';
import { copyStartedData } from '../support/started-data.ts';

/**
 * Guarantee: the service, its worker or its database may be killed or stopped at any moment under load. Afterwards every answered
 * upload exists once, and every total follows from its file.
 */

const SEED = 20_260_502;
const running: RunningService[] = [];
const directories: string[] = [];

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop('SIGKILL');
  // The database of a killed service may still write while it ends.
  for (const directory of directories.splice(0))
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'cas faults '));
  directories.push(directory);
  await copyStartedData(directory);
  return directory;
}

async function start(dataDirectory: string): Promise<RunningService> {
  const service = await startRunningService({ dataDirectory });
  running.push(service);
  return service;
}

/** The service's processes for statements. */
function workersOf({ process: { pid = 0 } }: RunningService): readonly number[] {
  return execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('worker-process'))
    .map((line) => Number(line.trim().split(' ')[0]));
}

interface Upload {
  readonly period: string;
  readonly csv: string;
  readonly key: string;
  readonly members: number;
  readonly cents: number;
  jobId: string | null;
}

/** Makes the statements of a year. Each month has its own amounts. */
function statements(seed: number, members: number): Upload[] {
  const dice = diceOf(seed);
  return Array.from({ length: 12 }, (_, month) => {
    const amounts = Array.from({ length: members }, () => dice.int(1, 99_999));
    return {
      period: `2026-${String(month + 1).padStart(2, '0')}`,
      csv: statementOf(amounts.map((cents, index) => [`M${index}`, (cents / 100).toFixed(2)] as const)),
      key: `month-${seed}-${month}`,
      members,
      cents: amounts.reduce((sum, cents) => sum + cents, 0),
      jobId: null,
    };
  });
}

/** Sends all unanswered statements; stops at the first failure, because the service is gone then. */
async function sendAll(agency: Agency, uploads: readonly Upload[]): Promise<void> {
  for (const one of uploads) {
    if (one.jobId !== null) continue;
    const answer = await agency.upload(one).catch(() => null);
    if (answer === null) return;
    one.jobId = answer.jobId;
  }
}

const jobPage = z.object({ data: z.array(z.object({ id: z.string(), status: z.string() })) });
const rollup = z.object({ totals: z.object({ memberCount: z.number() }) });

/** Asserts that every answered upload is completed, nothing exists twice, and each month has its members and its sum. */
async function expectAll(agency: Agency, uploads: readonly Upload[]): Promise<void> {
  for (const { jobId, members, cents } of uploads) {
    const job = await agency.ended(jobId ?? '');
    expect(job).toMatchObject({ status: 'completed', stats: { rowsIngested: members, commissionTotal: cents / 100 } });
  }
  const jobs = jobPage.parse(await agency.get('/v1/jobs?limit=200')).data;
  expect(jobs.map(({ id }) => id).sort()).toEqual(uploads.map(({ jobId }) => jobId).sort());
  for (const { period, members } of uploads) {
    const { totals } = rollup.parse(await agency.get(`/v1/reports/rollup?period=${period}`));
    expect(totals.memberCount).toBe(members);
  }
}

describe('kill -9 of the whole service under load', () => {
  it('at any moment, three times: keeps every answered upload once after the last start', async () => {
    const dice = diceOf(SEED);
    const directory = await newDirectory();
    const uploads = statements(SEED, 800);
    let service = await start(directory);
    const { token, carrierId } = await createAgency(service.url);
    for (let round = 0; round < 3; round++) {
      const sending = sendAll(agencyOf(service.url, token, carrierId), uploads);
      await delay(dice.int(20, 900));
      await service.stop('SIGKILL');
      await sending;
      service = await start(directory);
    }
    const agency = agencyOf(service.url, token, carrierId);
    await sendAll(agency, uploads);
    await expectAll(agency, uploads);
  });
});

describe('the workers alone', () => {
  it('are replaced when killed under load, and nothing is missing', async () => {
    const dice = diceOf(SEED + 1);
    const service = await start(await newDirectory());
    const agency = await createAgency(service.url);
    const uploads = statements(SEED + 1, 800);
    const sending = sendAll(agency, uploads);
    for (let round = 0; round < 2; round++) {
      await delay(dice.int(50, 700));
      const workers = workersOf(service);
      // Kills a single process in the first round, and all in later rounds.
      const killed = round === 0 ? workers.slice(0, 1) : workers;
      for (const worker of killed) process.kill(worker, 'SIGKILL');
      await expect
        .poll(() => workersOf(service).filter((worker) => !killed.includes(worker)).length, { timeout: 20_000 })
        .toBe(LOCAL_WORKERS);
    }
    await sending;
    await expectAll(agency, uploads);
  });

  it('store nothing twice when stopped for a while and then continued', async () => {
    const service = await start(await newDirectory());
    const agency = await createAgency(service.url);
    const uploads = statements(SEED + 2, 800);
    const sending = sendAll(agency, uploads);
    await delay(400);
    const workers = workersOf(service);
    for (const worker of workers) process.kill(worker, 'SIGSTOP');
    await sending;
    // The API works without its workers.
    expect(await agency.get('/v1/health')).toBeTruthy();
    for (const worker of workers) process.kill(worker, 'SIGCONT');
    await expectAll(agency, uploads);
  });
});

describe('the database', () => {
  it('ends the service with a message when killed, and the next start finds everything', async () => {
    const directory = await newDirectory();
    const service = await start(directory);
    const agency = await createAgency(service.url);
    const uploads = statements(SEED + 3, 400);
    const sending = sendAll(agency, uploads);
    await delay(500);
    const postmaster = Number(readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
    await sending;
    await expect.poll(() => service.process.exitCode, { timeout: 20_000 }).toBe(1);
    expect(service.output()).toContain('The database ended on its own');
    expect(service.output()).toContain('server.log');

    const again = await start(directory);
    const after = agencyOf(again.url, agency.token, agency.carrierId);
    await sendAll(after, uploads);
    await expectAll(after, uploads);
  });
});
