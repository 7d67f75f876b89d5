import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { CheckToken, TokenCheck, TokenHolder, TokenRate } from '../../app/accounts/issue-token.ts';
import type { ExampleAgency } from '../../app/people/example-agency.ts';
import type { InvitationStore } from '../../app/people/manage-team.ts';
import type { CheckSession, SignIn } from '../../app/people/people.ts';
import { clientNetworkOf } from '../../core/client-network.ts';
import { BAD_TOKEN_LIMITS } from '../../core/limits/request-limits.ts';
import type { AccessScope, Role } from '../../core/people/team-rules.ts';
import { isRefused, type Refused } from '../../core/problem.ts';
import { accountMoved, accountMoving } from '../../core/refusals.ts';
import { refuse } from '../../core/refuse.ts';
import { clientAddressOf, type HttpEnv, type ProxyHops } from './http-env.ts';

/** The origin of a bad token, as the log line names it. The token itself is never kept. */
export interface BadTokenSource {
  /** Null when the app is called without a host. */
  readonly clientAddress: string | null;
  readonly requestId: string;
  readonly operationId: string | null;
}

interface BadTokenLimits {
  readonly perWindow: number;
  readonly windowSeconds: number;
  /** The number of addresses counted at once; the oldest is forgotten first. */
  readonly addresses: number;
}

export interface BadTokenSettings {
  readonly limits?: BadTokenLimits;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
  readonly warn?: (event: 'bad_tokens', fields: Readonly<Record<string, unknown>>) => void;
}

interface Window {
  readonly startedAt: number;
  count: number;
}

/**
 * Counts the bad tokens of each client address in this process. Above the limit, further bad tokens get 429. A good token is never
 * refused here, because a neighbour behind the same address may have sent the bad ones.
 */
export class BadTokens {
  readonly #limits: BadTokenLimits;
  readonly #now: () => number;
  readonly #warn: BadTokenSettings['warn'];
  /** The windows by address, the oldest first. */
  readonly #windows = new Map<string, Window>();

  constructor({ limits = BAD_TOKEN_LIMITS, now = () => performance.now(), warn }: BadTokenSettings = {}) {
    this.#limits = limits;
    this.#now = now;
    this.#warn = warn;
  }

  /**
   * Counts one bad token. Returns the refusal when it exceeds the limit, else null. Each window writes at most two log lines: at the
   * first bad token, and at the first one above the limit.
   */
  count({ clientAddress, requestId, operationId }: BadTokenSource): Refused | null {
    const { perWindow, windowSeconds } = this.#limits;
    const window = this.#windowOf(clientAddress === null ? 'unknown' : clientNetworkOf(clientAddress));
    window.count += 1;
    const isThrottled = window.count > perWindow;
    if (window.count === 1 || window.count === perWindow + 1) {
      this.#warn?.('bad_tokens', { clientAddress, requestId, operationId, count: window.count, isThrottled });
    }
    if (!isThrottled) return null;
    const seconds = Math.max(1, Math.ceil((window.startedAt - this.#now()) / 1_000 + windowSeconds));
    return refuse('rate_limited', {
      detail: `Your address sent more than ${perWindow} bad tokens in ${windowSeconds} seconds.`,
      headers: {
        'Retry-After': String(seconds),
        RateLimit: `"bad-tokens";r=0;t=${seconds}`,
        'RateLimit-Policy': `"bad-tokens";q=${perWindow};w=${windowSeconds}`,
      },
    });
  }

  #windowOf(key: string): Window {
    const now = this.#now();
    const current = this.#windows.get(key);
    if (current !== undefined && now - current.startedAt < this.#limits.windowSeconds * 1_000) return current;
    // The entry moves to the end of the map, so that the first entry is always the oldest.
    this.#windows.delete(key);
    for (const [oldest] of this.#windows) {
      if (this.#windows.size < this.#limits.addresses) break;
      this.#windows.delete(oldest);
    }
    const begun = { startedAt: now, count: 0 };
    this.#windows.set(key, begun);
    return begun;
  }
}

interface TokenDeps extends Pick<AuthenticationDeps, 'operatorTokenHashes'> {
  readonly badTokens: BadTokens;
  readonly proxyHops: ProxyHops;
}

/** Counts a bad token against the address that sent it. A missing token, and a valid token without the needed rights, do not count. */
export function refuseToken(c: Context<HttpEnv>, deps: TokenDeps, refused: Refused): Refused {
  const authorization = c.req.header('Authorization');
  const isBad = refused.refused.code === 'unauthorized' && authorization !== undefined;
  if (!isBad || isOperatorToken(authorization, deps)) return refused;
  const clientAddress = clientAddressOf(c, deps.proxyHops);
  const source = { clientAddress, requestId: c.get('requestId'), operationId: c.get('operationId') };
  return deps.badTokens.count(source) ?? refused;
}

/** Notes the writing agent whose members alone the caller may read. */
export function noteAgent(c: Context<HttpEnv>, { person }: AccountContext): void {
  if (person?.role === 'agent') c.set('agent', person.agentRecordId ?? person.agent ?? '');
}

/** Runs the work of an agent with the agent's rights in the database, and all other work as it is. */
export function inOwnScope<T>(
  c: Context<HttpEnv>,
  sessions: SessionDeps | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const agent = c.get('agent');
  if (agent === undefined) return work();
  if (sessions === undefined) throw new Error('An agent signs in with a session');
  return sessions.asAgent(agent, work);
}

/** The account of a request, from its token or session (docs/reference/requests.md#authentication). */
export type AccountContext = TokenHolder;

export interface AuthenticationDeps {
  readonly authenticate: CheckToken;
  /** Absent on a host where nobody signs in with a browser. */
  readonly sessions?: SessionDeps | undefined;
  /**
   * The SHA-256 of each valid operator token in lower-case hex: two while one replaces the other, none when this installation has no
   * operator endpoints.
   */
  readonly operatorTokenHashes: () => readonly string[];
}

/** Reads and checks sessions. */
export interface SessionDeps {
  readonly signIn: SignIn;
  readonly invitations: InvitationStore;
  readonly checkSession: CheckSession;
  /** Runs the work of an agent, so that all its reads show the agent's own members only. */
  readonly asAgent: <T>(agent: string, work: () => Promise<T>) => Promise<T>;
  /** Absent on a host without an example agency. */
  readonly example?: ExampleAgency | undefined;
}

/** The headers of a request that say who sent it and from which page. */
export interface Credentials {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  /** True when the request only reads, or comes from a page of this service. */
  readonly isFromOwnPage: () => boolean;
}

/** The result of the checks. The headers belong on the response whether or not the request is admitted. */
export interface Admission<Context> {
  readonly result: Context | Refused;
  readonly headers: Readonly<Record<string, string>>;
}

const ACCOUNT_TOKEN = /^(?:cas|test)_[A-Za-z0-9_-]{43,200}$/;
const CHALLENGE = { 'WWW-Authenticate': 'Bearer' };

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The rights that a route needs of its caller. */
export interface RequiredAccess {
  readonly scope: AccessScope;
  /** True for routes that an agent may call although agents have no scope. */
  readonly isForAgents?: boolean | undefined;
}

/** Checks token or session, rate, account and scope in this order, because each check needs the result of the one before. */
export async function admitAccount(
  credentials: Credentials,
  required: RequiredAccess,
  deps: AuthenticationDeps,
): Promise<Admission<AccountContext>> {
  const { authorization, cookie, isFromOwnPage } = credentials;
  if (authorization === undefined && cookie !== undefined && deps.sessions !== undefined) {
    const found = await findSession(cookie, deps.sessions);
    if (found !== null && !isFromOwnPage()) return { result: foreignPage(), headers: {} };
    if (found !== null) return judged(found, required);
  }
  const token = bearerToken(authorization);
  if (token === null) return { result: unauthorized('Send the header "Authorization: Bearer <token>".'), headers: {} };
  const found = ACCOUNT_TOKEN.test(token)
    ? await deps.authenticate({ tokenHash: sha256Hex(token) })
    : ({ outcome: 'unknown' } as const);
  if (found.outcome === 'unknown') return { result: unauthorized('The token is unknown or revoked.'), headers: {} };
  return judged(found, required);
}

type KnownHolder = Extract<TokenCheck, { readonly outcome: 'known' }>;

/** Returns null for a cookie without a session, and for a session whose person belongs to no team. */
async function findSession(cookie: string, { signIn, checkSession }: SessionDeps): Promise<KnownHolder | null> {
  const sessionId = await signIn.findSession(cookie);
  const found = sessionId === null ? null : await checkSession({ sessionId });
  return found?.outcome === 'known' ? found : null;
}

function judged({ account, rate }: KnownHolder, required: RequiredAccess): Admission<AccountContext> {
  return { result: judge(account, required, rate), headers: rateHeaders(rate) };
}

/** A browser sends the cookie with requests of foreign pages too, so a change needs a page of this service. */
const foreignPage = () =>
  refuse('forbidden', 'A signed-in browser may change something only from a page of this service.');

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
  credentials: Credentials,
  deps: AuthenticationDeps,
): Promise<Admission<'operator'>> {
  if (isOperatorToken(credentials.authorization, deps)) return { result: 'operator', headers: {} };
  const account = await admitAccount(credentials, { scope: 'read' }, deps);
  const limited = isRefused(account.result) && account.result.refused.code === 'rate_limited';
  const unknown = isRefused(account.result) && account.result.refused.code === 'unauthorized';
  if (limited || unknown) return { result: account.result, headers: account.headers } satisfies Admission<unknown>;
  return { result: refuse('forbidden', 'Operator endpoints take the operator token.'), headers: account.headers };
}

function judge(
  account: AccountContext,
  { scope, isForAgents }: RequiredAccess,
  rate: TokenRate,
): AccountContext | Refused {
  if (!rate.admitted) {
    return refuse('rate_limited', {
      detail: rateDetail(rate),
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(rate.resetSeconds))) },
    });
  }
  if (account.status === 'moved') return accountMoved(account.movedTo ?? null);
  if (account.status === 'moving' && scope !== 'read') return accountMoving();
  if (account.status !== 'active' && account.status !== 'moving')
    return refuse('account_not_provisioned', `The account is ${account.status}.`);
  if (account.person?.role === 'agent' && isForAgents === true) return account;
  if (!account.scopes.includes(scope)) return refuse('forbidden', missingScopeText(account, scope));
  return account;
}

function missingScopeText({ person }: AccountContext, scope: AccessScope): string {
  if (scope === 'manage') return 'Only an owner who has signed in with a browser can do this. No token can.';
  return person === null ? `The token lacks the scope "${scope}".` : ROLE_LIMITS[person.role];
}

const ROLE_LIMITS: Readonly<Record<Role, string>> = {
  owner: 'An owner may not do this.',
  staff: 'Staff may not do this.',
  read_only: 'You may look at everything, but change nothing. Ask an owner of the account.',
  agent: 'Agents see only their own members. Ask an owner of the account.',
};

function rateDetail({ limitedBy, limit, accountLimit, windowSeconds }: TokenRate): string {
  return limitedBy === 'token'
    ? `The token may send ${limit} requests in ${windowSeconds} seconds.`
    : `All tokens of the account together may send ${accountLimit} requests in ${windowSeconds} seconds.`;
}

function rateHeaders(rate: TokenRate): Readonly<Record<string, string>> {
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
