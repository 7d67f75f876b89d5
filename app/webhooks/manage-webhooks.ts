import { z } from 'zod';
import type { CursorPage, CursorPosition, OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownWebhook } from '../../core/refusals.ts';
import { refuse, refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { decideDeliveries, decideRedelivery, type RedeliverySituation } from '../../core/webhook/decide-attempt.ts';
import { PAY_RUN_EVENTS, type ServiceEvent, TEST_EVENT, testEventBody } from '../../core/webhook/event-body.ts';
import { webhookUrlProblem } from '../../core/webhook-url.ts';
import { timeSince } from '../platform/shared-fields.ts';

export const missedSince = z.strictObject({
  since: timeSince('Only events from then on; all that are kept when absent.').optional(),
});

/** Manages webhooks: their addresses, the log of their deliveries, and how an event becomes messages (docs/reference/webhooks.md). */

/** Encrypts secrets that the service has to read again. Only a holder of the key can open them. */
export interface SecretBox {
  seal(text: string): string;
  /** Throws when the text was sealed with another key, or was changed since. */
  open(sealed: string): string;
}

// ------------------------------------------------------------------------------------- set up by the account

/** The events that a webhook can subscribe to. */
export const WEBHOOK_EVENTS = ['job.completed', 'job.failed', ...PAY_RUN_EVENTS] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)).readonly(),
    enabled: z.boolean(),
    disabledReason: z
      .string()
      .nullable()
      .describe('Why the service switched it off by itself; null when the account did.'),
    disabledAt: z.iso.datetime().nullable(),
    failuresInRow: z.int().describe('Failed attempts since the last success.'),
    failingSince: z.iso.datetime().nullable(),
    previousSecretValidUntil: z.iso
      .datetime()
      .nullable()
      .describe('Until then the secret before the last rotation signs too.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });
export type Webhook = Readonly<z.output<typeof webhook>>;
export const WEBHOOK_COLUMNS = [
  ...['id', 'url', 'events', 'enabled', 'disabledReason', 'disabledAt', 'failuresInRow', 'failingSince'],
  ...['previousSecretValidUntil', 'createdAt'],
];

export interface WebhookKey {
  readonly accountId: string;
  readonly webhookId: string;
}

/** Checks the syntax of the URL; its address is checked when it is used. */
function urlField(localMode: boolean) {
  return z
    .string()
    .superRefine((url, context) => {
      const problem = webhookUrlProblem(url, { localMode });
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    })
    .meta({ format: 'uri', description: 'https, on the public internet.' });
}

const eventsField = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, 'must name at least one event')
  .refine((events) => new Set(events).size === events.length, 'must not name an event twice')
  .meta({ uniqueItems: true, description: 'What to be told of.', example: [...WEBHOOK_EVENTS] });

/** A webhook to be made. In local mode its URL may lead to this machine. */
export function newWebhook({ localMode }: { readonly localMode: boolean }) {
  return z.strictObject({ url: urlField(localMode), events: eventsField });
}

/** A change of a webhook. Absent fields keep their values. */
export function webhookChange({ localMode }: { readonly localMode: boolean }) {
  return z.strictObject({
    url: urlField(localMode).optional(),
    events: eventsField.optional(),
    enabled: z
      .boolean()
      .optional()
      .describe('false: nothing is sent, and what was still to be sent is discarded. true: starts afresh.'),
  });
}
export type WebhookChange = Readonly<z.output<ReturnType<typeof webhookChange>>>;

const secret = z.string().describe('Signs deliveries. Shown this once.');

export const createdWebhook = z.object({ ...webhook.shape, secret }).meta({ id: 'CreatedWebhook' });
export type CreatedWebhook = Readonly<z.output<typeof createdWebhook>>;

const newSecretFields = {
  secret,
  previousSecretValidUntil: z.iso
    .datetime()
    .nullable()
    .describe('Until then the secret before this one signs too; null when there was none.'),
};

export const newSecret = z.object(newSecretFields);
export type NewSecret = Readonly<z.output<typeof newSecret>>;

/** The webhooks of one account. Methods return null when the account has no such webhook. Changes are written with their audit entries. */
export interface WebhookStore {
  /** Returns webhooks, newest first. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<Webhook>>;
  find(key: WebhookKey): Promise<Webhook | null>;
  /** Creates a webhook. Refuses when the account has as many as it may. */
  create(
    webhook: { readonly accountId: string; readonly url: string; readonly events: readonly WebhookEvent[] },
    origin: RequestOrigin,
  ): Promise<CreatedWebhook | Refused>;
  /** Changes a webhook. Enabling it or changing its URL resets its failures; disabling it discards its unsent deliveries. */
  update(key: WebhookKey, change: WebhookChange, origin: RequestOrigin): Promise<Webhook | null>;
  /** Deletes a webhook and discards its unsent deliveries. Returns false when the webhook does not exist. */
  delete(key: WebhookKey, origin: RequestOrigin): Promise<boolean>;
  rotateSecret(key: WebhookKey, origin: RequestOrigin): Promise<NewSecret | null>;
  /** Replaces the secret that signs the callbacks of single uploads. */
  rotateCallbackSecret(accountId: string, origin: RequestOrigin): Promise<NewSecret>;
}

// ------------------------------------------------------------------------------------- the log of deliveries

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'discarded'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATES)[number];

export const newWebhookSecret = z.object({ id: z.string(), ...newSecretFields });

const deliveryAttempt = z
  .object({
    number: z.int().describe('1 for the first of all; goes on counting when it is sent again by hand.'),
    attemptedAt: z.iso.datetime(),
    durationMs: z.int().describe('0 for an attempt at http://localhost that got no HTTP answer.'),
    responseStatus: z.int().nullable(),
    error: z.string().nullable().describe('The class of failure, such as timeout; null: accepted.'),
  })
  .meta({ id: 'DeliveryAttempt' });

export const delivery = z
  .object({
    id: z.string().describe('The webhook-id of every attempt.'),
    webhookId: z.string().nullable().describe("null: the callback of an upload, or of a webhook that's gone."),
    event: z.string().meta({ description: [...WEBHOOK_EVENTS, TEST_EVENT].join(', '), example: WEBHOOK_EVENTS[0] }),
    jobId: z.string().nullable().describe('null: a test, or an event of a pay run.'),
    status: z.enum(DELIVERY_STATES),
    url: z.string().nullable().describe('Where it goes at this moment; null: nowhere any more.'),
    attemptCount: z.int().describe('Attempts used of six.'),
    nextAttemptAt: z.iso.datetime().nullable(),
    redelivered: z.boolean().describe('Sent again by hand.'),
    createdAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    attempts: z.array(deliveryAttempt).readonly().describe('Oldest first.'),
  })
  .meta({ id: 'Delivery' });
export type Delivery = Readonly<z.output<typeof delivery>>;
export const DELIVERY_COLUMNS = [
  ...['id', 'webhookId', 'event', 'jobId', 'status', 'url', 'attemptCount', 'nextAttemptAt', 'redelivered'],
  ...['createdAt', 'endedAt'],
];

export interface DeliveryKey {
  readonly accountId: string;
  readonly deliveryId: string;
}

export interface DeliveryFilter {
  readonly webhookId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
}

/** The deliveries of one account, kept for thirty days. */
export interface DeliveryLog {
  /** Returns deliveries, newest first. Refuses an unknown webhook, job or cursor. */
  list(accountId: string, filter: DeliveryFilter, page: CursorPosition): Promise<CursorPage<Delivery> | Refused>;
  find(key: DeliveryKey): Promise<Delivery | null>;
  /** Stores a test event, which is due at once. Calls `decide` with the locked webhook. Returns null for an unknown webhook. */
  addTest(
    key: WebhookKey,
    test: { readonly body: string; readonly decide: DecideDeliveries; readonly origin: RequestOrigin },
  ): Promise<Delivery | Refused | null>;
  /**
   * Makes a delivery due at once, with all attempts again. Calls `decide` under the delivery's lock. Returns null for an unknown delivery.
   */
  redeliver(
    key: DeliveryKey,
    order: {
      readonly decide: (situation: RedeliverySituation) => Refused | null;
      readonly origin: RequestOrigin;
    },
  ): Promise<Delivery | Refused | null>;
  /**
   * Redelivers the webhook's failed and discarded events since a time, or all of them. Calls `decide` with the locked webhook. Returns
   * their number, or null for an unknown webhook.
   */
  redeliverMissed(
    key: WebhookKey,
    order: { readonly since: string | null; readonly decide: DecideDeliveries; readonly origin: RequestOrigin },
  ): Promise<number | Refused | null>;
}

/** Decides whether a webhook may get deliveries now. */
type DecideDeliveries = (webhook: { readonly enabled: boolean }) => Refused | null;

// ------------------------------------------------------------------------------------- from an event to a message

/** A delivery that needs a message in the webhook queue. */
export interface DeliveryMessage {
  readonly deliveryId: string;
  readonly accountId: string;
  /** Id of the request that asked for the job, where it is known. */
  readonly requestId?: string | null;
}

/** Turns events into deliveries and messages. Concurrent calls are safe: each event and each delivery is taken by one process. */
export interface EventFanOut {
  /**
   * Turns unsent events into deliveries in one transaction: one for each enabled webhook that subscribed to the event, and one for the
   * upload's callback. Calls `bodyOf` once for each event. Returns the number of events.
   */
  fanOut(bodyOf: (event: ServiceEvent) => string): Promise<number>;
  /** Passes due deliveries without a message to `send`, and marks them unless it throws. Returns their number. */
  enqueue(send: (messages: readonly DeliveryMessage[]) => Promise<void>): Promise<number>;
}

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
): Promise<CreatedWebhook | Refused> {
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
