import type { PeriodFiles, PeriodOperation } from '../../core/job/period-files.ts';
import type { RepeatedStatement } from '../../core/job/repeated-statement.ts';
import type { ClosedFigures, MonthFigures } from '../../core/month/month-figures.ts';
import type { MonthSituation, StoredMonth } from '../../core/month/month-state.ts';
import type { Period } from '../../core/period.ts';
import type { ProductLine } from '../../core/product-line.ts';
import type { EstimatedRate } from '../../core/scoring/estimate-rates.ts';
import type { CarrierEvent } from '../../core/scoring/events/carrier-event.ts';
import type { ExpectedRate } from '../../core/scoring/expected.ts';
import type { ScorableLine } from '../../core/scoring/member-month.ts';
import type { PeriodOutcome, ScoringSteps } from '../../core/scoring/score-period.ts';
import type { PriorRow } from '../../core/scoring/scored-row.ts';
import type { RecordTotal } from '../../core/scoring/year-to-date.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { StatementLine } from '../../core/statement/line.ts';
import type { UnassignedLine, UnassignedTotals } from '../../core/statement/unassigned-line.ts';
import type { BookDisputes } from '../disputes/book-dispute-ports.ts';
import type { BookIdentities } from '../identities/identity-ports.ts';
import type { ClaimedJob, ExceptionRows, JobResult } from '../jobs/job-ports.ts';

/** The book of one carrier in one workspace: its stored lines, its periods, and the lock under which they are scored. */

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
}

/**
 * A book locked for this transaction: nobody else rebuilds it meanwhile, and nothing of it is seen by others before the
 * end. All methods work on sets.
 */
export interface LockedBook {
  /** Accepted jobs of a period but for rescores, in any order. The job that holds the book counts as succeeded. */
  listOperations(period: Period): Promise<readonly PeriodOperation[]>;
  /**
   * Replaces what an earlier try left of a file's lines, and of its money without a member. Written while the book goes
   * on, see `written`.
   */
  saveLines(file: ReadFile, lines: readonly BookLine[], unassigned: readonly UnassignedLine[]): Promise<void>;
  /** Sets the states of a period's files and deletes the lines of those that are superseded. */
  applyPeriodFiles(files: PeriodFiles): Promise<void>;
  /** Periods from this one on that have active files or scores, oldest first. */
  listPeriods(from: Period): Promise<readonly Period[]>;
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
