import { clientNetworkOf } from '../../core/client-network.ts';
import { BODY_LIMITS } from '../../core/limits/request-limits.ts';

/** Who sends a body: bounds hold for each of them. */
export interface BodySender {
  /** The account, or the operator. */
  readonly account: string;
  readonly address: string;
}

interface PlaceLimits {
  readonly ofAccount: number;
  readonly ofAddress: number;
  readonly atOnce: number;
  /** How old a body is before it has to go for an account that has as many. */
  readonly settledMs: number;
}

/** A body on its way, or one that has arrived and waits for its turn. */
export interface BodyPlace {
  count(bytes: number): void;
  /** The whole body is here: from now on the place can't be lost. */
  arrived(): void;
  leave(): void;
}

interface Entry extends BodySender {
  readonly startedAt: number;
  readonly onLost: () => void;
  bytes: number;
  isArriving: boolean;
}

/**
 * Bounds the bodies that one process has on its way. When a bound is reached, the newcomer takes the place of the slowest body of the
 * account that has the most. Senders that are slow on purpose, or that come again and again, so make room for the others, however many
 * accounts they use.
 */
export class BodyPlaces {
  readonly #limits: PlaceLimits;
  readonly #now: () => number;
  readonly #entries = new Set<Entry>();

  constructor(limits: PlaceLimits = BODY_LIMITS, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Null: there is no place, and nobody slow who could make room. `onLost` is called at most once, before the body has arrived. */
  enter({ account, address }: BodySender, onLost: () => void): BodyPlace | null {
    const sender = { account, address: clientNetworkOf(address) };
    const { ofAccount, ofAddress, atOnce } = this.#limits;
    const groups = [
      [ofAccount, (other: BodySender) => other.account === account],
      [ofAddress, (other: BodySender) => other.address === sender.address],
      [atOnce, () => true],
    ] as const;
    for (const [limit, belongs] of groups) {
      const members = [...this.#entries].filter(belongs);
      if (members.length >= limit && !this.#makeRoom(members, sender)) return null;
    }
    const entry: Entry = { ...sender, startedAt: this.#now(), onLost, bytes: 0, isArriving: true };
    this.#entries.add(entry);
    return {
      count: (bytes) => {
        entry.bytes += bytes;
      },
      arrived: () => {
        entry.isArriving = false;
      },
      leave: () => {
        this.#entries.delete(entry);
      },
    };
  }

  /** Whether the account has as many bodies as one may have. */
  isFull(account: string): boolean {
    return [...this.#entries].filter((entry) => entry.account === account).length >= this.#limits.ofAccount;
  }

  #makeRoom(members: readonly Entry[], newcomer: BodySender): boolean {
    const now = this.#now();
    const ofAccount = Map.groupBy(members, ({ account }) => account);
    const held = ({ account }: BodySender) => ofAccount.get(account)?.length ?? 0;
    const rate = ({ bytes, startedAt }: Entry) => bytes / (now - startedAt + 1);
    const mayGo = (entry: Entry) => held(entry) > held(newcomer) + 1 || now - entry.startedAt >= this.#limits.settledMs;
    const [first] = members
      .filter((entry) => entry.isArriving && mayGo(entry))
      .toSorted((a, b) => held(b) - held(a) || rate(a) - rate(b));
    if (first === undefined) return false;
    this.#entries.delete(first);
    first.onLost();
    return true;
  }
}

/** Of this process. */
export const bodyPlaces = new BodyPlaces();
