import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { WORKER_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';
import { createIngestStatement } from '../queue/ingest-statement.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsPublicUrl, awsQueue } from '../runtime/aws-queues.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { awsObjects } from '../runtime/aws-storage.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { countedWorker } from '../runtime/metrics.ts';
import { createOutboxRelay } from '../runtime/outbox-relay.ts';
import { createStatementWorker } from '../runtime/statement-worker.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

const telemetry = createTelemetry('ingest-statement');
const { functionName, log, count } = telemetry;
const database = awsDatabase({
  functionName,
  secrets: awsSecrets(telemetry),
  statementTimeoutSeconds: WORKER_TIMEOUT_SECONDS - 20,
  poolSize: FUNCTION_POOL_SIZE,
});
const queue = awsQueue(telemetry, { deadStatements: true });
const publicUrl = awsPublicUrl();
const worker = createStatementWorker({ database, objects: awsObjects(telemetry), log });
const { relayOutbox } = createOutboxRelay({ database, queue, publicUrl: () => publicUrl, log });

export const handler = lambdaHandler(
  telemetry,
  createIngestStatement({
    worker: countedWorker(worker, count),
    queue,
    relayOutbox,
    onUnreadable: (messageId) => log('error', 'unreadable_message', { messageId }),
  }),
);
