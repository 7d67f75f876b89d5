import { QUEUE_DELAY_SECONDS_MAX } from '../../core/limits/job-limits.ts';
import { WEBHOOK_CIRCUIT_FAILURES } from '../../core/limits/webhook-limits.ts';
import { attemptEnd, errorClass, redactAttempt } from '../../core/webhook/classify-response.ts';
import { decideAttempt } from '../../core/webhook/decide-attempt.ts';
import { disabledMail } from '../../core/webhook/disabled-mail.ts';
import { disableReason } from '../../core/webhook/endpoint-health.ts';
import { signedHeaders } from '../../core/webhook/sign.ts';
import type { Mailer } from '../platform/mail.ts';
import type { MessageQueue } from '../platform/queue.ts';
import { type AwayRetry, retryWhileUnavailable } from '../platform/retry-while-unavailable.ts';
import type {
  AttemptOutcome,
  DeliveryStore,
  DisabledWebhook,
  EndpointHealth,
  LeasedDelivery,
  WebhookRequest,
  WebhookSender,
} from './webhook-delivery-ports.ts';
import { webhookMessageBody } from './webhook-message.ts';
import type { DeliveryMessage, SecretBox } from './webhook-ports.ts';

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
