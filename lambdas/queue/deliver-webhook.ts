import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { deliverWebhook, type WebhookDelivery } from '../../app/webhooks/deliver-webhook.ts';
import { readWebhookMessage } from '../../app/webhooks/webhook-message.ts';

export interface DeliverWebhookDeps {
  readonly delivery: WebhookDelivery;
  readonly onUnreadable: (messageId: string) => void;
}

/**
 * The queue of webhooks: one message is one attempt of one delivery. Whatever the receiver answers, the message is done with; the
 * next attempt has a message of its own. What throws is the service's own trouble, and brings the message back.
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
