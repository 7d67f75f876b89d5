import { z } from '@hono/zod-openapi';
import type { IdempotencyStore } from '../../app/files/accept-upload.ts';
import { createAdmission } from '../../lambdas/http/admission.ts';
import { createApp } from '../../lambdas/http/app.ts';
import { publicRoute } from '../../lambdas/http/route.ts';
import { type HttpServer, startHttpServer } from '../../lambdas/http/server.ts';
import { askRepeatedly, type Load, openUploadBench, type UploadBench } from './api-uploads.ts';
import { type BenchAccount, type BenchService, startBenchService } from './bench-service.ts';
import { median, milliseconds, type Outcome, type Section } from './section.ts';

/**
 * The largest ratio to the constant response for reads with at most one round trip to the database: such reads have at least half its rate.
 */
const READ_BAR = 2;
const TRIPS = ['no round trip', 'one round trip', 'two round trips'] as const;
/** The largest ratio of the rate of the workers alone to their rate with uploads at the same time: uploads leave at least 0.7 of it. */
const UPLOAD_BAR = 1 / 0.7;

interface ApiPlan {
  readonly runs: number;
  readonly uploads: number;
  readonly lines: number;
  /** The duration of each load in seconds. */
  readonly seconds: number;
  readonly seed: number;
}

/** Measures the cost of a request beyond the HTTP stack, and how much uploads slow the workers down. */
export async function measureApi(plan: ApiPlan): Promise<Section> {
  const service = await startBenchService();
  const constant = await startConstant();
  try {
    const reads = await measureReads(service, constant.url, plan);
    const uploads = await measureUploads(service, plan);
    return {
      title: 'API',
      about: `Requests a second over ten kept connections, against a constant that the same HTTP stack answers on the same server: the ratio says how often the constant is answered meanwhile. One round trip asks for the token and its rate, the other reads. And ${plan.uploads} statements of ${plan.lines.toLocaleString('en')} rows sent at once, until the last one is scored, against as many that were queued before. Medians of ${plan.runs} paired runs; server, workers, PostgreSQL and callers share the machine.`,
      outcomes: [...reads, uploads],
    };
  } finally {
    await constant.close();
    await service.close();
  }
}

/** The HTTP stack of the service with a single route, whose response is constant. */
/** The store of keys. The one route creates nothing, so it stores no keys. */
const NO_KEYS: IdempotencyStore = {
  reserve: async () => ({ kind: 'under-way' }),
  keep: async () => {},
  release: async () => {},
};

function startConstant(): Promise<HttpServer> {
  const route = publicRoute({
    method: 'get',
    path: '/v1/constant',
    operationId: 'getConstant',
    tag: 'Bench',
    summary: 'A constant',
    description: 'A constant.',
    responses: { 200: { description: 'It.', schema: z.object({ status: z.string() }), example: { status: 'ok' } } },
  }).handle(() => ({ status: 200, body: { status: 'ok' } }));
  const app = createApp(
    {
      authenticate: async () => ({ outcome: 'unknown' }),
      operatorTokenHashes: () => [],
      isUnavailable: () => false,
      archive: { listBooks: async () => [], findMonth: async () => null },
      idempotency: NO_KEYS,
      service: 'bench',
      version: '0',
      publicUrl: null,
      proxyHops: 0,
      ...createAdmission(),
    },
    [route],
  );
  return startHttpServer({ app, host: '127.0.0.1', port: 0 });
}

async function measureReads(service: BenchService, constantUrl: string, plan: ApiPlan): Promise<readonly Outcome[]> {
  const bench = await openUploadBench(service, { carriers: 3, lines: plan.lines, seed: plan.seed });
  const { account } = bench;
  const [jobId = ''] = await twoMonths(bench);
  await bench.close();
  const outcomes: Outcome[] = [];
  const reads = [
    { path: '/v1/health', trips: 0 },
    { path: '/v1/me', trips: 1 },
    { path: `/v1/jobs/${jobId}`, trips: 2 },
    { path: '/v1/reports/rollup', trips: 2 },
    { path: '/v1/members', trips: 2 },
  ];
  for (const { path, trips } of reads) {
    const what = `GET ${path.replace(jobId, '{jobId}')}, ${TRIPS[trips]}`;
    process.stderr.write(`${what}\n`);
    const compared = await compareLoads({ url: `${service.url}${path}`, constantUrl, account, plan });
    outcomes.push({ what, ...compared, barMax: trips < 2 ? READ_BAR : null });
  }
  return outcomes;
}

/** Sends two months. Returns the jobs of the second month. */
async function twoMonths(bench: UploadBench): Promise<readonly string[]> {
  await bench.awaitJobs(await bench.uploadMonth());
  const jobIds = await bench.uploadMonth();
  await bench.awaitJobs(jobIds);
  return jobIds;
}

interface ComparedLoads {
  readonly url: string;
  readonly constantUrl: string;
  readonly account: BenchAccount;
  readonly plan: ApiPlan;
}

async function compareLoads({
  url,
  constantUrl,
  account,
  plan,
}: ComparedLoads): Promise<Pick<Outcome, 'measured' | 'compared' | 'ratio'>> {
  const ask = (address: string) => askRepeatedly(address, plan.seconds, account.token);
  const constant = () => ask(`${constantUrl}/v1/constant`);
  await ask(url);
  await constant();
  const pairs: (readonly [Load, Load])[] = [];
  for (let run = 0; run < plan.runs; run++) pairs.push([await ask(url), await constant()]);
  const shown = (loads: readonly Load[]) =>
    `${Math.round(median(loads.map(({ requestsPerSecond }) => requestsPerSecond)))} a second, p99 ${milliseconds(median(loads.map(({ p99Ms }) => p99Ms)))}`;
  return {
    measured: shown(pairs.map(([one]) => one)),
    compared: shown(pairs.map(([, other]) => other)),
    ratio: median(pairs.map(([one, other]) => other.requestsPerSecond / one.requestsPerSecond)),
  };
}

async function measureUploads(service: BenchService, plan: ApiPlan): Promise<Outcome> {
  process.stderr.write(`${plan.uploads} uploads at once\n`);
  const bench = await openUploadBench(service, { carriers: plan.uploads, lines: plan.lines, seed: plan.seed });
  try {
    await twoMonths(bench);
    const pairs: (readonly [number, number])[] = [];
    for (let run = 0; run < plan.runs; run++) pairs.push([await atOnce(bench), await queuedBefore(bench)]);
    const rate = (times: readonly number[]) => `${((plan.uploads * 1000) / median(times)).toFixed(1)} jobs a second`;
    return {
      what: `${plan.uploads} uploads at once, none lost`,
      measured: rate(pairs.map(([one]) => one)),
      compared: `${rate(pairs.map(([, other]) => other))} by the workers alone`,
      ratio: median(pairs.map(([one, other]) => one / other)),
      barMax: Number(UPLOAD_BAR.toFixed(2)),
    };
  } finally {
    await bench.close();
  }
}

/** Returns the milliseconds from the first request to the end of the last job. */
async function atOnce(bench: UploadBench): Promise<number> {
  const began = Date.now();
  const { lastCompleted } = await bench.awaitJobs(await bench.uploadMonth());
  return lastCompleted - began;
}

/** Returns the milliseconds from the start of the first job to the end of the last job. */
async function queuedBefore(bench: UploadBench): Promise<number> {
  bench.worker.pause();
  const jobIds = await bench.uploadMonth();
  bench.worker.resume();
  const { firstStarted, lastCompleted } = await bench.awaitJobs(jobIds);
  return lastCompleted - firstStarted;
}
