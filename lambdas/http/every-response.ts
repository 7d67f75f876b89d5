import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv, HttpLog } from './http-env.ts';

/**
 * The client's request id is accepted only in this form, so that clients cannot inject text into the logs
 * (docs/reference/requests.md#request-ids).
 */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Default headers; a response may set its own value for each of them. */
const DEFAULT_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // Responses are private to the account; the few public ones set their own value.
  'Cache-Control': 'no-store',
} as const;

/** Two years, as the preload lists of browsers require. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

export interface EveryResponseDeps {
  readonly publicUrl: string | null;
  /** When absent, nothing is logged. */
  readonly log?: HttpLog;
}

/** The outermost layer: sets the request id, the headers and the log line of every response. */
export function everyResponse({ publicUrl, log }: EveryResponseDeps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const started = performance.now();
    const requestId = requestIdOf(c.req.header('X-Request-Id'));
    c.set('requestId', requestId);
    await next();
    const { headers, status } = c.res;
    headers.set('X-Request-Id', requestId);
    for (const [name, value] of Object.entries(c.get('headers') ?? {})) headers.set(name, value);
    for (const [name, value] of Object.entries(DEFAULT_HEADERS)) if (!headers.has(name)) headers.set(name, value);
    if (publicUrl?.startsWith('https:')) headers.set('Strict-Transport-Security', STRICT_TRANSPORT);
    // The log line has the operation and not the path, because paths hold member ids.
    log?.('info', 'http_request', {
      requestId,
      method: c.req.method,
      operationId: c.get('operationId') ?? null,
      accountId: c.get('accountId') ?? null,
      status,
      durationMs: Math.round(performance.now() - started),
    });
  };
}

export function requestIdOf(offered: string | undefined): string {
  return offered !== undefined && REQUEST_ID.test(offered) ? offered : randomUUID();
}
