import type { SQSEvent } from 'aws-lambda';
import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { WEBHOOK_TIMEOUT_SECONDS } from '../../core/limits/webhook-limits.ts';
import { createBuryWebhook } from '../queue/bury-webhook.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsSecrets } from '../runtime/aws-secrets.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { deliveriesIn } from '../runtime/single-stores.ts';
import { createTelemetry } from '../runtime/telemetry.ts';

const telemetry = createTelemetry('bury-webhook');
const database = awsDatabase({
  functionName: telemetry.functionName,
  secrets: awsSecrets(telemetry),
  statementTimeoutSeconds: WEBHOOK_TIMEOUT_SECONDS / 3,
  poolSize: FUNCTION_POOL_SIZE,
});
const bury = createBuryWebhook({ deliveries: deliveriesIn(database) });

export const handler = lambdaHandler(telemetry, async (event: SQSEvent) => {
  const response = await bury(event);
  telemetry.count('MessagesBuried', event.Records.length);
  return response;
});
