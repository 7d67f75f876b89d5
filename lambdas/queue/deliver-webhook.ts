import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { deliverWebhook, type WebhookDelivery } from '../../app/webhooks/deliver-webhook.ts';
import { readWebhookMessage } from '../../app/webhooks/webhook-message.ts';

export interface DeliverWebhookDeps {
  readonly delivery: WebhookDelivery;
  readonly onUnreadable: (messageId: string) => void;
}

/**
 * Handles the webhooks queue: each message is one attempt of one delivery. Any answer of the receiver completes the message, and the next
 * attempt has a message of its own. A thrown error is a fault of the service and makes the queue deliver the message again.
 */
export function createDeliverWebhook({
  delivery,
  onUnreadable,
}: DeliverWebhookDeps): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async (event) => {
    for (const { body, messageId } of event.Records) {
      const message = readWebhookMessage(body);
      if (message === null) onUnreadable(messageId);
      else await deliverWebhook(delivery, message.deliveryId);
    }
    return { batchItemFailures: [] };
  };
}
