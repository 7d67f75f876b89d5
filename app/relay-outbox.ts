import type { MessageQueue, Outbox } from './ports.ts';
import { statementMessageBody } from './statement-message.ts';

/**
 * Sends the messages that were stored with their jobs (goal JOB-3). Called after every change and by a sweep every
 * minute: what a crash left between commit and send goes out then. Sending twice is harmless, a claim decides.
 */
export async function relayOutbox({
  outbox,
  queue,
}: {
  readonly outbox: Outbox;
  readonly queue: MessageQueue;
}): Promise<number> {
  return outbox.relay((messages) =>
    queue.send(
      'statements',
      messages.map(({ accountId, jobId }) => ({ body: statementMessageBody({ jobId }), groupId: accountId })),
    ),
  );
}
