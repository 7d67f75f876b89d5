import { randomUUID } from 'node:crypto';
import type { RequestOrigin } from '../../../app/files/upload-ports.ts';
import type {
  NewSecret,
  SecretBox,
  Webhook,
  WebhookChange,
  WebhookEvent,
  WebhookKey,
  WebhookStore,
} from '../../../app/webhooks/webhook-ports.ts';
import { SECRET_OVERLAP_HOURS, WEBHOOKS_MAX } from '../../../core/limits/webhook-limits.ts';
import { offsetPage } from '../../../core/page.ts';
import { type Refused, refuse } from '../../../core/problem.ts';
import { recordAudit } from '../accounts/audit.ts';
import type { Database } from '../connection/database.ts';
import type { Sql } from '../connection/sql.ts';
import { makeWebhookSecret, replaceCallbackSecret } from './webhook-secret.ts';

export function createWebhookStore(database: Database, secretBox: SecretBox): WebhookStore {
  return {
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const rows = await sql<Webhook[]>`
          select ${webhookColumns(sql)} from webhooks where account_id = ${accountId}
          order by position desc limit ${page.limit + 1} offset ${page.offset}`;
        return offsetPage([...rows], page);
      }),
    find: (key) => database.read(key.accountId, (sql) => findWebhook(sql, key)),
    create: (webhook, origin) =>
      database.tenant(webhook.accountId, (sql) => createWebhook(sql, { ...webhook, origin, secretBox })),
    update: (key, change, origin) =>
      database.tenant(key.accountId, (sql) => updateWebhook(sql, { key, change, origin })),
    delete: (key, origin) => database.tenant(key.accountId, (sql) => deleteWebhook(sql, key, origin)),
    rotateSecret: (key, origin) =>
      database.tenant(key.accountId, (sql) => rotateSecret(sql, { key, origin, secretBox })),
    rotateCallbackSecret: (accountId, origin) =>
      database.tenant(accountId, async (sql) => {
        const { secret, sealed } = makeWebhookSecret(secretBox);
        const previousSecretValidUntil = await replaceCallbackSecret(sql, accountId, sealed);
        await recordAudit(sql, { accountId, origin, action: 'webhook.rotate_callback_secret', target: null });
        return { secret, previousSecretValidUntil };
      }),
  };
}

/** A secret that has ended its time is not shown as valid, whether or not somebody has tidied it away. */
const webhookColumns = (sql: Sql) => sql`
  webhook_id as id, url, events, enabled, disabled_reason as "disabledReason", disabled_at as "disabledAt",
  failures_in_row as "failuresInRow", failing_since as "failingSince",
  case when previous_secret_until > clock_timestamp() then previous_secret_until end as "previousSecretValidUntil",
  created_at as "createdAt"`;

async function findWebhook(sql: Sql, { accountId, webhookId }: WebhookKey): Promise<Webhook | null> {
  const [webhook] = await sql<Webhook[]>`
    select ${webhookColumns(sql)} from webhooks where account_id = ${accountId} and webhook_id = ${webhookId}`;
  return webhook ?? null;
}

/** Two at once wait for each other, or both would be the last one that fits. */
async function createWebhook(
  sql: Sql,
  {
    accountId,
    url,
    events,
    origin,
    secretBox,
  }: {
    readonly accountId: string;
    readonly url: string;
    readonly events: readonly WebhookEvent[];
    readonly origin: RequestOrigin;
    readonly secretBox: SecretBox;
  },
): Promise<(Webhook & { readonly secret: string }) | Refused> {
  const { secret, sealed } = makeWebhookSecret(secretBox);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${accountId}`}, 0))`;
  const [webhook] = await sql<Webhook[]>`
    insert into webhooks (webhook_id, account_id, url, events, secret_sealed)
    select ${randomUUID()}::uuid, ${accountId}::uuid, ${url}, ${events}::text[], ${sealed}
    where (select count(*) from webhooks where account_id = ${accountId}) < ${WEBHOOKS_MAX}
    returning ${webhookColumns(sql)}`;
  if (webhook === undefined) {
    return refuse('conflict', `The account has ${WEBHOOKS_MAX} webhooks, the most there may be. Delete one first.`);
  }
  const meta = { host: hostOf(url), events };
  await recordAudit(sql, { accountId, origin, action: 'webhook.create', target: webhook.id, meta });
  return { ...webhook, secret };
}

/** Of a URL the audit trail keeps the host only: a path or a query often holds a password of the receiver's. */
function hostOf(url: string): string {
  return new URL(url).host;
}

interface Change {
  readonly key: WebhookKey;
  readonly change: WebhookChange;
  readonly origin: RequestOrigin;
}

/** What is said again without a difference changes nothing: an endpoint that fails isn't healed by a repeated request. */
async function updateWebhook(sql: Sql, { key, change, origin }: Change): Promise<Webhook | null> {
  const { accountId, webhookId } = key;
  const [found] = await sql<Pick<Webhook, 'url' | 'enabled'>[]>`
    select url, enabled from webhooks where account_id = ${accountId} and webhook_id = ${webhookId} for update`;
  if (found === undefined) return null;
  const { url = found.url, enabled = found.enabled, events } = change;
  const startsAfresh = url !== found.url || (enabled && !found.enabled);
  await sql`
    update webhooks set url = ${url}, enabled = ${enabled}, events = coalesce(${events ?? null}::text[], events),
      disabled_at = case when ${enabled} then null else coalesce(disabled_at, clock_timestamp()) end,
      disabled_reason = case when ${enabled} then null else disabled_reason end,
      failures_in_row = case when ${startsAfresh} then 0 else failures_in_row end,
      failing_since = case when ${startsAfresh} then null else failing_since end,
      probe_at = case when ${startsAfresh} then null else probe_at end
    where account_id = ${accountId} and webhook_id = ${webhookId}`;
  if (!enabled) await discardPending(sql, key);
  const meta = {
    ...(url === found.url ? {} : { host: hostOf(url) }),
    ...(events === undefined ? {} : { events }),
    ...(enabled === found.enabled ? {} : { enabled }),
  };
  if (Object.keys(meta).length > 0)
    await recordAudit(sql, { accountId, origin, action: 'webhook.update', target: webhookId, meta });
  return findWebhook(sql, key);
}

/** The row is locked first: an event being fanned out to it at this moment is waited for, and then discarded too. */
async function deleteWebhook(sql: Sql, key: WebhookKey, origin: RequestOrigin): Promise<boolean> {
  const { accountId, webhookId } = key;
  const found = await sql`
    select 1 from webhooks where account_id = ${accountId} and webhook_id = ${webhookId} for update`;
  if (found.length === 0) return false;
  await discardPending(sql, key);
  await sql`delete from webhooks where account_id = ${accountId} and webhook_id = ${webhookId}`;
  await recordAudit(sql, { accountId, origin, action: 'webhook.delete', target: webhookId });
  return true;
}

async function discardPending(sql: Sql, { accountId, webhookId }: WebhookKey): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'discarded', next_attempt_at = null, ended_at = clock_timestamp()
    where account_id = ${accountId} and webhook_id = ${webhookId} and status = 'pending'`;
}

async function rotateSecret(
  sql: Sql,
  {
    key: { accountId, webhookId },
    origin,
    secretBox,
  }: { readonly key: WebhookKey; readonly origin: RequestOrigin; readonly secretBox: SecretBox },
): Promise<NewSecret | null> {
  const { secret, sealed } = makeWebhookSecret(secretBox);
  const [rotated] = await sql<{ until: string }[]>`
    update webhooks set secret_sealed = ${sealed}, previous_secret_sealed = secret_sealed,
      previous_secret_until = clock_timestamp() + make_interval(hours => ${SECRET_OVERLAP_HOURS})
    where account_id = ${accountId} and webhook_id = ${webhookId}
    returning previous_secret_until as until`;
  if (rotated === undefined) return null;
  await recordAudit(sql, { accountId, origin, action: 'webhook.rotate_secret', target: webhookId });
  return { secret, previousSecretValidUntil: rotated.until };
}
