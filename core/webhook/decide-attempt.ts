import {
  WEBHOOK_ACCOUNT_CONCURRENCY,
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_BUSY_SECONDS,
  WEBHOOK_CIRCUIT_FAILURES,
  WEBHOOK_ENDPOINT_CONCURRENCY,
  WEBHOOK_PROBE_SPREAD_SECONDS,
} from '../limits/webhook-limits.ts';

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
