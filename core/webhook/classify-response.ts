import {
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_JITTER,
  WEBHOOK_RETRY_AFTER_SECONDS_MAX,
  WEBHOOK_RETRY_DELAYS_SECONDS,
} from '../limits/webhook-limits.ts';

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
