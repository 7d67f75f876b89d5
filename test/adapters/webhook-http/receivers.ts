import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { z } from 'zod';
import { RECEIVER } from './certificates.ts';

/** A receiver that controls every byte of its connections, because it has no HTTP server. */
export interface Receiver {
  readonly port: number;
  readonly url: string;
  /** The received bytes, connection by connection. */
  readonly received: readonly Buffer[];
  /** Resolves with the first connection that has sent something. */
  readonly reached: Promise<Socket>;
  close(): Promise<void>;
}

/** Called for every received piece, with everything received so far on the connection. */
export type Behaviour = (socket: Socket, soFar: string) => void;

export function startReceiver(behave: Behaviour): Promise<Receiver> {
  return listen(createServer({ noDelay: true }), { event: 'connection', origin: 'http://127.0.0.1', behave });
}

/** Uses TLS with the certificate of hook.receiver.example. */
export function startTlsReceiver(behave: Behaviour): Promise<Receiver> {
  const server = createTlsServer({ ...RECEIVER });
  return listen(server, { event: 'secureConnection', origin: 'https://hook.receiver.example', behave });
}

async function listen(
  server: Server,
  { event, origin, behave }: { readonly event: string; readonly origin: string; readonly behave: Behaviour },
): Promise<Receiver> {
  const received: Buffer[] = [];
  const open = new Set<Socket>();
  const reached = Promise.withResolvers<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  server.on('tlsClientError', () => undefined);
  server.on(event, (socket: Socket) => {
    const place = received.push(Buffer.alloc(0)) - 1;
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const soFar = Buffer.concat([received[place] ?? Buffer.alloc(0), bytes]);
      received[place] = soFar;
      behave(socket, soFar.toString('utf8'));
      reached.resolve(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    port,
    url: `${origin}:${port}/hook?key=1`,
    received,
    reached: reached.promise,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The bytes that the process has read from its own connections during `work`. */
export async function bytesRead(work: () => Promise<unknown>): Promise<number> {
  const sockets: Socket[] = [];
  const note = (message: unknown) => {
    const { socket } = z.object({ socket: z.instanceof(Socket) }).parse(message);
    sockets.push(socket);
  };
  subscribe('net.client.socket', note);
  try {
    await work();
    return sockets.reduce((sum, socket) => sum + socket.bytesRead, 0);
  } finally {
    unsubscribe('net.client.socket', note);
  }
}
