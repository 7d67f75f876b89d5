import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
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

/** Packs texts over 1 KB. Most responses are whole in memory already, so their size is known; the others are packed while they are sent. */
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
  const whole = bytes === null || coding === null ? bytes : await pack(bytes, coding);
  const body = whole ?? (coding === null ? res.body : packedStream(res.body, coding));
  // Cleared first: otherwise the new response would inherit headers of the old one.
  c.res = undefined;
  c.res = new Response(body, { status: res.status, headers });
};

async function pack(bytes: Uint8Array, coding: 'br' | 'gzip'): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(coding === 'br' ? await brotliAsync(bytes, BROTLI) : await gzipAsync(bytes));
}

/** As the client takes it: a stream that is left or breaks ends on both sides. */
function packedStream(body: ReadableStream<Uint8Array>, coding: 'br' | 'gzip'): ReadableStream<Uint8Array> {
  const packing = coding === 'br' ? createBrotliCompress(BROTLI) : createGzip();
  // Whoever reads the packed stream hears of an error there.
  return Readable.toWeb(pipeline(Readable.from(body, { highWaterMark: 1 }), packing, () => {}));
}
