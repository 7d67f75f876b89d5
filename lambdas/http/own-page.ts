import type { Context } from 'hono';
import type { Credentials } from './authentication.ts';
import type { HttpEnv } from './http-env.ts';

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Reads the headers of a request that name its sender and the page it comes from. */
export function credentialsOf(c: Context<HttpEnv>, publicUrl: string | null): Credentials {
  return {
    authorization: c.req.header('Authorization'),
    cookie: c.req.header('Cookie'),
    isFromOwnPage: () => SAFE_METHODS.includes(c.req.method) || isFromOwnPage(c, publicUrl),
  };
}

/**
 * True when the browser says that a page of this service sends the request. Browsers send Origin with every unsafe method, and a page can
 * not change it. A request without Origin is not from a browser's page and has no cookie to protect, so it is refused.
 */
export function isFromOwnPage(c: Context<HttpEnv>, publicUrl: string | null): boolean {
  const origin = URL.parse(c.req.header('Origin') ?? '');
  if (origin === null) return false;
  return publicUrl === null ? origin.host === c.req.header('Host') : origin.origin === new URL(publicUrl).origin;
}
