import { BODY_LIMITS } from '../../core/limits/request-limits.ts';
import { clientNetworkOf } from '../../core/webhook-url.ts';

/** The sender of a body; the bounds apply to each account separately. */
export interface BodySender {
  /** The id of the account, or "operator". */
  readonly account: string;
  readonly address: string;
}

interface PlaceLimits {
  readonly ofAccount: number;
  readonly ofAddress: number;
  readonly atOnce: number;
  /** The age in milliseconds from which a body can lose its place even to an account that has as many bodies as its own. */
  readonly settledMs: number;
}

/** The place of a body that is arriving, or that has arrived and waits for its turn. */
export interface BodyPlace {
  count(bytes: number): void;
  /** Marks the body as complete: from now on it cannot lose its place. */
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
 * Bounds the bodies that arrive at one process at the same time. When a bound is reached, a new body replaces the slowest body of the
 * account that has the most. Slow senders therefore cannot block the others, however many accounts they use.
 */
export class BodyPlaces {
  readonly #limits: PlaceLimits;
  readonly #now: () => number;
  readonly #entries = new Set<Entry>();

  constructor(limits: PlaceLimits = BODY_LIMITS, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /**
   * Returns null when there is no place and no slow body to replace. `onLost` is called at most once, and only before the body has
   * arrived.
   */
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

  /** True when the account has as many bodies as one account may have. */
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
