import type { CursorPage, CursorPosition, OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownWebhook } from '../../core/refusals.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { decideDeliveries, decideRedelivery } from '../../core/webhook/decide-redelivery.ts';
import { testEventBody } from '../../core/webhook/event-body.ts';
import type {
  Delivery,
  DeliveryFilter,
  DeliveryKey,
  DeliveryLog,
  NewSecret,
  Webhook,
  WebhookChange,
  WebhookEvent,
  WebhookKey,
  WebhookStore,
} from './webhook-ports.ts';

/** Manages webhooks and their deliveries (docs/reference/webhooks.md#set-up). */
export interface WebhookManagement {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryLog;
  /** Checks the address that a well-formed URL resolves to now. Returns what is wrong with it, or null. */
  readonly webhookAddressProblem: (url: string) => Promise<string | null>;
  /** Sends the deliveries that are due. If this fails, the sweep sends them a minute later. */
  readonly relayOutbox: () => Promise<void>;
}

const unknownDelivery = (): Refused => refuse('not_found', 'There is no delivery with this id.');

/**
 * Creates a webhook for a well-formed URL. Refuses a URL that resolves to a forbidden address, which is checked again at every delivery,
 * and one webhook too many.
 */
export async function createWebhook(
  { webhooks, webhookAddressProblem }: WebhookManagement,
  webhook: { readonly accountId: string; readonly url: string; readonly events: readonly WebhookEvent[] },
  origin: RequestOrigin,
): Promise<(Webhook & { readonly secret: string }) | Refused> {
  const problem = await webhookAddressProblem(webhook.url);
  return problem === null ? webhooks.create(webhook, origin) : refuseField('url', problem);
}

/** Changes a webhook. Refuses an unknown webhook and a URL that resolves to a forbidden address. */
export async function changeWebhook(
  { webhooks, webhookAddressProblem }: WebhookManagement,
  { key, change }: { readonly key: WebhookKey; readonly change: WebhookChange },
  origin: RequestOrigin,
): Promise<Webhook | Refused> {
  const problem = change.url === undefined ? null : await webhookAddressProblem(change.url);
  if (problem !== null) return refuseField('url', problem);
  return (await webhooks.update(key, change, origin)) ?? unknownWebhook();
}

/**
 * Sends a test event like any other event: it is stored, sent, signed, retried and listed among the deliveries. Refuses an unknown webhook
 * and a disabled webhook.
 */
export async function testWebhook(
  { deliveries, relayOutbox }: WebhookManagement,
  { key, publicUrl }: { readonly key: WebhookKey; readonly publicUrl: string },
  origin: RequestOrigin,
): Promise<Delivery | Refused> {
  const body = testEventBody(key.webhookId, publicUrl);
  const delivery = await deliveries.addTest(key, { body, decide: decideDeliveries, origin });
  if (delivery === null) return unknownWebhook();
  if (!isRefused(delivery)) await relayOutbox();
  return delivery;
}

/** Makes one delivery due again. Refuses an unknown delivery, one that is being sent, and one without a URL. */
export async function redeliverOne(
  { deliveries, relayOutbox }: WebhookManagement,
  key: DeliveryKey,
  origin: RequestOrigin,
): Promise<Delivery | Refused> {
  const delivery = await deliveries.redeliver(key, { decide: decideRedelivery, origin });
  if (delivery === null) return unknownDelivery();
  if (!isRefused(delivery)) await relayOutbox();
  return delivery;
}

/**
 * Sends again the deliveries that a webhook missed since a time, or all of them. Returns their number. Refuses an unknown webhook and a
 * disabled one.
 */
export async function redeliverMissed(
  { deliveries, relayOutbox }: WebhookManagement,
  { key, since }: { readonly key: WebhookKey; readonly since: string | null },
  origin: RequestOrigin,
): Promise<number | Refused> {
  const count = await deliveries.redeliverMissed(key, { since, decide: decideDeliveries, origin });
  if (count === null) return unknownWebhook();
  if (!isRefused(count)) await relayOutbox();
  return count;
}

/** Lists webhooks, newest first. */
export function listWebhooks(
  { webhooks }: Pick<WebhookManagement, 'webhooks'>,
  accountId: string,
  page: OffsetPosition,
): Promise<OffsetPage<Webhook>> {
  return webhooks.list(accountId, page);
}

/** Finds a webhook, without its secret. Refuses an unknown webhook. */
export async function findWebhook(
  { webhooks }: Pick<WebhookManagement, 'webhooks'>,
  key: WebhookKey,
): Promise<Webhook | Refused> {
  return (await webhooks.find(key)) ?? unknownWebhook();
}

/** Deletes a webhook and discards its unsent deliveries. Returns null when done; refuses an unknown webhook. */
export async function deleteWebhook(
  { webhooks }: Pick<WebhookManagement, 'webhooks'>,
  key: WebhookKey,
  origin: RequestOrigin,
): Promise<Refused | null> {
  return (await webhooks.delete(key, origin)) ? null : unknownWebhook();
}

/** Makes a new secret; the previous one signs too for 24 hours. Refuses an unknown webhook. */
export async function rotateSecret(
  { webhooks }: Pick<WebhookManagement, 'webhooks'>,
  key: WebhookKey,
  origin: RequestOrigin,
): Promise<NewSecret | Refused> {
  return (await webhooks.rotateSecret(key, origin)) ?? unknownWebhook();
}

/** Makes a new secret for the callbacks of single uploads. */
export function rotateCallbackSecret(
  { webhooks }: Pick<WebhookManagement, 'webhooks'>,
  accountId: string,
  origin: RequestOrigin,
): Promise<NewSecret> {
  return webhooks.rotateCallbackSecret(accountId, origin);
}

/** Lists deliveries, newest first. Refuses an unknown webhook or job, and an invalid cursor. */
export function listDeliveries(
  { deliveries }: Pick<WebhookManagement, 'deliveries'>,
  accountId: string,
  { limit, cursor, ...filter }: DeliveryFilter & CursorPosition,
): Promise<CursorPage<Delivery> | Refused> {
  return deliveries.list(accountId, filter, { limit, cursor });
}

/** Finds a delivery with its attempts. Refuses an unknown delivery. */
export async function findDelivery(
  { deliveries }: Pick<WebhookManagement, 'deliveries'>,
  key: DeliveryKey,
): Promise<Delivery | Refused> {
  return (await deliveries.find(key)) ?? unknownDelivery();
}
