/** Wakes those who wait for something to look at, and forgets no ring that came between their last look and their wait. */
export class WakeSignal {
  #rings = 0;
  readonly #waiting = new Set<() => void>();

  /** Read it before looking, and hand it to `wait` when there was nothing. */
  get rings(): number {
    return this.#rings;
  }

  readonly ring = (): void => {
    this.#rings += 1;
    for (const wake of this.#waiting) wake();
  };

  /** Until it has rung more often than `rings`, at most so long. */
  wait(rings: number, milliseconds: number): Promise<void> {
    if (this.#rings > rings) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#waiting.add(wake);
    });
  }
}
