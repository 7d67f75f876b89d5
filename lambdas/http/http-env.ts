import type { Context } from 'hono';
import type { ProblemPlace } from './problem-response.ts';

/** What hosts hand in with a request, and what the layers around a route keep about it. */
export interface HttpEnv {
  Bindings: {
    /** Node: the connection's other end. */
    incoming?: { readonly socket: { readonly remoteAddress?: string | undefined; readonly destroy?: () => void } };
    /** Lambda: API Gateway's event context, payload version 2. */
    requestContext?: { readonly http?: { readonly sourceIp?: string } };
  };
  Variables: {
    requestId: string;
    /** The operationId of the route that answers; unset when none does. */
    operationId: string;
    accountId: string;
    /** The response is made while it is sent: its body must not be read into memory. */
    isStreamed: true;
    /** Headers learnt before there is a response, such as the rate limit's. */
    headers: Readonly<Record<string, string>>;
  };
}

/** `action`, with the fields that say more. The host decides where it goes. */
export type HttpLog = (
  level: 'info' | 'warn' | 'error',
  action: string,
  fields: Readonly<Record<string, unknown>>,
) => void;

export function placeOf(c: Context<HttpEnv>): ProblemPlace {
  return { instance: URL.parse(c.req.url)?.pathname ?? '/', requestId: c.get('requestId') };
}

/** The little of a request context that tells where it came from. */
interface AddressedRequest {
  /** Absent when the app is called directly, without a host. */
  readonly env?: HttpEnv['Bindings'] | undefined;
  readonly req: { readonly header: (name: string) => string | undefined };
}

/**
 * Who sent it, for the audit trail. Behind proxies of ours the address of the connection is a proxy's: each of them
 * appends the address it saw to X-Forwarded-For, so the client is that many entries from the right; what stands further
 * left was written by the client and proves nothing.
 */
export function clientAddressOf(c: AddressedRequest, proxyHops: number): string | null {
  const peer = c.env?.incoming?.socket.remoteAddress ?? c.env?.requestContext?.http?.sourceIp ?? null;
  if (proxyHops === 0) return peer;
  const forwarded = (c.req.header('X-Forwarded-For') ?? '').split(',').map((entry) => entry.trim());
  return forwarded.at(-proxyHops) || peer;
}
