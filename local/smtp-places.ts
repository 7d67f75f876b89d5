import type { Socket } from 'node:net';
import { UnauthenticatedConnections } from './unauthenticated-connections.ts';

/** Connections between two messages, and those that are sending one. */
const WAITING_LIMITS = { connectionsMax: 128, ofAddressMax: 64, seconds: 30 };
const SENDING_LIMITS = { connectionsMax: 64, ofAddressMax: 32, seconds: 180 };

interface End {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
}

/** Who is connected: waiting to send, sending, or neither while a message of it is worked on. */
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

  /** From here to there its message is on its way. */
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

  /** It may send another one. */
  wait(session: End): void {
    const socket = this.#sockets.get(endName(session));
    if (socket !== undefined) this.#waiting.enter(socket);
  }
}

/** The other end of a connection, as its socket and its session both name it. */
function endName({ remoteAddress = '', remotePort = 0 }: End): string {
  return `${remoteAddress.replace(/^::ffff:/i, '')} ${remotePort}`;
}
