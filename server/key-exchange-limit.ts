export interface KeyExchangeLimits {
  /** The number of key exchanges that a client may start at once. */
  readonly atOnce: number;
  /** The seconds after which the client may start one more. */
  readonly secondsEach: number;
}

/**
 * Limits how often a client starts a key exchange on one connection (a token bucket). An exchange takes milliseconds of this process,
 * including the API, and ssh2 sets no limit.
 */
export class KeyExchangeLimit {
  readonly #limits: KeyExchangeLimits;
  readonly #now: () => number;
  #left: number;
  #countedAt: number;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(limits: KeyExchangeLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#left = limits.atOnce;
    this.#countedAt = now();
  }

  /** Counts one exchange; returns false when it exceeds the limit. */
  allow(): boolean {
    const { atOnce, secondsEach } = this.#limits;
    const nowMs = this.#now();
    const earned = (nowMs - this.#countedAt) / (secondsEach * 1000);
    this.#left = Math.min(atOnce, this.#left + earned) - 1;
    this.#countedAt = nowMs;
    return this.#left >= 0;
  }
}
