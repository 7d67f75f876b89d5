import type { CursorPage, OffsetPage, OffsetPosition } from '../../core/page.ts';
import type { Refused } from '../../core/problem.ts';
import type { JobEvent } from '../../core/webhook/event-body.ts';
import type { RequestOrigin } from '../files/upload-ports.ts';
import type { CursorPosition } from '../reads/read-models.ts';

/** What webhooks need from the outside (docs/reference/webhooks.md). */

/** Keeps secrets that have to be read again: only who has the key can open what was sealed. */
export interface SecretBox {
  seal(text: string): string;
  /** Throws when it was sealed with another key, or changed since. */
  open(sealed: string): string;
}

// ------------------------------------------------------------------------------------- set up by the account

/** What a webhook may ask to be told of. */
export const WEBHOOK_EVENTS = ['job.completed', 'job.failed'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  /** Why the service switched it off by itself; null while enabled, and when the account did it. */
  readonly disabledReason: string | null;
  readonly disabledAt: string | null;
  /** Failed attempts since the last success. */
  readonly failuresInRow: number;
  readonly failingSince: string | null;
  /** Until then the secret before the last rotation signs too; null when only one does. */
  readonly previousSecretValidUntil: string | null;
  readonly createdAt: string;
}

export interface WebhookKey {
  readonly accountId: string;
  readonly webhookId: string;
}

/** Only what is given changes. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** A secret that was made now: shown once, kept sealed. */
export interface NewSecret {
  readonly secret: string;
  /** Until then the one before signs too; null when there was none. */
  readonly previousSecretValidUntil: string | null;
}

/** One account's webhooks. Another account's webhook is unknown to it (null). Changes are written with their audit entries. */
export interface WebhookStore {
  /** Newest first. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<Webhook>>;
  find(key: WebhookKey): Promise<Webhook | null>;
  /** Refused when the account has as many as it may. */
  create(
    webhook: { readonly accountId: string; readonly url: string; readonly events: readonly WebhookEvent[] },
    origin: RequestOrigin,
  ): Promise<(Webhook & { readonly secret: string }) | Refused>;
  /** Enabling, or another URL, forgets past failures; disabling discards what is still to be sent. */
  update(key: WebhookKey, change: WebhookChange, origin: RequestOrigin): Promise<Webhook | null>;
  /** What is still to be sent is discarded. False: there is no such webhook. */
  delete(key: WebhookKey, origin: RequestOrigin): Promise<boolean>;
  rotateSecret(key: WebhookKey, origin: RequestOrigin): Promise<NewSecret | null>;
  /** The secret that signs the callbacks of single uploads. */
  rotateCallbackSecret(accountId: string, origin: RequestOrigin): Promise<NewSecret>;
}

// ------------------------------------------------------------------------------------- the log of deliveries

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'discarded'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATES)[number];

/** One try to hand a delivery over. Nothing of the response but its status. */
export interface DeliveryAttempt {
  /** 1 for the first of all; goes on counting over redeliveries. */
  readonly number: number;
  readonly attemptedAt: string;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The class of failure; null after a success. */
  readonly error: string | null;
}

export interface Delivery {
  readonly id: string;
  /** Null: the callback of an upload, or of a webhook that was deleted since. */
  readonly webhookId: string | null;
  readonly event: string;
  /** Null: a test. */
  readonly jobId: string | null;
  readonly status: DeliveryStatus;
  /** Where it goes: the webhook's URL at this moment, or the upload's. Null when the webhook was deleted. */
  readonly url: string | null;
  /** Attempts of the present budget. */
  readonly attemptCount: number;
  /** Null once nothing more is to be sent. */
  readonly nextAttemptAt: string | null;
  /** Somebody asked for it again. */
  readonly redelivered: boolean;
  readonly createdAt: string;
  readonly endedAt: string | null;
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

export interface DeliveryKey {
  readonly accountId: string;
  readonly deliveryId: string;
}

export interface DeliveryFilter {
  readonly webhookId?: string | undefined;
  readonly jobId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
}

/** One account's deliveries, as kept for thirty days. */
export interface DeliveryLog {
  /** Newest first. Refused: an unknown webhook, job or cursor. */
  list(accountId: string, filter: DeliveryFilter, page: CursorPosition): Promise<CursorPage<Delivery> | Refused>;
  find(key: DeliveryKey): Promise<Delivery | null>;
  /** Stores a test event to be sent at once. Refused while the webhook is disabled; null: unknown webhook. */
  addTest(key: WebhookKey, body: string, origin: RequestOrigin): Promise<Delivery | Refused | null>;
  /** To be sent at once, with six attempts again. Refused while it is being sent, or has nowhere to go. */
  redeliver(key: DeliveryKey, origin: RequestOrigin): Promise<Delivery | Refused | null>;
  /** The webhook's events since a time, or all of them, that failed or were discarded; how many. Null: unknown webhook. */
  redeliverMissed(key: WebhookKey, since: string | null, origin: RequestOrigin): Promise<number | Refused | null>;
}

// ------------------------------------------------------------------------------------- from an event to a message

/** A delivery that needs a message in the queue of webhooks. */
export interface DeliveryMessage {
  readonly deliveryId: string;
  readonly accountId: string;
  /** Of the request that asked for the job, where it is at hand. */
  readonly requestId?: string | null;
}

/** Both can be called by several processes at once; each event and each delivery is taken by one of them. */
export interface EventFanOut {
  /**
   * Turns unsent events into deliveries, one for each enabled webhook that wants the event and one for the upload's callback, in one
   * transaction. `bodyOf` is called once an event. Returns how many events.
   */
  fanOut(bodyOf: (event: JobEvent) => string): Promise<number>;
  /** Hands deliveries that are due and have no message yet to `send`, and marks them if it did not throw. Returns how many. */
  enqueue(send: (messages: readonly DeliveryMessage[]) => Promise<void>): Promise<number>;
}
