import { randomUUID } from 'node:crypto';
import type { DeadLetter } from '../../../app/platform/queue.ts';
import { deadLetters } from '../../../schema/operations.ts';
import type { Sql } from '../connection/sql.ts';

/** Stores a dead letter for the operator to find. The same message recorded twice is one row. */
export async function recordDeadLetter(sql: Sql, { queue, messageId, body, receiveCount }: DeadLetter): Promise<void> {
  await sql`
    insert into ${deadLetters} (dead_letter_id, queue, message_id, body, receive_count)
    values (${randomUUID()}, ${queue}, ${messageId}, ${body}, ${receiveCount})
    on conflict (message_id) do nothing`;
}
