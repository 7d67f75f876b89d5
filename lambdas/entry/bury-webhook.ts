import { WEBHOOK_TIMEOUT_SECONDS } from '../../core/limits/webhook-limits.ts';
import { createBuryWebhook } from '../queue/bury-webhook.ts';
import { deadLetterFunction } from '../runtime/dead-letter-function.ts';
import { deliveriesIn } from '../runtime/single-stores.ts';
import { startFunction } from '../runtime/start-function.ts';

const started = startFunction('bury-webhook', { statementTimeoutSeconds: WEBHOOK_TIMEOUT_SECONDS / 3 });

export const handler = deadLetterFunction(started, createBuryWebhook({ deliveries: deliveriesIn(started.database) }));
