/** Wakes waiting readers. A call of `wake` between a reader's last look and its wait is counted, so that the reader does not miss it. */
export class WakeSignal {
  #wakeCount = 0;
  readonly #waiting = new Set<() => void>();

  /** The number of calls of `wake`. Read it before looking for work, and pass it to `wait` if there was none. */
  get wakeCount(): number {
    return this.#wakeCount;
  }

  readonly wake = (): void => {
    this.#wakeCount += 1;
    for (const resume of this.#waiting) resume();
  };

  /** Resolves when the count exceeds `wakeCount`, or after the milliseconds. */
  wait(wakeCount: number, milliseconds: number): Promise<void> {
    if (this.#wakeCount > wakeCount) return Promise.resolve();
    return new Promise((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        this.#waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(resume, milliseconds);
      this.#waiting.add(resume);
    });
  }
}
