import type { ProductLine } from '../../core/catalogue/shared-carrier.ts';
import type { DisputeChange, FollowedDispute } from '../../core/dispute/dispute.ts';
import type { IdOwner, Join } from '../../core/identity/join-next-term.ts';
import type { ReturningCount } from '../../core/identity/match-returning.ts';
import type { FileFigures } from '../../core/job/job-stats.ts';
import type { EarlierStatement, PeriodFiles, PeriodOperation, RepeatedStatement } from '../../core/job/period-files.ts';
import type { ClosedFigures, FiguresChange, MonthSituation, NotedMonth } from '../../core/month/month-state.ts';
import type { Period } from '../../core/period.ts';
import type { MemberFindings } from '../../core/report/claim.ts';
import type { EstimatedRate } from '../../core/scoring/estimate-rates.ts';
import type { CarrierEvent } from '../../core/scoring/events/carrier-event.ts';
import type { FindingTally } from '../../core/scoring/events/shared-findings.ts';
import type { ExpectedRate } from '../../core/scoring/expected.ts';
import type { KnownAgentText } from '../../core/scoring/gone-parts.ts';
import type { ScorableLine } from '../../core/scoring/member-month.ts';
import type { Rollup } from '../../core/scoring/period-sums.ts';
import type { PeriodOutcome, ScoringSteps } from '../../core/scoring/score-period.ts';
import type { PriorRow, ScoredRow } from '../../core/scoring/scored-row.ts';
import type { RecordTotal } from '../../core/scoring/year-of-pay.ts';
import type { StatementConfig } from '../../core/statement/config.ts';
import type { StatementLine } from '../../core/statement/line.ts';
import type { UnassignedLine, UnassignedTotals } from '../../core/statement/unassigned-line.ts';
import type { ExceptionRows, JobResult, LeasedJob } from '../jobs/job-store.ts';

/** The book of one carrier in one workspace: its stored lines, its periods, and the lock under which they are scored. */

/** A line with its file and the ids it is stored under. */
export interface BookLine extends StatementLine {
  readonly fileId: string;
  readonly memberRefId: string;
  /** The member id made from the line's own id, where an alias files the line under another member; null otherwise. */
  readonly ownMemberRefId: string | null;
  readonly policyRefId: string | null;
}

/** The stored data that one period is scored from. */
export interface StoredPeriod {
  readonly baselinePeriod: Period | null;
  /** The earliest period of the book with data; null when this is the first. */
  readonly firstPeriod: Period | null;
  /** Lines of all active files, in the order in which the files were accepted. */
  readonly lines: readonly ScorableLine[];
  readonly newestFileId: string;
  /** Files whose lines are totals of the year. Lines of all other files are payments. */
  readonly totalsFileIds: ReadonlySet<string>;
  /** The carrier's product line; null when it is not known. */
  readonly productLine: ProductLine | null;
  /** Contracted rates of the carrier and estimates of the book. */
  readonly rates: readonly ExpectedRate[];
  /** The configuration of the newest job on these files. Its scoring options hold for the period. */
  readonly config: { readonly configId: string; readonly config: StatementConfig };
}

/** A file whose lines are stored, with its statement mode at that time. A later configuration does not change the mode of stored lines. */
export interface ReadFile {
  readonly fileId: string;
  readonly period: Period;
  readonly statementMode: StatementConfig['statementMode'];
  /** The sums of the file, for the list of files. */
  readonly figures: FileFigures;
}

/** Lines of files that this job has just read, by file id. They don't have to be read back from the database. */
export type KnownLines = ReadonlyMap<string, readonly BookLine[]>;

/** The state of a book from one period on, read before its periods are scored. */
export interface BookOutline {
  /** Periods from the given one on that have active files or scores, oldest first. */
  readonly periods: readonly Period[];
  /** Carrier events of all periods of the book, oldest first. */
  readonly events: readonly CarrierEvent[];
  /** The warnings of each period of the book that are no event. */
  readonly tallies: readonly FindingTally[];
  /** Closed months from the given period on, with their figures before the rescore. */
  readonly closed: readonly ClosedMonth[];
  /** True for good once the book accepted a statement while it had no contracted rate. */
  readonly estimatesRates: boolean;
  /** The names and numbers of agents that belong to a record, at the book's carrier or everywhere. */
  readonly agentTexts: readonly KnownAgentText[];
}

/** The scoring of one period, whose steps run while `save` writes their rows. */
export interface PeriodScoring {
  readonly configId: string;
  readonly baselinePeriod: Period | null;
  readonly steps: ScoringSteps;
  /** Called after the last step. */
  readonly countReturning: CountReturning;
  /** Replaces the estimated rates of the book; null leaves them unchanged. */
  readonly estimates: readonly EstimatedRate[] | null;
}

/**
 * Counts the members of a scored month who seem to have returned under another id. Returns null when too few members left and joined for
 * that.
 */
export type CountReturning = (
  rollup: Rollup,
  rows: readonly ScoredRow[],
  /** Lists the ids that were ever linked to a member of the book. */
  listLinkedIds: () => Promise<ReadonlySet<string>>,
) => Promise<ReturningCount | null>;

/**
 * A book locked for one transaction: no other job rebuilds it, and other connections see nothing before the commit.
 */
export interface LockedBook {
  /** Reads the book from this period on. Call it after `BookFiles.applyFiles`. */
  outline(from: Period): Promise<BookOutline>;
  /** Returns null when the period has no active file. */
  read(period: Period, known: KnownLines): Promise<StoredPeriod | null>;
  /** Returns all scored rows of a period, in the order of their members' ids. */
  rows(period: Period): Promise<readonly PriorRow[]>;
  /**
   * Returns the latest row before this period of each of these members who has one. None of them may have a row in the period.
   */
  earlierRows(period: Period, memberRefIds: readonly string[]): Promise<readonly PriorRow[]>;
  /**
   * Returns the running total of each record at the end of this period. A record without a printed total in the period has its latest
   * printed total of the same year, plus the payments since.
   */
  recordTotals(period: Period, lines: readonly ScorableLine[]): Promise<readonly RecordTotal[]>;
  /**
   * Replaces the scored rows, deltas, rollup and carrier events of the period; null removes them. Rows are written while later steps are
   * scored. Resolves when all are written.
   */
  save(period: Period, scoring: PeriodScoring): Promise<PeriodOutcome>;
  save(period: Period, scoring: null): Promise<null>;
  /** Returns the sums of the money without a member in the active files of these periods. Call it after the periods are saved. */
  unassignedTotals(periods: readonly Period[]): Promise<ReadonlyMap<Period, UnassignedTotals>>;
  /** Records by how much the figures of closed months changed, under the job that holds the book. */
  saveAdjustments(changes: readonly MonthChange[]): Promise<void>;
}

/** The files of a locked book, and the lines of them. */
export interface BookFiles {
  /** Returns the accepted jobs of a period without rescores, in any order. The job that holds the book counts as succeeded. */
  listOperations(period: Period): Promise<readonly PeriodOperation[]>;
  /** Replaces the lines, and the money without a member, that an earlier try left of a file. */
  acceptLines(file: ReadFile, lines: readonly BookLine[], unassigned: readonly UnassignedLine[]): Promise<void>;
  /** Sets the states of a period's files and deletes the lines of superseded ones. */
  applyFiles(files: PeriodFiles): Promise<void>;
}

/** Looks up other statements of a locked book, for the warnings of a job. */
export interface BookStatements {
  /** Returns the names of these files, in order of acceptance. */
  namesOf(fileIds: readonly string[]): Promise<readonly string[]>;
  /** Returns the statement of another period that the job's file repeats. Call it after the periods are saved. */
  findRepeated(): Promise<RepeatedStatement | null>;
  /** Returns the newest active file of another period, with months of its first rows; null when there is none. */
  findEarlierStatement(): Promise<EarlierStatement | null>;
}

/** The months of a locked book. */
export interface BookMonths {
  /**
   * Loads the facts that decide whether the month waits for files. Call it after `BookFiles.applyFiles`, whose files it counts, and before
   * the month is scored, because a month with scores is not the first one.
   */
  load(period: Period): Promise<MonthSituation>;
  /** Stores the state of the month. Null removes it: the month has no active file, or no number of files is expected. */
  save(period: Period, month: NotedMonth | null): Promise<void>;
}

/** By how much the figures of a closed month changed. */
export interface MonthChange extends FiguresChange {
  readonly period: Period;
}

export interface ClosedMonth extends ClosedFigures {
  readonly period: Period;
}

/** A book locked by a request that may change who its disputes are about. */
export interface DisputedBook {
  readonly workspaceId: string;
  readonly book: LockedBook;
  readonly disputes: BookDisputes;
}

/** A book locked by the worker of a job, with all that the job reads and changes there. */
export interface JobBook {
  readonly book: LockedBook;
  readonly files: BookFiles;
  readonly statements: BookStatements;
  readonly months: BookMonths;
  readonly disputes: BookDisputes;
  readonly identities: BookIdentities;
  /**
   * Completes the job, with exceptions and event, in the transaction of everything written through this book. Throws when the claim was
   * lost; `withJobBook` then returns false.
   */
  complete(result: JobResult, exceptions: ExceptionRows | null): Promise<void>;
}

export interface BookStore {
  /**
   * Runs the work under the book's lock in one transaction. Returns false, storing nothing, when the job's claim was lost before the work
   * began or before `complete`. Throws BookBusy when the lock stays taken for too long.
   */
  withJobBook(job: LeasedJob, work: (book: JobBook) => Promise<void>): Promise<boolean>;
}

/** The rescores that a change of rates caused. */
export interface RescoredBooks {
  /** Rescored periods over all books, including those that the jobs rescore. */
  readonly rescoredPeriods: number;
  /** Jobs for books that are too large to rescore within the request. */
  readonly jobIds: readonly string[];
}

export type AliasSource = 'alternate_id' | 'relayout' | 'manual';

/** The book's knowledge of its members' ids before a statement is filed. */
export interface KnownIdentities {
  /**
   * The member of each alias, by the member id made from the alias itself. Without the aliases that scoring found in this month or later,
   * which it finds again.
   */
  readonly aliases: ReadonlyMap<string, string>;
  /** Ids whose link was undone. The service does not link them again automatically. */
  readonly undone: ReadonlySet<string>;
  /** The month that the statement's month is compared with; null in a book's first month. */
  readonly baselinePeriod: Period | null;
  /** True when scoring found aliases in this month or later. */
  readonly hasFoundSince: boolean;
  /** Whether any line of the book has a second id. */
  readonly hasSecondIds: boolean;
}

/** The links of a book, as far as they decide who continues under a new id in a period. */
export interface BookLinks {
  /** Ids that were ever linked, also if the link was undone, and members with other ids of their own. */
  readonly linkedIds: ReadonlySet<string>;
  /** True when scoring found aliases in the year before the period. */
  readonly followsBlock: boolean;
}

export interface NewAlias {
  readonly aliasRefId: string;
  readonly externalId: string;
  readonly memberRefId: string;
  readonly source: AliasSource;
}

export interface SecondId {
  readonly key: string;
  readonly memberRefId: string;
}

/** A normalised id with the member that it leads to: the member made from the id itself, or the member that the id is an alias of. */
export interface IdKey {
  readonly key: string;
  readonly memberRefId: string;
}

/** Ids of the members of one locked book. All methods work on sets. */
export interface BookIdentities {
  load(period: Period): Promise<KnownIdentities>;
  /** Takes back the aliases that scoring found in this month or later, and files their lines under their own ids. */
  separateFoundSince(period: Period): Promise<void>;
  loadLinks(period: Period): Promise<BookLinks>;
  /** Stores the aliases that scoring found in the period, and files the stored lines of these ids under their members. */
  continueMembers(period: Period, joins: readonly Join[]): Promise<void>;
  /** Returns members of these files of the month, with one name each. */
  listPresent(period: Period, fileIds: readonly string[]): Promise<readonly IdOwner[]>;
  /** Returns the ids that have lines in another month, or in files of this month other than `replaced`. */
  findKnown(
    memberRefIds: readonly string[],
    statement: { readonly period: Period; readonly replaced: readonly string[] },
  ): Promise<ReadonlySet<string>>;
  /** Finds members of earlier months by these ids, either as their own id or as the second id of a stored line. `keyOf` normalises ids. */
  findOwners(
    ids: readonly IdKey[],
    period: Period,
    keyOf: (id: string) => string,
  ): Promise<ReadonlyMap<string, readonly IdOwner[]>>;
  /** Returns the counts that scoring stored with the period; zeros without scores. Call it after the periods are saved. */
  loadReturning(period: Period): Promise<ReturningCount>;
  saveAliases(period: Period, aliases: readonly NewAlias[]): Promise<void>;
  /** Stores second ids in the background, as lines are stored. */
  saveSecondIds(ids: readonly SecondId[]): Promise<void>;
}

/** The disputes of a locked book. */
export interface BookDisputes {
  /** Returns disputes with claims in this book that new scores may pay, close or reopen. They stay locked until the job ends. */
  listDisputes(): Promise<readonly FollowedDispute[]>;
  /** Yields findings about the money of these members, computed from the scores saved so far. */
  findingsOf(memberRefIds: readonly string[]): AsyncIterable<readonly MemberFindings[]>;
  saveDisputes(changes: readonly DisputeChange[]): Promise<void>;
}
