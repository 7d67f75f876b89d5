import {
  WEBHOOK_ACCOUNT_CONCURRENCY,
  WEBHOOK_ATTEMPTS_MAX,
  WEBHOOK_BUSY_SECONDS,
  WEBHOOK_CIRCUIT_FAILURES,
  WEBHOOK_ENDPOINT_CONCURRENCY,
  WEBHOOK_PROBE_SPREAD_SECONDS,
} from '../limits/webhook-limits.ts';

/** What is known of a delivery when a message asks for its next attempt, by the database's clock. */
export interface DeliverySituation {
  readonly isPending: boolean;
  readonly isDue: boolean;
  /** Seconds for which another sender still has it; null: nobody has. */
  readonly heldSeconds: number | null;
  /** Attempts begun, of the present budget. */
  readonly attempts: number;
  /** False: the webhook was deleted or switched off since. */
  readonly hasReceiver: boolean;
  /** Since the event was told of. */
  readonly ageSeconds: number;
  /** Attempts under way at the same endpoint. */
  readonly sendingNow: number;
  /** Attempts under way of the same account, at any endpoint. */
  readonly accountSendingNow: number;
  readonly failuresInRow: number;
  /** Seconds to the next probe of an endpoint whose circuit is open; 0: now. */
  readonly probeSeconds: number;
}

export type ClaimDecision =
  | { readonly kind: 'send' }
  /** Nothing is to be sent: it has ended, or its next attempt has a message of its own. */
  | { readonly kind: 'none' }
  /** The sender before may have died: look again when its claim has run out. */
  | { readonly kind: 'held'; readonly delaySeconds: number }
  /** The endpoint can't take it now, or the account has as much under way as one may. No attempt is used. */
  | { readonly kind: 'postpone'; readonly delaySeconds: number }
  | { readonly kind: 'discard' }
  /** Six attempts were begun, and the last one's sender died. */
  | { readonly kind: 'fail' };

/**
 * Whether a delivery is sent now (docs/reference/webhooks.md#failing-endpoints). At most five attempts at once go to
 * one endpoint and six of one account to all of its, and after ten failures in a row one a minute, which finds out
 * whether it is back. `random`, from 0 up to 1, spreads those that have to wait.
 */
export function decideClaim(situation: DeliverySituation, random: number): ClaimDecision {
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

/** As long again as it has waited: a burst for a quick receiver is over in a moment, a backlog of a slow one asks ever more rarely. */
function busySeconds(ageSeconds: number): number {
  return Math.min(Math.max(ageSeconds, WEBHOOK_BUSY_SECONDS.min), WEBHOOK_BUSY_SECONDS.max);
}
