import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './http-env.ts';
import { chooseCoding } from './negotiation.ts';

/** Below this a compressed response is hardly smaller, and one packet either way. */
const BYTES_MIN = 1024;
const COMPRESSIBLE = /^(text\/|application\/(problem\+)?(json|javascript))/;
/** Quality 4 packs JSON better than gzip at about its speed; the default 11 takes seconds for a megabyte. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const gzipAsync = promisify(gzip);
const brotliAsync = promisify<Uint8Array, typeof BROTLI, Buffer>(brotliCompress);

/** Packs texts over 1 KB. Responses are whole in memory already, so their size is known. */
export const compression: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const { res } = c;
  if (c.req.method === 'HEAD' || res.body === null || res.headers.has('Content-Encoding')) return;
  if (!COMPRESSIBLE.test(res.headers.get('Content-Type') ?? '')) return;
  const bytes = new Uint8Array(await res.arrayBuffer());
  const coding = bytes.byteLength < BYTES_MIN ? null : chooseCoding(c.req.header('Accept-Encoding'), ['br', 'gzip']);
  const headers = new Headers(res.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (coding !== null) headers.set('Content-Encoding', coding);
  // Cleared first: otherwise the new response would inherit headers of the old one.
  c.res = undefined;
  c.res = new Response(coding === null ? bytes : await pack(bytes, coding), { status: res.status, headers });
};

async function pack(bytes: Uint8Array, coding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(coding === 'br' ? await brotliAsync(bytes, BROTLI) : await gzipAsync(bytes));
}
