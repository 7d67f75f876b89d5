import { execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { addMonths, type Period } from '../../core/period.ts';
import type { WorkerOrder } from '../../server/worker-supervisor.ts';
import type { BenchAccount, BenchService } from './bench-service.ts';
import { STATEMENT_COLUMNS, statementBytes } from './bench-statement.ts';

const FIRST_PERIOD: Period = '2023-01';
const accepted = z.object({ jobId: z.string() });

/** An agency with so many carriers that no statement waits for the book of another, and the worker for its jobs. */
export interface UploadBench {
  readonly account: BenchAccount;
  /** Sends the next month of every carrier at once. Throws unless every upload is accepted. */
  uploadMonth(): Promise<readonly string[]>;
  /** Waits for the jobs. Throws when one of them did not complete. */
  awaitJobs(jobIds: readonly string[]): Promise<JobTimes>;
  readonly worker: { pause(): void; resume(): void };
  close(): Promise<void>;
}

/** The times of jobs by the database's clock, in milliseconds. */
export interface JobTimes {
  readonly firstStarted: number;
  readonly lastCompleted: number;
}

interface UploadPlan {
  readonly carriers: number;
  readonly lines: number;
  readonly seed: number;
}

export async function openUploadBench(service: BenchService, plan: UploadPlan): Promise<UploadBench> {
  const account = await service.createAccount(`Agency with ${plan.carriers} carriers`);
  const carrierIds = Array.from({ length: plan.carriers }, () => randomUUID());
  const config = JSON.stringify({ fileType: 'csv', columns: STATEMENT_COLUMNS });
  for (const [index, carrierId] of carrierIds.entries()) {
    await service.owner`
      insert into carriers (carrier_id, account_id, name, slug, product_line)
      values (${carrierId}, ${account.accountId}, ${`Carrier ${index}`}, ${`carrier-${index}`}, 'medicare')`;
    await service.owner`
      insert into statement_configs (config_id, carrier_id, account_id, version, config)
      values (${randomUUID()}, ${carrierId}, ${account.accountId}, 1, ${config}::text::jsonb)`;
  }
  const worker = forkWorker(service);
  let month = -1;
  return {
    account,
    worker,
    uploadMonth() {
      month += 1;
      const period = addMonths(FIRST_PERIOD, month);
      const files = carrierIds.map((carrierId, index) => ({
        carrierId,
        period,
        bytes: statementBytes({ seed: plan.seed + index, lines: plan.lines, month, fileType: 'csv' }),
      }));
      return Promise.all(files.map((file) => upload(service, account, file)));
    },
    awaitJobs: (jobIds) => awaitJobs(service, jobIds),
    close: () => worker.close(),
  };
}

async function upload(
  { url }: BenchService,
  { token }: BenchAccount,
  { carrierId, period, bytes }: { readonly carrierId: string; readonly period: Period; readonly bytes: Uint8Array },
): Promise<string> {
  const form = new FormData();
  form.set('carrierId', carrierId);
  form.set('periodYear', period.slice(0, 4));
  form.set('periodMonth', String(Number(period.slice(5))));
  form.set('file', new Blob([new Uint8Array(bytes)]), 'statement.csv');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/v1/files`, { method: 'POST', headers, body: form });
  const body: unknown = await response.json();
  if (response.status !== 202) throw new Error(`An upload was not accepted: ${JSON.stringify(body)}`);
  return accepted.parse(body).jobId;
}

const POLL_MS = 50;

async function awaitJobs({ owner }: BenchService, jobIds: readonly string[]): Promise<JobTimes> {
  for (;;) {
    const [state] = await owner<{ open: number; completed: number; started: number; ended: number }[]>`
      select count(*) filter (where status in ('queued', 'processing'))::int as open,
        count(*) filter (where status = 'completed')::int as completed,
        (extract(epoch from min(started_at)) * 1000)::float8 as started,
        (extract(epoch from max(completed_at)) * 1000)::float8 as ended
      from jobs where job_id = any(string_to_array(${jobIds.join(',')}, ',')::uuid[])`;
    if (state === undefined) throw new Error('Counts over nothing are a row too');
    if (state.open === 0 && state.completed !== jobIds.length) throw new Error('A statement was lost');
    if (state.open === 0) return { firstStarted: state.started, lastCompleted: state.ended };
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const PROGRAM = fileURLToPath(new URL('../../server/worker-process.ts', import.meta.url));

/** The worker process of one machine. The bench can stop it while jobs are queued. */
export function forkWorker({ address, objectDirectory }: BenchService) {
  const child = fork(PROGRAM, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const order: WorkerOrder = {
    ...{ address, objectDirectory, dataDirectory: objectDirectory },
    publicUrl: 'https://bench.example.com',
  };
  child.send(order);
  return {
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    async close() {
      child.kill('SIGCONT');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const run = promisify(execFile);
const LOAD_PROGRAM = createRequire(import.meta.url).resolve('autocannon/autocannon.js');
/** The number of connections that send requests, equal to the database connections: further requests would only wait for one. */
const CONNECTIONS = 10;

/** The result of a load: a program in a process of its own that repeats requests over kept connections. */
export interface Load {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

const found = z.object({
  requests: z.object({ average: z.number().positive() }),
  latency: z.object({ p99: z.number() }),
  errors: z.literal(0),
  timeouts: z.literal(0),
  non2xx: z.literal(0),
});

/** Sends requests for some seconds. Throws when any request fails. */
export async function askRepeatedly(url: string, seconds: number, token: string): Promise<Load> {
  const options = ['--json', '--no-progress', '--connections', String(CONNECTIONS), '--duration', String(seconds)];
  const { stdout } = await run(process.execPath, [
    LOAD_PROGRAM,
    ...options,
    '-H',
    `authorization=Bearer ${token}`,
    url,
  ]);
  const { requests, latency } = found.parse(JSON.parse(stdout));
  return { requestsPerSecond: requests.average, p99Ms: latency.p99 };
}
