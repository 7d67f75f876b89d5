import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './http-env.ts';
import { chooseCoding } from './negotiation.ts';

/**
 * The size in bytes from which responses are compressed. A smaller response gains almost nothing, and fits in one network packet anyway.
 */
const BYTES_MIN = 1024;
const COMPRESSIBLE = /^(text\/|application\/(problem\+)?(json|javascript))/;
/**
 * The quality of brotli. Quality 4 compresses JSON better than gzip at about the same speed; the default of 11 takes seconds for a
 * megabyte.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const gzipAsync = promisify(gzip);
const brotliAsync = promisify<Uint8Array, typeof BROTLI, Buffer>(brotliCompress);

/**
 * Compresses text responses over 1 KB. Most responses are complete in memory, so their size is known; streamed ones are compressed while
 * they are sent.
 */
export const compression: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  const { res } = c;
  if (c.req.method === 'HEAD' || res.body === null || res.headers.has('Content-Encoding')) return;
  if (!COMPRESSIBLE.test(res.headers.get('Content-Type') ?? '')) return;
  const isStreamed = c.get('isStreamed');
  const bytes = isStreamed ? null : new Uint8Array(await res.arrayBuffer());
  const isSmall = bytes !== null && bytes.byteLength < BYTES_MIN;
  const coding = isSmall ? null : chooseCoding(c.req.header('Accept-Encoding'), ['br', 'gzip']);
  const headers = new Headers(res.headers);
  headers.append('Vary', 'Accept-Encoding');
  if (coding !== null) headers.set('Content-Encoding', coding);
  const whole = bytes === null || coding === null ? bytes : await compress(bytes, coding);
  const body = whole ?? (coding === null ? res.body : compressedStream(res.body, coding));
  // The response is cleared first; otherwise the new response would inherit its headers.
  c.res = undefined;
  c.res = new Response(body, { status: res.status, headers });
};

async function compress(bytes: Uint8Array, coding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(coding === 'br' ? await brotliAsync(bytes, BROTLI) : await gzipAsync(bytes));
}

/** Compresses a stream at the pace of the client. If the stream is cancelled or fails on one side, the other side ends too. */
function compressedStream(body: ReadableStream<Uint8Array>, coding: 'br' | 'gzip'): ReadableStream<Uint8Array> {
  const packing = coding === 'br' ? createBrotliCompress(BROTLI) : createGzip();
  // The reader of the compressed stream receives the error, so the callback ignores it.
  return Readable.toWeb(pipeline(Readable.from(body, { highWaterMark: 1 }), packing, () => {}));
}
