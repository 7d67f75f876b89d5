import { createHash, timingSafeEqual } from 'node:crypto';
import { isRefused, type Refused, refuse } from '../../core/problem.ts';

export type Scope = 'read' | 'write';

/** The account of a request, from its token (docs/reference/requests.md#authentication). */
export interface AccountContext {
  readonly accountId: string;
  readonly name: string;
  readonly status: 'active' | 'pending' | 'suspended';
  readonly tier: 'standard' | 'enterprise';
  readonly tokenId: string;
  readonly scopes: readonly Scope[];
}

/** The requests that remain in the current window, by the token's own limit or by its account's. */
interface RateState {
  /** False when this request exceeds the limit. */
  readonly admitted: boolean;
  /** The limit of the token alone, in requests per window. */
  readonly limit: number;
  /** The limit of all tokens of the account together. */
  readonly accountLimit: number;
  readonly limitedBy: 'token' | 'account';
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until a request is certainly admitted again. */
  readonly resetSeconds: number;
}

/** The result of a token look-up. An unknown and a revoked token look the same. */
export type Authentication =
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'known'; readonly account: AccountContext; readonly rate: RateState };

/** Looks the token up and counts the request, in one round trip. `tokenHash` is the SHA-256 in lower-case hex. */
type Authenticate = (request: { readonly tokenHash: string }) => Promise<Authentication>;

export interface AuthenticationDeps {
  readonly authenticate: Authenticate;
  /**
   * The SHA-256 of each valid operator token in lower-case hex: two while one replaces the other, none when this installation has no
   * operator endpoints.
   */
  readonly operatorTokenHashes: () => readonly string[];
}

/** The result of the checks. The headers belong on the response whether or not the request is admitted. */
export interface Admission<Context> {
  readonly result: Context | Refused;
  readonly headers: Readonly<Record<string, string>>;
}

const ACCOUNT_TOKEN = /^cas_[A-Za-z0-9_-]{43,200}$/;
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Checks token, rate, account and scope in this order, because each check needs the result of the one before. */
export async function admitAccount(
  authorization: string | undefined,
  scope: Scope,
  deps: AuthenticationDeps,
): Promise<Admission<AccountContext>> {
  const token = bearerToken(authorization);
  if (token === null) return { result: unauthorized('Send the header "Authorization: Bearer <token>".'), headers: {} };
  const found = ACCOUNT_TOKEN.test(token)
    ? await deps.authenticate({ tokenHash: sha256Hex(token) })
    : ({ outcome: 'unknown' } as const);
  if (found.outcome === 'unknown') return { result: unauthorized('The token is unknown or revoked.'), headers: {} };
  return { result: judge(found.account, scope, found.rate), headers: rateHeaders(found.rate) };
}

/** Compares the digests in constant time, without the database. Every valid digest is compared. */
export function isOperatorToken(
  authorization: string | undefined,
  { operatorTokenHashes }: Pick<AuthenticationDeps, 'operatorTokenHashes'>,
): boolean {
  const token = bearerToken(authorization);
  if (token === null) return false;
  const digest = sha256Hex(token);
  return operatorTokenHashes().filter((valid) => sameDigest(digest, valid)).length > 0;
}

/** Admits the operator's token. A valid account token is refused as the wrong kind of token. */
export async function admitOperator(
  authorization: string | undefined,
  deps: AuthenticationDeps,
): Promise<Admission<'operator'>> {
  if (isOperatorToken(authorization, deps)) return { result: 'operator', headers: {} };
  const account = await admitAccount(authorization, 'read', deps);
  const limited = isRefused(account.result) && account.result.refused.code === 'rate_limited';
  const unknown = isRefused(account.result) && account.result.refused.code === 'unauthorized';
  if (limited || unknown) return { result: account.result, headers: account.headers } satisfies Admission<unknown>;
  return { result: refuse('forbidden', 'Operator endpoints take the operator token.'), headers: account.headers };
}

function judge(account: AccountContext, scope: Scope, rate: RateState): AccountContext | Refused {
  if (!rate.admitted) {
    return refuse('rate_limited', {
      detail: rateDetail(rate),
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(rate.resetSeconds))) },
    });
  }
  if (account.status !== 'active') return refuse('account_not_provisioned', `The account is ${account.status}.`);
  if (!account.scopes.includes(scope)) return refuse('forbidden', `The token lacks the scope "${scope}".`);
  return account;
}

function rateDetail({ limitedBy, limit, accountLimit, windowSeconds }: RateState): string {
  return limitedBy === 'token'
    ? `The token may send ${limit} requests in ${windowSeconds} seconds.`
    : `All tokens of the account together may send ${accountLimit} requests in ${windowSeconds} seconds.`;
}

function rateHeaders(rate: RateState): Readonly<Record<string, string>> {
  const remaining = rate.admitted ? Math.max(0, Math.floor(rate.remaining)) : 0;
  return {
    RateLimit: `"default";r=${remaining};t=${Math.max(0, Math.ceil(rate.resetSeconds))}`,
    'RateLimit-Policy': `"default";q=${rate.limit};w=${rate.windowSeconds}`,
  };
}

function bearerToken(authorization: string | undefined): string | null {
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1] ?? null;
}

function unauthorized(detail: string): Refused {
  return refuse('unauthorized', { detail, headers: CHALLENGE });
}

function sameDigest(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}
