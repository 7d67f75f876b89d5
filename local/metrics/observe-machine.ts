import type { Database } from '../../adapters/postgres/connection/database.ts';
import { createWorkMetricsStore } from '../../adapters/postgres/operations/work-metrics-store.ts';
import type { DiskSpace } from '../../core/disk-room.ts';
import type { AnsweredRequest } from '../../lambdas/http/every-response.ts';
import type { Log } from '../../lambdas/runtime/log.ts';
import { SERVICE_VERSION } from '../../lambdas/runtime/version.ts';
import type { Settings } from '../settings.ts';
import { createAccessLog } from './access-log.ts';
import { type MetricsServer, startMetricsServer } from './metrics-server.ts';
import { createRequestMetrics } from './request-metrics.ts';

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
