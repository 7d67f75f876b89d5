import { z } from 'zod';
import { eventBody } from '../../core/webhook/event-body.ts';
import type { MessageQueue, Outbox } from '../platform/queue.ts';
import { webhookMessageBody } from '../webhooks/attempt-delivery.ts';
import type { EventFanOut } from '../webhooks/manage-webhooks.ts';

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

/** The message of the statement queue. It carries an id only (claim check); everything else is read with the claim. */
const statementMessageSchema = z.object({
  jobId: z.uuid(),
  /** True only in a dead letter that the worker wrote after failing the job itself, so that the job needs no further change. */
  jobEnded: z.boolean().default(false),
});
type StatementMessage = z.output<typeof statementMessageSchema>;

/** Writes the JSON body of a statement message. */
export function statementMessageBody(message: z.input<typeof statementMessageSchema>): string {
  return JSON.stringify(message);
}

/** Reads the body of a message. Returns null for a malformed body, whose message is never retried. */
export function readStatementMessage(body: string): StatementMessage | null {
  try {
    return statementMessageSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
