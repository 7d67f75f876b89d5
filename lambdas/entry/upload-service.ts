// The program of the upload container: the whole HTTP app as a plain server, for bodies that are too large for Lambda.
import { setTimeout } from 'node:timers/promises';
import { UPLOAD_SERVICE_POOL_SIZE } from '../../core/limits/job-limits.ts';
import { HTTP_TIMEOUT_SECONDS } from '../../core/limits/request-limits.ts';
import { ISOLATION_LIMITS, UPLOAD_SERVICE_HEAP_MB } from '../../core/limits/statement-limits.ts';
import { startHttpServer } from '../http/server.ts';
import { createAwsHttp, requireReady } from '../runtime/aws-http.ts';
import { readVariables, VARIABLES } from '../runtime/aws-settings.ts';
import { createIsolation, fileReadingProgram } from '../runtime/isolation.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

const { PORT } = readVariables(VARIABLES.listening);
const { log, ...telemetry } = createTelemetry('upload-service');
const { runIsolated, close } = createIsolation({
  program: fileReadingProgram(import.meta.url),
  heapMegabytes: UPLOAD_SERVICE_HEAP_MB,
  wallSeconds: ISOLATION_LIMITS.wallSecondsBehindCloudFront,
});
const current = await createAwsHttp(
  { ...telemetry, log },
  { statementTimeoutSeconds: HTTP_TIMEOUT_SECONDS - 4, poolSize: UPLOAD_SERVICE_POOL_SIZE, runIsolated },
);
await requireReady({
  ask: async () => (await (await current()).app.request('/v1/ready')).status,
  pause: (seconds) => setTimeout(seconds * 1_000),
});
const server = await startHttpServer({
  app: { fetch: async (request, ...rest) => (await current()).app.fetch(request, ...rest) },
  host: '0.0.0.0',
  port: PORT,
});
log('info', 'listening', { url: server.url });

// ECS stops the container with SIGTERM and waits thirty seconds, so that requests in progress are answered first.
process.once('SIGTERM', () => {
  void server.close().then(() => {
    close();
    process.exit(0);
  });
});
