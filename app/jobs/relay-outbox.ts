import { eventBody } from '../../core/webhook/pay-run-event.ts';
import type { MessageQueue, Outbox } from '../platform/queue.ts';
import type { EventFanOut } from '../webhooks/manage-webhooks.ts';
import { webhookMessageBody } from '../webhooks/webhook-message.ts';
import { statementMessageBody } from './statement-message.ts';

export interface Relay {
  readonly outbox: Outbox;
  readonly events: EventFanOut;
  readonly queue: MessageQueue;
  /** Base address under which clients reach the service, without a trailing slash. */
  readonly publicUrl: () => string;
}

/**
 * Sends the rows of the outbox (docs/reference/security.md#jobs): messages of jobs, then events as deliveries, then messages of deliveries.
 * Runs after every change, and every minute for rows that a crash left. A message that is sent twice has no effect, because a job is
 * claimed once. Returns how many messages were sent and events made into deliveries.
 */
export async function relayOutbox({ outbox, events, queue, publicUrl }: Relay): Promise<number> {
  const jobs = await outbox.relay((messages) =>
    queue.send(
      'statements',
      messages.map(({ accountId, jobId, requestId }) => ({
        body: statementMessageBody({ jobId }),
        groupId: accountId,
        requestId,
      })),
    ),
  );
  const fannedOut = await events.fanOut((event) => eventBody(event, publicUrl()));
  const deliveries = await events.enqueue((messages) =>
    queue.send(
      'webhooks',
      messages.map(({ accountId, deliveryId, requestId = null }) => ({
        body: webhookMessageBody({ deliveryId }),
        groupId: accountId,
        requestId,
      })),
    ),
  );
  return jobs + fannedOut + deliveries;
}
