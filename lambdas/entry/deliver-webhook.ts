import { FUNCTION_POOL_SIZE } from '../../core/limits/database-limits.ts';
import { WEBHOOK_TIMEOUT_SECONDS } from '../../core/limits/webhook-limits.ts';
import { createDeliverWebhook } from '../queue/deliver-webhook.ts';
import { awsDatabase } from '../runtime/aws-database.ts';
import { awsMailer } from '../runtime/aws-mail.ts';
import { awsPublicUrl, awsQueue } from '../runtime/aws-queues.ts';
import { awsSecretBox, awsSecrets } from '../runtime/aws-secrets.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { createTelemetry } from '../runtime/telemetry.ts';
import { createWebhookDelivery } from '../runtime/webhook-delivery.ts';

const telemetry = createTelemetry('deliver-webhook');
const { functionName, log, count } = telemetry;
const secrets = awsSecrets(telemetry);
const delivery = createWebhookDelivery({
  database: awsDatabase({
    functionName,
    secrets,
    statementTimeoutSeconds: WEBHOOK_TIMEOUT_SECONDS / 3,
    poolSize: FUNCTION_POOL_SIZE,
  }),
  queue: awsQueue(telemetry),
  secretBox: await awsSecretBox(secrets),
  mailer: awsMailer(telemetry),
  log,
  publicUrl: awsPublicUrl(),
  thisMachine: null,
});

export const handler = lambdaHandler(
  telemetry,
  createDeliverWebhook({
    delivery: {
      ...delivery,
      onFailing(...failing) {
        count('WebhooksFailing', 1);
        delivery.onFailing(...failing);
      },
    },
    onUnreadable: (messageId) => log('error', 'unreadable_message', { messageId }),
  }),
);
