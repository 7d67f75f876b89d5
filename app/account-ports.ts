/** What the use cases around accounts and access need from the database (contract 2). */

export type AccountTier = 'standard' | 'enterprise';
export type AccountStatus = 'active' | 'pending' | 'suspended';
export const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Whose request it is. */
export interface TokenHolder {
  readonly accountId: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly tier: AccountTier;
  readonly tokenId: string;
  readonly scopes: readonly TokenScope[];
}

/** What the token may still do in its current window. */
export interface TokenRate {
  /** False when this request is one too many. */
  readonly admitted: boolean;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds, at least 1, after which a request that comes alone is admitted. */
  readonly resetSeconds: number;
}

/** An unknown and a revoked token look the same. */
export type TokenCheck =
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'known'; readonly account: TokenHolder; readonly rate: TokenRate };

/** Looks a token up by its SHA-256 (lower-case hex) and counts the request, in one round trip. */
export type CheckToken = (request: { readonly tokenHash: string }) => Promise<TokenCheck>;
