import { z } from 'zod';
import { type AccessScope, ROLES } from '../../core/people/role.ts';

/** The access of a token or a session, and the requests that it may still make (docs/reference/accounts.md). */

export type AccountTier = 'standard' | 'enterprise';
export type AccountStatus = 'active' | 'pending' | 'suspended';
export const TOKEN_SCOPES = ['read', 'write'] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

export const role = z
  .enum(ROLES)
  .describe(
    'owner: everything, also the team and its tokens. staff: reads and writes. read_only: reads. agent: sees its own members.',
  );

/** A person who has signed in with a browser (docs/reference/people.md). */
export const signedInPerson = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    role,
    agent: z.string().nullable(),
    agentRecordId: z.string().nullable(),
  })
  .meta({ id: 'SignedInPerson', description: 'The person whose session sent the request.' });
export type SignedInPerson = Readonly<z.output<typeof signedInPerson>>;

/** The account that a request works in, with the token or the person that sent it. */
export interface TokenHolder {
  readonly accountId: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly tier: AccountTier;
  /** The token's id, or the session's. */
  readonly tokenId: string;
  readonly scopes: readonly AccessScope[];
  /** Null for a token. */
  readonly person: SignedInPerson | null;
}

/** The number of requests that the token may still make. When the limit of the whole account leaves fewer, that limit applies. */
export interface TokenRate {
  /** False when this request exceeds the limit. */
  readonly admitted: boolean;
  /** Requests per minute for this token. */
  readonly limit: number;
  /** Requests per minute for all tokens of the account together. */
  readonly accountLimit: number;
  /** The limit that `admitted`, `remaining` and `resetSeconds` refer to. */
  readonly limitedBy: 'token' | 'account';
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Whole seconds, at least 1, after which one more request is admitted. */
  readonly resetSeconds: number;
}

/** The result of looking a token up. Unknown and revoked tokens get the same result. */
export type TokenCheck =
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'known'; readonly account: TokenHolder; readonly rate: TokenRate };

/** Looks a token up by its SHA-256 (lower-case hex) and counts the request, in one round trip. */
export type CheckToken = (request: { readonly tokenHash: string }) => Promise<TokenCheck>;
