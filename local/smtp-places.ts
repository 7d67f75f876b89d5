import type { Socket } from 'node:net';
import { UnauthenticatedConnections } from './unauthenticated-connections.ts';

/** Limits of connections that wait between two messages, and of those that are sending one. */
const WAITING_LIMITS = { connectionsMax: 128, ofAddressMax: 64, seconds: 30 };
const SENDING_LIMITS = { connectionsMax: 64, ofAddressMax: 32, seconds: 180 };

interface End {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** The open connections: waiting to send, sending, or neither while the server works on their message. */
export class SmtpPlaces {
  readonly #waiting = new UnauthenticatedConnections(WAITING_LIMITS);
  readonly #sending = new UnauthenticatedConnections(SENDING_LIMITS);
  readonly #sockets = new Map<string, Socket>();

  enter(socket: Socket): void {
    const name = endName(socket);
    this.#sockets.set(name, socket);
    this.#waiting.enter(socket);
    socket.on('close', () => {
      this.#sockets.delete(name);
      this.#waiting.leave(socket);
      this.#sending.leave(socket);
    });
  }

  /** Counts the connection as sending while its message is read. */
  async whileSending<T>(session: End, read: () => Promise<T>): Promise<T> {
    const socket = this.#sockets.get(endName(session));
    if (socket === undefined) return read();
    this.#waiting.leave(socket);
    this.#sending.enter(socket);
    try {
      return await read();
    } finally {
      this.#sending.leave(socket);
    }
  }

  /** Counts the connection as waiting; it may send another message. */
  wait(session: End): void {
    const socket = this.#sockets.get(endName(session));
    if (socket !== undefined) this.#waiting.enter(socket);
  }
}

/** The name of the other end, which the socket and the session of a connection share. */
function endName({ remoteAddress = '', remotePort = 0 }: End): string {
  return `${remoteAddress.replace(/^::ffff:/i, '')} ${remotePort}`;
}
