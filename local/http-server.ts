import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { HttpApp } from '../lambdas/http/app.ts';
import { requestIdOf } from '../lambdas/http/every-response.ts';
import { problemResponse } from '../lambdas/http/problem-response.ts';

export interface HttpServer {
  /** Where it listens: `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Stops taking requests, finishes those under way, and cuts what is still open after the grace time. */
  readonly close: () => Promise<void>;
}

export interface HttpServerOptions {
  readonly app: HttpApp;
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly closeGraceMs?: number;
}

/** Request line and headers together. */
const HEADER_BYTES_MAX = 16 * 1024;
/** Time for the headers; slower clients only hold a connection. */
const HEADERS_TIMEOUT_MS = 15_000;
/** Time for the whole request: 15 MB on a line of half a megabit a second. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than a load balancer keeps an idle connection (60 s), so that it never reuses one we are closing. */
const KEEP_ALIVE_MS = 65_000;
const CLOSE_GRACE_MS = 10_000;
/** What is still taken of a body that was refused, and for how long: clients read the answer only when they stop sending. */
const LINGER_BYTES_MAX = 512 * 1024;
const LINGER_MS = 1_000;

/** The HTTP app on a plain Node server: on one machine, and in the upload service's container. */
export async function startHttpServer({
  app,
  host,
  port,
  closeGraceMs = CLOSE_GRACE_MS,
}: HttpServerOptions): Promise<HttpServer> {
  const listener = getRequestListener(app.fetch, {
    // Request and Response stay the platform's: other code of this process uses them too.
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
    errorHandler: () => unreadable('The request target or the Host header is not valid.'),
  });
  const server = createServer(
    {
      maxHeaderSize: HEADER_BYTES_MAX,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      outgoing.once('finish', () => endUnreadBody(incoming, outgoing));
      void listener(incoming, outgoing);
    },
  );
  // Any Expect other than 100-continue is ignored rather than answered with a bare 417.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => void answerUnreadable(error, socket));
  await listen(server, host, port);
  const { address, family, port: taken } = addressOf(server);
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
  return { url, close: () => close(server, closeGraceMs) };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Error(`Port ${port} of ${host} is taken by another program. Set PORT to a free one.`, { cause: error });
    }
    if (code === 'EACCES')
      throw new Error(`Port ${port} of ${host} needs more rights. Set PORT to 1024 or above.`, { cause: error });
    throw error;
  }
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no address.');
  return address;
}

async function close(server: Server, graceMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  const closed = once(server, 'close');
  server.close();
  await closed;
  clearTimeout(cut);
}

/** After a response that came before the end of the body: takes a little more, so that the client sees it, then hangs up. */
function endUnreadBody(incoming: IncomingMessage, { req: { socket } }: ServerResponse): void {
  if (incoming.complete) return;
  let bytes = 0;
  const hangUp = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(hangUp));
  incoming.on('error', () => socket.destroy());
  incoming.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER_BYTES_MAX) incoming.pause();
  });
  incoming.once('end', () => socket.end());
}

const UNREADABLE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `Request line and headers are longer than ${HEADER_BYTES_MAX} bytes.`,
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
};

/** Requests the parser gives up on never reach the app; they get the same kind of answer. */
async function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const response = unreadable(UNREADABLE[error.code ?? ''] ?? 'The request is not valid HTTP.');
  const body = await response.text();
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  socket.end(
    [
      `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}`,
      ...lines,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function unreadable(detail: string): Response {
  const requestId = requestIdOf(undefined);
  const headers = { 'X-Request-Id': requestId, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  return problemResponse({ code: 'bad_request', detail, headers }, { instance: '/', requestId });
}
