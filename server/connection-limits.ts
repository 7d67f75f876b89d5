import { clientNetworkOf } from '../core/client-network.ts';
import { hasRoom, refuseStorage, type StorageUse, storageLimit, storedBytes } from '../core/storage-quota.ts';
import type { UploadRoom } from './sftp-upload.ts';

/** The number of rejected uploads that an account may have on record per hour. The client gets the reason of every rejection. */
const REJECTIONS_PER_HOUR = 100;
const HOUR_MS = 3_600_000;

/** The uploads of one account over all its connections: the bytes in progress, and a queue for storing them one at a time. */
export class AccountUploads {
  readonly #findUse: () => Promise<StorageUse>;
  readonly #nowMs: () => number;
  #openBytes = 0;
  #rejections = { sinceMs: Number.NEGATIVE_INFINITY, count: 0 };
  #storing: Promise<unknown> = Promise.resolve();

  constructor(findUse: () => Promise<StorageUse>, nowMs: () => number = () => performance.now()) {
    this.#findUse = findUse;
    this.#nowMs = nowMs;
  }

  /** True when one more rejected upload may be recorded. Each record is a row and a file, and a client can cause thousands a minute. */
  mayRecordRejection(): boolean {
    const nowMs = this.#nowMs();
    if (nowMs - this.#rejections.sinceMs >= HOUR_MS) this.#rejections = { sinceMs: nowMs, count: 0 };
    this.#rejections.count += 1;
    return this.#rejections.count <= REJECTIONS_PER_HOUR;
  }

  /** Reserves room for one more upload beside those in progress. Returns a sentence for the client when there is no room. */
  async open(byteSize: number): Promise<UploadRoom | string> {
    const use = await this.#findUse();
    let held = 0;
    const room: UploadRoom = {
      growTo: (bytes) => {
        const more = Math.max(0, bytes - held);
        const needed = this.#openBytes + more;
        if (needed > storageLimit(use) - storedBytes(use)) return sentenceOf(use, needed);
        held += more;
        this.#openBytes += more;
        return null;
      },
      release: () => {
        this.#openBytes -= held;
        held = 0;
      },
    };
    return room.growTo(Math.max(1, byteSize)) ?? room;
  }

  /** Returns a sentence for the client when the bytes do not fit; null when they do. */
  async refuse(bytes: number): Promise<string | null> {
    if (bytes <= 0) return null;
    const use = await this.#findUse();
    return hasRoom(use, bytes) ? null : sentenceOf(use, bytes);
  }

  /** Runs the work one at a time, so that the bytes of one upload are counted before the next is checked. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#storing.then(work);
    this.#storing = done.catch(() => {});
    return done;
  }
}

const sentenceOf = (use: StorageUse, bytes: number): string => refuseStorage(use, bytes).refused.detail ?? '';

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

/** The identity of a client that wants a connection. */
interface SignedInClient {
  readonly accountId: string;
  readonly username: string;
  readonly address: string;
}

interface PlaceLimits {
  readonly all: number;
  readonly ofAccount: number;
  readonly ofUser: number;
  readonly ofAddress: number;
}

/** Limits signed-in connections, so that no account, user or address takes all of them. */
export class SftpPlaces {
  readonly #limits: PlaceLimits;
  readonly #taken = new Set<SignedInClient>();

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  /** Takes a place for the client. Returns the function that gives the place back, or a sentence for the client when there is none. */
  enter({ address, ...user }: SignedInClient): string | (() => void) {
    const client = { ...user, address: clientNetworkOf(address) };
    const { all, ofAccount, ofUser, ofAddress } = this.#limits;
    const counted = (of: keyof SignedInClient) => [...this.#taken].filter((taken) => taken[of] === client[of]).length;
    if (counted('username') >= ofUser) return tooMany(`This user has ${ofUser} connections`);
    if (counted('accountId') >= ofAccount) return tooMany(`The users of this account have ${ofAccount} connections`);
    if (counted('address') >= ofAddress) return tooMany(`There are ${ofAddress} connections from this address`);
    if (this.#taken.size >= all) return tooMany(`The server has ${all} connections`);
    this.#taken.add(client);
    return () => void this.#taken.delete(client);
  }
}

const tooMany = (what: string) => `${what}, the most there may be. Close one, or try again in a few minutes.`;
