/** Runs a creating request at most once under its Idempotency-Key. */

export interface IdempotentRequest {
  /** The account that the key belongs to; null for the operator. */
  readonly accountId: string | null;
  readonly key: string;
  /** Hash of the operation and the whole request. A different request under the same key has a different fingerprint. */
  readonly fingerprint: string;
}

/** A reply as it was sent to the first request. */
export interface KeptReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export type KeyReservation =
  /** This request holds the key: run it, then keep its reply or release the key. */
  | { readonly kind: 'reserved'; readonly reservationId: string }
  /** The same request is in progress. */
  | { readonly kind: 'under-way' }
  /** The key was used for a different request. */
  | { readonly kind: 'other-request' }
  | { readonly kind: 'replied'; readonly reply: KeptReply };

export interface IdempotencyStore {
  /** Reserves a key. Takes over an expired key and the reservation of a process that must have died. */
  reserve(request: IdempotentRequest): Promise<KeyReservation>;
  /** Stores the reply. Does nothing when another process has taken the reservation over. */
  keep(request: IdempotentRequest, reservationId: string, reply: KeptReply): Promise<void>;
  release(request: IdempotentRequest, reservationId: string): Promise<void>;
}
