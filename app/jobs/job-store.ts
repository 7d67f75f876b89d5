import type { BookKey } from '../../core/book-key.ts';
import type { JobStats } from '../../core/job/job-stats.ts';
import type { JobMode } from '../../core/job/period-files.ts';
import type { Period } from '../../core/period.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { RowFailure, StatementWarning } from '../../core/statement/line.ts';
import type { DeadLetter } from '../platform/queue.ts';

/** The store by which a worker leases a job, reports on it and ends it. */

/**
 * A job that this worker has leased. Every later write names the lease epoch of the lease, and changes nothing once another worker has
 * leased the job.
 */
export interface LeasedJob extends BookKey {
  readonly jobId: string;
  /** Id of the request that made the job. */
  readonly requestId: string | null;
  readonly leaseEpoch: number;
  /** 1 on the first attempt. */
  readonly attempt: number;
  readonly mode: JobMode;
  /** Other jobs of the account that workers have begun before this one and not ended. */
  readonly othersAtWork: number;
  /** Jobs of the account that wait. */
  readonly othersWaiting: number;
  /** Seconds from the upload to this lease; null for a job that is no upload, or that has ended once and was retried by a person. */
  readonly uploadedSecondsAgo: number | null;
  readonly period: Period;
  /** For a rescore after a change of rates: the first period that the change reaches, which may be before the file's period. */
  readonly ratesFrom: Period | null;
  readonly file: {
    readonly fileId: string;
    readonly fileName: string;
    readonly objectKey: string;
    readonly checksumSha256: string;
    /** Plain decimal text. */
    readonly statedTotal: string | null;
  };
  /** Header of the book's newest completed upload, which this file's header is compared with; null when there is none. */
  readonly knownHeaders: readonly string[] | null;
  readonly knownSheets: readonly string[] | null;
  /** The carrier's active configuration at the time of the lease; null when there is none any more. */
  readonly config: {
    readonly configId: string;
    readonly version: number;
    readonly config: StatementConfig;
    /** Options that this release does not know. A statement is not read with such a format. */
    readonly laterOptions: readonly string[];
  } | null;
  /** Earlier versions of the carrier's format that are read too, newest first (core/statement/config.ts). */
  readonly previousLayouts: readonly PreviousLayout[];
  /** Formats of carriers that continue this one (core/catalogue/shared-carriers.ts), for files that its own format can't read. */
  readonly laterLayouts: readonly LaterLayout[];
}

export interface PreviousLayout {
  readonly configId: string;
  readonly version: number;
  readonly config: StatementConfig;
}

export interface LaterLayout {
  readonly carrierName: string;
  readonly config: StatementConfig;
}

export interface JobProgress {
  readonly stage: 'reading' | 'mapping' | 'scoring';
  /** Percent of the whole job, 0 to 100. */
  readonly percent: number;
}

/** The result of a successful job. */
export interface JobResult {
  readonly stats: JobStats;
  readonly warnings: readonly StatementWarning[];
  /** Sheets of the job's workbook; null for a job without a file of its own. */
  readonly sheets: readonly string[] | null;
  /** The earlier version that the file was read with; absent or null when it was the version of the lease. */
  readonly readWith?: PreviousLayout | null;
}

/** The reason why a job failed permanently. */
export interface JobFailure {
  readonly error: string;
  readonly errorCode: string | null;
  /** The rows that could not be accepted; null when the job failed before it read rows. */
  readonly exceptions: ExceptionRows | null;
}

/** Jobs and their leases. Methods that end or release a job return false, changing nothing, when the lease was lost. */
export interface JobStore {
  /**
   * Leases a queued job for processing. Returns null when the job has ended, is leased or does not exist. The worker makes a new lease id
   * for each attempt. A repeat with the same id, after a lost answer, returns the same lease.
   */
  lease(jobId: string, leaseId: string): Promise<LeasedJob | null>;
  /**
   * Reports progress without waiting for locks. Returns false when the lease was lost or another transaction has locked the row; the work
   * continues in both cases.
   */
  reportProgress(job: LeasedJob, progress: JobProgress): Promise<boolean>;
  /**
   * Sets the job back to queued and shows the error. Writes no outbox row, because the worker returns the message to the queue. With a null
   * error the attempt does not count.
   */
  release(job: LeasedJob, error: string | null): Promise<boolean>;
  /** Fails the job permanently with its file, exceptions and event, in one transaction. */
  fail(job: LeasedJob, failure: JobFailure): Promise<boolean>;
  /** Handles a dead letter: records the message and fails its job if that is still open. */
  failDead(jobId: string | null, letter: DeadLetter): Promise<void>;
}

/** The header of a file and its rows that were not accepted, as the exceptions download shows them. */
export interface ExceptionRows {
  readonly headers: readonly string[];
  readonly failures: readonly RowFailure[];
}

/** Makes the failure of a job that no retry can mend. */
export const permanentFailure = (error: string, errorCode: string | null = null): JobFailure => ({
  error,
  errorCode,
  exceptions: null,
});

/**
 * Fails a job whose format has options of a later release, which happens after going back a version. Without these options the statement
 * could be read with wrong amounts.
 */
export function laterFormat({ version, laterOptions }: NonNullable<LeasedJob['config']>): JobFailure {
  const options = laterOptions.map((option) => `"${option}"`).join(', ');
  return permanentFailure(
    `Version ${version} of the carrier's format has options of a later version of the service, which this one does not know: ${options}. ` +
      'Start the later version again, or add a version of the format without them; then retry this job.',
    'later_format',
  );
}
