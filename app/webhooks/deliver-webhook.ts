import { QUEUE_DELAY_SECONDS_MAX } from '../../core/limits/job-limits.ts';
import { WEBHOOK_CIRCUIT_FAILURES } from '../../core/limits/webhook-limits.ts';
import { attemptEnd, errorClass, recordedAttempt } from '../../core/webhook/classify-response.ts';
import { decideClaim } from '../../core/webhook/decide-claim.ts';
import { disabledMail } from '../../core/webhook/disabled-mail.ts';
import { disableReason } from '../../core/webhook/endpoint-health.ts';
import { signedHeaders } from '../../core/webhook/sign.ts';
import type { Mailer } from '../intake/mail-ports.ts';
import type { MessageQueue } from '../jobs/queue-ports.ts';
import { type Patience, retryWhileAway } from '../jobs/retry-while-away.ts';
import type {
  AttemptRecord,
  ClaimedDelivery,
  DeliveryStore,
  DisabledWebhook,
  RecordedAttempt,
  WebhookRequest,
  WebhookSender,
} from './webhook-delivery-ports.ts';
import { webhookMessageBody } from './webhook-message.ts';
import type { DeliveryMessage, SecretBox } from './webhook-ports.ts';

export interface WebhookDelivery extends Patience {
  readonly deliveries: DeliveryStore;
  readonly sender: WebhookSender;
  readonly secretBox: SecretBox;
  readonly queue: MessageQueue;
  readonly mailer: Mailer;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** An endpoint that keeps failing (docs/reference/webhooks.md#failing-endpoints), or was switched off for it. */
  readonly onFailing: (webhookId: string, failuresInRow: number, disabledReason: string | null) => void;
  /** The email about a webhook that was switched off could not be sent; the webhook itself shows why it is off. */
  readonly onMailError: (error: unknown, webhookId: string) => void;
}

/** Between the tries to store what became of an attempt; altogether less than the claim lasts. */
const RECORD_DELAYS_SECONDS = [1, 2, 4];

/**
 * One attempt of one delivery (docs/reference/webhooks.md#attempts): claim, sign, send, record. Delivered at least
 * once, in no promised order: a process that dies between send and record leaves its claim behind, and when that has
 * run out the same is sent again under the same id. Called twice for one attempt it sends once.
 */
export async function deliverWebhook(parts: WebhookDelivery, deliveryId: string): Promise<void> {
  const random = parts.random();
  const claim = await parts.deliveries.claim(deliveryId, (situation) => decideClaim(situation, random));
  switch (claim.kind) {
    case 'none':
      return;
    case 'later':
      return comeBack(parts, claim.message, claim.delaySeconds);
    case 'send':
      return attempt(parts, claim.delivery);
  }
}

async function attempt(parts: WebhookDelivery, delivery: ClaimedDelivery): Promise<void> {
  const request = await signOrGiveBack(parts, delivery);
  const record = await send(parts, delivery, request);
  const recorded = await recordSurely(parts, delivery, record);
  if (recorded === null) return;
  await reportHealth(parts, recorded, { accountId: delivery.accountId, error: record.error });
  if (record.end.kind === 'retry') await comeBack(parts, delivery, record.end.delaySeconds);
}

/** A secret that can't be opened is for the operator to mend, and costs the receiver none of its attempts. */
async function signOrGiveBack(
  { deliveries, secretBox }: WebhookDelivery,
  delivery: ClaimedDelivery,
): Promise<WebhookRequest> {
  try {
    const secrets = delivery.secretsSealed.map((sealed) => secretBox.open(sealed));
    return { url: delivery.url, headers: signedHeaders({ ...delivery, secrets }), body: delivery.body };
  } catch (error) {
    await deliveries.giveBack(delivery);
    throw error;
  }
}

async function send(
  { sender, random }: WebhookDelivery,
  { attempt, attemptedAt }: ClaimedDelivery,
  request: WebhookRequest,
): Promise<AttemptRecord> {
  const sent = await sender.send(request);
  const { answer, durationMs } = recordedAttempt({ url: request.url, ...sent });
  return {
    end: attemptEnd(answer, { attempt, attemptedAt, random: random() }),
    durationMs,
    responseStatus: 'status' in answer ? answer.status : null,
    error: errorClass(answer),
  };
}

/** What was sent and not recorded is sent again, so a lost connection or a deadlock must not be the end of it. Repeating it is safe. */
function recordSurely(
  { deliveries, isAway, pause }: WebhookDelivery,
  delivery: ClaimedDelivery,
  record: AttemptRecord,
): Promise<RecordedAttempt | null> {
  return retryWhileAway({ isAway, pause, delaysSeconds: RECORD_DELAYS_SECONDS }, () =>
    deliveries.record(delivery, record, disableReason),
  );
}

/** A longer wait than a queue can hold has no message yet: the relay sends one when the time has come. */
async function comeBack(
  { queue, deliveries }: WebhookDelivery,
  { deliveryId, accountId, requestId = null }: DeliveryMessage,
  seconds: number,
): Promise<void> {
  // Rounded up: a message that comes before its time finds nothing to do.
  const delaySeconds = Math.ceil(seconds);
  if (delaySeconds > QUEUE_DELAY_SECONDS_MAX) return;
  const body = webhookMessageBody({ deliveryId });
  await queue.send('webhooks', [{ body, groupId: accountId, requestId, delaySeconds }]);
  await deliveries.markQueued(deliveryId);
}

async function reportHealth(
  parts: WebhookDelivery,
  recorded: RecordedAttempt,
  { accountId, error }: { readonly accountId: string; readonly error: string | null },
): Promise<void> {
  const { webhookId, failuresInRow, disabled } = recorded;
  if (webhookId === null || error === null) return;
  if (disabled !== null || failuresInRow >= WEBHOOK_CIRCUIT_FAILURES)
    parts.onFailing(webhookId, failuresInRow, disabled?.reason ?? null);
  if (disabled !== null) await tellAccount(parts, accountId, disabled);
}

/** The change itself is stored: an email that can't be sent must not bring back the message, and the attempt with it. */
async function tellAccount(
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
