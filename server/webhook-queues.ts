import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { PostgresQueue } from '../adapters/queue/postgres-queue.ts';
import type { QueueName } from '../app/platform/queue.ts';
import {
  WEBHOOK_CONCURRENCY,
  WEBHOOK_TIMEOUT_SECONDS,
  WEBHOOK_VISIBILITY_SECONDS,
} from '../core/limits/webhook-limits.ts';
import { createDeadLetterWebhook } from '../lambdas/queue/dead-letter-webhook.ts';
import { createWebhookQueueHandler } from '../lambdas/queue/webhook-queue-handler.ts';
import { lambdaHandler } from '../lambdas/runtime/lambda-handler.ts';
import { createWebhookDelivery, type WebhookPlatform } from '../lambdas/runtime/webhook-delivery.ts';
import { runEventSource } from './event-source.ts';

export interface WebhookQueues {
  /** Accepts nothing new, and waits for the current attempts. */
  close(): Promise<void>;
}

/** Serves the webhook queues in the process of the API: an attempt is nearly all waiting and cannot end the process. */
export function startWebhookQueues(platform: WebhookPlatform & { readonly queue: PostgresQueue }): WebhookQueues {
  const { queue, log } = platform;
  const delivery = createWebhookDelivery(platform);
  const stopping = new AbortController();
  const serve = (
    queueName: QueueName,
    handler: (event: SQSEvent) => Promise<SQSBatchResponse>,
    concurrency: number,
  ): Promise<void> =>
    runEventSource({
      queue,
      queueName,
      handler: lambdaHandler({ functionName: queueName, log }, handler),
      batchSize: 1,
      concurrency,
      visibilitySeconds: WEBHOOK_VISIBILITY_SECONDS,
      timeoutSeconds: WEBHOOK_TIMEOUT_SECONDS,
      signal: stopping.signal,
      listen: (onMessage) => queue.listen(queueName, onMessage),
      onError: (error) => log('error', 'event_source_failed', { queueName, error }),
    });
  const onUnreadable = (messageId: string) => log('error', 'unreadable_message', { messageId });
  const ended = Promise.all([
    serve('webhooks', createWebhookQueueHandler({ delivery, onUnreadable }), WEBHOOK_CONCURRENCY),
    serve('webhooks-dead', createDeadLetterWebhook(delivery), 1),
  ]);
  return {
    async close() {
      stopping.abort();
      await ended;
    },
  };
}
