import { QUEUE_DELAY_SECONDS_MAX, WEBHOOK_CIRCUIT_FAILURES } from '../core/limits.ts';
import { attemptEnd, errorClass } from '../core/webhook/classify-response.ts';
import { disabledMail } from '../core/webhook/disabled-mail.ts';
import { signedHeaders } from '../core/webhook/sign.ts';
import type { Mailer } from './mail-ports.ts';
import type { MessageQueue } from './ports.ts';
import type {
  AttemptRecord,
  ClaimedDelivery,
  DeliveryStore,
  DisabledWebhook,
  RecordedAttempt,
  WebhookSender,
} from './webhook-delivery-ports.ts';
import { webhookMessageBody } from './webhook-message.ts';
import type { DeliveryMessage, SecretBox } from './webhook-ports.ts';

export interface WebhookDelivery {
  readonly deliveries: DeliveryStore;
  readonly sender: WebhookSender;
  readonly secretBox: SecretBox;
  readonly queue: MessageQueue;
  readonly mailer: Mailer;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** An endpoint that keeps failing (specification 6: logged), or was switched off for it. */
  readonly onFailing: (webhookId: string, failuresInRow: number, disabledReason: string | null) => void;
  /** The email about a webhook that was switched off could not be sent; the webhook itself shows why it is off. */
  readonly onMailError: (error: unknown, webhookId: string) => void;
}

/**
 * One attempt of one delivery (specification 6): claim, sign, send, record. Delivered at least once, in no promised order: a
 * process that dies between send and record leaves its claim behind, and when that has run out the same is sent again under
 * the same id. Called twice for one attempt it sends once.
 */
export async function deliverWebhook(parts: WebhookDelivery, deliveryId: string): Promise<void> {
  const claim = await parts.deliveries.claim(deliveryId, parts.random());
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
  const record = await send(parts, delivery);
  const recorded = await parts.deliveries.record(delivery, record);
  if (recorded === null) return;
  await reportHealth(parts, recorded, record);
  if (record.end.kind === 'retry') await comeBack(parts, delivery, record.end.delaySeconds);
}

async function send({ sender, secretBox, random }: WebhookDelivery, delivery: ClaimedDelivery): Promise<AttemptRecord> {
  const { url, body, attempt, attemptedAt, secretsSealed } = delivery;
  const secrets = secretsSealed.map((sealed) => secretBox.open(sealed));
  const headers = signedHeaders({ ...delivery, secrets });
  const { answer, durationMs } = await sender.send({ url, headers, body });
  return {
    end: attemptEnd(answer, { attempt, attemptedAt, random: random() }),
    durationMs,
    responseStatus: 'status' in answer ? answer.status : null,
    error: errorClass(answer),
  };
}

/** A longer wait than a queue can hold has no message yet: the relay sends one when the time has come. */
async function comeBack(
  { queue, deliveries }: WebhookDelivery,
  { deliveryId, accountId }: DeliveryMessage,
  seconds: number,
): Promise<void> {
  // Rounded up: a message that comes before its time finds nothing to do.
  const delaySeconds = Math.ceil(seconds);
  if (delaySeconds > QUEUE_DELAY_SECONDS_MAX) return;
  await queue.send('webhooks', [{ body: webhookMessageBody({ deliveryId }), groupId: accountId, delaySeconds }]);
  await deliveries.markQueued(deliveryId);
}

async function reportHealth(
  parts: WebhookDelivery,
  recorded: RecordedAttempt,
  { error }: AttemptRecord,
): Promise<void> {
  const { webhookId, failuresInRow, disabled } = recorded;
  if (webhookId === null || error === null) return;
  if (disabled !== null || failuresInRow >= WEBHOOK_CIRCUIT_FAILURES)
    parts.onFailing(webhookId, failuresInRow, disabled?.reason ?? null);
  if (disabled !== null) await tellAccount(parts, disabled);
}

/** The change itself is stored: an email that can't be sent must not bring back the message, and the attempt with it. */
async function tellAccount({ mailer, onMailError }: WebhookDelivery, disabled: DisabledWebhook): Promise<void> {
  if (disabled.email === null) return;
  try {
    await mailer.send({ to: disabled.email, ...disabledMail(disabled) });
  } catch (error) {
    onMailError(error, disabled.webhookId);
  }
}
