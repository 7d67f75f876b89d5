import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import {
  attemptDelivery,
  type DeliveryStore,
  readWebhookMessage,
  type WebhookDelivery,
} from '../../app/webhooks/attempt-delivery.ts';

/**
 * Handles the dead-letter queue of webhooks: messages that the service itself failed to process. They are kept for the operator. The
 * deliveries stay pending, and the redelivery task sends new messages until one is processed.
 */
export function createDeadLetterWebhook({
  deliveries,
}: {
  readonly deliveries: DeliveryStore;
}): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async (event) => {
    for (const { messageId, body, attributes } of event.Records) {
      const receiveCount = Number(attributes.ApproximateReceiveCount);
      await deliveries.recordDeadLetter({ queue: 'webhooks-dead', messageId, body, receiveCount });
    }
    return { batchItemFailures: [] };
  };
}

export interface WebhookQueueDeps {
  readonly delivery: WebhookDelivery;
  readonly onUnreadable: (messageId: string) => void;
}

/**
 * Handles the webhooks queue: each message is one attempt of one delivery. Any answer of the receiver completes the message, and the next
 * attempt has a message of its own. A thrown error is a fault of the service and makes the queue deliver the message again.
 */
export function createWebhookQueueHandler({
  delivery,
  onUnreadable,
}: WebhookQueueDeps): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async (event) => {
    for (const { body, messageId } of event.Records) {
      const message = readWebhookMessage(body);
      if (message === null) onUnreadable(messageId);
      else await attemptDelivery(delivery, message.deliveryId);
    }
    return { batchItemFailures: [] };
  };
}
