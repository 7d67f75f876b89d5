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

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}
