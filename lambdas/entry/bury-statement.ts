import type { SQSEvent } from 'aws-lambda';
import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { SCHEDULED_TASK_TIMEOUT_SECONDS } from '../../core/limits/task-limits.ts';
import { createBuryStatement } from '../queue/bury-statement.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsPublicUrl, awsQueue } from '../runtime/aws-queues.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createOutboxRelay } from '../runtime/outbox-relay.ts';
import { deadJobsIn } from '../runtime/single-stores.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

const telemetry = createTelemetry('bury-statement');
const database = awsDatabase({
  functionName: telemetry.functionName,
  secrets: awsSecrets(telemetry),
  statementTimeoutSeconds: SCHEDULED_TASK_TIMEOUT_SECONDS - 20,
  poolSize: FUNCTION_POOL_SIZE,
});
const publicUrl = awsPublicUrl();
const { relayOutbox } = createOutboxRelay({
  database,
  queue: awsQueue(telemetry),
  publicUrl: () => publicUrl,
  log: telemetry.log,
});
const bury = createBuryStatement({ jobs: deadJobsIn(database), relayOutbox });

export const handler = lambdaHandler(telemetry, async (event: SQSEvent) => {
  const response = await bury(event);
  telemetry.count('MessagesBuried', event.Records.length);
  return response;
});
