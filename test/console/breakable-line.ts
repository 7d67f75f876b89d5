import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { z } from 'zod';

/** A proxy between a browser and the service whose connections a test can cut. */
export interface BreakableLine {
  /** The address for the browser. */
  readonly url: string;
  /** Lets the given number of further bytes through to the service. Then every connection breaks, including new ones. */
  readonly breakAfter: (bytes: number) => void;
  readonly isBroken: () => boolean;
  readonly mend: () => void;
  readonly close: () => Promise<void>;
}

export async function openLine(servicePort: number): Promise<BreakableLine> {
  const sockets = new Set<Socket>();
  let bytesLeft = Number.POSITIVE_INFINITY;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((browser) => {
    const service = connect(servicePort, '127.0.0.1');
    for (const [socket, other] of [
      [browser, service],
      [service, browser],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    browser.on('data', (chunk) => {
      bytesLeft -= chunk.byteLength;
      if (bytesLeft > 0) service.write(chunk);
      else breakAll();
    });
    service.pipe(browser);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    breakAfter: (bytes) => {
      bytesLeft = bytes;
    },
    isBroken: () => bytesLeft <= 0,
    mend: () => {
      bytesLeft = Number.POSITIVE_INFINITY;
    },
    close: async () => {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}
