import type { SQSEvent } from 'aws-lambda';
import { SHARED_WORKERS, WORKER_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';
import { createIngestStatement } from '../queue/statement-handler.ts';
import { awsQueue } from '../runtime/aws-queues.ts';
import { awsObjects } from '../runtime/aws-storage.ts';
import { startFunction, withReleaseCheck } from '../runtime/deployed-function.ts';
import { fileReadingProgram } from '../runtime/isolation.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { countedWorker } from '../runtime/metrics.ts';
import { createStatementWorker } from '../runtime/statement-worker.ts';
import { startRelay } from '../runtime/webhook-delivery.ts';

const started = startFunction('ingest-statement', { statementTimeoutSeconds: WORKER_TIMEOUT_SECONDS - 20 });
const { telemetry, database } = started;
const { log, count, nameAccount } = telemetry;
const queue = awsQueue(telemetry, { deadStatements: true });
const objects = awsObjects(telemetry);
const worker = createStatementWorker({
  database,
  objects,
  log,
  program: fileReadingProgram(import.meta.url),
  shared: SHARED_WORKERS,
});
const { relayOutbox } = startRelay(started, queue);

const ingest = createIngestStatement({
  worker: countedWorker(worker, { count, nameAccount, now: () => performance.now() }),
  queue,
  relayOutbox,
  onUnreadable: (messageId) => log('error', 'unreadable_message', { messageId }),
});
const isMessages = (event: object): event is SQSEvent => 'Records' in event;

export const handler = lambdaHandler(
  telemetry,
  withReleaseCheck(isMessages, ingest, async () => {
    // The check is loaded for deployments only, so that a start stays fast.
    const { checkWorker } = await import('../runtime/aws-migration.ts');
    return checkWorker({ database, objects, log });
  }),
);
