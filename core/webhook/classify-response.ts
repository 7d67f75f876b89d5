import { type FailedAttempt, retryDelaySeconds } from './retry-schedule.ts';

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
