/** The state of a running service, as an operator sees it. */
export interface WorkState {
  readonly queue: {
    /** Jobs that wait for a worker, retries included. */
    readonly waiting: number;
    readonly processing: number;
    /** Age of the waiting job that was accepted first; null when none waits. */
    readonly oldestWaitingSeconds: number | null;
  };
  /** The last run of each scheduled task; null when no run is recorded. */
  readonly tasks: readonly { readonly task: string; readonly lastRanAt: string | null }[];
}

/** Asks whether the disk of the service is full. Rejects never: a disk that cannot be read counts as not full. */
export type IsDiskFull = () => Promise<boolean>;
