import type { Context } from 'hono';
import { MonthArchived } from '../../core/book-key.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '../../core/limits/request-limits.ts';
import { faultSentence, PROBLEMS, type Refusal } from '../../core/problem.ts';
import { monthArchived } from '../../core/refusals.ts';

/** Values that the host passes in with a request, and values that the layers around a route keep about it. */
export interface HttpEnv {
  Bindings: {
    /** The incoming message with its socket, on Node. */
    incoming?: {
      readonly socket: {
        readonly remoteAddress?: string | undefined;
        readonly localAddress?: string | undefined;
        readonly localPort?: number | undefined;
        readonly destroy?: () => void;
      };
    };
    /** The response that is being sent, on Node. */
    outgoing?: OutgoingResponse;
    /** The event context of API Gateway, payload version 2, on Lambda. */
    requestContext?: { readonly http?: { readonly sourceIp?: string } };
  };
  Variables: {
    requestId: string;
    /** The operationId of the route that answers; unset when no route does. */
    operationId: string;
    /** The path of the route that answers, with its parameters in braces: `/v1/jobs/{jobId}`. */
    route: string;
    accountId: string;
    /** The writing agent whose members the request may read; unset for everybody else. */
    agent: string;
    /** Set when the response is produced while it is sent, so that its body is not read into memory. */
    isStreamed: true;
    /** Headers that are known before there is a response, such as those of the rate limit. */
    headers: Readonly<Record<string, string>>;
  };
}

/** The parts of a Node response that show when it was sent, and how many bytes it had. */
export interface OutgoingResponse {
  readonly socket: { readonly bytesWritten: number } | null;
  readonly writableFinished: boolean;
  once(event: 'close', listener: () => void): unknown;
}

/** Writes one log line: `action` with further fields. The host decides where the line goes. */
export type HttpLog = (
  level: 'info' | 'warn' | 'error',
  action: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

export function placeOf(c: Context<HttpEnv>): ProblemPlace {
  return { instance: URL.parse(c.req.url)?.pathname ?? '/', requestId: c.get('requestId') };
}

/** The parts of a request context that show where the request came from. */
interface AddressedRequest {
  /** Absent when the app is called directly, without a host. */
  readonly env?: HttpEnv['Bindings'] | undefined;
  readonly req: { readonly header: (name: string) => string | undefined };
}

/**
 * The number of our own proxies between the client and this process, or a function that returns it for the address of the connection. The
 * function is for hosts that clients may also reach directly.
 */
export type ProxyHops = number | ((peer: string) => number);

/**
 * The client's address, for the audit trail. Each of our proxies appends the address it saw to X-Forwarded-For, so the client is
 * `proxyHops` entries from the right. Entries further left were written by the client and prove nothing.
 */
export function clientAddressOf(c: AddressedRequest, proxyHops: ProxyHops): string | null {
  const peer = c.env?.incoming?.socket.remoteAddress ?? c.env?.requestContext?.http?.sourceIp ?? null;
  const hops = typeof proxyHops === 'number' ? proxyHops : peer === null ? 0 : proxyHops(peer);
  if (hops === 0) return peer;
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((entry) => entry.trim());
  return forwarded.at(-hops) || peer;
}

/** The place of the problem; the document repeats both values. */
interface ProblemPlace {
  /** The request path, without the query. */
  readonly instance: string;
  readonly requestId: string;
}

/** The only function that makes a problem document (RFC 9457, docs/reference/errors.md#problem-documents). */
export function problemResponse(refusal: Refusal, { instance, requestId }: ProblemPlace): Response {
  const { status, title } = PROBLEMS[refusal.code];
  const errors = refusal.errors?.map((fault) => ({ field: fault.field, detail: faultSentence(fault) }));
  const detail = errors?.length === 1 ? errors[0]?.detail : refusal.detail;
  const document = {
    type: 'about:blank',
    title: refusal.title ?? title,
    status,
    ...(detail === undefined ? {} : { detail }),
    instance,
    code: refusal.code,
    requestId,
    ...(errors === undefined ? {} : { errors }),
    ...(refusal.carrierId === undefined ? {} : { carrierId: refusal.carrierId }),
  };
  return new Response(JSON.stringify(document), {
    status,
    headers: { ...refusal.headers, 'Content-Type': 'application/problem+json' },
  });
}

/** The refusal for a thrown error. It tells the client only whether a retry can help. */
export function refusalOfError(error: unknown, isUnavailable: (error: unknown) => boolean): Refusal {
  if (error instanceof MonthArchived) return monthArchived(error.period).refused;
  return isUnavailable(error)
    ? { code: 'service_unavailable', headers: { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) } }
    : { code: 'internal_error', detail: 'The error was recorded; name the request id when you ask about it.' };
}
