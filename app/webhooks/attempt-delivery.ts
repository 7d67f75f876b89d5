import { z } from 'zod';
import { QUEUE_DELAY_SECONDS_MAX, WEBHOOK_CIRCUIT_FAILURES } from '../../core/limits/job-limits.ts';
import {
  type AttemptDecision,
  type AttemptEnd,
  attemptEnd,
  type DeliverySituation,
  decideAttempt,
  disabledMail,
  disableReason,
  errorClass,
  type FailingEndpoint,
  redactAttempt,
  type SendAnswer,
} from '../../core/webhook/decide-attempt.ts';
import { signedHeaders } from '../../core/webhook/event-body.ts';
import type { Mailer } from '../platform/mail.ts';
import type { DeadLetter, MessageQueue } from '../platform/queue.ts';
import { type AwayRetry, retryWhileUnavailable } from '../platform/retry-while-unavailable.ts';
import type { DeliveryMessage, SecretBox } from './manage-webhooks.ts';

/** Attempts deliveries of webhooks (docs/reference/webhooks.md#deliveries). */

/** A delivery that one sender has leased for one attempt. */
export interface LeasedDelivery {
  readonly deliveryId: string;
  readonly accountId: string;
  readonly url: string;
  readonly event: string;
  /** Id of the request that asked for the job; null without a request. */
  readonly requestId: string | null;
  /** The body is sent unchanged. */
  readonly body: string;
  /** The signing secrets, newest first. */
  readonly secretsSealed: readonly string[];
  /** 1 for the first attempt since the delivery was made or redelivered. */
  readonly attempt: number;
  /** Seconds from the time at which this attempt was due. */
  readonly dueSecondsAgo: number;
  /** The time by the database's clock. */
  readonly attemptedAt: Date;
  /** The end of the lease, which also identifies it. Nothing is recorded under it once the delivery is leased again. */
  readonly claimedUntil: string;
}

export type DeliveryLease =
  | { readonly kind: 'send'; readonly delivery: LeasedDelivery }
  /** The delivery has to wait: send a message after so many seconds. No attempt was used. */
  | { readonly kind: 'later'; readonly message: DeliveryMessage; readonly delaySeconds: number }
  /** The delivery needs no attempt: it has ended, ends with this lease, or does not exist. */
  | { readonly kind: 'none' };

/** The result of an attempt, as it is stored. */
export interface AttemptOutcome {
  readonly end: AttemptEnd;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The class of failure; null after a success. */
  readonly error: string | null;
}

/** A webhook that this attempt made the service disable. */
export interface DisabledWebhook {
  readonly webhookId: string;
  readonly url: string;
  readonly reason: string;
  /** The account's email address; null when it has none. */
  readonly email: string | null;
}

/** The health of an endpoint after an attempt was recorded. */
export interface EndpointHealth {
  /** Null for the callback of an upload, whose health is not tracked. */
  readonly webhookId: string | null;
  /** Failed attempts at this endpoint since its last success. */
  readonly failuresInRow: number;
  readonly disabled: DisabledWebhook | null;
}

/** Deliveries of all accounts and their leases, by the database's clock. */
export interface DeliveryStore {
  /**
   * Leases a delivery for one attempt. The attempt counts from now on, even if its sender dies. Of two concurrent leases one succeeds.
   * `decide` is called under the lock of the endpoint, and not for an unknown delivery.
   */
  lease(deliveryId: string, decide: (situation: DeliverySituation) => AttemptDecision): Promise<DeliveryLease>;
  /**
   * Stores the attempt, the health of the endpoint and the next attempt in one transaction. Returns null, storing nothing, when the lease
   * was lost. `decideDisabled` is called after a failed attempt at an enabled webhook: a reason disables it, null does not.
   */
  record(
    delivery: LeasedDelivery,
    record: AttemptOutcome,
    decideDisabled: (end: AttemptEnd, endpoint: FailingEndpoint) => string | null,
  ): Promise<EndpointHealth | null>;
  /** Releases a lease for which nothing was sent, for a reason of the service itself. The attempt does not count. */
  release(delivery: LeasedDelivery): Promise<void>;
  /** Records that a message for the next attempt was sent. */
  markQueued(deliveryId: string): Promise<void>;
  /** Takes due deliveries without a message on its way, oldest first: none was sent, or it was lost. Each is taken by one caller. */
  takeDue(limit: number): Promise<readonly DeliveryMessage[]>;
  /** Deletes ended deliveries past their retention, at most `limit`, with their attempts. */
  deleteExpired(limit: number): Promise<void>;
  /** Stores a message that could not be processed. */
  recordDeadLetter(letter: DeadLetter): Promise<void>;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookSender {
  /** Makes one attempt, within its limits of time and bytes. Never throws. */
  send(request: WebhookRequest): Promise<{ readonly answer: SendAnswer; readonly durationMs: number }>;
}

export interface WebhookDelivery extends AwayRetry {
  readonly deliveries: DeliveryStore;
  readonly sender: WebhookSender;
  readonly secretBox: SecretBox;
  readonly queue: MessageQueue;
  readonly mailer: Mailer;
  /** Returns a number from 0 up to but not including 1. */
  readonly random: () => number;
  /** Reports an endpoint that keeps failing (docs/reference/webhooks.md#failing-endpoints) or was disabled for it. */
  readonly onFailing: (webhookId: string, failuresInRow: number, disabledReason: string | null) => void;
  /** Reports that the email about a disabled webhook could not be sent. The webhook itself shows why it is disabled. */
  readonly onMailError: (error: unknown, webhookId: string) => void;
}

/** Delays between the attempts to record a result, in seconds. Together they are shorter than the lease. */
const RECORD_DELAYS_SECONDS = [1, 2, 4];

/**
 * Makes one attempt of one delivery (docs/reference/webhooks.md#attempts): lease, sign, send, record. Delivery is at least once and
 * unordered. If a process dies between send and record, the lease expires and the same bytes are sent again under the same id. Of two
 * concurrent calls one sends.
 */
export async function attemptDelivery(parts: WebhookDelivery, deliveryId: string): Promise<void> {
  const random = parts.random();
  const lease = await parts.deliveries.lease(deliveryId, (situation) => decideAttempt(situation, random));
  switch (lease.kind) {
    case 'none':
      return;
    case 'later':
      return queueNextAttempt(parts, lease.message, lease.delaySeconds);
    case 'send':
      return makeAttempt(parts, lease.delivery);
  }
}

async function makeAttempt(parts: WebhookDelivery, delivery: LeasedDelivery): Promise<void> {
  const request = await signOrRelease(parts, delivery);
  const record = await send(parts, delivery, request);
  const recorded = await recordWithRetry(parts, delivery, record);
  if (recorded === null) return;
  await reportHealth(parts, recorded, { accountId: delivery.accountId, error: record.error });
  if (record.end.kind === 'retry') await queueNextAttempt(parts, delivery, record.end.delaySeconds);
}

/** Releases the lease when a secret can't be opened. The operator has to repair that, so it costs the receiver no attempt. */
async function signOrRelease(
  { deliveries, secretBox }: WebhookDelivery,
  delivery: LeasedDelivery,
): Promise<WebhookRequest> {
  try {
    const secrets = delivery.secretsSealed.map((sealed) => secretBox.open(sealed));
    return { url: delivery.url, headers: signedHeaders({ ...delivery, secrets }), body: delivery.body };
  } catch (error) {
    await deliveries.release(delivery);
    throw error;
  }
}

async function send(
  { sender, random }: WebhookDelivery,
  { attempt, attemptedAt }: LeasedDelivery,
  request: WebhookRequest,
): Promise<AttemptOutcome> {
  const result = await sender.send(request);
  const { answer, durationMs } = redactAttempt({ url: request.url, ...result });
  return {
    end: attemptEnd(answer, { attempt, attemptedAt, random: random() }),
    durationMs,
    responseStatus: 'status' in answer ? answer.status : null,
    error: errorClass(answer),
  };
}

/**
 * Records an attempt, and retries after a lost connection or a deadlock, because an unrecorded attempt would be sent again. A repeat is
 * safe.
 */
function recordWithRetry(
  { deliveries, isTransient, pause }: WebhookDelivery,
  delivery: LeasedDelivery,
  record: AttemptOutcome,
): Promise<EndpointHealth | null> {
  return retryWhileUnavailable({ isTransient, pause, delaysSeconds: RECORD_DELAYS_SECONDS }, () =>
    deliveries.record(delivery, record, disableReason),
  );
}

/** Sends the message for the next attempt. For a wait that is longer than a queue can hold, the relay sends the message when it is due. */
async function queueNextAttempt(
  { queue, deliveries }: WebhookDelivery,
  { deliveryId, accountId, requestId = null }: DeliveryMessage,
  seconds: number,
): Promise<void> {
  // Rounded up, because a message that arrives early finds nothing to do.
  const delaySeconds = Math.ceil(seconds);
  if (delaySeconds > QUEUE_DELAY_SECONDS_MAX) return;
  const body = webhookMessageBody({ deliveryId });
  await queue.send('webhooks', [{ body, groupId: accountId, requestId, delaySeconds }]);
  await deliveries.markQueued(deliveryId);
}

async function reportHealth(
  parts: WebhookDelivery,
  recorded: EndpointHealth,
  { accountId, error }: { readonly accountId: string; readonly error: string | null },
): Promise<void> {
  const { webhookId, failuresInRow, disabled } = recorded;
  if (webhookId === null || error === null) return;
  if (disabled !== null || failuresInRow >= WEBHOOK_CIRCUIT_FAILURES)
    parts.onFailing(webhookId, failuresInRow, disabled?.reason ?? null);
  if (disabled !== null) await mailAccount(parts, accountId, disabled);
}

/** Mails the account. The change is stored already, so a failed email must not repeat the message and the attempt. */
async function mailAccount(
  { mailer, onMailError }: WebhookDelivery,
  accountId: string,
  disabled: DisabledWebhook,
): Promise<void> {
  if (disabled.email === null) return;
  try {
    await mailer.send({ to: disabled.email, ...disabledMail(disabled) }, { accountId });
  } catch (error) {
    onMailError(error, disabled.webhookId);
  }
}

/** A message of the webhook queue. It carries an id only (claim check); everything else is read with the lease. */
const webhookMessageSchema = z.object({ deliveryId: z.uuid() });

/** Writes the JSON body of a webhook message. */
export function webhookMessageBody(message: z.input<typeof webhookMessageSchema>): string {
  return JSON.stringify(message);
}

/** Reads the body of a message. Returns null for a malformed body, whose message is never retried. */
export function readWebhookMessage(body: string): z.output<typeof webhookMessageSchema> | null {
  try {
    return webhookMessageSchema.parse(JSON.parse(body));
  } catch {
    return null;
  }
}
