export type Pause = (seconds: number) => Promise<void>;

/**
 * Asks the database again while it is away: one that restarts is away for seconds, one that fails over for half a minute. The last
 * error is thrown. `isAgain`: what was asked before may have been done, and only the answer did not come.
 */
export async function persistently<T>(
  { pause, delaysSeconds }: { readonly pause: Pause; readonly delaysSeconds: readonly number[] },
  work: (isAgain: boolean) => Promise<T>,
): Promise<T> {
  for (const [tries, seconds] of delaysSeconds.entries()) {
    try {
      return await work(tries > 0);
    } catch {
      await pause(seconds);
    }
  }
  return work(true);
}
