/** When and how long to wait for a database that is unavailable. */
export interface Patience {
  /** Whether a repeat may succeed after this error. Other errors are thrown at once. */
  readonly isAway: (error: unknown) => boolean;
  readonly pause: (seconds: number) => Promise<void>;
}

/**
 * Repeats a database call while the database is unavailable: a restart takes seconds, a failover or a wake-up half a minute. Throws the
 * last error. `isAgain`: an earlier call may have succeeded although its answer was lost.
 */
export async function retryWhileAway<T>(
  { isAway, pause, delaysSeconds }: Patience & { readonly delaysSeconds: readonly number[] },
  work: (isAgain: boolean) => Promise<T>,
): Promise<T> {
  for (const [tries, seconds] of delaysSeconds.entries()) {
    try {
      return await work(tries > 0);
    } catch (error) {
      if (!isAway(error)) throw error;
      await pause(seconds);
    }
  }
  return work(true);
}
