import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Database } from '../adapters/postgres/connection/database.ts';
import { createWorkMetricsStore, type WorkMetrics } from '../adapters/postgres/operations/operator-store.ts';
import type { DiskSpace } from '../core/disk-room.ts';
import type { AnsweredRequest } from '../lambdas/http/every-response.ts';
import { listenFailure } from '../lambdas/http/server.ts';
import { type Log, SERVICE_VERSION } from '../lambdas/runtime/log.ts';
import type { Settings } from './settings.ts';

export interface MachineObservation {
  /** Counts a request, and logs it if the settings ask for it. Undefined when metrics and access log are both off. */
  readonly onAnswered: ((request: AnsweredRequest) => void) | undefined;
  readonly readDisk: () => Promise<DiskSpace>;
  /** Null when no port is set. */
  serveMetrics(parts: ObservedParts): Promise<MetricsServer | null>;
}

export interface ObservedParts {
  readonly database: Database;
  readonly log: Log;
}

/** The access log and the metrics of one machine, as its settings ask for them. */
export function observeMachine(
  { host, metricsPort, accessLog }: Settings,
  readDisk: () => Promise<DiskSpace>,
): MachineObservation {
  const requests = createRequestMetrics();
  const logRequest = accessLog
    ? createAccessLog(
        (line) => process.stdout.write(line),
        () => new Date(),
      )
    : null;
  const onAnswered = (request: AnsweredRequest) => {
    requests.count(request);
    logRequest?.(request);
  };
  return {
    readDisk,
    onAnswered: metricsPort === null && logRequest === null ? undefined : onAnswered,
    serveMetrics: async ({ database, log }) =>
      metricsPort === null
        ? null
        : startMetricsServer({
            ...{ host, port: metricsPort, version: SERVICE_VERSION, readDisk },
            readWork: createWorkMetricsStore(database),
            requestFamilies: requests.families,
            onError: (error) => log('error', 'metrics_failed', { error }),
          }),
  };
}

/**
 * Writes one JSON line for each request. The line has no query string, no token and no id of a member. Of the client's own text it has only
 * the method and the request id.
 */
function createAccessLog(write: (line: string) => void, now: () => Date): (request: AnsweredRequest) => void {
  return ({ method, route, status, durationMs, bytes, isComplete, clientAddress, requestId, accountId }) => {
    const line = {
      time: now().toISOString(),
      ...{ method, route, status },
      ms: durationMs,
      ...{ bytes, isComplete },
      client: clientAddress,
      ...{ requestId, accountId },
    };
    write(`${JSON.stringify(line)}\n`);
  };
}

interface RequestMetrics {
  count(request: AnsweredRequest): void;
  families(): readonly MetricFamily[];
}

/** The label that requests outside of all routes share, so that a scanner can't make new labels. */
const NO_ROUTE = 'none';
/** The methods of the routes. All other methods share one label, so that a client can't make new labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts the requests of this process by route and status, and adds up their time by route. */
export function createRequestMetrics(): RequestMetrics {
  const counts = new Map<string, { readonly labels: Readonly<Record<string, string>>; value: number }>();
  const times = new Map<string, { readonly labels: Readonly<Record<string, string>>; count: number; sum: number }>();
  return {
    count({ method: asked, route: found, status, durationMs }) {
      const method = METHODS.has(asked) ? asked : 'other';
      const route = found ?? NO_ROUTE;
      const counted = counts.get(`${method} ${route} ${status}`) ?? {
        labels: { method, route, status: String(status) },
        value: 0,
      };
      counts.set(`${method} ${route} ${status}`, counted);
      counted.value += 1;
      const timed = times.get(`${method} ${route}`) ?? { labels: { method, route }, count: 0, sum: 0 };
      times.set(`${method} ${route}`, timed);
      timed.count += 1;
      timed.sum += durationMs / 1000;
    },
    families: () => [
      {
        name: 'http_requests',
        type: 'counter',
        help: 'Answered requests since the start, by route and status.',
        samples: [...counts.values()],
      },
      {
        name: 'http_request_duration_seconds',
        type: 'summary',
        unit: 'seconds',
        help: 'Time from the first header of a request to the last byte of its response.',
        samples: [...times.values()].map(({ labels, count, sum }) => ({ labels, value: { count, sum } })),
      },
    ],
  };
}

interface MachineState {
  readonly version: string;
  /** Null when the database did not answer. */
  readonly work: WorkMetrics | null;
  readonly disk: DiskSpace;
  readonly memoryBytes: number;
  readonly startedAtSeconds: number;
}

/** Job states in the order of a job's life; states without a job are shown as zero. */
const JOB_STATES = ['queued', 'processing', 'completed', 'failed', 'canceled'];
const QUEUES = ['statements', 'statements-dead', 'webhooks', 'webhooks-dead'];
const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'discarded'];

/** The metrics of the machine and of the work on it, sums over all accounts. */
export function workFamilies({ version, work, disk, memoryBytes, startedAtSeconds }: MachineState): MetricFamily[] {
  return [
    { name: 'service', type: 'info', help: 'The running version.', samples: [{ labels: { version }, value: 1 }] },
    gauge(
      'process_start_time_seconds',
      'When the service started, in seconds since 1970.',
      startedAtSeconds,
      'seconds',
    ),
    gauge('process_resident_memory_bytes', 'Memory of the process of the API.', memoryBytes, 'bytes'),
    gauge('disk_free_bytes', 'Free space of the disk of DATA_DIR.', disk.freeBytes, 'bytes'),
    gauge(
      'disk_needed_bytes',
      'Free space of the disk of DATA_DIR below which nothing more is stored.',
      disk.neededBytes,
      'bytes',
    ),
    gauge('disk_size_bytes', 'Size of the disk of DATA_DIR.', disk.totalBytes, 'bytes'),
    gauge('database_up', '1 when the database answered.', work === null ? 0 : 1),
    ...(work === null ? [] : databaseFamilies(work)),
  ];
}

function databaseFamilies({ jobs, oldestWaitingSeconds, queues, deliveries, tasks }: WorkMetrics): MetricFamily[] {
  const jobCounts = new Map(jobs.map(({ status, count }) => [status, count]));
  const deliveryCounts = new Map(deliveries.map(({ status, count }) => [status, count]));
  const byQueue = new Map(queues.map((each) => [each.queue, each]));
  return [
    {
      ...{ name: 'jobs', type: 'gauge', help: 'Jobs by state.' },
      samples: JOB_STATES.map((state) => ({ labels: { state }, value: jobCounts.get(state) ?? 0 })),
    },
    gauge('jobs_oldest_waiting_seconds', 'Age of the job that waits longest.', oldestWaitingSeconds ?? 0, 'seconds'),
    {
      ...{ name: 'queue_messages', type: 'gauge', help: 'Messages of each queue, also those being processed.' },
      samples: QUEUES.map((queue) => ({ labels: { queue }, value: byQueue.get(queue)?.messages ?? 0 })),
    },
    {
      ...{ name: 'queue_oldest_message_seconds', type: 'gauge', unit: 'seconds', help: 'Age of the oldest message.' },
      samples: QUEUES.map((queue) => ({ labels: { queue }, value: byQueue.get(queue)?.oldestSeconds ?? 0 })),
    },
    {
      name: 'webhook_deliveries_recent',
      type: 'gauge',
      help: 'Webhook deliveries that wait, and those that ended within the last hour, by state.',
      samples: DELIVERY_STATES.map((state) => ({ labels: { state }, value: deliveryCounts.get(state) ?? 0 })),
    },
    {
      ...{ name: 'task_last_run_time_seconds', type: 'gauge', unit: 'seconds' },
      help: 'When each scheduled task last ran, in seconds since 1970.',
      samples: tasks.map(({ task, lastRanAtSeconds }) => ({ labels: { task }, value: lastRanAtSeconds })),
    },
    {
      ...{ name: 'task_last_run_duration_seconds', type: 'gauge', unit: 'seconds' },
      help: 'How long the last run of each scheduled task took.',
      samples: tasks.map(({ task, durationMs }) => ({ labels: { task }, value: durationMs / 1000 })),
    },
  ];
}

function gauge(name: string, help: string, value: number, unit?: string): MetricFamily {
  return { name, type: 'gauge', help, ...(unit === undefined ? {} : { unit }), samples: [{ value }] };
}

// Writes the text format of OpenMetrics 1.0. The format is small, so that no library is needed.

interface MetricFamily {
  /** The name without the suffix of a counter or summary. The name of a family with a unit ends in the unit. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'summary' | 'info';
  readonly help: string;
  readonly unit?: string;
  readonly samples: readonly MetricSample[];
}

interface MetricSample {
  readonly labels?: Readonly<Record<string, string>>;
  /** The value, or the two values of a summary. */
  readonly value: number | { readonly count: number; readonly sum: number };
}

const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** Writes all families, and the end mark, by which a reader knows that the text is complete. */
export function writeOpenMetrics(families: readonly MetricFamily[]): string {
  return `${families.flatMap(linesOf).join('\n')}\n# EOF\n`;
}

function linesOf({ name, type, help, unit, samples }: MetricFamily): readonly string[] {
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
    ...samples.flatMap(({ labels = {}, value }) => {
      if (typeof value !== 'number')
        return [`${name}_count${labelled(labels)} ${value.count}`, `${name}_sum${labelled(labels)} ${value.sum}`];
      const suffix = { counter: '_total', info: '_info', gauge: '', summary: '' }[type];
      return [`${name}${suffix}${labelled(labels)} ${value}`];
    }),
  ];
}

function labelled(labels: Readonly<Record<string, string>>): string {
  const entries = Object.entries(labels);
  return entries.length === 0 ? '' : `{${entries.map(([name, value]) => `${name}="${escaped(value)}"`).join(',')}}`;
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

interface MetricsParts {
  readonly host: string;
  /** The port. 0 takes any free port. */
  readonly port: number;
  readonly version: string;
  readonly readWork: () => Promise<WorkMetrics>;
  readonly readDisk: () => Promise<DiskSpace>;
  readonly requestFamilies: () => readonly MetricFamily[];
  readonly onError: (error: unknown) => void;
}

/** The milliseconds for which figures of the database are kept and shared by all readers. */
const KEPT_MS = 15_000;

/** Serves `/metrics` on a port of its own, without a token: it has sums over all accounts, and the port stays inside the network. */
async function startMetricsServer(parts: MetricsParts): Promise<MetricsServer> {
  const read = cached(() => readFamilies(parts));
  const server = createServer((request, response) => {
    // Requests for metrics have no body. Any body is discarded.
    request.resume();
    const path = (request.url ?? '').split('?')[0];
    if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('The metrics are at /metrics.\n');
      return;
    }
    read().then(
      (families) => {
        response.writeHead(200, { 'Content-Type': OPEN_METRICS_TYPE, 'Cache-Control': 'no-store' });
        response.end(writeOpenMetrics([...families, ...parts.requestFamilies()]));
      },
      (error: unknown) => {
        parts.onError(error);
        response.writeHead(503, { 'Content-Type': 'text/plain' }).end('The metrics can not be read.\n');
      },
    );
  });
  server.listen(parts.port, parts.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFailure(error, { host: parts.host, port: parts.port, portSetting: 'METRICS_PORT' });
  }
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no address.');
  return {
    port: address.port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Reads all families. When the database does not answer, only the figures of this process are returned. */
async function readFamilies({ version, readWork, readDisk, onError }: MetricsParts): Promise<readonly MetricFamily[]> {
  const work = await readWork().catch((error: unknown) => {
    onError(error);
    return null;
  });
  return workFamilies({
    version,
    work,
    disk: await readDisk(),
    memoryBytes: process.memoryUsage.rss(),
    startedAtSeconds: Date.now() / 1000 - process.uptime(),
  });
}

function cached<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { readonly until: number; readonly value: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (kept !== null && now < kept.until) return kept.value;
    const value = read();
    kept = { until: now + KEPT_MS, value };
    return value;
  };
}
