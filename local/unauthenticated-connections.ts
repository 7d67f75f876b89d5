import { clientNetworkOf } from '../core/client-network.ts';

export interface WaitingRoomLimits {
  readonly connectionsMax: number;
  readonly ofAddressMax: number;
  readonly seconds: number;
}

/** Runs something after so many milliseconds, unless what it returns is called before. */
export type RunLater = (ms: number, run: () => void) => () => void;

const runLater: RunLater = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** What of a socket is needed. */
export interface WaitingSocket {
  readonly remoteAddress?: string | undefined;
  destroy(): unknown;
}

/**
 * Connections that have not shown yet that they mean it, apart from those that have, so that they never take the places of those.
 * When there are too many, of an address or at all, the one that has waited longest goes: somebody who means it is in and out in a
 * moment, however many others only sit there.
 */
export class UnauthenticatedConnections {
  readonly #limits: WaitingRoomLimits;
  readonly #runLater: RunLater;
  /** In the order in which they came; each with what stops its clock. */
  readonly #waiting = new Map<WaitingSocket, () => void>();

  constructor(limits: WaitingRoomLimits, later: RunLater = runLater) {
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

  /** It has shown it, or is closed. */
  leave(socket: WaitingSocket): void {
    this.#waiting.get(socket)?.();
    this.#waiting.delete(socket);
  }

  #end(socket: WaitingSocket): void {
    this.leave(socket);
    socket.destroy();
  }
}

/** A socket that is closed has no address any more. */
const networkOf = ({ remoteAddress }: WaitingSocket) => clientNetworkOf(remoteAddress ?? '');
