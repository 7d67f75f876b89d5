import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { DeliveryStore } from '../../app/webhooks/webhook-delivery-ports.ts';

/**
 * The dead-letter queue of webhooks: messages that the service itself could not work on. They are kept for the operator; the
 * deliveries stay pending, and the redelivery task sends new messages for them until one comes through.
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
