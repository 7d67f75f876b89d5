import { isRefused, type Refused, refuse, refuseField } from '../../core/problem.ts';
import { testEventBody } from '../../core/webhook/event-body.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';
import type {
  Delivery,
  DeliveryKey,
  DeliveryLog,
  Webhook,
  WebhookChange,
  WebhookEvent,
  WebhookKey,
  WebhookStore,
} from './webhook-ports.ts';

/** Webhooks as people use them (docs/reference/webhooks.md#set-up). Listing, deleting and rotating decide nothing. */
export interface WebhookManagement {
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryLog;
  /** What is wrong with where a well-formed URL leads at this moment, or null. */
  readonly webhookAddressProblem: (url: string) => Promise<string | null>;
  /** Sends what was made due; failing only means that the sweep does it a minute later. */
  readonly relayOutbox: () => Promise<void>;
}

export const unknownWebhook = (): Refused => refuse('not_found', 'There is no webhook with this id.');
export const unknownDelivery = (): Refused => refuse('not_found', 'There is no delivery with this id.');

/** The URL is well formed; where it leads is asked here, and again at every delivery. */
export async function createWebhook(
  { webhooks, webhookAddressProblem }: WebhookManagement,
  webhook: { readonly accountId: string; readonly url: string; readonly events: readonly WebhookEvent[] },
  origin: RequestOrigin,
): Promise<(Webhook & { readonly secret: string }) | Refused> {
  const problem = await webhookAddressProblem(webhook.url);
  return problem === null ? webhooks.create(webhook, origin) : refuseField('url', problem);
}

export async function changeWebhook(
  { webhooks, webhookAddressProblem }: WebhookManagement,
  { key, change }: { readonly key: WebhookKey; readonly change: WebhookChange },
  origin: RequestOrigin,
): Promise<Webhook | Refused> {
  const problem = change.url === undefined ? null : await webhookAddressProblem(change.url);
  if (problem !== null) return refuseField('url', problem);
  return (await webhooks.update(key, change, origin)) ?? unknownWebhook();
}

/** A test goes the very way of an event: stored, sent, signed, tried again, shown among the deliveries. */
export async function testWebhook(
  { deliveries, relayOutbox }: WebhookManagement,
  { key, publicUrl }: { readonly key: WebhookKey; readonly publicUrl: string },
  origin: RequestOrigin,
): Promise<Delivery | Refused> {
  const delivery = await deliveries.addTest(key, testEventBody(key.webhookId, publicUrl), origin);
  if (delivery === null) return unknownWebhook();
  if (!isRefused(delivery)) await relayOutbox();
  return delivery;
}

export async function redeliverOne(
  { deliveries, relayOutbox }: WebhookManagement,
  key: DeliveryKey,
  origin: RequestOrigin,
): Promise<Delivery | Refused> {
  const delivery = await deliveries.redeliver(key, origin);
  if (delivery === null) return unknownDelivery();
  if (!isRefused(delivery)) await relayOutbox();
  return delivery;
}

/** Sends again what a webhook has missed since a time, or all of it; how many. */
export async function redeliverMissed(
  { deliveries, relayOutbox }: WebhookManagement,
  { key, since }: { readonly key: WebhookKey; readonly since: string | null },
  origin: RequestOrigin,
): Promise<number | Refused> {
  const count = await deliveries.redeliverMissed(key, since, origin);
  if (count === null) return unknownWebhook();
  if (!isRefused(count)) await relayOutbox();
  return count;
}
