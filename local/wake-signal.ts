/** Wakes waiting readers, and remembers a ring between a reader's last look and its wait. */
export class WakeSignal {
  #rings = 0;
  readonly #waiting = new Set<() => void>();

  /** Read it before looking for work, and pass it to `wait` if there was none. */
  get rings(): number {
    return this.#rings;
  }

  readonly ring = (): void => {
    this.#rings += 1;
    for (const wake of this.#waiting) wake();
  };

  /** Resolves when the count exceeds `rings`, or after the milliseconds. */
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
