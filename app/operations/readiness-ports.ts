/** What an operator wants to know of a service that works. */
export interface WorkState {
  readonly queue: {
    /** Jobs that wait for a worker, retries included. */
    readonly waiting: number;
    readonly processing: number;
    /** Since the waiting job that was accepted first; null when none waits. */
    readonly oldestWaitingSeconds: number | null;
  };
  /** The last run of each scheduled task; null when none is on record. */
  readonly tasks: readonly { readonly task: string; readonly lastRanAt: string | null }[];
}

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}
