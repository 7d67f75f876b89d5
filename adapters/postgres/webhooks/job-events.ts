import { z } from 'zod';
import type { DeliveryMessage, EventFanOut } from '../../../app/webhooks/manage-webhooks.ts';
import { CARRIER_EVENTS_TOLD_MAX, OUTBOX_BATCH } from '../../../core/limits/job-limits.ts';
import { jobEventSchema, payRunEventSchema, type ServiceEvent } from '../../../core/webhook/event-body.ts';
import { jobs, outbox } from '../../../schema/files.ts';
import { carrierEvents } from '../../../schema/scores.ts';
import { accountEvents, webhookDeliveries, webhooks } from '../../../schema/webhooks.ts';
import { coalesceCalls } from '../connection/coalesce-calls.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { carrierEventColumns, carrierEventOrder } from '../queries/carrier-events.ts';
import { absenceOf, monthOf } from '../queries/month-columns.ts';
import { isOfStayingAccount } from '../queries/outbox.ts';

type Send = Parameters<EventFanOut['enqueue']>[0];

export function createEventFanOut(database: Database): EventFanOut {
  return {
    fanOut: (bodyOf) => database.system((sql) => fanOut(sql, bodyOf)),
    enqueue: coalesceCalls((send: Send) => database.system((sql) => enqueue(sql, send))),
  };
}

/** Turns events into deliveries. Events that another process has locked are skipped, so that a receiver gets one delivery. */
async function fanOut(sql: Sql, bodyOf: (event: ServiceEvent) => string): Promise<number> {
  // Fan-outs commit one after the other. A reader of the list of events never sees an event behind its cursor appear.
  await sql`select pg_advisory_xact_lock(hashtextextended('event fan-out', 0))`;
  const events = await takeEvents(sql);
  if (events.length === 0) return 0;
  const rows = sql`
    unnest(${events.map(({ accountId }) => accountId)}::uuid[], ${events.map(({ event }) => event.event)}::text[],
      ${events.map(({ event }) => ('jobId' in event ? event.jobId : null))}::uuid[], ${events.map(({ event }) => bodyOf(event))}::text[],
      ${events.map(({ callbackUrl }) => callbackUrl)}::text[])
    with ordinality as e (account_id, event, job_id, body, callback_url, place)`;
  await sql`
    insert into ${accountEvents} (event_id, account_id, event, job_id, body)
    select gen_random_uuid(), account_id, event, job_id, body from ${rows} order by place`;
  // The lock waits for a webhook that is being deleted, because a delivery must not refer to a deleted one.
  await sql`
    insert into ${webhookDeliveries} (delivery_id, account_id, webhook_id, event, job_id, body, status, next_attempt_at)
    select gen_random_uuid(), account_id, webhook_id, event, job_id, body, 'pending', clock_timestamp()
    from (
      select e.*, w.webhook_id from ${rows}
      join ${webhooks} w on w.account_id = e.account_id and w.enabled and e.event = any(w.events)
      order by e.place, w.position for key share of w
    ) wanted`;
  await sql`
    insert into ${webhookDeliveries} (delivery_id, account_id, callback_url, event, job_id, body, status, next_attempt_at)
    select gen_random_uuid(), e.account_id, e.callback_url, e.event, e.job_id, e.body, 'pending', clock_timestamp()
    from ${rows} where e.callback_url is not null order by e.place`;
  await sql`
    update ${outbox} set sent_at = clock_timestamp()
    where position = any(${events.map(({ position }) => position)}::bigint[])`;
  return events.length;
}

/** Sends messages in the order in which the deliveries became due. Rows that another process has locked are skipped. */
async function enqueue(sql: Sql, send: Send): Promise<number> {
  const messages = await sql<DeliveryMessage[]>`
    select d.delivery_id as "deliveryId", d.account_id as "accountId", j.request_id as "requestId"
    from ${webhookDeliveries} d left join ${jobs} j on j.job_id = d.job_id
    where d.status = 'pending' and d.queued_at is null and d.next_attempt_at <= statement_timestamp()
      and ${isOfStayingAccount(sql, sql`d.account_id`)}
    order by d.next_attempt_at, d.position limit ${OUTBOX_BATCH}
    for update of d skip locked`;
  if (messages.length === 0) return 0;
  await send([...messages]);
  await sql`
    update ${webhookDeliveries} set queued_at = clock_timestamp()
    where delivery_id = any(${messages.map(({ deliveryId }) => deliveryId)}::uuid[])`;
  return messages.length;
}

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

/** The body of a row: the event, with the callback URL of the upload where a job has one. */
const storedEventSchema = z.union([
  payRunEventSchema.extend({ webhookUrl: z.null().default(null) }),
  jobEventSchema.extend({ webhookUrl: z.string().nullable() }),
]);

interface TakenEvent {
  readonly position: string;
  readonly accountId: string;
  readonly event: ServiceEvent;
  readonly callbackUrl: string | null;
}

/** Takes the oldest unsent events. Events that another process has locked are skipped. */
async function takeEvents(sql: Sql): Promise<readonly TakenEvent[]> {
  const rows = await sql<{ position: string; account_id: string; body: unknown }[]>`
    select position, account_id, body from ${outbox} o
    where topic in ('job.completed', 'job.failed', 'pay_run.approved', 'pay_run.paid') and sent_at is null
      and ${isOfStayingAccount(sql, sql`o.account_id`)}
    order by position limit ${OUTBOX_BATCH}
    for update of o skip locked`;
  return rows.map(({ position, account_id, body }) => {
    const { webhookUrl, ...event } = storedEventSchema.parse(body);
    return { position, accountId: account_id, event, callbackUrl: webhookUrl };
  });
}
