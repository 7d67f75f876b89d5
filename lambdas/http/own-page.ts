import { BlockList, isIP } from 'node:net';
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

/**
 * Returns the address that links of the API begin with on a host that knows no public address: the Host of the request if it is local, else
 * the address at which the connection arrived. Any other Host is what the client wrote, and a cache or a proxy may hand it to others.
 */
export function addressOf(c: RequestWithSocket): string {
  const asked = new URL(c.req.url);
  if (isLocalHost(asked.hostname)) return asked.origin;
  const { localAddress = '127.0.0.1', localPort = 80 } = c.env?.incoming?.socket ?? {};
  const host = localAddress.replace(/^::ffff:/, '');
  return `http://${host.includes(':') ? `[${host}]` : host}:${localPort}`;
}

interface RequestWithSocket {
  readonly req: { readonly url: string };
  readonly env?: HttpEnv['Bindings'] | undefined;
}

function isLocalHost(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(name) === 0) return name === 'localhost' || name.endsWith('.localhost');
  return LOCAL_ADDRESSES.check(name, isIP(name) === 6 ? 'ipv6' : 'ipv4');
}

/** The addresses of this machine and of private networks (RFC 1918, RFC 4193). */
const LOCAL_ADDRESSES = new BlockList();
for (const [net, prefix, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  LOCAL_ADDRESSES.addSubnet(net, prefix, family);
