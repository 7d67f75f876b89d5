import { randomUUID } from 'node:crypto';
import type { Fragment } from 'postgres';
import type { DeadLetter, Outbox, OutboxMessage } from '../../../app/platform/queue.ts';
import { OUTBOX_BATCH } from '../../../core/limits/job-limits.ts';
import { accounts } from '../../../schema/accounts.ts';
import { jobs, outbox } from '../../../schema/files.ts';
import { deadLetters } from '../../../schema/operations.ts';
import { coalesceCalls } from '../connection/coalesce-calls.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';

/** Stores messages of jobs in the transaction that queues the jobs. */
export async function enqueueJobs(sql: Sql, jobIds: readonly string[]): Promise<void> {
  await sql`
    insert into ${outbox} (account_id, topic, body)
    select account_id, 'statement', jsonb_build_object('jobId', job_id) from ${jobs} where job_id = any(${jobIds}::uuid[])
    order by position`;
}

export function createOutbox(database: Database): Outbox {
  return { relay: coalesceCalls((send: Send) => relay(database, send)) };
}

type Send = Parameters<Outbox['relay']>[0];

/** Sends unsent messages. Rows that another process is sending are skipped, so that concurrent calls send different messages. */
function relay(database: Database, send: Send): Promise<number> {
  return database.system(async (sql) => {
    const rows = await sql<{ position: string; account_id: string; job_id: string; request_id: string | null }[]>`
      select o.position, o.account_id, o.body ->> 'jobId' as job_id, j.request_id
      from ${outbox} o left join ${jobs} j on j.job_id = (o.body ->> 'jobId')::uuid
      where o.topic = 'statement' and o.sent_at is null and ${isOfStayingAccount(sql, sql`o.account_id`)}
      order by o.position limit ${OUTBOX_BATCH}
      for update of o skip locked`;
    if (rows.length === 0) return 0;
    const messages: OutboxMessage[] = rows.map((row) => ({
      position: row.position,
      accountId: row.account_id,
      jobId: row.job_id,
      requestId: row.request_id,
    }));
    await send(messages);
    await sql`
      update ${outbox} set sent_at = clock_timestamp()
      where position = any(${messages.map(({ position }) => position)}::bigint[])`;
    return messages.length;
  });
}

/**
 * Leaves out the rows of accounts that are being moved to another database, or have been. Workers, relays and schedules take none of them:
 * the other database goes on with them (docs/howto/move-an-agency.md). The index of these accounts is nearly always empty.
 */
export const isOfStayingAccount = (sql: Sql, accountId: Fragment): Fragment => sql`
  not exists (select from ${accounts} away where away.account_id = ${accountId} and away.status in ('moving', 'moved'))`;

/** Stores a dead letter for the operator to find. The same message recorded twice is one row. */
export async function recordDeadLetter(sql: Sql, { queue, messageId, body, receiveCount }: DeadLetter): Promise<void> {
  await sql`
    insert into ${deadLetters} (dead_letter_id, queue, message_id, body, receive_count)
    values (${randomUUID()}, ${queue}, ${messageId}, ${body}, ${receiveCount})
    on conflict (message_id) do nothing`;
}
