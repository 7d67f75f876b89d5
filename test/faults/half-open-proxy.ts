import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** Passes on connections, and can let them fall silent without closing either end, as a lost route or a frozen host does. */
export interface HalfOpenProxy {
  /** The loopback port; zero if it listens at a path. */
  readonly port: number;
  /** From now on connections, including new ones, are accepted and pass no data on in either direction. */
  freeze(): void;
  /** Lets new connections work again. Frozen connections stay silent, as after a real fault. */
  heal(): void;
  close(): Promise<void>;
}

export async function startHalfOpenProxy(target: NetConnectOpts, path?: string): Promise<HalfOpenProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    track(near);
    if (isFrozen) return void near.resume();
    const far = track(createConnection(target));
    // Data that arrive on a silent connection are lost, and must not appear after the others have been healed.
    const pass = (from: Socket, to: Socket) => {
      let isDead = false;
      from.on('data', (chunk) => {
        isDead ||= isFrozen;
        if (!isDead) to.write(chunk);
      });
      from.on('close', () => isFrozen || isDead || to.destroy());
    };
    pass(near, far);
    pass(far, near);
  });
  if (path === undefined) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  return {
    port: path === undefined ? portOf(server.address()) : 0,
    freeze: () => {
      isFrozen = true;
    },
    heal: () => {
      isFrozen = false;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen on a port');
  return address.port;
}
