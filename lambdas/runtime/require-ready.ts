export interface ReadyCheck {
  /** Asks /v1/ready and returns the status. */
  readonly ask: () => Promise<number>;
  readonly pause: (seconds: number) => Promise<void>;
}

/** The pauses between the questions of a new container, in seconds: a failover of the database is over in a minute. */
const PAUSES_SECONDS = [1, 2, 4, 8, 15, 30] as const;

/**
 * Checks a new version before it gets traffic: its settings, its secrets and its way to the database. Throws when it is not ready, so that
 * a container ends and ECS keeps the version before.
 */
export async function requireReady({ ask, pause }: ReadyCheck, pauses: readonly number[] = PAUSES_SECONDS) {
  let status = await ask();
  for (const seconds of pauses) {
    if (status === 200) return;
    await pause(seconds);
    status = await ask();
  }
  if (status !== 200) throw new Error(`The API is not ready: it answers ${status}`);
}
