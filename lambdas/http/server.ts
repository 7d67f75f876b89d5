import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { HTTP_SERVER_LIMITS } from '../../core/limits/request-limits.ts';
import type { Refusal } from '../../core/problem.ts';
import type { HttpApp } from './app.ts';
import { requestIdOf } from './every-response.ts';
import { problemResponse } from './http-env.ts';

/** The server cannot listen at its address. The message names the setting to change, for the person who set it. */
export class ListenFailed extends Error {
  override readonly name = 'ListenFailed';
}

export interface ListenPlace {
  readonly host: string;
  readonly port: number;
  /** The environment variable that holds the port. */
  readonly portSetting: string;
}

/** Returns the error to throw when `listen` fails: a `ListenFailed` if another setting helps, else the error itself. */
export function listenFailure(error: unknown, { host, port, portSetting }: ListenPlace): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new ListenFailed(
        `Port ${port} of ${host} is taken by another program. Set ${portSetting} to a free one, or to 0.`,
        { cause: error },
      );
    case 'EACCES':
      return new ListenFailed(`Port ${port} of ${host} needs more rights. Set ${portSetting} to 1024 or above.`, {
        cause: error,
      });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new ListenFailed(
        `HOST "${host}": must be an address of this machine, or a name that leads to one (${code})`,
        {
          cause: error,
        },
      );
    default:
      return error;
  }
}

export interface HttpServer {
  /** The address that the server listens on, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Stops accepting requests and finishes those in progress. Closes the connections that are still open after the grace time. */
  readonly close: () => Promise<void>;
}

export interface HttpServerOptions {
  readonly app: Pick<HttpApp, 'fetch'>;
  readonly host: string;
  /** The port. 0 takes any free port. */
  readonly port: number;
  readonly closeGraceMs?: number;
}

/** Starts the HTTP app on a plain Node server: on one machine, and in the container of the upload service. */
export async function startHttpServer({
  app,
  host,
  port,
  closeGraceMs = HTTP_SERVER_LIMITS.closeGraceMs,
}: HttpServerOptions): Promise<HttpServer> {
  const answer = async (request: Request, env: { readonly incoming: IncomingMessage | Http2ServerRequest }) => {
    const response = await app.fetch(request, env);
    return env.incoming.complete || response.body === null ? response : answerEarly(response, env.incoming);
  };
  const listener = getRequestListener(answer, {
    // The platform's Request and Response stay in place, because other code of this process uses them.
    overrideGlobalObjects: false,
    autoCleanupIncoming: false,
    errorHandler: (error) =>
      error instanceof RequestError
        ? problem({ code: 'bad_request', detail: 'The request target or the Host header is not valid.' })
        : problem({ code: 'internal_error' }),
  });
  const server = createServer(
    {
      maxHeaderSize: HTTP_SERVER_LIMITS.headerBytes,
      headersTimeout: HTTP_SERVER_LIMITS.headersMs,
      requestTimeout: HTTP_SERVER_LIMITS.requestMs,
      keepAliveTimeout: HTTP_SERVER_LIMITS.keepAliveMs,
      connectionsCheckingInterval: HTTP_SERVER_LIMITS.checkMs,
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      if (hasSeveralHosts(incoming)) return answerSeveralHosts(outgoing);
      // The listener closes idle connections, because a connection that becomes idle during the shutdown would otherwise stay open.
      outgoing.once('close', () => server.listening || setImmediate(() => server.closeIdleConnections()));
      void listener(incoming, outgoing);
    },
  );
  // An Expect header other than 100-continue is ignored instead of refused with a bare 417.
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => void answerUnreadable(error, socket));
  await listen(server, host, port);
  const { address, family, port: taken } = addressOf(server);
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
  return { url, close: () => close(server, closeGraceMs) };
}

/** True for a request with several Host headers, which a proxy and this server might read differently (RFC 9112, section 3.2). */
function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1;
}

function answerSeveralHosts(outgoing: ServerResponse): void {
  const response = problem({ code: 'bad_request', detail: 'The request has several Host headers.' });
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), Connection: 'close' });
  void response.text().then((body) => outgoing.end(body));
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenFailure(error, { host, port, portSetting: 'PORT' });
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

/**
 * Sends a response before the request body has ended. An immediate close would reset the connection, and the client might never see the
 * response. So a little more of the body is read before the close.
 */
async function answerEarly(response: Response, incoming: Readable): Promise<Response> {
  // A download may be streamed and of any size, so it is not read into memory.
  if (response.headers.has('Content-Disposition')) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('Connection', 'close');
  headers.set('Content-Length', String(bytes.byteLength));
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      controller.enqueue(bytes);
      await readALittleMore(incoming);
      controller.close();
    },
  });
  return new Response(body, { status: response.status, headers });
}

function readALittleMore(incoming: Readable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, HTTP_SERVER_LIMITS.lingerMs);
    let bytes = 0;
    // The listener that the app's reader left is removed, because it would only pause the stream again.
    incoming.removeAllListeners('data');
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > HTTP_SERVER_LIMITS.lingerBytes) incoming.pause();
    });
    for (const event of ['end', 'close', 'error'] as const) incoming.once(event, done);
    incoming.resume();
  });
}

const UNREADABLE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'bad_request',
    detail: `Request line and headers are longer than ${HTTP_SERVER_LIMITS.headerBytes} bytes.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'request_timeout' },
};

/** Answers requests that the parser rejects; they never reach the app but get the same kind of response. */
async function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): Promise<void> {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const response = problem(
    UNREADABLE[error.code ?? ''] ?? { code: 'bad_request', detail: 'The request is not valid HTTP.' },
  );
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

function problem(refusal: Refusal): Response {
  const requestId = requestIdOf(undefined);
  const headers = { 'X-Request-Id': requestId, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
  return problemResponse({ ...refusal, headers }, { instance: '/', requestId });
}
