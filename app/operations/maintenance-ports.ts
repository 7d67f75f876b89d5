/** What the scheduled tasks ask of the database. */

/** What a run of a scheduled task did, by name of the figure. */
export type TaskCounts = Readonly<Record<string, number>>;

/** Deletes what it can of these and says which are gone. */
export type Remove = (keys: readonly string[]) => Promise<readonly string[]>;

/**
 * Hands keys whose time is over to `remove`, at most so many and none of those excepted, and marks those as gone that are. As long
 * as that takes no other run has them, and nobody can begin to need them. Returns how many were found due.
 */
export type PurgePortion = (
  portion: { readonly limit: number; readonly except: readonly string[] },
  remove: Remove,
) => Promise<number>;

/** Statements of the scheduled tasks; each is safe to run twice at once. */
export interface MaintenanceStore {
  /**
   * Jobs in processing for longer than `stuckSeconds` (at most `limit`) go back to queued with a message, or fail when
   * their tries are used up; queued jobs whose message must have been lost get a new one.
   */
  recoverJobs(options: {
    readonly stuckSeconds: number;
    readonly resendSeconds: number;
    readonly limit: number;
    /** Whether being stuck means that the try ran out of time. Not so at a start, when every worker has died with its machine. */
    readonly ranOutOfTime?: boolean;
  }): Promise<{
    readonly requeued: number;
    readonly failed: number;
    readonly resent: number;
  }>;
  /**
   * The same for one job in processing whose worker is known to be dead. `timed-out`: it was stopped because its time
   * was over; a second time fails the job. `stuck`: it kept its worker from giving any sign of life, which no database
   * can be to blame for, and fails at once.
   */
  recoverJob(jobId: string, death: 'died' | 'timed-out' | 'stuck'): Promise<void>;
  /** Cancels jobs that never started, with their files, when these were uploaded too long ago (at most `limit`). Returns how many. */
  cancelUnprocessed(limit: number): Promise<number>;
  /** Raw bytes past their retention. A job whose bytes are being deleted is tried again by hand afterwards or not at all. */
  readonly purgeRaw: PurgePortion;
  /**
   * Deletes what is kept for a while only: old exceptions, sent messages, dead letters, runs of tasks; at most `limit`
   * of each, oldest first.
   */
  deleteExpired(limit: number): Promise<void>;
  /**
   * Replaces the names of files that no longer count, and of drops that became no file, once their time is over; at
   * most `limit` of each.
   */
  expireNames(limit: number): Promise<void>;
  recordRun(task: string, durationMs: number, counts: TaskCounts): Promise<void>;
}
