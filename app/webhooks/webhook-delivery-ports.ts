import type { AttemptEnd, SendAnswer } from '../../core/webhook/classify-response.ts';
import type { AttemptDecision, DeliverySituation } from '../../core/webhook/decide-attempt.ts';
import type { FailingEndpoint } from '../../core/webhook/endpoint-health.ts';
import type { DeadLetter } from '../platform/queue.ts';
import type { DeliveryMessage } from './webhook-ports.ts';

/** The ports for delivering webhooks (docs/reference/webhooks.md#deliveries). */

/** A delivery that one sender has leased for one attempt. */
export interface LeasedDelivery {
  readonly deliveryId: string;
  readonly accountId: string;
  readonly url: string;
  readonly event: string;
  /** Id of the request that asked for the job; null without a request. */
  readonly requestId: string | null;
  /** The body is sent unchanged. */
  readonly body: string;
  /** The signing secrets, newest first. */
  readonly secretsSealed: readonly string[];
  /** 1 for the first attempt since the delivery was made or redelivered. */
  readonly attempt: number;
  /** The time by the database's clock. */
  readonly attemptedAt: Date;
  /** The end of the lease, which also identifies it. Nothing is recorded under it once the delivery is leased again. */
  readonly claimedUntil: string;
}

export type DeliveryLease =
  | { readonly kind: 'send'; readonly delivery: LeasedDelivery }
  /** The delivery has to wait: send a message after so many seconds. No attempt was used. */
  | { readonly kind: 'later'; readonly message: DeliveryMessage; readonly delaySeconds: number }
  /** The delivery needs no attempt: it has ended, ends with this lease, or does not exist. */
  | { readonly kind: 'none' };

/** The result of an attempt, as it is stored. */
export interface AttemptOutcome {
  readonly end: AttemptEnd;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The class of failure; null after a success. */
  readonly error: string | null;
}

/** A webhook that this attempt made the service disable. */
export interface DisabledWebhook {
  readonly webhookId: string;
  readonly url: string;
  readonly reason: string;
  /** The account's email address; null when it has none. */
  readonly email: string | null;
}

/** The health of an endpoint after an attempt was recorded. */
export interface EndpointHealth {
  /** Null for the callback of an upload, whose health is not tracked. */
  readonly webhookId: string | null;
  /** Failed attempts at this endpoint since its last success. */
  readonly failuresInRow: number;
  readonly disabled: DisabledWebhook | null;
}

/** Deliveries of all accounts and their leases, by the database's clock. */
export interface DeliveryStore {
  /**
   * Leases a delivery for one attempt. The attempt counts from now on, even if its sender dies. Of two concurrent leases one succeeds.
   * `decide` is called under the lock of the endpoint, and not for an unknown delivery.
   */
  lease(deliveryId: string, decide: (situation: DeliverySituation) => AttemptDecision): Promise<DeliveryLease>;
  /**
   * Stores the attempt, the health of the endpoint and the next attempt in one transaction. Returns null, storing nothing, when the lease
   * was lost. `decideDisabled` is called after a failed attempt at an enabled webhook: a reason disables it, null does not.
   */
  record(
    delivery: LeasedDelivery,
    record: AttemptOutcome,
    decideDisabled: (end: AttemptEnd, endpoint: FailingEndpoint) => string | null,
  ): Promise<EndpointHealth | null>;
  /** Releases a lease for which nothing was sent, for a reason of the service itself. The attempt does not count. */
  release(delivery: LeasedDelivery): Promise<void>;
  /** Records that a message for the next attempt was sent. */
  markQueued(deliveryId: string): Promise<void>;
  /** Takes due deliveries without a message on its way, oldest first: none was sent, or it was lost. Each is taken by one caller. */
  takeDue(limit: number): Promise<readonly DeliveryMessage[]>;
  /** Deletes ended deliveries past their retention, at most `limit`, with their attempts. */
  deleteExpired(limit: number): Promise<void>;
  /** Stores a message that could not be processed. */
  recordDeadLetter(letter: DeadLetter): Promise<void>;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookSender {
  /** Makes one attempt, within its limits of time and bytes. Never throws. */
  send(request: WebhookRequest): Promise<{ readonly answer: SendAnswer; readonly durationMs: number }>;
}
