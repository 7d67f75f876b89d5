import type { QueueName } from '../../app/jobs/queue-ports.ts';
import { DEAD_LETTER_RETENTION_DAYS, QUEUE_RECEIVES_MAX, QUEUE_RETENTION_DAYS } from '../../core/limits/job-limits.ts';
import { WEBHOOK_RECEIVES_MAX } from '../../core/limits/webhook-limits.ts';

/** Settings of a queue. The CDK sets them on the queues of AWS; the queue in PostgreSQL reads them here. */
export interface QueueDefinition {
  /** The queue that a message moves to instead of being received more than `receivesMax` times. Null: messages never move. */
  readonly deadLetter: { readonly queue: QueueName; readonly receivesMax: number } | null;
  /** The age in days, counted from the first send, at which a message is dropped. */
  readonly retentionDays: number;
}

export const QUEUE_DEFINITIONS: Readonly<Record<QueueName, QueueDefinition>> = {
  statements: {
    deadLetter: { queue: 'statements-dead', receivesMax: QUEUE_RECEIVES_MAX },
    retentionDays: QUEUE_RETENTION_DAYS,
  },
  'statements-dead': { deadLetter: null, retentionDays: DEAD_LETTER_RETENTION_DAYS },
  webhooks: {
    deadLetter: { queue: 'webhooks-dead', receivesMax: WEBHOOK_RECEIVES_MAX },
    retentionDays: QUEUE_RETENTION_DAYS,
  },
  'webhooks-dead': { deadLetter: null, retentionDays: DEAD_LETTER_RETENTION_DAYS },
};
