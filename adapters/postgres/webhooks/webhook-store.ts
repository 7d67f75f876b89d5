import { randomBytes, randomUUID } from 'node:crypto';
import { and, desc, eq, sql as expression } from 'drizzle-orm';
import type {
  NewSecret,
  SecretBox,
  Webhook,
  WebhookChange,
  WebhookEvent,
  WebhookKey,
  WebhookStore,
} from '../../../app/webhooks/manage-webhooks.ts';
import { SECRET_OVERLAP_HOURS } from '../../../core/limits/job-limits.ts';
import type { Refused } from '../../../core/problem.ts';
import type { RequestOrigin } from '../../../core/request-origin.ts';
import { accounts } from '../../../schema/accounts.ts';
import { webhookDeliveries, webhooks } from '../../../schema/webhooks.ts';
import { refuseOneMore } from '../accounts/account-counts.ts';
import { recordAudit } from '../accounts/audit-store.ts';
import { countedPage, countOfTable } from '../connection/counted-page.ts';
import type { Database } from '../connection/database.ts';
import { clockTime, orm } from '../connection/orm.ts';
import type { Sql } from '../connection/sql.ts';

/** The length of the HMAC's digest; a longer key adds nothing. */
const SECRET_BYTES = 32;

/** Makes a new signing secret (docs/reference/webhooks.md#signatures): the text that is shown once, and its stored form. */
export function makeWebhookSecret(secretBox: SecretBox): { readonly secret: string; readonly sealed: string } {
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, sealed: secretBox.seal(secret) };
}

/** Stores the account's callback secret. The previous one signs too for a while; the result is null when there was none. */
async function replaceCallbackSecret(sql: Sql, accountId: string, sealed: string): Promise<string | null> {
  const { callbackSecretSealed: before } = accounts;
  const [row] = await orm(sql)
    .update(accounts)
    .set({
      callbackSecretSealed: sealed,
      previousCallbackSecretSealed: expression`${before}`,
      previousCallbackSecretUntil: expression`case when ${before} is not null
        then ${clockTime} + make_interval(hours => ${SECRET_OVERLAP_HOURS}) end`,
    })
    .where(eq(accounts.accountId, accountId))
    .returning({ until: accounts.previousCallbackSecretUntil });
  return row?.until ?? null;
}

/** Returns whether any account has a secret that only the service's own key opens. */
export async function hasSealedSecrets(database: Database): Promise<boolean> {
  const rows = await database.systemStatement(
    (sql) => sql<{ one: number }[]>`
      select 1 as one from ${webhooks}
      union all
      select 1 from ${accounts} where callback_secret_sealed is not null
      limit 1`,
  );
  return rows.length > 0;
}

export function createWebhookStore(database: Database, secretBox: SecretBox): WebhookStore {
  return {
    list: (accountId, page) =>
      database.read(accountId, async (sql) => {
        const rows = await orm(sql)
          .select(SHOWN)
          .from(webhooks)
          .where(eq(webhooks.accountId, accountId))
          .orderBy(desc(webhooks.position))
          .limit(page.limit + 1)
          .offset(page.offset);
        return countedPage(rows, page, () => countOfTable(sql, webhooks, eq(webhooks.accountId, accountId)));
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

const SHOWN = {
  id: webhooks.webhookId,
  url: webhooks.url,
  events: webhooks.events,
  enabled: webhooks.enabled,
  disabledReason: webhooks.disabledReason,
  disabledAt: webhooks.disabledAt,
  failuresInRow: webhooks.failuresInRow,
  failingSince: webhooks.failingSince,
  /** An expired secret is not shown as valid, even before it is deleted. */
  previousSecretValidUntil: expression<
    string | null
  >`case when ${webhooks.previousSecretUntil} > ${clockTime} then ${webhooks.previousSecretUntil} end`,
  createdAt: webhooks.createdAt,
};

const ofKey = ({ accountId, webhookId }: WebhookKey) =>
  and(eq(webhooks.accountId, accountId), eq(webhooks.webhookId, webhookId));

async function findWebhook(sql: Sql, key: WebhookKey): Promise<Webhook | null> {
  const [webhook] = await orm(sql).select(SHOWN).from(webhooks).where(ofKey(key));
  return webhook ?? null;
}

/** Creates a webhook. Concurrent calls wait for each other, so that they can't both take the last free place. */
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
  const full = await refuseOneMore(sql, accountId, 'webhooks');
  if (full !== null) return full;
  const [webhook] = await orm(sql)
    .insert(webhooks)
    .values({ webhookId: randomUUID(), accountId, url, events: [...events], secretSealed: sealed })
    .returning(SHOWN);
  if (webhook === undefined) throw new Error('The statement returned no row.');
  const meta = { host: hostOf(url), events };
  await recordAudit(sql, { accountId, origin, action: 'webhook.create', target: webhook.id, meta });
  return { ...webhook, secret };
}

/** Returns the host of a URL. The audit trail keeps only that, because a path or query often holds a password of the receiver. */
function hostOf(url: string): string {
  return new URL(url).host;
}

interface Change {
  readonly key: WebhookKey;
  readonly change: WebhookChange;
  readonly origin: RequestOrigin;
}

/** Updates a webhook. Repeating a value changes nothing, so that a repeated request does not reset an endpoint's failures. */
async function updateWebhook(sql: Sql, { key, change, origin }: Change): Promise<Webhook | null> {
  const { accountId, webhookId } = key;
  const [found] = await orm(sql)
    .select({ url: webhooks.url, enabled: webhooks.enabled })
    .from(webhooks)
    .where(ofKey(key))
    .for('update');
  if (found === undefined) return null;
  const { url = found.url, enabled = found.enabled, events } = change;
  const startsAfresh = url !== found.url || (enabled && !found.enabled);
  await orm(sql)
    .update(webhooks)
    .set({
      url,
      enabled,
      ...(events === undefined ? {} : { events: [...events] }),
      ...(enabled
        ? { disabledAt: null, disabledReason: null }
        : { disabledAt: expression`coalesce(${webhooks.disabledAt}, ${clockTime})` }),
      ...(startsAfresh ? { failuresInRow: 0, failingSince: null, probeAt: null } : {}),
    })
    .where(ofKey(key));
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

/** Deletes a webhook. The row is locked first, which waits for an event that is being fanned out; its delivery is then discarded too. */
async function deleteWebhook(sql: Sql, key: WebhookKey, origin: RequestOrigin): Promise<boolean> {
  const { accountId, webhookId } = key;
  const found = await orm(sql).select({ id: webhooks.webhookId }).from(webhooks).where(ofKey(key)).for('update');
  if (found.length === 0) return false;
  await discardPending(sql, key);
  await orm(sql).delete(webhooks).where(ofKey(key));
  await recordAudit(sql, { accountId, origin, action: 'webhook.delete', target: webhookId });
  return true;
}

async function discardPending(sql: Sql, { accountId, webhookId }: WebhookKey): Promise<void> {
  const { accountId: owner, webhookId: receiver, status } = webhookDeliveries;
  await orm(sql)
    .update(webhookDeliveries)
    .set({ status: 'discarded', nextAttemptAt: null, endedAt: clockTime })
    .where(and(eq(owner, accountId), eq(receiver, webhookId), eq(status, 'pending')));
}

async function rotateSecret(
  sql: Sql,
  {
    key,
    origin,
    secretBox,
  }: { readonly key: WebhookKey; readonly origin: RequestOrigin; readonly secretBox: SecretBox },
): Promise<NewSecret | null> {
  const { secret, sealed } = makeWebhookSecret(secretBox);
  const [rotated] = await orm(sql)
    .update(webhooks)
    .set({
      secretSealed: sealed,
      previousSecretSealed: expression`${webhooks.secretSealed}`,
      previousSecretUntil: expression`${clockTime} + make_interval(hours => ${SECRET_OVERLAP_HOURS})`,
    })
    .where(ofKey(key))
    .returning({ until: webhooks.previousSecretUntil });
  if (rotated === undefined || rotated.until === null) return null;
  const { accountId, webhookId } = key;
  await recordAudit(sql, { accountId, origin, action: 'webhook.rotate_secret', target: webhookId });
  return { secret, previousSecretValidUntil: rotated.until };
}
