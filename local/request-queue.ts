/** How much may wait before the connection is not read any further. */
export interface QueueLimits {
  readonly requests: number;
  readonly bytes: number;
}

/** Stops and goes on reading what the client sends. */
export interface Reading {
  pause(): void;
  resume(): void;
}

/**
 * Answers the requests of one connection one after the other. While too many wait, the connection is not read, so that a client
 * which sends faster than it is answered waits, and its requests do not pile up in memory.
 */
export class RequestQueue {
  readonly #limits: QueueLimits;
  readonly #reading: Reading;
  #last: Promise<void> = Promise.resolve();
  #requests = 0;
  #bytes = 0;
  #isPaused = false;

  constructor(limits: QueueLimits, reading: Reading) {
    this.#limits = limits;
    this.#reading = reading;
  }

  /** `bytes`: what the request holds in memory. The work must not throw. */
  add(bytes: number, work: () => Promise<void>): void {
    this.#requests += 1;
    this.#bytes += bytes;
    this.#last = this.#last.then(work).finally(() => {
      this.#requests -= 1;
      this.#bytes -= bytes;
      this.#adjust();
    });
    this.#adjust();
  }

  /** When all that was asked until now has been answered. */
  get idle(): Promise<void> {
    return this.#last;
  }

  #adjust(): void {
    const isFull = this.#requests > this.#limits.requests || this.#bytes > this.#limits.bytes;
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) this.#reading.pause();
    else this.#reading.resume();
  }
}
