import type { Database } from '../adapters/postgres/connection/database.ts';
import { createWorkMetricsStore } from '../adapters/postgres/operations/operator-store.ts';
import type { DiskSpace } from '../core/disk-room.ts';
import type { AnsweredRequest } from '../lambdas/http/every-response.ts';
import { type Log, SERVICE_VERSION } from '../lambdas/runtime/log.ts';
import { type MetricFamily, type MetricsServer, startMetricsServer } from './metrics/metrics-server.ts';
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
