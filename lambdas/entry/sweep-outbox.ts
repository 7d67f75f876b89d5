import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/task-limits.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsPublicUrl, awsQueue } from '../runtime/aws-queues.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createOutboxRelay } from '../runtime/outbox-relay.ts';
import { createTelemetry } from '../runtime/telemetry.ts';
import { createSweepOutbox } from '../schedule/sweep-outbox.ts';

const telemetry = createTelemetry('sweep-outbox');
const database = awsDatabase({
  functionName: telemetry.functionName,
  secrets: awsSecrets(telemetry),
  statementTimeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS - 20,
  poolSize: FUNCTION_POOL_SIZE,
});
const publicUrl = awsPublicUrl();
const relay = createOutboxRelay({
  database,
  queue: awsQueue(telemetry),
  publicUrl: () => publicUrl,
  log: telemetry.log,
});

export const handler = lambdaHandler(telemetry, createSweepOutbox(relay));
