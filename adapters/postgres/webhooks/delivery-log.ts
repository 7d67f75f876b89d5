import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { AccountEvent, EventLog } from '../../../app/webhooks/list-events.ts';
import type {
  Delivery,
  DeliveryFilter,
  DeliveryKey,
  DeliveryLog,
  DeliveryStatus,
  WebhookKey,
} from '../../../app/webhooks/manage-webhooks.ts';
import { type CursorPage, type CursorPosition, cursorPage } from '../../../core/page.ts';
import { isRefused, type Refused } from '../../../core/problem.ts';
import { unknownCursor, unknownJobOfFilter, unknownWebhook } from '../../../core/refusals.ts';
import type { RedeliverySituation } from '../../../core/webhook/decide-attempt.ts';
import { TEST_EVENT } from '../../../core/webhook/event-body.ts';
import { jobs } from '../../../schema/files.ts';
import { accountEvents, webhookAttempts, webhookDeliveries, webhooks } from '../../../schema/webhooks.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { whenSet } from '../queries/book-scope.ts';

export function createDeliveryLog(database: Database): DeliveryLog {
  return {
    list: (accountId, filter, page) =>
      database.read(accountId, (sql) => listDeliveries(sql, { accountId, filter, page })),
    find: (key) => database.read(key.accountId, (sql) => findDelivery(sql, key)),
    addTest: (key, test) => database.tenant(key.accountId, (sql) => addTest(sql, key, test)),
    redeliver: (key, order) => database.tenant(key.accountId, (sql) => redeliver(sql, key, order)),
    redeliverMissed: (key, order) => database.tenant(key.accountId, (sql) => redeliverMissed(sql, key, order)),
  };
}

interface DeliveryRow extends Delivery {
  readonly position: number;
}

function deliveryFrom({ position: _, ...delivery }: DeliveryRow): Delivery {
  return delivery;
}

/** Selects deliveries. Times inside JSON are not parsed as times, so the statement writes them in the format of the columns. */
const selectDeliveries = (sql: Sql, accountId: string) => sql`
  select d.position::float8 as position, d.delivery_id as id, d.webhook_id as "webhookId", d.event, d.job_id as "jobId", d.status,
    coalesce(w.url, d.callback_url) as url, d.attempts as "attemptCount", d.next_attempt_at as "nextAttemptAt", d.redelivered,
    d.created_at as "createdAt", d.ended_at as "endedAt", coalesce(a.attempts, '[]') as attempts
  from ${webhookDeliveries} d
  left join ${webhooks} w on w.account_id = ${accountId} and w.webhook_id = d.webhook_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('number', number,
        'attemptedAt', to_char(attempted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'durationMs', duration_ms,
        'responseStatus', response_status, 'error', error) order by number) as attempts
    from ${webhookAttempts} where account_id = ${accountId} and delivery_id = d.delivery_id
  ) a on true`;

async function findDelivery(sql: Sql, { accountId, deliveryId }: DeliveryKey): Promise<Delivery | null> {
  const [row] = await sql<DeliveryRow[]>`
    ${selectDeliveries(sql, accountId)} where d.account_id = ${accountId} and d.delivery_id = ${deliveryId}`;
  return row === undefined ? null : deliveryFrom(row);
}

interface DeliveryList {
  readonly accountId: string;
  readonly filter: DeliveryFilter;
  readonly page: CursorPosition;
}

async function listDeliveries(
  sql: Sql,
  { accountId, filter, page }: DeliveryList,
): Promise<CursorPage<Delivery> | Refused> {
  const conditions = [
    sql`where d.account_id = ${accountId}`,
    ...whenSet(filter.webhookId, (webhookId) => sql`and d.webhook_id = ${webhookId}`),
    ...whenSet(filter.jobId, (jobId) => sql`and d.job_id = ${jobId}`),
    ...whenSet(filter.status, (status) => sql`and d.status = ${status}`),
    ...whenSet(page.cursor, (cursor) => sql`and d.position < ${cursor}`),
  ];
  const [unknown, rows] = await Promise.all([
    refuseUnknownPlace(sql, { accountId, filter, page }),
    sql<DeliveryRow[]>`
      ${selectDeliveries(sql, accountId)} ${conditions} order by d.position desc limit ${page.limit + 1}`,
  ]);
  if (isRefused(unknown)) return unknown;
  const { data, pagination } = cursorPage(rows, page.limit, ({ position }) => position);
  return { data: data.map(deliveryFrom), pagination };
}

/**
 * Refuses an unknown webhook or job, and a cursor that was never issued. Ended deliveries are deleted after some weeks, so any position up
 * to the newest one may have been issued.
 */
async function refuseUnknownPlace(
  sql: Sql,
  { accountId, filter: { webhookId, jobId }, page: { cursor } }: DeliveryList,
): Promise<Refused | null> {
  const [known] = await sql<{ webhook: boolean; job: boolean; cursor: boolean }[]>`
    select
      exists (select 1 from ${webhooks} where account_id = ${accountId} and webhook_id = ${webhookId ?? null}) as webhook,
      exists (select 1 from ${jobs} where account_id = ${accountId} and job_id = ${jobId ?? null}) as job,
      ${cursor ?? 0}::bigint > 0 and (
        exists (select 1 from ${webhookDeliveries} where account_id = ${accountId} and position >= ${cursor ?? null})
        or not exists (select 1 from ${webhookDeliveries} where account_id = ${accountId} and position < ${cursor ?? null})) as cursor`;
  if (webhookId !== undefined && known?.webhook !== true) return unknownWebhook();
  if (jobId !== undefined && known?.job !== true) return unknownJobOfFilter();
  if (cursor !== undefined && known?.cursor !== true) return unknownCursor();
  return null;
}

async function addTest(
  sql: Sql,
  key: WebhookKey,
  { body, decide, origin }: Parameters<DeliveryLog['addTest']>[1],
): Promise<Delivery | Refused | null> {
  const { accountId, webhookId } = key;
  const webhook = await lockWebhook(sql, key);
  if (webhook === null) return null;
  const refused = decide(webhook);
  if (refused !== null) return refused;
  const deliveryId = randomUUID();
  await orm(sql)
    .insert(webhookDeliveries)
    .values({ deliveryId, accountId, webhookId, event: TEST_EVENT, body, status: 'pending', nextAttemptAt: clockTime });
  await recordAudit(sql, { accountId, origin, action: 'webhook.test', target: webhookId, meta: { deliveryId } });
  return findDelivery(sql, { accountId, deliveryId });
}

/** Locks a webhook until the transaction ends. Returns null when it does not exist. */
async function lockWebhook(sql: Sql, { accountId, webhookId }: WebhookKey): Promise<{ enabled: boolean } | null> {
  const [webhook] = await orm(sql)
    .select({ enabled: webhooks.enabled })
    .from(webhooks)
    .where(and(eq(webhooks.accountId, accountId), eq(webhooks.webhookId, webhookId)))
    .for('share');
  return webhook ?? null;
}

/** Redelivers a delivery, also one that waits for its next attempt, so that a repaired receiver need not wait. */
async function redeliver(
  sql: Sql,
  key: DeliveryKey,
  { decide, origin }: Parameters<DeliveryLog['redeliver']>[1],
): Promise<Delivery | Refused | null> {
  const { accountId, deliveryId } = key;
  // The webhook is locked before the delivery, as senders do, so that no deadlock can occur.
  await sql`
    select 1 from ${webhooks} w join ${webhookDeliveries} d on d.account_id = ${accountId} and d.webhook_id = w.webhook_id
    where w.account_id = ${accountId} and d.delivery_id = ${deliveryId} for share of w`;
  const [found] = await sql<(RedeliverySituation & { readonly status: DeliveryStatus })[]>`
    select d.status, d.webhook_id as "webhookId", d.callback_url as "callbackUrl", w.enabled,
      coalesce(d.claimed_until > clock_timestamp(), false) as sending
    from ${webhookDeliveries} d left join ${webhooks} w on w.account_id = ${accountId} and w.webhook_id = d.webhook_id
    where d.account_id = ${accountId} and d.delivery_id = ${deliveryId} for update of d`;
  if (found === undefined) return null;
  const refused = decide(found);
  if (refused !== null) return refused;
  await sql`
    update ${webhookDeliveries} set ${dueAgain(sql)} where account_id = ${accountId} and delivery_id = ${deliveryId}`;
  const meta = { deliveryId, was: found.status };
  await recordAudit(sql, { accountId, origin, action: 'webhook.redeliver', target: found.webhookId, meta });
  return findDelivery(sql, key);
}

/** Makes the assignments that make a delivery due at once, with a new budget of attempts. */
const dueAgain = (sql: Sql) => sql`
  status = 'pending', attempts = 0, redelivered = true, next_attempt_at = clock_timestamp(), queued_at = null,
  claimed_until = null, ended_at = null`;

async function redeliverMissed(
  sql: Sql,
  key: WebhookKey,
  { since, decide, origin }: Parameters<DeliveryLog['redeliverMissed']>[1],
): Promise<number | Refused | null> {
  const { accountId, webhookId } = key;
  const webhook = await lockWebhook(sql, key);
  if (webhook === null) return null;
  const refused = decide(webhook);
  if (refused !== null) return refused;
  const { count } = await sql`
    update ${webhookDeliveries} set ${dueAgain(sql)}
    where account_id = ${accountId} and webhook_id = ${webhookId} and status in ('failed', 'discarded') and event <> 'webhook.test'
      and created_at >= coalesce(${since}::timestamptz, '-infinity')
      and (claimed_until is null or claimed_until <= clock_timestamp())`;
  const meta = { since, count };
  await recordAudit(sql, { accountId, origin, action: 'webhook.redeliver', target: webhookId, meta });
  return count;
}

export function createEventLog(database: Database): EventLog {
  return {
    async list(accountId, { types, since }, { limit, cursor = 0 }) {
      const rows = await database.read(accountId, (sql) => {
        const conditions = [
          sql`where account_id = ${accountId} and position > ${cursor}`,
          ...whenSet(types, (names) => sql`and event = any(${[...names]}::text[])`),
          ...whenSet(since, (time) => sql`and created_at >= ${time}::timestamptz`),
        ];
        return sql<AccountEvent[]>`
          select position::float8 as id, event, job_id as "jobId", created_at as "createdAt", body
          from ${accountEvents} ${conditions} order by position limit ${limit + 1}`;
      });
      const data = rows.slice(0, limit);
      return { data, pagination: { limit, nextCursor: data.at(-1)?.id ?? cursor, hasMore: rows.length > limit } };
    },
  };
}
