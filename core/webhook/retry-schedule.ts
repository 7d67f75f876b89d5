import {
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_JITTER,
  WEBHOOK_RETRY_AFTER_SECONDS_MAX,
  WEBHOOK_RETRY_DELAYS_SECONDS,
} from '../limits/webhook-limits.ts';

export interface FailedAttempt {
  /** 1 for the first of the present budget. */
  readonly attempt: number;
  /** What the receiver asked for, in its words; null: nothing. */
  readonly retryAfter: string | null;
  readonly attemptedAt: Date;
  /** From 0 up to 1. */
  readonly random: number;
}

/**
 * Seconds from a failed attempt to the next (docs/reference/webhooks.md#attempts): 30, 120, 600, 1,800 and 7,200, up to
 * a tenth more, never less. The receiver may ask for longer, up to two hours. Null after the sixth: there is no next
 * one.
 */
export function retryDelaySeconds({ attempt, retryAfter, attemptedAt, random }: FailedAttempt): number | null {
  const delay = WEBHOOK_RETRY_DELAYS_SECONDS[attempt - 1];
  if (attempt >= WEBHOOK_ATTEMPTS_MAX || delay === undefined) return null;
  const asked = retryAfter === null ? 0 : retryAfterSeconds(retryAfter, attemptedAt);
  return Math.max(delay * (1 + WEBHOOK_JITTER * random), Math.min(asked, WEBHOOK_RETRY_AFTER_SECONDS_MAX));
}

/** The three forms of a date in HTTP all begin with a day's name; anything else `Date.parse` would guess at. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .{10,40}$/i;

/** Retry-After is a number of seconds or a date. What is neither, or lies in the past, asks for nothing. */
function retryAfterSeconds(value: string, now: Date): number {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text);
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1000);
}
