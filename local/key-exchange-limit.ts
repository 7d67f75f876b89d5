export interface KeyExchangeLimits {
  /** Exchanges that a client may ask for at once. */
  readonly atOnce: number;
  /** Seconds after which it may ask for one more. */
  readonly secondsEach: number;
}

/**
 * Limits how often a client asks for new keys on one connection (a token bucket). An exchange takes milliseconds of this process, API
 * included, and ssh2 grants any number of them.
 */
export class KeyExchangeLimit {
  readonly #limits: KeyExchangeLimits;
  readonly #now: () => number;
  #left: number;
  #countedAt: number;

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(limits: KeyExchangeLimits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
    this.#left = limits.atOnce;
    this.#countedAt = now();
  }

  /** Counts one; false when it is one too many. */
  allow(): boolean {
    const { atOnce, secondsEach } = this.#limits;
    const nowMs = this.#now();
    const earned = (nowMs - this.#countedAt) / (secondsEach * 1000);
    this.#left = Math.min(atOnce, this.#left + earned) - 1;
    this.#countedAt = nowMs;
    return this.#left >= 0;
  }
}
