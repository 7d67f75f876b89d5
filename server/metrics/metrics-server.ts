import { once } from 'node:events';
import { createServer } from 'node:http';
import type { WorkMetrics } from '../../adapters/postgres/operations/operator-store.ts';
import type { DiskSpace } from '../../core/disk-room.ts';
import { listenFailure } from '../../lambdas/http/server.ts';

export interface MachineState {
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

export interface MetricFamily {
  /** The name without the suffix of a counter or summary. The name of a family with a unit ends in the unit. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'summary' | 'info';
  readonly help: string;
  readonly unit?: string;
  readonly samples: readonly MetricSample[];
}

export interface MetricSample {
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

export interface MetricsParts {
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
export async function startMetricsServer(parts: MetricsParts): Promise<MetricsServer> {
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
