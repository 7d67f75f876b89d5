import type { JobMode, PeriodFiles, PeriodOperation } from '../core/job/period-files.ts';
import type { RepeatedStatement } from '../core/job/repeated-statement.ts';
import type { ClosedFigures, MonthFigures } from '../core/month/month-figures.ts';
import type { MonthSituation, StoredMonth } from '../core/month/month-state.ts';
import type { Period } from '../core/period.ts';
import type { Refused } from '../core/problem.ts';
import type { ProductLine } from '../core/product-line.ts';
import type { EstimatedRate } from '../core/scoring/estimate-rates.ts';
import type { CarrierEvent } from '../core/scoring/events/carrier-event.ts';
import type { ExpectedRate } from '../core/scoring/expected.ts';
import type { ScorableLine } from '../core/scoring/member-month.ts';
import type { PeriodOutcome, ScoringSteps } from '../core/scoring/score-period.ts';
import type { PriorRow } from '../core/scoring/scored-row.ts';
import type { RecordTotal } from '../core/scoring/year-to-date.ts';
import type { StatementConfig } from '../core/statement/config.ts';
import type { RowFailure, StatementLine, StatementWarning } from '../core/statement/line.ts';
import type { UnassignedLine, UnassignedTotals } from '../core/statement/unassigned-line.ts';
import type { FileSituation, RetrySituation } from '../core/upload/decide-file-command.ts';
import type { UploadContext, UploadDecision, UploadRequest } from '../core/upload/decide-upload.ts';
import type { BookDisputes } from './book-dispute-ports.ts';
import type { BookIdentities } from './identity-ports.ts';

/**
 * What the use cases need from the outside. Objects and queues have two adapters, AWS and one machine, with one contract suite over both;
 * the stores have one, PostgreSQL.
 */

/** Raw bytes of statements by key. Keys are ours (`raw/<account>/<file>`), never made from what a user sent. */
export interface ObjectStore {
  /** Stores all of it or nothing. Overwrites. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such object. */
  get(key: string): Promise<Uint8Array | null>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  readonly deleteBelow: DeleteBelow;
}

/**
 * Deletes some of the objects whose keys begin with the prefix, which ends with a slash, with all their versions. Says how many
 * objects and bytes went; to be repeated until nothing goes any more.
 */
export type DeleteBelow = (prefix: string) => Promise<DeletedObjects>;

export interface DeletedObjects {
  readonly objects: number;
  /** Of all versions together. */
  readonly bytes: number;
}

export type QueueName = 'statements' | 'statements-dead' | 'webhooks' | 'webhooks-dead';

export interface OutgoingMessage {
  readonly body: string;
  /** 0 to 900. */
  readonly delaySeconds?: number;
  /** Messages of one group share the queue fairly with other groups; the account id. */
  readonly groupId?: string;
  /** Of the request that caused it, for whoever follows one through AWS's queues; that of one machine doesn't keep it. Nothing is decided by it. */
  readonly requestId?: string | null;
}

export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  /** 1 on the first delivery. */
  readonly receiveCount: number;
  readonly sentAt: Date;
}

/** At-least-once messages with SQS's rules: visibility timeout, receive count, delay, redrive to a dead-letter queue. */
export interface MessageQueue {
  /** Any number of messages; sends in batches. Throws if any was refused. */
  send(queue: QueueName, messages: readonly OutgoingMessage[]): Promise<void>;
  /** Up to `max` (1 to 10) messages, each hidden from others for `visibilitySeconds`. */
  receive(
    queue: QueueName,
    options: { readonly max: number; readonly visibilitySeconds: number },
  ): Promise<readonly ReceivedMessage[]>;
  /** Done with it. A handle whose visibility ran out and that somebody else received since deletes nothing. */
  delete(queue: QueueName, receiptHandle: string): Promise<void>;
  /** Shows the message again after so many seconds (0 to 43,200): 0 is at once. Changes nothing unless the handle still hides it. */
  changeVisibility(queue: QueueName, receiptHandle: string, seconds: number): Promise<void>;
}

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

/** A message no try could finish, as the operator finds it. */
export interface DeadLetter {
  readonly queue: QueueName;
  readonly messageId: string;
  readonly body: string;
  readonly receiveCount: number;
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

/** A line with its file and the ids it is stored under. */
export interface BookLine extends StatementLine {
  readonly fileId: string;
  readonly memberRefId: string;
  /** The member id that the line's own id makes, where an alias files the line under another one; else null. */
  readonly ownMemberRefId: string | null;
  readonly policyRefId: string | null;
}

/** What one period is scored from, as stored. */
export interface StoredPeriod {
  readonly baselinePeriod: Period | null;
  /** Of all active files, in the order in which these were accepted. */
  readonly lines: readonly ScorableLine[];
  readonly newestFileId: string;
  /** Those of the files whose lines are totals of the year, as they were read; the lines of others are payments. */
  readonly totalsFileIds: ReadonlySet<string>;
  /** The carrier's; null when nobody has said it. */
  readonly productLine: ProductLine | null;
  /** Contracted ones of the carrier and the book's estimates. */
  readonly rates: readonly ExpectedRate[];
  /** Of the newest job on these files: its scoring options hold for the period. */
  readonly config: { readonly configId: string; readonly config: StatementConfig };
}

/** A file whose lines are there. What these are stays as it was read, whatever configuration their month is scored with later. */
export interface ReadFile {
  readonly fileId: string;
  readonly period: Period;
  readonly statementMode: StatementConfig['statementMode'];
}

/** Lines of files just read, by file id: they need not be read back. */
export type KnownLines = ReadonlyMap<string, readonly BookLine[]>;

/** A period about to be scored. */
export interface ScoredPeriod {
  readonly configId: string;
  readonly baselinePeriod: Period | null;
  readonly steps: ScoringSteps;
  /** Without it rows that are the same but for their totals are not written, and listOutdated tells of them. */
  readonly keepsTotals: boolean;
}

/**
 * A book locked for this transaction: nobody else rebuilds it meanwhile, and nothing of it is seen by others before the
 * end. All methods work on sets.
 */
export interface LockedBook {
  /** Accepted jobs of a period but for rescores, in any order. The job that holds the book counts as succeeded. */
  listOperations(period: Period): Promise<readonly PeriodOperation[]>;
  /** Replaces what an earlier try left of a file's lines, and of its money without a member. Written while the book goes on, see `written`. */
  saveLines(file: ReadFile, lines: readonly BookLine[], unassigned: readonly UnassignedLine[]): Promise<void>;
  /** Keeps the same lines for when their period is scored again; of a file that is superseded meanwhile none. */
  packLines(fileId: string, lines: readonly BookLine[]): Promise<void>;
  /** Sets the states of a period's files and deletes the lines of those that are superseded. */
  applyPeriodFiles(files: PeriodFiles): Promise<void>;
  /** Periods from this one on that have active files or scores, oldest first. */
  listPeriods(from: Period): Promise<readonly Period[]>;
  /** The periods just before this one whose totals were left as they had been, oldest first; mostly none. */
  listOutdated(before: Period): Promise<readonly Period[]>;
  /** Begins to read what loadPeriod will tell of the period; the rates of the book have to be settled. */
  readAhead(period: Period, known: KnownLines): void;
  /** Null when the period has no active file. */
  loadPeriod(period: Period, known: KnownLines): Promise<StoredPeriod | null>;
  /** What each record of a period's active files adds up to, as its statement printed it; none where one of them printed payments. */
  loadRecordTotals(period: Period): Promise<readonly RecordTotal[]>;
  /**
   * What the records of these members stand at by this period's end: the total on the last statement of the same year that prints one, and
   * the payments of that month and since, all of the year where none does.
   */
  loadEarlierTotals(period: Period, memberRefIds: readonly string[]): Promise<readonly RecordTotal[]>;
  /** All rows of a period, in the order of their members' ids. */
  loadBaseline(period: Period): Promise<readonly PriorRow[]>;
  /** Of these members, none of whom has a row in this period, the latest row before it, of those who have one. */
  loadEarlierRows(period: Period, memberRefIds: readonly string[]): Promise<readonly PriorRow[]>;
  /** Of all periods of the book, oldest first. */
  loadCarrierEvents(): Promise<readonly CarrierEvent[]>;
  /** Whether rates are estimated in this book: for good once a statement of it was accepted, or stood, without any contracted rate. */
  estimatesRates(): Promise<boolean>;
  /** Replaces the book's estimates. */
  saveEstimates(basisPeriod: Period, estimates: readonly EstimatedRate[]): Promise<void>;
  /**
   * Replaces the period's scored rows, deltas, rollup and carrier events with what the steps bring. Ends with the last step: later periods
   * are measured by its rows from then on, and they are written meanwhile.
   */
  savePeriod(period: Period, scored: ScoredPeriod): Promise<PeriodOutcome>;
  /** Writes no more of the rows than their totals, and only where the period's rows are stored. Later periods are measured by it too. */
  saveTotals(period: Period, steps: ScoringSteps): Promise<void>;
  /** Ends when all that was saved is written. The next period is measured by what is stored. */
  readFromStore(): Promise<void>;
  /** Ends when all that was saved is written, or with the error that kept it from being. The transaction may not end before. */
  written(): Promise<void>;
  /** Removes the scores of a period that has no active file any more. */
  clearPeriod(period: Period): Promise<void>;
  /** Closed months from this period on, with their figures as they are now. */
  listClosed(from: Period): Promise<readonly ClosedMonth[]>;
  /** Records what changed in the figures of closed months, under the job that holds the book. */
  saveAdjustments(changes: readonly MonthChange[]): Promise<void>;
}

/** By how much the figures of a closed month changed. */
export interface MonthChange extends MonthFigures {
  readonly period: Period;
}

export interface ClosedMonth extends ClosedFigures {
  readonly period: Period;
}

/** A book locked by the worker of a job, which also ends that job. */
export interface JobBook extends LockedBook, BookDisputes {
  readonly identities: BookIdentities;
  /** How many files the job's month has and should have; asked once its files are applied, and before it is saved. */
  loadMonth(period: Period): Promise<MonthSituation>;
  /** Null: nothing says how many files the month has. */
  saveMonth(period: Period, month: StoredMonth | null): Promise<void>;
  /** Names of these files, in order of acceptance. */
  namesOf(fileIds: readonly string[]): Promise<readonly string[]>;
  /** The statement of another period that the job's file repeats; asked once the periods are saved. */
  findRepeated(): Promise<RepeatedStatement | null>;
  /** Sums of the money without a member of a period's active files; asked once the periods are saved. */
  loadUnassignedTotals(period: Period): Promise<UnassignedTotals>;
  /** Completed, with exceptions and event, in the same transaction as everything written through this book. */
  complete(result: JobResult, exceptions: ExceptionRows | null): Promise<void>;
}

/** Another job, or a request, has the book: nothing is wrong, and the same work may begin when that one has ended. */
export class BookBusy extends Error {
  override readonly name = 'BookBusy';
  constructor(cause: unknown) {
    super('The book is being worked on.', { cause });
  }
}

export interface BookStore {
  /**
   * Runs the work under the book's lock in one transaction. Returns false, having stored nothing, when the job's claim
   * was lost before it began. Throws BookBusy when somebody else has the book for long.
   */
  withJobBook(job: ClaimedJob, work: (book: JobBook) => Promise<void>): Promise<boolean>;
}

/** Who asked for a change, for the audit trail and for following a request through the logs. */
export interface RequestOrigin {
  /** `token:<id>`, `operator`, `sftp:<user>` or `email:<address>`. */
  readonly actor: string;
  readonly ip: string | null;
  readonly requestId: string;
}

/** A job that was accepted. */
export interface AcceptedJob {
  readonly jobId: string;
  readonly fileId: string;
  readonly mode: JobMode;
}

export interface AcceptedCommand extends AcceptedJob {
  /** Names of the files that a retraction of the whole month takes back, in order of acceptance; else empty. */
  readonly takesBack: readonly string[];
}

export interface NewUpload {
  readonly request: UploadRequest;
  readonly origin: RequestOrigin;
  readonly fileId: string;
  readonly objectKey: string;
}

export interface UploadStore {
  /** One query: everything the decision needs. */
  loadContext(request: UploadRequest): Promise<UploadContext>;
  /**
   * Decides again under the locks of the key and the period, and if it is still to be accepted stores file, job, message
   * and audit entry together. `callbackSecret` is set when the upload's webhookUrl made the account's first one.
   */
  save(
    upload: NewUpload,
    decide: (context: UploadContext) => UploadDecision,
  ): Promise<{
    readonly decision: UploadDecision;
    readonly accepted: (AcceptedJob & { readonly callbackSecret: string | null }) | null;
  }>;
}

/** Commands on files and jobs that exist. Each decides under the lock of the period. Null: unknown to this account. */
export interface FileCommandStore {
  submit(
    command: {
      readonly accountId: string;
      readonly fileId: string;
      readonly mode: 'retract' | 'rescore';
      /** A retraction of this file alone, which leaves others of its period. */
      readonly only?: boolean;
      readonly origin: RequestOrigin;
    },
    decide: (situation: FileSituation) => Refused | null,
  ): Promise<AcceptedCommand | Refused | null>;
  retry(
    command: { readonly accountId: string; readonly jobId: string; readonly origin: RequestOrigin },
    decide: (situation: RetrySituation) => Refused | null,
  ): Promise<AcceptedJob | Refused | null>;
  /**
   * Has every copy of the bytes removed and marks them as gone. Replaces the file's name and removes what else is kept of the file
   * itself, such as rejected rows; what was scored stays.
   */
  purge(
    command: { readonly accountId: string; readonly fileId: string; readonly origin: RequestOrigin },
    decide: (situation: FileSituation) => Refused | null,
    /** Returns the keys of drops that are gone. */
    remove: (copies: StoredCopies) => Promise<readonly string[]>,
  ): Promise<{ readonly fileId: string } | Refused | null>;
}

/** Where the bytes of one file lie. */
export interface StoredCopies {
  /** In the bucket of raw statements. */
  readonly objectKey: string;
  /** In the bucket of drops: dropped files and whole messages. */
  readonly dropKeys: readonly string[];
}

export interface OutboxMessage {
  readonly position: string;
  readonly accountId: string;
  readonly jobId: string;
  /** Of the request that asked for the job. */
  readonly requestId: string | null;
}

export interface Outbox {
  /** Hands unsent messages to `send`, oldest first, and marks them sent if it did not throw. Returns how many. */
  relay(send: (messages: readonly OutboxMessage[]) => Promise<void>): Promise<number>;
}

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
   * The same for one job in processing whose worker is known to be dead. `timed-out`: it was stopped because its time was over; a second time
   * fails the job. `stuck`: it kept its worker from giving any sign of life, which no database can be to blame for, and fails at once.
   */
  recoverJob(jobId: string, death: 'died' | 'timed-out' | 'stuck'): Promise<void>;
  /** Cancels jobs that never started, with their files, when these were uploaded too long ago (at most `limit`). Returns how many. */
  cancelUnprocessed(limit: number): Promise<number>;
  /** Raw bytes past their retention. A job whose bytes are being deleted is tried again by hand afterwards or not at all. */
  readonly purgeRaw: PurgePortion;
  /** Deletes what is kept for a while only: old exceptions, sent messages, dead letters, runs of tasks; at most `limit` of each, oldest first. */
  deleteExpired(limit: number): Promise<void>;
  /** Replaces the names of files that no longer count, and of drops that became no file, once their time is over; at most `limit` of each. */
  expireNames(limit: number): Promise<void>;
  recordRun(task: string, durationMs: number, counts: TaskCounts): Promise<void>;
}
