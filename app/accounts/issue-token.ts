import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { type AccessScope, ROLES } from '../../core/people/team-rules.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownAccount } from '../../core/refusals.ts';
import { refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { displayName } from '../platform/shared-fields.ts';

/** The access of a token or a session, and the requests that it may still make (docs/reference/accounts.md). */

export type AccountTier = 'standard' | 'enterprise';
export type AccountStatus = 'active' | 'pending' | 'suspended' | 'moving' | 'moved';
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
  /** A test account is suspended while its account is. */
  readonly status: AccountStatus;
  /** The address of the service to which the account has moved, where the operator stated one. */
  readonly movedTo?: string | null;
  readonly tier: AccountTier;
  /** The newest archived month of the account's books; null or absent without any. */
  readonly archivedThrough?: string | null;
  /** True in a test account. */
  readonly isTest: boolean;
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

const scopes = z.enum(TOKEN_SCOPES);

export const newToken = z.strictObject({
  label: displayName('What the token is for.').nullable().default(null),
  scopes: z
    .array(scopes)
    .min(1, 'must name at least one scope')
    .refine((names) => new Set(names).size === names.length, 'names a scope twice')
    .meta({ uniqueItems: true })
    .readonly()
    .default([...TOKEN_SCOPES]),
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .meta({ description: 'From then on the token is refused. Null: it does not expire.' }),
  isTest: z.boolean().default(false).meta({
    description: 'True for a token `test_…` of the test account, whose data are apart and which mails nobody.',
  }),
});

const tokenFields = {
  id: z.string(),
  label: z.string().nullable(),
  scopes: z.array(scopes).readonly(),
  isTest: z.boolean().describe('True for a token of the test account.'),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
};

/** A token without its secret, which is not stored. */
export const apiToken = z.object(tokenFields).meta({ id: 'ApiToken' });
export type ApiToken = Readonly<z.output<typeof apiToken>>;

export interface NewToken extends Readonly<z.output<typeof newToken>> {
  readonly accountId: string;
  /** SHA-256 in lower-case hex. */
  readonly tokenHash: string;
}

export interface TokenStore {
  /** Returns null when the account does not exist. Refuses a test account that is being deleted. */
  create(token: NewToken, origin: RequestOrigin): Promise<ApiToken | Refused | null>;
  /** Returns the account's tokens and those of its test account, newest first, or null when the account does not exist. */
  list(accountId: string, page: OffsetPosition): Promise<OffsetPage<ApiToken> | null>;
  /**
   * Revokes a token: the next request with it is refused. Can be repeated. Returns false when the token does not exist, or does not belong
   * to the account or its test account, if one is named.
   */
  revoke(token: { readonly tokenId: string; readonly accountId?: string }, origin: RequestOrigin): Promise<boolean>;
}

export const API_TOKEN_COLUMNS = ['id', 'label', 'scopes', 'isTest', 'createdAt', 'expiresAt', 'revokedAt'];

export const issuedToken = z
  .object({ ...tokenFields, token: z.string().describe('Shown this once.') })
  .meta({ id: 'IssuedToken' });
export type IssuedToken = Readonly<z.output<typeof issuedToken>>;

/** 32 random bytes can't be guessed, so a plain SHA-256 is safe to store. */
const SECRET_BYTES = 32;

export interface TokenIssue {
  readonly tokens: TokenStore;
  readonly clock: () => Date;
}

/**
 * Makes a token for an account (docs/reference/accounts.md#tokens): `cas_` or `test_` and 43 URL-safe characters. Only its SHA-256 is
 * stored. Refuses an account that does not exist, and an end in the past.
 */
export async function issueToken(
  { tokens, clock }: TokenIssue,
  request: Omit<NewToken, 'tokenHash'>,
  origin: RequestOrigin,
): Promise<IssuedToken | Refused> {
  if (request.expiresAt !== null && new Date(request.expiresAt) <= clock())
    return refuseField('expiresAt', 'must be in the future');
  const { token, tokenHash } = newTokenSecret(request.isTest ? 'test' : 'cas');
  const stored = await tokens.create({ ...request, tokenHash }, origin);
  if (stored === null) return unknownAccount();
  return isRefused(stored) ? stored : { ...stored, token };
}

/** Makes a new secret and the digest that is stored for it. */
export function newTokenSecret(prefix: 'cas' | 'test' = 'cas'): { readonly token: string; readonly tokenHash: string } {
  const token = `${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { token, tokenHash: createHash('sha256').update(token).digest('hex') };
}
