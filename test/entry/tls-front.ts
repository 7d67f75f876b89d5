import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server, Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from '../../adapters/postgres/connection/connection.ts';

const certificate = (file: string) => new URL(`certificates/${file}`, import.meta.url);

/** The authority that a client must trust: made for these tests, for the name `localhost`, and its key was deleted. */
export const AUTHORITY_FILE = fileURLToPath(certificate('authority.pem'));

export interface TlsFront {
  readonly port: number;
  close(): Promise<void>;
}

/** Makes a server behind a local socket reachable over the network, like a managed one: only with TLS. */
export async function startTlsFront(address: DatabaseAddress): Promise<TlsFront> {
  if (address.kind !== 'socket') throw new TypeError('The server has a socket');
  const path = `${address.directory}/.s.PGSQL.${address.port}`;
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    open.add(incoming);
    incoming.on('error', () => undefined).on('close', () => open.delete(incoming));
    incoming.once('data', (first) => {
      // A client must begin with an SSLRequest. A client that continues unencrypted is disconnected.
      if (first.toString('hex') !== '0000000804d2162f') return void incoming.destroy();
      incoming.write('S');
      const secured = new TLSSocket(incoming, {
        isServer: true,
        key: readFileSync(certificate('server-key.pem')),
        cert: readFileSync(certificate('server.pem')),
      });
      const database = new Socket().connect(path);
      secured.pipe(database).pipe(secured);
      secured.on('error', () => database.destroy()).on('close', () => database.destroy());
      database.on('error', () => secured.destroy()).on('close', () => secured.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: portOf(server), close: () => close(server, open) };
}

function portOf(server: Server): number {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new TypeError('It listens on a port');
  return bound.port;
}

async function close(server: Server, open: ReadonlySet<Socket>): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of open) socket.destroy();
  await closed;
}
