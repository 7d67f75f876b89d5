import type { PurgePortion, TaskCounts } from '../platform/portions.ts';
/** The database ports of the scheduled tasks. */

/** The database writes of the scheduled tasks. Each method is safe to run concurrently. */
export interface MaintenanceStore {
  /**
   * Sets jobs that have been in processing for longer than `stuckSeconds` (at most `limit`) back to queued with a new message, or fails
   * them when their attempts are used up. Queued jobs whose message must have been lost get a new one.
   */
  recoverJobs(options: {
    readonly stuckSeconds: number;
    readonly resendSeconds: number;
    readonly limit: number;
    /** Whether a stuck job counts as timed out. False at a start, when all workers died with their machine. */
    readonly ranOutOfTime?: boolean;
  }): Promise<{
    readonly requeued: number;
    readonly failed: number;
    readonly resent: number;
  }>;
  /**
   * Recovers one job in processing whose worker has died. `timed-out`: the job was stopped because its time was over; the second time
   * fails it. `stuck`: the worker gave no sign of life, which no database outage explains; this fails the job at once.
   */
  recoverJob(jobId: string, death: 'died' | 'timed-out' | 'stuck'): Promise<void>;
  /** Cancels jobs that never started and were uploaded too long ago, with their files (at most `limit`). Returns their number. */
  cancelUnprocessed(limit: number): Promise<number>;
  /** Deletes raw bytes past their retention. A job whose bytes are being deleted is not retried automatically. */
  readonly purgeRaw: PurgePortion;
  /** Deletes records past their retention: exceptions, sent messages, dead letters and task runs; at most `limit` of each, oldest first. */
  deleteExpired(limit: number): Promise<void>;
  /** Replaces names of files that no longer count, and of drops that became no file, after their retention; at most `limit` of each. */
  expireNames(limit: number): Promise<void>;
  recordRun(task: string, durationMs: number, counts: TaskCounts): Promise<void>;
}
