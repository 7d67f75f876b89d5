import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { z } from 'zod';

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

/** An authority that exists only in these tests, and its certificate for hook.receiver.example. Valid until 2120. */

export const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBVDCB+6ADAgECAgEBMAoGCCqGSM49BAMCMBkxFzAVBgNVBAMMDlRlc3QgYXV0
aG9yaXR5MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAZMRcwFQYD
VQQDDA5UZXN0IGF1dGhvcml0eTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKKA
FhCCw5ALGmk+JIsdfdRee3DD6lPaJpvvYiCAn4weMei49Vkcp9fR7Qojqq8tohvT
ss7+mfWw+bq0pGT2r5CjMjAwMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYEFCL7
3KLlrGDakX4XAFib4cfZobSMMAoGCCqGSM49BAMCA0gAMEUCIF1eK41iShL1UB0I
0E1VvpE8xYLrkh9q0+8KBD/CKwOyAiEAzIA9afAkg/eBcmOHrsHRK7xSSm3WsXIH
Dkauq0X/XjU=
-----END CERTIFICATE-----
`;

const RECEIVER = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmjCCAT+gAwIBAgIBAjAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5UZXN0IGF1
dGhvcml0eTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowIDEeMBwG
A1UEAwwVaG9vay5yZWNlaXZlci5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZIzj0D
AQcDQgAEpHWcjSv8ZROKEytLMTZyYOBjoKj0nIzlQiEVlUOJkv66Y0hEtiqYi8Nc
VJ/dObXh0Au7NeLPid2uWwRkmLIsh6NvMG0wCQYDVR0TBAIwADAgBgNVHREEGTAX
ghVob29rLnJlY2VpdmVyLmV4YW1wbGUwHQYDVR0OBBYEFLnwWtGawAewY1a6r7xU
5f7u8h0nMB8GA1UdIwQYMBaAFCL73KLlrGDakX4XAFib4cfZobSMMAoGCCqGSM49
BAMCA0kAMEYCIQDrtS69rS1mqJf68/x+4KbvrsJplv0R/YzwpSc3QQYpcAIhAJDl
YMWfiFD8A68GVh7tCe4MPutBMUFPnPfNZo4Dzubq
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNXgoPvAyheEoOP+T
T9I1IbtHgaiHC8dzAuolEZI3SF2hRANCAASkdZyNK/xlE4oTK0sxNnJg4GOgqPSc
jOVCIRWVQ4mS/rpjSES2KpiLw1xUn905teHQC7s14s+J3a5bBGSYsiyH
-----END PRIVATE KEY-----
`,
} as const;
