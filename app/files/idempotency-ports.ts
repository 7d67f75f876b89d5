/** How a request that creates something is run at most once under its Idempotency-Key. */

export interface IdempotentRequest {
  /** Whose keys they are; null: the operator's. */
  readonly accountId: string | null;
  readonly key: string;
  /** Hash of the operation and of everything the request says: another request under the same key has another one. */
  readonly fingerprint: string;
}

/** A reply as it was sent. */
export interface KeptReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export type KeyClaim =
  /** The key is this request's: run it, then keep its reply or release the key. */
  | { readonly kind: 'claimed'; readonly claimId: string }
  /** The same request is being run. */
  | { readonly kind: 'under-way' }
  /** The key was used for another request. */
  | { readonly kind: 'other-request' }
  | { readonly kind: 'replied'; readonly reply: KeptReply };

export interface IdempotencyStore {
  /** Takes over the claim of a process that must have died, and a key whose time is over. */
  claim(request: IdempotentRequest): Promise<KeyClaim>;
  /** Changes nothing when another process has taken the claim over. */
  keep(request: IdempotentRequest, claimId: string, reply: KeptReply): Promise<void>;
  release(request: IdempotentRequest, claimId: string): Promise<void>;
}
