import type { JobMode } from '../../core/job/period-files.ts';
import type { Period } from '../../core/period.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { RowFailure, StatementWarning } from '../../core/statement/line.ts';
import type { DeadLetter } from './queue-ports.ts';

/** Jobs: how a worker claims one, reports on it and ends it. */

/** The book of one carrier in one workspace: the unit under whose lock periods are rebuilt. */
export interface BookKey {
  readonly accountId: string;
  readonly workspaceId: string;
  readonly carrierId: string;
}

/** A queued job that this worker has taken. Every later write names the epoch; after another claim it changes nothing. */
export interface ClaimedJob extends BookKey {
  readonly jobId: string;
  /** Of the request that asked for it. */
  readonly requestId: string | null;
  readonly leaseEpoch: number;
  /** 1 on the first try. */
  readonly attempt: number;
  readonly mode: JobMode;
  readonly period: Period;
  /** Of a rescore after a change of rates: the first period that it reaches, which may lie before the file's. */
  readonly ratesFrom: Period | null;
  readonly file: {
    readonly fileId: string;
    readonly objectKey: string;
    readonly checksumSha256: string;
    /** Plain decimal text. */
    readonly statedTotal: string | null;
  };
  /** Header of the book's newest completed upload, which this one's is compared with; null when there is none. */
  readonly knownHeaders: readonly string[] | null;
  readonly knownSheets: readonly string[] | null;
  /** The carrier's active configuration at this moment; null when there is none any more. */
  readonly config: {
    readonly configId: string;
    readonly version: number;
    readonly config: StatementConfig;
    /** Options that only a later release knows. A statement is not read without them. */
    readonly laterOptions: readonly string[];
  } | null;
  /** Formats of carriers that continue this one (core/catalogue/successions.ts). They read what its own format can't. */
  readonly laterLayouts: readonly LaterLayout[];
}

export interface LaterLayout {
  readonly carrierName: string;
  readonly config: StatementConfig;
}

export interface JobProgress {
  readonly stage: 'reading' | 'mapping' | 'scoring';
  /** 0 to 100 of the whole job. */
  readonly percent: number;
}

export type JobStats = Readonly<Record<string, number>>;

/** How a job ended well. */
export interface JobResult {
  readonly stats: JobStats;
  readonly warnings: readonly StatementWarning[];
  /** Of its workbook; null of a job without a file of its own. */
  readonly sheets: readonly string[] | null;
}

/** Why a job ended for good without a result. */
export interface JobFailure {
  readonly error: string;
  readonly errorCode: string | null;
  /** The rows that could not be accepted, where the file was read as far as its rows. */
  readonly exceptions: ExceptionRows | null;
}

/** Jobs and their claims. What ends or gives back a job returns false when the claim was lost: it changed nothing then. */
export interface JobStore {
  /**
   * Queued becomes processing; null when there is nothing to take: ended, taken by another, or unknown. The claim's id is the
   * worker's own, a new one for each try: whoever heard no answer asks again under the same, and gets the same claim.
   */
  claim(jobId: string, claimId: string): Promise<ClaimedJob | null>;
  /** Never waits, so false may also mean that somebody else holds the job's row at this moment; work goes on either way. */
  reportProgress(job: ClaimedJob, progress: JobProgress): Promise<boolean>;
  /** Back to queued with the error shown; the outbox isn't used, because the worker sees to the message. Without an error it was no try. */
  release(job: ClaimedJob, error: string | null): Promise<boolean>;
  /** Failed for good, with its file, exceptions and event, in one transaction. */
  fail(job: ClaimedJob, failure: JobFailure): Promise<boolean>;
  /** The dead-letter consumer's way out: records the message, and fails its job if that is still open. */
  failDead(jobId: string | null, letter: DeadLetter): Promise<void>;
}

/** The header of a file and its rows that were not accepted, as the exceptions download shows them. */
export interface ExceptionRows {
  readonly headers: readonly string[];
  readonly failures: readonly RowFailure[];
}
