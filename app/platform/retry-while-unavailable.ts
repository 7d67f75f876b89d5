/** Tells whether the database is unavailable after an error, and pauses before the next try. */
export interface AwayRetry {
  /** Returns true when a repeat may succeed after this error. Any other error is thrown at once. */
  readonly isTransient: (error: unknown) => boolean;
  readonly pause: (seconds: number) => Promise<void>;
}

/**
 * Repeats a database call while the database is unavailable. A restart takes seconds, a failover or a wake-up half a minute. Throws the
 * last error. `isRepeat` is true when an earlier call may have succeeded although its answer was lost.
 */
export async function retryWhileUnavailable<T>(
  { isTransient, pause, delaysSeconds }: AwayRetry & { readonly delaysSeconds: readonly number[] },
  work: (isRepeat: boolean) => Promise<T>,
): Promise<T> {
  for (const [tries, seconds] of delaysSeconds.entries()) {
    try {
      return await work(tries > 0);
    } catch (error) {
      if (!isTransient(error)) throw error;
      await pause(seconds);
    }
  }
  return work(true);
}
