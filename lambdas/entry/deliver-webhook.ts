import { SENDER_POOL_SIZE, WEBHOOK_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';
import { createWebhookQueueHandler } from '../queue/webhook-queue-handler.ts';
import { awsMailer } from '../runtime/aws-mail.ts';
import { awsPublicUrl, awsQueue } from '../runtime/aws-queues.ts';
import { awsSecretBox } from '../runtime/aws-secrets.ts';
import { startFunction } from '../runtime/deployed-function.ts';
import { lambdaHandler } from '../runtime/lambda-handler.ts';
import { countedDelivery } from '../runtime/metrics.ts';
import { createWebhookDelivery } from '../runtime/webhook-delivery.ts';

const { telemetry, secrets, database } = startFunction('deliver-webhook', {
  statementTimeoutSeconds: WEBHOOK_TIMEOUT_SECONDS / 3,
  poolSize: SENDER_POOL_SIZE,
});
const { log } = telemetry;
const delivery = createWebhookDelivery({
  database,
  queue: awsQueue(telemetry),
  secretBox: await awsSecretBox(secrets),
  mailer: awsMailer(telemetry, database),
  log,
  publicUrl: awsPublicUrl(),
  thisMachine: null,
});

export const handler = lambdaHandler(
  telemetry,
  createWebhookQueueHandler({
    delivery: countedDelivery(delivery, telemetry),
    onUnreadable: (messageId) => log('error', 'unreadable_message', { messageId }),
  }),
);
