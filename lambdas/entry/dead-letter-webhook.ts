import { WEBHOOK_TIMEOUT_SECONDS } from '../../core/limits/job-limits.ts';
import { createDeadLetterWebhook } from '../queue/webhook-queue-handler.ts';
import { deadLetterFunction, startFunction } from '../runtime/deployed-function.ts';
import { deliveriesIn } from '../runtime/single-stores.ts';

const started = startFunction('dead-letter-webhook', { statementTimeoutSeconds: WEBHOOK_TIMEOUT_SECONDS / 3 });

export const handler = deadLetterFunction(
  started,
  createDeadLetterWebhook({ deliveries: deliveriesIn(started.database) }),
);
