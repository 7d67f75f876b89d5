import {
  WEBHOOK_ACCOUNT_CONCURRENCY,
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_BUSY_SECONDS,
  WEBHOOK_CIRCUIT_FAILURES,
  WEBHOOK_DISABLE_DAYS,
  WEBHOOK_DISABLE_FAILURES,
  WEBHOOK_ENDPOINT_CONCURRENCY,
  WEBHOOK_JITTER,
  WEBHOOK_PROBE_SPREAD_SECONDS,
  WEBHOOK_RETRY_AFTER_SECONDS_MAX,
  WEBHOOK_RETRY_DELAYS_SECONDS,
} from '../limits/job-limits.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';

/**
 * Reasons for an attempt without an answer. They help the account, and disclose nothing about the network behind the
 * address.
 */
export const SEND_FAILURES = [
  'refused_address',
  'connect_failed',
  'timeout',
  'tls_failed',
  'protocol_error',
  'too_large',
] as const;
export type SendFailure = (typeof SEND_FAILURES)[number];

/** Result of sending: the receiver's status, or the reason for no answer. */
export type SendAnswer =
  | { readonly status: number; readonly retryAfter: string | null }
  | { readonly failure: SendFailure };

/** Outcome of an attempt for its delivery. */
export type AttemptEnd =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly delaySeconds: number }
  /** All attempts are used. */
  | { readonly kind: 'failed' }
  /** The receiver answered 410 and wants no more events. */
  | { readonly kind: 'gone' };

const GONE = 410;

/**
 * Classifies an answer: any 2xx is success, 410 ends the endpoint, others are retried
 * (docs/reference/webhooks.md#attempts). Other 4xx are retried too, because a receiver under repair answers with any of
 * them.
 */
export function attemptEnd(answer: SendAnswer, attempt: Omit<FailedAttempt, 'retryAfter'>): AttemptEnd {
  if ('status' in answer && isSuccess(answer.status)) return { kind: 'delivered' };
  if ('status' in answer && answer.status === GONE) return { kind: 'gone' };
  const retryAfter = 'status' in answer ? answer.retryAfter : null;
  const delaySeconds = retryDelaySeconds({ ...attempt, retryAfter });
  return delaySeconds === null ? { kind: 'failed' } : { kind: 'retry', delaySeconds };
}

/** A finished attempt. */
export interface SentAttempt {
  readonly url: string;
  readonly answer: SendAnswer;
  readonly durationMs: number;
}

/**
 * Returns an attempt as recorded, with one class and duration for all failures of plain http. Plain http leads only to
 * the service's own machine, and a delivery must not disclose which ports listen there.
 */
export function redactAttempt({ url, answer, durationMs }: SentAttempt): Omit<SentAttempt, 'url'> {
  const isHidden = /^http:/i.test(url) && 'failure' in answer && answer.failure !== 'refused_address';
  return isHidden ? { answer: { failure: 'connect_failed' }, durationMs: 0 } : { answer, durationMs };
}

/** Returns the recorded class of a failure, such as `timeout` or `http_500`. Null for a success. */
export function errorClass(answer: SendAnswer): string | null {
  if ('failure' in answer) return answer.failure;
  return isSuccess(answer.status) ? null : `http_${answer.status}`;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

/** A failed attempt of a delivery. */
interface FailedAttempt {
  /** 1-based number of the attempt since the delivery was created or sent again. */
  readonly attempt: number;
  /** Retry-After header of the receiver; null when absent. */
  readonly retryAfter: string | null;
  readonly attemptedAt: Date;
  /** Random number from 0 up to 1, for the jitter. */
  readonly random: number;
}

/**
 * Returns the seconds to the next attempt, with jitter and the receiver's Retry-After of up to two hours
 * (docs/reference/webhooks.md#attempts). Null after the last attempt.
 */
export function retryDelaySeconds({ attempt, retryAfter, attemptedAt, random }: FailedAttempt): number | null {
  const delay = WEBHOOK_RETRY_DELAYS_SECONDS[attempt - 1];
  if (attempt >= WEBHOOK_ATTEMPTS_MAX || delay === undefined) return null;
  const asked = retryAfter === null ? 0 : retryAfterSeconds(retryAfter, attemptedAt);
  return Math.max(delay * (1 + WEBHOOK_JITTER * random), Math.min(asked, WEBHOOK_RETRY_AFTER_SECONDS_MAX));
}

/** Matches the date forms of HTTP, which begin with a weekday. `Date.parse` would guess at any other text. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .{10,40}$/i;

/** Reads Retry-After as seconds or as a date. Other texts and past dates give 0. */
function retryAfterSeconds(value: string, now: Date): number {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1000);
}

/** State of a delivery that is to be sent again, read under its lock. */
export interface RedeliverySituation {
  /** Null for a callback, and when the webhook was deleted. */
  readonly webhookId: string | null;
  readonly callbackUrl: string | null;
  /** Null without a webhook. */
  readonly enabled: boolean | null;
  /** True while an attempt is in flight. */
  readonly sending: boolean;
}

/** Refuses with `conflict` to repeat a delivery that is being sent or has no URL any more; null allows it. */
export function decideRedelivery({ webhookId, callbackUrl, enabled, sending }: RedeliverySituation): Refused | null {
  if (sending) return refuse('conflict', 'It is being sent at this moment.');
  if (webhookId !== null) return decideDeliveries({ enabled: enabled === true });
  return callbackUrl === null ? refuse('conflict', 'The webhook it was for has been deleted.') : null;
}

/** Refuses with `conflict` to send anything to a disabled webhook; null allows it. */
export function decideDeliveries({ enabled }: { readonly enabled: boolean }): Refused | null {
  return enabled ? null : refuse('conflict', 'The webhook is disabled. Enable it first.');
}

/** State of an endpoint after a failed attempt. The counts include this attempt. */
export interface FailingEndpoint {
  readonly failuresInRow: number;
  /** Days since the first failure in the row. */
  readonly failingDays: number;
}

/**
 * Returns the reason to disable an endpoint, in words for the account; null to keep it
 * (docs/reference/webhooks.md#failing-endpoints).
 */
export function disableReason(end: AttemptEnd, { failuresInRow, failingDays }: FailingEndpoint): string | null {
  switch (end.kind) {
    case 'delivered':
      return null;
    case 'gone':
      return 'The receiver answered 410 Gone.';
    case 'retry':
    case 'failed':
      if (failuresInRow >= WEBHOOK_DISABLE_FAILURES) return `${failuresInRow} attempts in a row failed.`;
      if (failingDays >= WEBHOOK_DISABLE_DAYS) return `Every attempt of the last ${WEBHOOK_DISABLE_DAYS} days failed.`;
      return null;
  }
}

/**
 * Writes the email about a webhook that the service disabled (docs/reference/webhooks.md#failing-endpoints). It leaves
 * out the path of the URL, which may hold a secret.
 */
export function disabledMail(webhook: { readonly webhookId: string; readonly url: string; readonly reason: string }): {
  readonly subject: string;
  readonly text: string;
} {
  return {
    subject: 'A webhook was switched off',
    text: `The webhook ${webhook.webhookId} to ${new URL(webhook.url).origin} was switched off. ${webhook.reason}

Nothing is sent to it any more. Once the receiver works again, switch the webhook on with

  PATCH /v1/webhooks/${webhook.webhookId} {"enabled": true}

and have what was missed sent again: the list of deliveries shows it.
`,
  };
}

/** State of a delivery when a message asks for its next attempt, by the database's clock. */
export interface DeliverySituation {
  readonly isPending: boolean;
  readonly isDue: boolean;
  /** Seconds until another sender's lease ends; null without a lease. */
  readonly heldSeconds: number | null;
  /** Number of attempts since the delivery was created or sent again. */
  readonly attempts: number;
  /** False when the webhook was deleted or disabled meanwhile. */
  readonly hasReceiver: boolean;
  /** Seconds since the event. */
  readonly ageSeconds: number;
  /** Attempts in flight at the same endpoint. */
  readonly sendingNow: number;
  /** Attempts in flight of the same account, at all endpoints. */
  readonly accountSendingNow: number;
  /** Number of failed attempts at the endpoint since the last success. */
  readonly failuresInRow: number;
  /** Seconds until the next probe of an endpoint with an open circuit; 0 when due. */
  readonly probeSeconds: number;
}

/** Decision about the next attempt of a delivery. */
export type AttemptDecision =
  | { readonly kind: 'send' }
  /** The delivery has ended, or another message exists for its next attempt. */
  | { readonly kind: 'none' }
  /** The previous sender may have died. Look again when its lease has ended. */
  | { readonly kind: 'held'; readonly delaySeconds: number }
  /** The endpoint is unavailable or the account at its limit. No attempt is used. */
  | { readonly kind: 'postpone'; readonly delaySeconds: number }
  /** The webhook was deleted or disabled. */
  | { readonly kind: 'discard' }
  /** All attempts were started, and the last sender died. */
  | { readonly kind: 'fail' };

/**
 * Decides whether to send a delivery now, within the limits of its endpoint and account
 * (docs/reference/webhooks.md#failing-endpoints). `random`, from 0 up to 1, spreads postponed deliveries.
 */
export function decideAttempt(situation: DeliverySituation, random: number): AttemptDecision {
  if (!situation.isPending || !situation.isDue) return { kind: 'none' };
  if (situation.heldSeconds !== null) return { kind: 'held', delaySeconds: situation.heldSeconds };
  if (!situation.hasReceiver) return { kind: 'discard' };
  if (situation.attempts >= WEBHOOK_ATTEMPTS_MAX) return { kind: 'fail' };
  if (situation.failuresInRow >= WEBHOOK_CIRCUIT_FAILURES && situation.probeSeconds > 0)
    return { kind: 'postpone', delaySeconds: situation.probeSeconds + random * WEBHOOK_PROBE_SPREAD_SECONDS };
  const isBusy =
    situation.sendingNow >= WEBHOOK_ENDPOINT_CONCURRENCY || situation.accountSendingNow >= WEBHOOK_ACCOUNT_CONCURRENCY;
  if (isBusy) return { kind: 'postpone', delaySeconds: (1 + random) * busySeconds(situation.ageSeconds) };
  return { kind: 'send' };
}

/**
 * Returns the delay in seconds: as long as the delivery has waited already, within limits. A short burst is sent soon,
 * and a long backlog polls ever more rarely.
 */
function busySeconds(ageSeconds: number): number {
  return Math.min(Math.max(ageSeconds, WEBHOOK_BUSY_SECONDS.min), WEBHOOK_BUSY_SECONDS.max);
}
