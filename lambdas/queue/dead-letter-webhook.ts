import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { DeliveryStore } from '../../app/webhooks/attempt-delivery.ts';

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
