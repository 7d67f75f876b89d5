import { clientNetworkOf } from '../core/client-network.ts';

/** The identity of a client that wants a connection. */
export interface SignedInClient {
  readonly accountId: string;
  readonly username: string;
  readonly address: string;
}

export interface PlaceLimits {
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
