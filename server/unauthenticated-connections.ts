import { clientNetworkOf } from '../core/client-network.ts';

export interface UnauthenticatedLimits {
  readonly connectionsMax: number;
  readonly ofAddressMax: number;
  readonly seconds: number;
}

/** Runs a function after the milliseconds, unless the returned function is called first. */
export type RunLater = (ms: number, run: () => void) => () => void;

const runLater: RunLater = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** The part of a socket that this module needs. */
export interface WaitingSocket {
  readonly remoteAddress?: string | undefined;
  destroy(): unknown;
}

/**
 * Limits connections that have not signed in, separately from signed-in ones, so that idle strangers cannot use up the places. When an
 * address or all places are full, the oldest connection is closed; an honest client signs in within a moment.
 */
export class UnauthenticatedConnections {
  readonly #limits: UnauthenticatedLimits;
  readonly #runLater: RunLater;
  /** The sockets in order of arrival, each with the function that stops its timer. */
  readonly #waiting = new Map<WaitingSocket, () => void>();

  constructor(limits: UnauthenticatedLimits, later: RunLater = runLater) {
    this.#limits = limits;
    this.#runLater = later;
  }

  enter(socket: WaitingSocket): void {
    this.leave(socket);
    const { connectionsMax, ofAddressMax, seconds } = this.#limits;
    const network = networkOf(socket);
    const all = [...this.#waiting.keys()];
    const [oldestOfAddress, ...others] = all.filter((other) => networkOf(other) === network);
    if (oldestOfAddress !== undefined && others.length + 1 >= ofAddressMax) this.#end(oldestOfAddress);
    else if (all[0] !== undefined && all.length >= connectionsMax) this.#end(all[0]);
    this.#waiting.set(
      socket,
      this.#runLater(seconds * 1000, () => this.#end(socket)),
    );
  }

  /** Removes a connection that has signed in or is closed. */
  leave(socket: WaitingSocket): void {
    this.#waiting.get(socket)?.();
    this.#waiting.delete(socket);
  }

  #end(socket: WaitingSocket): void {
    this.leave(socket);
    socket.destroy();
  }
}

/** Returns the network of a connection's address. A closed socket has no address any more. */
const networkOf = ({ remoteAddress }: WaitingSocket) => clientNetworkOf(remoteAddress ?? '');
