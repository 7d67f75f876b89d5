import { z } from 'zod';
import { OUTBOX_BATCH } from '../../../core/limits/job-limits.ts';
import { CARRIER_EVENTS_TOLD_MAX } from '../../../core/limits/webhook-limits.ts';
import { type JobEvent, jobEventSchema } from '../../../core/webhook/event-body.ts';
import { jobs, outbox } from '../../../schema/files.ts';
import { carrierEvents } from '../../../schema/scores.ts';
import { carrierEventColumns, carrierEventOrder } from '../carrier-events/carrier-events.ts';
import type { Sql } from '../connection/sql.ts';
import { absenceOf, monthOf } from '../months/month-columns.ts';

/** Events of ended jobs in the outbox: the transaction that ends a job writes them, and the relay takes them after its commit. */

/** Writes events of ended jobs as this transaction sees them. A rollback removes the events too. */
export async function writeJobEvents(sql: Sql, jobIds: readonly string[]): Promise<void> {
  await sql`
    insert into ${outbox} (account_id, topic, body)
    select account_id, 'job.' || status, jsonb_build_object('event', 'job.' || status, 'jobId', job_id, 'fileId', file_id,
      'carrierId', carrier_id, 'period', period, 'mode', mode, 'status', status, 'stats', stats, 'warnings', warnings,
      'error', error, 'webhookUrl', webhook_url, 'carrierEvents', case when status = 'completed' then ${carrierEventsOfJob(sql)} else '[]' end,
      'month', ${monthOf(sql, sql`j`)} || ${absenceOf(sql)})
    from ${jobs} j where job_id = any(${jobIds}::uuid[]) and status in ('completed', 'failed')`;
}

/** Selects the carrier events of the job's period for its own event: pay decreases and the largest first, as many as fit into a message. */
const carrierEventsOfJob = (sql: Sql) => sql`
  (select coalesce(jsonb_agg(to_jsonb(shown)), '[]') from (
    select ${carrierEventColumns(sql)} from ${carrierEvents} e
    where e.account_id = j.account_id and e.workspace_id = j.workspace_id and e.carrier_id = j.carrier_id and e.period = j.period
    order by ${carrierEventOrder(sql)}
    limit ${CARRIER_EVENTS_TOLD_MAX}) shown)`;

/** The body of a row: the event, with the callback URL of the upload. */
const storedEventSchema = jobEventSchema.extend({ webhookUrl: z.string().nullable() });

interface TakenEvent {
  readonly position: string;
  readonly accountId: string;
  readonly event: JobEvent;
  readonly callbackUrl: string | null;
}

/** Takes the oldest unsent events. Events that another process has locked are skipped. */
export async function takeEvents(sql: Sql): Promise<readonly TakenEvent[]> {
  const rows = await sql<{ position: string; account_id: string; body: unknown }[]>`
    select position, account_id, body from ${outbox}
    where topic in ('job.completed', 'job.failed') and sent_at is null
    order by position limit ${OUTBOX_BATCH}
    for update skip locked`;
  return rows.map(({ position, account_id, body }) => {
    const { webhookUrl, ...event } = storedEventSchema.parse(body);
    return { position, accountId: account_id, event, callbackUrl: webhookUrl };
  });
}
