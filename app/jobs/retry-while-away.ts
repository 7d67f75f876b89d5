/** How a database that is away is waited for. */
export interface Patience {
  /** Whether the same may succeed when it is asked again. Every other error is thrown at once. */
  readonly isAway: (error: unknown) => boolean;
  readonly pause: (seconds: number) => Promise<void>;
}

/**
 * Asks the database again while it is away: one that restarts is away for seconds, one that fails over or wakes for half a minute. The
 * last error is thrown. `isAgain`: what was asked before may have been done, and only the answer did not come.
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
