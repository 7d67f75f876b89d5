import { createHash, randomBytes } from 'node:crypto';
import { isRefused, type Refused } from '../../core/problem.ts';
import { unknownAccount } from '../../core/refusals.ts';
import { refuseField } from '../../core/refuse.ts';
import type { RequestOrigin } from '../../core/request-origin.ts';
import type { ApiToken, NewToken, TokenStore } from './account-ports.ts';

export interface IssuedToken extends ApiToken {
  /** The secret, which is shown only this once. */
  readonly token: string;
}

/** 32 random bytes can't be guessed, so a plain SHA-256 is safe to store. */
const SECRET_BYTES = 32;

export interface TokenIssue {
  readonly tokens: TokenStore;
  readonly clock: () => Date;
}

/**
 * Makes a token for an account (docs/reference/accounts.md#tokens): `cas_` and 43 URL-safe characters. Only its SHA-256 is stored. Refuses
 * an account that does not exist, and an end in the past.
 */
export async function issueToken(
  { tokens, clock }: TokenIssue,
  request: Omit<NewToken, 'tokenHash'>,
  origin: RequestOrigin,
): Promise<IssuedToken | Refused> {
  if (request.expiresAt !== null && new Date(request.expiresAt) <= clock())
    return refuseField('expiresAt', 'must be in the future');
  const { token, tokenHash } = newTokenSecret();
  const stored = await tokens.create({ ...request, tokenHash }, origin);
  if (stored === null) return unknownAccount();
  return isRefused(stored) ? stored : { ...stored, token };
}

/** Makes a new secret and the digest that is stored for it. */
export function newTokenSecret(): { readonly token: string; readonly tokenHash: string } {
  const token = `cas_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  return { token, tokenHash: createHash('sha256').update(token).digest('hex') };
}
