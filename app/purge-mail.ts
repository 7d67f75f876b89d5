import { SCHEDULED_TASK_LIMITS, type TaskLimits } from '../core/limits.ts';
import type { DropStore, IntakeStore } from './intake-ports.ts';

/** What deleting messages takes that have been kept for long enough. */
export interface MailPurge {
  readonly drops: Pick<IntakeStore, 'takeExpired'>;
  readonly messages: Pick<DropStore, 'delete'>;
}

/** Messages as they came hold members' data: they go with the raw bytes of their statements, or after a week. How many went. */
export async function purgeMail(
  { drops, messages }: MailPurge,
  { purgeBatch }: TaskLimits = SCHEDULED_TASK_LIMITS,
): Promise<number> {
  // Several attachments are one message.
  const keys = new Set(await drops.takeExpired('email', purgeBatch));
  for (const key of keys) await messages.delete(key);
  return keys.size;
}
