import { type FailedAttempt, retryDelaySeconds } from './retry-schedule.ts';

/** Why an attempt got no answer. It tells the account what to look at, and nothing about what lies where it pointed. */
export const SEND_FAILURES = [
  'refused_address',
  'connect_failed',
  'timeout',
  'tls_failed',
  'protocol_error',
  'too_large',
] as const;
export type SendFailure = (typeof SEND_FAILURES)[number];

/** What came back: the status of the receiver's answer, or why there was none. */
export type SendAnswer =
  | { readonly status: number; readonly retryAfter: string | null }
  | { readonly failure: SendFailure };

/** What becomes of the delivery. */
export type AttemptEnd =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly delaySeconds: number }
  /** Six attempts used. */
  | { readonly kind: 'failed' }
  /** The receiver said 410: it will never want this, or anything else. */
  | { readonly kind: 'gone' };

const GONE = 410;

/**
 * Any 2xx is success, 410 the end of the endpoint; all else is tried again, redirects too, which are not followed
 * (docs/reference/webhooks.md#attempts). No other 4xx is exempt: a receiver that is being repaired
 * answers with any of them.
 */
export function attemptEnd(answer: SendAnswer, attempt: Omit<FailedAttempt, 'retryAfter'>): AttemptEnd {
  if ('status' in answer && isSuccess(answer.status)) return { kind: 'delivered' };
  if ('status' in answer && answer.status === GONE) return { kind: 'gone' };
  const retryAfter = 'status' in answer ? answer.retryAfter : null;
  const delaySeconds = retryDelaySeconds({ ...attempt, retryAfter });
  return delaySeconds === null ? { kind: 'failed' } : { kind: 'retry', delaySeconds };
}

/** One attempt as it went. */
export interface SentAttempt {
  readonly url: string;
  readonly answer: SendAnswer;
  readonly durationMs: number;
}

/**
 * An attempt as it may be recorded. Plain http leads to the service's own machine only. There a closed port, one that hangs up and one that
 * speaks another protocol look the same, in class and in duration: a delivery must not tell what listens on the machine.
 */
export function recordedAttempt({ url, answer, durationMs }: SentAttempt): Omit<SentAttempt, 'url'> {
  const isHidden = /^http:/i.test(url) && 'failure' in answer && answer.failure !== 'refused_address';
  return isHidden ? { answer: { failure: 'connect_failed' }, durationMs: 0 } : { answer, durationMs };
}

/** The class of failure as it is recorded: `timeout`, `http_500`. Null for a success. */
export function errorClass(answer: SendAnswer): string | null {
  if ('failure' in answer) return answer.failure;
  return isSuccess(answer.status) ? null : `http_${answer.status}`;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}
