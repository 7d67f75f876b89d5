import { and, eq, gt } from 'drizzle-orm';
import type {
  AttemptOutcome,
  DeliveryLease,
  DeliveryStore,
  EndpointHealth,
  LeasedDelivery,
} from '../../../app/webhooks/attempt-delivery.ts';
import type { DeliveryMessage } from '../../../app/webhooks/manage-webhooks.ts';
import {
  WEBHOOK_CIRCUIT_FAILURES,
  WEBHOOK_CLAIM_SECONDS,
  WEBHOOK_DELIVERIES_KEPT_DAYS,
  WEBHOOK_LOST_SECONDS,
  WEBHOOK_PROBE_SECONDS,
} from '../../../core/limits/job-limits.ts';
import type { AttemptEnd } from '../../../core/webhook/decide-attempt.ts';
import { accounts } from '../../../schema/accounts.ts';
import { jobs } from '../../../schema/files.ts';
import { accountEvents, webhookAttempts, webhookDeliveries, webhooks } from '../../../schema/webhooks.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';
import { isOfStayingAccount, recordDeadLetter } from '../queries/outbox.ts';

/**
 * Deliveries and their leases. A lease and a record lock the deliveries of the account, then the webhook, then the delivery, so that the
 * endpoint can't change between reading it and acting on it. Other changes lock only the row of the delivery.
 */
export function createDeliveryStore(database: Database): DeliveryStore {
  return {
    lease: (deliveryId, decide) => database.system((sql) => lease(sql, deliveryId, decide)),
    record: (delivery, record, decideDisabled) =>
      database.system((sql) => recordAttempt(sql, delivery, { ...record, decideDisabled })),
    async release({ accountId, deliveryId, claimedUntil }) {
      await database.systemStatement(
        (sql) => sql`
          update ${webhookDeliveries} set attempts = attempts - 1, claimed_until = null
          where account_id = ${accountId} and delivery_id = ${deliveryId} and claimed_until = ${claimedUntil}::timestamptz`,
      );
    },
    async markQueued(deliveryId) {
      await database.systemStatement(
        (sql) => sql`
          update ${webhookDeliveries} set queued_at = clock_timestamp()
          where delivery_id = ${deliveryId} and status = 'pending' and queued_at is null`,
      );
    },
    takeDue: (limit) => database.system((sql) => takeDue(sql, limit)),
    async deleteExpired(limit) {
      await database.systemStatement(
        (sql) => sql`
          delete from ${webhookDeliveries} where delivery_id = any(array(
            select delivery_id from ${webhookDeliveries}
            where status <> 'pending' and ended_at <= statement_timestamp() - make_interval(days => ${WEBHOOK_DELIVERIES_KEPT_DAYS})
            order by ended_at limit ${limit}))`,
      );
      await database.systemStatement(
        (sql) => sql`
          delete from ${accountEvents} where event_id = any(array(
            select event_id from ${accountEvents}
            where created_at <= statement_timestamp() - make_interval(days => ${WEBHOOK_DELIVERIES_KEPT_DAYS})
            order by created_at limit ${limit}))`,
      );
    },
    recordDeadLetter: (letter) => database.system((sql) => recordDeadLetter(sql, letter)),
  };
}

interface SituationRow {
  accountId: string;
  isPending: boolean;
  isDue: boolean;
  heldSeconds: number | null;
  attempts: number;
  hasReceiver: boolean;
  ageSeconds: number;
  sendingNow: number;
  accountSendingNow: number;
  failuresInRow: number;
  probeSeconds: number;
  /** End of a lease that expired without a record, because its sender died. */
  diedUntil: string | null;
}

async function lease(
  sql: Sql,
  deliveryId: string,
  decide: Parameters<DeliveryStore['lease']>[1],
): Promise<DeliveryLease> {
  await lockForAttempt(sql, deliveryId);
  const situation = await readSituation(sql, deliveryId);
  if (situation === null) return { kind: 'none' };
  const { accountId, diedUntil, failuresInRow } = situation;
  const decision = decide(situation);
  const message = { deliveryId, accountId };
  if (decision.kind === 'none') return decision;
  if (decision.kind === 'held') return { kind: 'later', message, delaySeconds: decision.delaySeconds };
  if (diedUntil !== null) await recordInterrupted(sql, message, diedUntil);
  switch (decision.kind) {
    case 'postpone':
      await postpone(sql, message, decision.delaySeconds);
      return { kind: 'later', message, delaySeconds: decision.delaySeconds };
    case 'discard':
      await endUnsent(sql, message, 'discarded');
      return { kind: 'none' };
    case 'fail':
      await endUnsent(sql, message, 'failed');
      return { kind: 'none' };
    case 'send':
      return {
        kind: 'send',
        delivery: await take(sql, message, { isProbe: failuresInRow >= WEBHOOK_CIRCUIT_FAILURES }),
      };
  }
}

/**
 * Lets leases and records of one account follow each other, so that two leases never pass the account's limit of concurrent attempts. Then
 * locks the row of the webhook; a callback has none. Both take these locks in this order, so that they can't deadlock.
 */
async function lockForAttempt(sql: Sql, deliveryId: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended('deliveries ' || account_id, 0))
    from ${webhookDeliveries} where delivery_id = ${deliveryId}`;
  await sql`
    select 1 from ${webhookDeliveries} d join ${webhooks} w on w.account_id = d.account_id and w.webhook_id = d.webhook_id
    where d.delivery_id = ${deliveryId}
    for no key update of w`;
}

/** Reads a delivery and locks its row, so that a second lease sees the result of the first. */
async function readSituation(sql: Sql, deliveryId: string): Promise<SituationRow | null> {
  const [row] = await sql<SituationRow[]>`
    select d.account_id as "accountId", d.status = 'pending' and ${isOfStayingAccount(sql, sql`d.account_id`)} as "isPending", d.attempts,
      coalesce(d.next_attempt_at <= clock_timestamp(), false) as "isDue",
      case when d.claimed_until > clock_timestamp()
        then extract(epoch from d.claimed_until - clock_timestamp())::float8 end as "heldSeconds",
      case when d.claimed_until <= clock_timestamp() then d.claimed_until::text end as "diedUntil",
      extract(epoch from clock_timestamp() - d.created_at)::float8 as "ageSeconds",
      coalesce(w.enabled, d.callback_url is not null) as "hasReceiver", coalesce(w.failures_in_row, 0) as "failuresInRow",
      greatest(coalesce(extract(epoch from w.probe_at - clock_timestamp()), 0), 0)::float8 as "probeSeconds",
      case when d.webhook_id is null
        then (select count(*) from ${webhookDeliveries} o
          where o.account_id = d.account_id and o.webhook_id is null and o.claimed_until > clock_timestamp())
        else (select count(*) from ${webhookDeliveries} o
          where o.account_id = d.account_id and o.webhook_id = d.webhook_id and o.claimed_until > clock_timestamp())
      end::integer as "sendingNow",
      (select count(*) from ${webhookDeliveries} o
        where o.account_id = d.account_id and o.claimed_until > clock_timestamp())::integer as "accountSendingNow"
    from ${webhookDeliveries} d left join ${webhooks} w on w.account_id = d.account_id and w.webhook_id = d.webhook_id
    where d.delivery_id = ${deliveryId}
    for no key update of d`;
  return row ?? null;
}

type TakenRow = Omit<LeasedDelivery, 'attemptedAt' | 'secretsSealed' | 'deliveryId' | 'accountId'> & {
  readonly attemptedAtMs: number;
  readonly newest: string;
  readonly previous: string | null;
};

async function take(
  sql: Sql,
  { deliveryId, accountId }: DeliveryMessage,
  { isProbe }: { readonly isProbe: boolean },
): Promise<LeasedDelivery> {
  if (isProbe) {
    await sql`
      update ${webhooks} w set probe_at = clock_timestamp() + make_interval(secs => ${WEBHOOK_PROBE_SECONDS})
      from ${webhookDeliveries} d
      where d.account_id = ${accountId} and d.delivery_id = ${deliveryId} and w.account_id = d.account_id and w.webhook_id = d.webhook_id`;
  }
  const [row] = await sql<TakenRow[]>`
    with taken as (
      update ${webhookDeliveries} set attempts = attempts + 1,
        claimed_until = clock_timestamp() + make_interval(secs => ${WEBHOOK_CLAIM_SECONDS})
      where account_id = ${accountId} and delivery_id = ${deliveryId}
      returning *
    )
    select coalesce(w.url, d.callback_url) as url, d.event, j.request_id as "requestId", d.body, d.attempts as attempt,
      greatest(extract(epoch from clock_timestamp() - d.next_attempt_at), 0)::float8 as "dueSecondsAgo",
      d.claimed_until::text as "claimedUntil", (extract(epoch from clock_timestamp()) * 1000)::float8 as "attemptedAtMs",
      coalesce(w.secret_sealed, a.callback_secret_sealed) as newest,
      case
        when w.webhook_id is not null
          then case when w.previous_secret_until > clock_timestamp() then w.previous_secret_sealed end
        when a.previous_callback_secret_until > clock_timestamp() then a.previous_callback_secret_sealed
      end as previous
    from taken d
    join ${accounts} a on a.account_id = d.account_id
    left join ${webhooks} w on w.account_id = d.account_id and w.webhook_id = d.webhook_id
    left join ${jobs} j on j.account_id = d.account_id and j.job_id = d.job_id`;
  if (row === undefined) throw new Error(`Delivery ${deliveryId} was locked and is gone`);
  const { attemptedAtMs, newest, previous, ...rest } = row;
  const secretsSealed = previous === null ? [newest] : [newest, previous];
  return { ...rest, deliveryId, accountId, secretsSealed, attemptedAt: new Date(attemptedAtMs) };
}

/** Records the attempt of a sender that died: it was made, but its result is unknown. */
async function recordInterrupted(
  sql: Sql,
  { deliveryId, accountId }: DeliveryMessage,
  diedUntil: string,
): Promise<void> {
  await sql`
    insert into ${webhookAttempts} (account_id, delivery_id, number, attempted_at, duration_ms, error)
    select ${accountId}, ${deliveryId}, ${nextNumber(sql, { deliveryId, accountId })},
      ${diedUntil}::timestamptz - make_interval(secs => ${WEBHOOK_CLAIM_SECONDS}), ${WEBHOOK_CLAIM_SECONDS * 1000}::integer, 'interrupted'`;
  await orm(sql).update(webhookDeliveries).set({ claimedUntil: null }).where(isDelivery({ accountId, deliveryId }));
}

/** Selects the next attempt number. The caller holds the delivery's row, so that no two attempts get one number. */
const nextNumber = (sql: Sql, { deliveryId, accountId }: DeliveryMessage) => sql`
  (select coalesce(max(number), 0) + 1 from ${webhookAttempts} where account_id = ${accountId} and delivery_id = ${deliveryId})`;

async function postpone(sql: Sql, { deliveryId, accountId }: DeliveryMessage, delaySeconds: number): Promise<void> {
  await sql`
    update ${webhookDeliveries} set next_attempt_at = clock_timestamp() + make_interval(secs => ${delaySeconds}), queued_at = null
    where account_id = ${accountId} and delivery_id = ${deliveryId}`;
}

async function endUnsent(sql: Sql, delivery: DeliveryMessage, status: 'discarded' | 'failed'): Promise<void> {
  await orm(sql)
    .update(webhookDeliveries)
    .set({ status, nextAttemptAt: null, endedAt: clockTime })
    .where(isDelivery(delivery));
}

const isDelivery = ({ accountId, deliveryId }: DeliveryMessage) =>
  and(eq(webhookDeliveries.accountId, accountId), eq(webhookDeliveries.deliveryId, deliveryId));

const ENDS: Readonly<Record<AttemptEnd['kind'], 'pending' | 'delivered' | 'failed' | 'discarded'>> = {
  delivered: 'delivered',
  retry: 'pending',
  failed: 'failed',
  gone: 'discarded',
};

type DecideDisabled = Parameters<DeliveryStore['record']>[2];

async function recordAttempt(
  sql: Sql,
  delivery: LeasedDelivery,
  record: AttemptOutcome & { readonly decideDisabled: DecideDisabled },
): Promise<EndpointHealth | null> {
  const { deliveryId, accountId, claimedUntil, attemptedAt } = delivery;
  await lockForAttempt(sql, deliveryId);
  const status = ENDS[record.end.kind];
  const delaySeconds = record.end.kind === 'retry' ? record.end.delaySeconds : null;
  // A discard that happened meanwhile stays, unless the delivery arrived.
  const [recorded] = await sql<{ webhookId: string | null }[]>`
    with claimed as (
      update ${webhookDeliveries} set claimed_until = null, queued_at = null,
        status = case when status = 'pending' or ${status} = 'delivered' then ${status} else status end,
        next_attempt_at = case when status = 'pending' then clock_timestamp() + make_interval(secs => ${delaySeconds}::float8) end,
        ended_at = case when ${status} <> 'pending' then clock_timestamp() else ended_at end
      where account_id = ${accountId} and delivery_id = ${deliveryId} and claimed_until = ${claimedUntil}::timestamptz
      returning account_id, delivery_id, webhook_id
    )
    insert into ${webhookAttempts} (account_id, delivery_id, number, attempted_at, duration_ms, response_status, error)
    select account_id, delivery_id, ${nextNumber(sql, delivery)}, ${attemptedAt}, ${Math.round(record.durationMs)},
      ${record.responseStatus}, ${record.error}
    from claimed
    returning (select webhook_id from claimed) as "webhookId"`;
  if (recorded === undefined) return null;
  const { webhookId } = recorded;
  if (webhookId === null) return { webhookId, failuresInRow: 0, disabled: null };
  return record.end.kind === 'delivered'
    ? recordHealthy(sql, accountId, webhookId)
    : recordFailing(sql, { ...record, accountId, webhookId });
}

async function recordHealthy(sql: Sql, accountId: string, webhookId: string): Promise<EndpointHealth> {
  await orm(sql)
    .update(webhooks)
    .set({ failuresInRow: 0, failingSince: null, probeAt: null })
    .where(and(eq(webhooks.accountId, accountId), eq(webhooks.webhookId, webhookId), gt(webhooks.failuresInRow, 0)));
  return { webhookId, failuresInRow: 0, disabled: null };
}

async function recordFailing(
  sql: Sql,
  {
    accountId,
    webhookId,
    end,
    decideDisabled,
  }: {
    readonly accountId: string;
    readonly webhookId: string;
    readonly end: AttemptEnd;
    readonly decideDisabled: DecideDisabled;
  },
): Promise<EndpointHealth> {
  const [row] = await sql<
    { failuresInRow: number; failingDays: number; enabled: boolean; url: string; email: string | null }[]
  >`
    update ${webhooks} w set failures_in_row = w.failures_in_row + 1, failing_since = coalesce(w.failing_since, clock_timestamp()),
      probe_at = case when w.failures_in_row + 1 >= ${WEBHOOK_CIRCUIT_FAILURES}
        then clock_timestamp() + make_interval(secs => ${WEBHOOK_PROBE_SECONDS}) end
    from ${accounts} a
    where w.account_id = ${accountId} and w.webhook_id = ${webhookId} and a.account_id = w.account_id
    returning w.failures_in_row as "failuresInRow", w.enabled, w.url, a.email,
      (extract(epoch from clock_timestamp() - w.failing_since) / 86400)::float8 as "failingDays"`;
  // The webhook was deleted while the request was under way.
  if (row === undefined) return { webhookId: null, failuresInRow: 0, disabled: null };
  const { failuresInRow, enabled, url, email } = row;
  const reason = enabled ? decideDisabled(end, row) : null;
  if (reason === null) return { webhookId, failuresInRow, disabled: null };
  await disable(sql, { accountId, webhookId, reason });
  return { webhookId, failuresInRow, disabled: { webhookId, url, reason, email } };
}

async function disable(
  sql: Sql,
  { accountId, webhookId, reason }: { readonly accountId: string; readonly webhookId: string; readonly reason: string },
): Promise<void> {
  await orm(sql)
    .update(webhooks)
    .set({ enabled: false, disabledAt: clockTime, disabledReason: reason })
    .where(and(eq(webhooks.accountId, accountId), eq(webhooks.webhookId, webhookId)));
  await orm(sql)
    .update(webhookDeliveries)
    .set({ status: 'discarded', nextAttemptAt: null, endedAt: clockTime })
    .where(
      and(
        eq(webhookDeliveries.accountId, accountId),
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.status, 'pending'),
      ),
    );
}

/** Takes due deliveries. Rows that another run has locked are skipped; a taken delivery has a message again. */
function takeDue(sql: Sql, limit: number): Promise<readonly DeliveryMessage[]> {
  return sql<DeliveryMessage[]>`
    update ${webhookDeliveries} d set queued_at = clock_timestamp()
    from (
      select delivery_id from ${webhookDeliveries} w
      where status = 'pending' and next_attempt_at <= statement_timestamp() and ${isOfStayingAccount(sql, sql`w.account_id`)}
        and (claimed_until is null or claimed_until <= clock_timestamp())
        and (queued_at is null
          or greatest(queued_at, next_attempt_at) <= clock_timestamp() - make_interval(secs => ${WEBHOOK_LOST_SECONDS}))
      order by next_attempt_at limit ${limit} for update skip locked
    ) due
    where d.delivery_id = due.delivery_id
    returning d.delivery_id as "deliveryId", d.account_id as "accountId"`;
}
