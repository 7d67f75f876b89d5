import {
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_JITTER,
  WEBHOOK_RETRY_AFTER_SECONDS_MAX,
  WEBHOOK_RETRY_DELAYS_SECONDS,
} from '../limits/webhook-limits.ts';

/** A failed attempt of a delivery. */
export interface FailedAttempt {
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
