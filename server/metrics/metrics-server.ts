import { once } from 'node:events';
import { createServer } from 'node:http';
import type { WorkMetrics } from '../../adapters/postgres/operations/operator-store.ts';
import type { DiskSpace } from '../../core/disk-room.ts';
import { listenFailure } from '../../lambdas/http/listen-failed.ts';
import { type MetricFamily, OPEN_METRICS_TYPE, writeOpenMetrics } from './open-metrics.ts';
import { workFamilies } from './work-families.ts';

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
