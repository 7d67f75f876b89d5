import type { AttemptEnd, SendAnswer } from '../../core/webhook/classify-response.ts';
import type { ClaimDecision, DeliverySituation } from '../../core/webhook/decide-claim.ts';
import type { FailingEndpoint } from '../../core/webhook/endpoint-health.ts';
import type { DeadLetter } from '../jobs/queue-ports.ts';
import type { DeliveryMessage } from './webhook-ports.ts';

/** What the delivery of webhooks needs from the outside (docs/reference/webhooks.md#deliveries). */

/** A delivery in the hands of one sender, for one attempt. */
export interface ClaimedDelivery {
  readonly deliveryId: string;
  readonly accountId: string;
  readonly url: string;
  readonly event: string;
  /** Of the request that asked for the job; null: there was none. */
  readonly requestId: string | null;
  /** Sent as it is. */
  readonly body: string;
  /** What signs, the newest first. */
  readonly secretsSealed: readonly string[];
  /** 1 for the first of the present budget. */
  readonly attempt: number;
  /** By the database's clock. */
  readonly attemptedAt: Date;
  /** Names this claim: after another one nothing is recorded under it. */
  readonly claimedUntil: string;
}

export type Claim =
  | { readonly kind: 'send'; readonly delivery: ClaimedDelivery }
  /** Not now: a message is to come back after so many seconds. No attempt was used. */
  | { readonly kind: 'later'; readonly message: DeliveryMessage; readonly delaySeconds: number }
  /** There is nothing to send: it has ended, ends with this, or was never there. */
  | { readonly kind: 'none' };

/** How an attempt went, as it is kept. */
export interface AttemptRecord {
  readonly end: AttemptEnd;
  readonly durationMs: number;
  readonly responseStatus: number | null;
  /** The class of failure; null after a success. */
  readonly error: string | null;
}

/** A webhook that an attempt made the service switch off. */
export interface DisabledWebhook {
  readonly webhookId: string;
  readonly url: string;
  readonly reason: string;
  /** The account's address; null: nobody can be told. */
  readonly email: string | null;
}

export interface RecordedAttempt {
  /** Null for the callback of an upload, which has no health. */
  readonly webhookId: string | null;
  /** Failed attempts at this endpoint since its last success. */
  readonly failuresInRow: number;
  readonly disabled: DisabledWebhook | null;
}

/** Deliveries of all accounts and their claims, by the database's clock. */
export interface DeliveryStore {
  /**
   * Takes a delivery for one attempt, which is counted now: a sender that dies with it has used it. Of two concurrent claims one
   * gets it. `decide` is called under the lock of the endpoint, and not for an unknown delivery.
   */
  claim(deliveryId: string, decide: (situation: DeliverySituation) => ClaimDecision): Promise<Claim>;
  /**
   * Stores the attempt, the health of the endpoint and the next attempt, together. Null: the claim was lost, and nothing is stored.
   * `decideDisabled` is called after a failed attempt at an enabled webhook: a reason disables it, null does not.
   */
  record(
    delivery: ClaimedDelivery,
    record: AttemptRecord,
    decideDisabled: (end: AttemptEnd, endpoint: FailingEndpoint) => string | null,
  ): Promise<RecordedAttempt | null>;
  /** Nothing was sent, for a reason of the service's own: the attempt is not counted, and others may take it. */
  giveBack(delivery: ClaimedDelivery): Promise<void>;
  /** A message for its next attempt was sent. */
  markQueued(deliveryId: string): Promise<void>;
  /** Deliveries that are due and whose message was lost, oldest first; each is taken by one caller. */
  takeDue(limit: number): Promise<readonly DeliveryMessage[]>;
  /** Deletes ended deliveries past their time, at most `limit`, with their attempts. */
  deleteExpired(limit: number): Promise<void>;
  /** Keeps a message that nobody could work on. */
  recordDeadLetter(letter: DeadLetter): Promise<void>;
}

export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookSender {
  /** One attempt, within its limits of time and bytes. Never throws. */
  send(request: WebhookRequest): Promise<{ readonly answer: SendAnswer; readonly durationMs: number }>;
}
