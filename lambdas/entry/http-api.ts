import type { LambdaEvent } from 'hono/aws-lambda';
import { FUNCTION_POOL_SIZE } from '../../core/limits/job-limits.ts';
import {
  HTTP_TIMEOUT_SECONDS,
  LAMBDA_BINARY_REPLY_BYTES_MAX,
  LAMBDA_EXPORT_LIMITS,
} from '../../core/limits/request-limits.ts';
import { ISOLATED_HEAP_MB, ISOLATION_LIMITS } from '../../core/limits/statement-limits.ts';
import { createLambdaHandler } from '../http/lambda.ts';
import { createAwsHttp, requireReady } from '../runtime/aws-http.ts';
import { withReleaseCheck } from '../runtime/deployed-function.ts';
import { createIsolation, fileReadingProgram } from '../runtime/isolation.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

const telemetry = createTelemetry('http-api');
const { runIsolated } = createIsolation({
  program: fileReadingProgram(import.meta.url),
  heapMegabytes: ISOLATED_HEAP_MB,
  wallSeconds: ISOLATION_LIMITS.wallSecondsOnLambda,
});
const current = await createAwsHttp(telemetry, {
  statementTimeoutSeconds: HTTP_TIMEOUT_SECONDS - 4,
  poolSize: FUNCTION_POOL_SIZE,
  replyBytesMax: LAMBDA_BINARY_REPLY_BYTES_MAX,
  exportsInOnePiece: LAMBDA_EXPORT_LIMITS,
  runIsolated,
});

async function answer(event: LambdaEvent) {
  const { app, ...front } = await current();
  const result = await createLambdaHandler(app, front)(event);
  telemetry.annotate('requestId', String(result.headers?.['x-request-id']));
  return result;
}

/** Checks a new version. Settings and secrets were read at the start, so readiness only needs the database. */
async function checkApi() {
  const { app } = await current();
  await requireReady({ ask: async () => (await app.request('/v1/ready')).status, pause: async () => {} }, []);
  return { checked: true };
}

const isRequest = (event: object): event is LambdaEvent => 'requestContext' in event;

export const handler = lambdaHandler(telemetry, withReleaseCheck(isRequest, answer, checkApi));
