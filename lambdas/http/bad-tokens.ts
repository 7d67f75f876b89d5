import type { Context } from 'hono';
import { BAD_TOKEN_LIMITS } from '../../core/limits/request-limits.ts';
import type { Refused } from '../../core/problem.ts';
import { refuse } from '../../core/refuse.ts';
import { clientNetworkOf } from '../../core/webhook-url.ts';
import { type AuthenticationDeps, isOperatorToken } from './authentication.ts';
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
