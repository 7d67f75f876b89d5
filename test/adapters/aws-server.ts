import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { buildApp } from 'fauxqs';

/** Settings of a client with credentials that no server checks, because the SDK sends no request without credentials. */
export const TEST_CLIENT = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
} as const;

export interface TestServer {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** Starts S3 and SQS over the network, in memory, on the loopback interface only. */
export async function startAwsServer(): Promise<TestServer> {
  const app = buildApp({ logger: false });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { endpoint: endpointOf(app.server), close: async () => void (await app.close()) };
}

/** Answers each request with the listener, for answers that the server of `startAwsServer` never gives. */
export async function startScriptedServer(listener: RequestListener): Promise<TestServer> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { endpoint: endpointOf(server), close: () => closed(server.close()) };
}

/** Accepts connections and never answers, like a lost route after the connection. */
export async function startBlackHole(): Promise<TestServer & { connections(): number }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined).resume());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: endpointOf(server),
    connections: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return closed(server.close());
    },
  };
}

async function closed(server: Server): Promise<void> {
  await once(server, 'close');
}

function endpointOf(server: { address(): AddressInfo | string | null }): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port');
  return `http://127.0.0.1:${address.port}`;
}
