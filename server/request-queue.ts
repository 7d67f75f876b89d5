/** The limits of waiting requests. At a limit the server stops reading the connection. */
export interface QueueLimits {
  readonly requests: number;
  readonly bytes: number;
}

/** Pauses and resumes reading from the client. */
export interface Reading {
  pause(): void;
  resume(): void;
}

/**
 * Answers the requests of one connection one after the other. While too many wait, the connection is not read, so that a fast client has
 * to wait instead of filling the memory.
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

  /** Adds a request. `bytes` is the memory that it holds. The work must not throw. */
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

  /** Resolves when all present requests have been answered. */
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
