import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { OffsetPage, OffsetPosition } from '../../core/page.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownAccount } from '../../core/refusals.ts';
import { refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import { TOKEN_SCOPES, type TokenScope } from './token-check.ts';

export const scopes = z.enum(TOKEN_SCOPES);

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

export interface NewToken {
  readonly accountId: string;
  readonly label: string | null;
  readonly scopes: readonly TokenScope[];
  /** The time from which the token is refused; null for a token that does not expire. */
  readonly expiresAt: string | null;
  /** SHA-256 in lower-case hex. */
  readonly tokenHash: string;
  /** True for a token of the test account of this account, which is made if there is none. */
  readonly isTest: boolean;
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
