import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { NO_PAGE_SECURITY_POLICY, SECURITY_HEADERS, STRICT_TRANSPORT_SECONDS } from '../../core/page-headers.ts';
import { clientAddressOf, type HttpEnv, type HttpLog, type OutgoingResponse, type ProxyHops } from './http-env.ts';

/**
 * The form in which a client's request id is accepted, so that clients cannot inject text into the logs
 * (docs/reference/requests.md#request-ids).
 */
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Default headers; a response may set its own value for each of them. */
const DEFAULT_HEADERS = {
  ...SECURITY_HEADERS,
  'Content-Security-Policy': NO_PAGE_SECURITY_POLICY,
  // Responses are private to the account. Public ones set a value of their own.
  'Cache-Control': 'no-store',
} as const;

const STRICT_TRANSPORT = `max-age=${STRICT_TRANSPORT_SECONDS}; includeSubDomains`;

export interface EveryResponseDeps {
  readonly publicUrl: string | null;
  readonly proxyHops: ProxyHops;
  /** Writes the log line of each response. When absent, nothing is logged. */
  readonly log?: HttpLog;
  /** Called when the response was sent, or when the client gave up. It replaces the log line. */
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined;
}

/** One request and its response, without anything that the client wrote except the method and the request id. */
export interface AnsweredRequest {
  readonly requestId: string;
  readonly method: string;
  /** The path with its parameters in braces, because paths hold member ids. Null when no route answered. */
  readonly route: string | null;
  readonly operationId: string | null;
  readonly accountId: string | null;
  readonly clientAddress: string | null;
  readonly status: number;
  /** The time from the first header of the request to the last byte of the response. */
  readonly durationMs: number;
  /** The bytes of the response with its headers; null when the host does not report them. */
  readonly bytes: number | null;
  /** False when the client closed the connection before the end of the response. */
  readonly isComplete: boolean;
}

/** The outermost layer: sets the request id, the headers and the log line of every response. */
export function everyResponse({
  publicUrl,
  proxyHops,
  log,
  onAnswered,
}: EveryResponseDeps): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const started = performance.now();
    const sending = onAnswered === undefined ? null : sendingOf(c.env?.outgoing);
    const requestId = requestIdOf(c.req.header('X-Request-Id'));
    c.set('requestId', requestId);
    await next();
    const { headers, status } = c.res;
    headers.set('X-Request-Id', requestId);
    for (const [name, value] of Object.entries(c.get('headers') ?? {})) headers.set(name, value);
    for (const [name, value] of Object.entries(DEFAULT_HEADERS)) if (!headers.has(name)) headers.set(name, value);
    if (publicUrl?.startsWith('https:')) headers.set('Strict-Transport-Security', STRICT_TRANSPORT);
    if (onAnswered !== undefined) {
      sending?.whenClosed(({ bytes, isComplete }) =>
        onAnswered({
          requestId,
          method: c.req.method,
          route: c.get('route') ?? null,
          operationId: c.get('operationId') ?? null,
          accountId: c.get('accountId') ?? null,
          clientAddress: clientAddressOf(c, proxyHops),
          status,
          durationMs: Math.round(performance.now() - started),
          ...{ bytes, isComplete },
        }),
      );
      return;
    }
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

interface Transfer {
  readonly bytes: number | null;
  readonly isComplete: boolean;
}

/** Follows a response to its last byte. A host without a Node response, such as a test, counts as having sent it at once. */
function sendingOf(outgoing: OutgoingResponse | undefined): { whenClosed(then: (transfer: Transfer) => void): void } {
  if (outgoing === undefined) return { whenClosed: (then) => then({ bytes: null, isComplete: true }) };
  // The socket is read now, because the response has none any more after its end.
  const { socket } = outgoing;
  const before = socket?.bytesWritten ?? 0;
  return {
    whenClosed: (then) =>
      outgoing.once('close', () =>
        then({
          bytes: socket === null ? null : socket.bytesWritten - before,
          isComplete: outgoing.writableFinished,
        }),
      ),
  };
}

export function requestIdOf(offered: string | undefined): string {
  return offered !== undefined && REQUEST_ID.test(offered) ? offered : randomUUID();
}

/** The dates of an operation that will be gone (docs/reference/versions.md#deprecation), as YYYY-MM-DD. */
export interface Deprecation {
  readonly since: string;
  /** The day from which it may be gone. */
  readonly sunset: string;
}

/** Adds the headers of a deprecated operation to its answer, by RFC 9745 and RFC 8594. */
export function noteDeprecation(
  c: Context<HttpEnv>,
  { deprecated }: { readonly deprecated?: Deprecation | undefined },
): void {
  if (deprecated === undefined) return;
  c.set('headers', {
    ...c.get('headers'),
    Deprecation: `@${Date.parse(`${deprecated.since}T00:00:00Z`) / 1000}`,
    Sunset: new Date(`${deprecated.sunset}T00:00:00Z`).toUTCString(),
  });
}
