import { WEBHOOK_TIMEOUT_SECONDS } from '../../core/limits/webhook-limits.ts';
import { createDeadLetterWebhook } from '../queue/dead-letter-webhook.ts';
import { deadLetterFunction } from '../runtime/dead-letter-function.ts';
import { deliveriesIn } from '../runtime/single-stores.ts';
import { startFunction } from '../runtime/start-function.ts';

const started = startFunction('dead-letter-webhook', { statementTimeoutSeconds: WEBHOOK_TIMEOUT_SECONDS / 3 });

export const handler = deadLetterFunction(
  started,
  createDeadLetterWebhook({ deliveries: deliveriesIn(started.database) }),
);
