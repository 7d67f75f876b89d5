import { LEARNED_FROM_MONTHS, STEADY_MONTHS } from '../limits/account-limits.ts';
import { addMoney, type Exact, type Money } from '../money.ts';
import type { Period } from '../period.ts';
import type { Refused } from '../problem.ts';
import { refuse } from '../refuse.ts';
import type { Rollup } from '../scoring/period-sums.ts';
import type { UnassignedTotals } from '../statement/unassigned-line.ts';
import { monthName } from '../wording.ts';

/** Facts about a month that is to be closed or reopened. */
export interface ClosingSituation {
  readonly wanted: 'open' | 'closed';
  /** Number of the requested carriers that have a statement of the month. */
  readonly books: number;
  /** Number of queued and running jobs of the month, including carriers without a statement of it so far. */
  readonly openJobs: number;
}

/**
 * Decides whether a month may be closed or reopened; null when it may. Refuses a month without statements (`not_found`),
 * and the closing of a month with unfinished jobs (`conflict`), whose files would become adjustments of the closed month.
 */
export function decideMonth({ wanted, books, openJobs }: ClosingSituation): Refused | null {
  if (wanted === 'closed' && openJobs > 0) {
    const jobs = openJobs === 1 ? '1 job of the month has' : `${openJobs} jobs of the month have`;
    return refuse('conflict', `${jobs} not ended yet: close the month when every job has.`);
  }
  return books === 0 ? refuse('not_found', 'No statement of this month has been loaded.') : null;
}

/** Refuses a request that does not name one of an account's several workspaces (`workspace_required`). */
export function refuseUnnamedWorkspace(workspaces: number): Refused | null {
  if (workspaces === 1) return null;
  const detail = `This account has ${workspaces} workspaces: say with workspaceId whose month it is.`;
  return refuse('workspace_required', detail);
}

/**
 * Tracks whether a month of a book still waits for files (docs/howto/close-a-month.md). Some carriers send several
 * files a month. A missing member may be in a file that has not arrived.
 */

export const MONTH_STATES = ['open', 'complete', 'closed'] as const;
export type MonthState = (typeof MONTH_STATES)[number];

/** Source of the expected number of files: `set` by the account, or `learned` from earlier months. */
export const FILES_KNOWN = ['set', 'learned'] as const;
export type FilesKnown = (typeof FILES_KNOWN)[number];

/** The expected number of files of a month, with its source. */
export interface ExpectedFiles {
  readonly files: number;
  readonly known: FilesKnown;
}

/** Stored state of a month with a known number of files. */
export interface StoredMonth {
  /** Number of active files. */
  readonly received: number;
  readonly expected: ExpectedFiles;
  readonly isOpen: boolean;
  /** The job whose file completed the month. Null while the month is open, and when no file completed it. */
  readonly completedJobId: string | null;
}

/** Smallest number of files per month that can be learned. A carrier with one file needs no waiting. */
const LEARNED_FILES_MIN = 2;

/**
 * Learns the number of files a month from the counts of earlier months, newest first; null when they give none. Three
 * months in a row must have the same number, at least two. The newest month may have fewer, because its files may be late.
 */
export function learnedFiles(counts: readonly number[]): number | null {
  const [newest = 0, ...older] = counts.slice(0, LEARNED_FROM_MONTHS);
  const latest = steadyNumber(counts.slice(0, STEADY_MONTHS));
  if (latest !== null) return latest;
  const before = steadyNumber(older);
  return before !== null && newest < before ? before : null;
}

/** Returns the number that three months share; null when they differ. */
function steadyNumber(counts: readonly number[]): number | null {
  const [first = 0] = counts;
  return counts.length === STEADY_MONTHS && first >= LEARNED_FILES_MIN && counts.every((count) => count === first)
    ? first
    : null;
}

/** Returns the account's own number, or else the learned number; null without either. */
function expectedFiles(set: number | null, earlierCounts: readonly number[]): ExpectedFiles | null {
  if (set !== null) return { files: set, known: 'set' };
  const learned = learnedFiles(earlierCounts);
  return learned === null ? null : { files: learned, known: 'learned' };
}

/**
 * Returns the number of files expected in the carrier's next month, from the counts of each workspace's latest months,
 * newest first. Workspaces that disagree learn no number.
 */
export function expectedFilesOfCarrier(set: number | null, countsByBook: readonly (readonly number[])[]) {
  const learned = new Set(countsByBook.filter((counts) => counts.length > 0).map(learnedFiles));
  const [only = null] = learned;
  const files = set ?? (learned.size === 1 ? only : null);
  return { files, known: files === null ? null : knownAs(set) };
}

const knownAs = (set: number | null): FilesKnown => (set === null ? 'learned' : 'set');

/** Facts that decide whether a month waits for files. */
export interface MonthSituation {
  /** Number of active files now. */
  readonly received: number;
  readonly stored: StoredMonth | null;
  /** True when this job brings the month's first file. The expected number is fixed at that moment. */
  readonly isFirst: boolean;
  /** The account's own number of files; null when none is set. */
  readonly set: number | null;
  /** Number of files of each earlier month, newest first. */
  readonly earlierCounts: readonly number[];
  readonly isClosed: boolean;
}

/**
 * Returns the state of a month after a job changed its files. Null without active files or an expected number of files.
 */
export function monthAfterJob(situation: MonthSituation, jobId: string): StoredMonth | null {
  const { received, stored, isFirst, set, earlierCounts, isClosed } = situation;
  if (received === 0) return null;
  const expected = stored?.expected ?? (isFirst ? expectedFiles(set, earlierCounts) : null);
  if (expected === null) return null;
  const isOpen = waitsForFiles(situation, expected);
  // No file completes a closed month, because closing made its absences final.
  const isCompleted = !isOpen && !isClosed && stored?.isOpen !== false;
  const completedJobId = isOpen ? null : isCompleted ? jobId : (stored?.completedJobId ?? null);
  return { received, expected, isOpen, completedJobId };
}

/** Returns the state of a month after the account set the number of files. No job completes the month then. */
export function monthAfterSetting(situation: Omit<MonthSituation, 'isFirst'>): StoredMonth | null {
  const { received, stored, set, earlierCounts } = situation;
  const expected = received === 0 ? null : expectedFiles(set, earlierCounts);
  if (expected === null) return null;
  const isOpen = waitsForFiles(situation, expected);
  return { received, expected, isOpen, completedJobId: isOpen ? null : (stored?.completedJobId ?? null) };
}

/** Returns the state of a month after it was closed or reopened. A closed month waits for no file. */
export function monthAfterClosing(stored: StoredMonth, isClosed: boolean): StoredMonth {
  const isOpen = waitsForFiles({ received: stored.received, isClosed }, stored.expected);
  return { ...stored, isOpen, completedJobId: isOpen ? null : stored.completedJobId };
}

function waitsForFiles(
  { received, isClosed }: Pick<MonthSituation, 'received' | 'isClosed'>,
  expected: ExpectedFiles,
): boolean {
  return !isClosed && received < expected.files;
}

/** Returns the state that clients see. A closed month is `closed` whether or not files are missing. */
export function monthState({ isOpen, isClosed }: { readonly isOpen: boolean; readonly isClosed: boolean }): MonthState {
  if (isClosed) return 'closed';
  return isOpen ? 'open' : 'complete';
}

/** Formats "2 of 4 files". */
const filesOf = (received: number, expected: number) => `${received} of ${expected} files`;

/** Returns the sentence appended to the reason of a missing member; null unless the month is open. */
function openMonthNote({ isOpen, received, expected }: StoredMonth): string | null {
  return isOpen ? `Provisional: the month has ${filesOf(received, expected.files)}.` : null;
}

/** A month with the note that is appended to the reasons of its missing members; null unless the month is open. */
export interface NotedMonth extends StoredMonth {
  readonly note: string | null;
}

/** Adds the note to a month. A null month stays null. */
export function withNote(month: StoredMonth | null): NotedMonth | null {
  return month === null ? null : { ...month, note: openMonthNote(month) };
}

interface MonthWarning {
  readonly code: 'month_open' | 'month_closed';
  readonly detail: string;
}

/** A job's month, and the later months that the job changed. */
interface JobsMonth {
  readonly isClosed: boolean;
  /** Number of missing members. */
  readonly red: number;
  /** Later closed months that the job changed, oldest first. */
  readonly laterClosed: readonly Period[];
}

/** Warns that a job's month still waits for files or is closed, and that the job changed later closed months. */
export function monthWarnings(month: StoredMonth | null, own: JobsMonth): readonly MonthWarning[] {
  return [...ownWarnings(month, own), ...laterWarnings(own.laterClosed)];
}

function laterWarnings(closed: readonly Period[]): readonly MonthWarning[] {
  const [only, ...others] = closed.map(monthName);
  if (only === undefined) return [];
  const months =
    others.length === 0
      ? `${only} is closed, and this job changes it`
      : `${[only, ...others].join(', ')} are closed, and this job changes them`;
  return [
    {
      code: 'month_closed',
      detail: `${months}: members are compared with the month before. Other figures are shown as adjustments.`,
    },
  ];
}

function ownWarnings(
  month: StoredMonth | null,
  { isClosed, red }: Omit<JobsMonth, 'laterClosed'>,
): readonly MonthWarning[] {
  if (isClosed) {
    const detail = 'The month is closed: what this job changes in its figures is shown as an adjustment of the month.';
    return [{ code: 'month_closed', detail }];
  }
  if (month === null || !month.isOpen) return [];
  const missing = red === 1 ? 'The 1 member who is missing is' : `The ${red} members who are missing are`;
  const provisional = red === 0 ? '' : ` ${missing} missing provisionally: a file that has not come may have them.`;
  return [
    { code: 'month_open', detail: `The month has ${filesOf(month.received, month.expected.files)}.${provisional}` },
  ];
}

/** Describes the state of a month in one sentence. */
export function monthDetail(month: {
  readonly state: MonthState;
  readonly received: number;
  readonly expected: number | null;
  readonly adjustments: number;
}): string {
  const { state, received, expected, adjustments } = month;
  if (state === 'open' && expected !== null) {
    return `The month has ${filesOf(received, expected)}: who is missing is missing provisionally until the others come, or the month is closed.`;
  }
  if (state === 'closed') {
    if (adjustments === 0) return 'The month is closed; its figures are what they were then.';
    return `The month is closed; ${adjustments === 1 ? '1 adjustment has' : `${adjustments} adjustments have`} changed its figures since.`;
  }
  return expected === null
    ? 'The month is complete: it is not known to have more than one file.'
    : `The month is complete: it has ${filesOf(received, expected)}.`;
}

/** The figures of a month that its page shows. */
interface MonthFigures {
  readonly memberCount: number;
  /** Number of dropped members. */
  readonly red: number;
  /** Includes money without a member, as in every report. */
  readonly gross: Money;
  /** Magnitude of the chargebacks, with those without a member. */
  readonly chargebackAmount: Money;
  readonly commissionOwed: Exact;
  /** Part of `commissionOwed` that rests on an estimated rate. */
  readonly commissionOwedEstimated: Exact;
}

/** The figures from which adjustments are computed. */
export interface AdjustableFigures extends MonthFigures {
  readonly commissionDropped: Money;
  readonly commissionReduced: Money;
}

/** Differences of the figures of a closed month, after minus before. */
export interface FiguresChange extends MonthFigures {
  /** Sum for dropped and reduced members, as reports show it. */
  readonly commissionAtRisk: Money;
}

/** All reported figures of a month. An adjustment leaves out the counts that this interface adds. */
export interface ClosedFigures extends AdjustableFigures {
  readonly yellow: number;
  readonly new: number;
  readonly reappeared: number;
}

/** Tells whether any reported figure of the month changed. */
export function isChangedMonth(before: ClosedFigures, after: ClosedFigures): boolean {
  return (
    adjustmentOf(before, after) !== null ||
    before.yellow !== after.yellow ||
    before.new !== after.new ||
    before.reappeared !== after.reappeared ||
    before.commissionDropped !== after.commissionDropped ||
    before.commissionReduced !== after.commissionReduced
  );
}

/** Returns `after` minus `before`, figure by figure; null when none of these figures changed. */
export function adjustmentOf(before: AdjustableFigures, after: AdjustableFigures): FiguresChange | null {
  const change: FiguresChange = {
    memberCount: after.memberCount - before.memberCount,
    red: after.red - before.red,
    gross: addMoney(after.gross, -before.gross),
    chargebackAmount: addMoney(after.chargebackAmount, -before.chargebackAmount),
    commissionOwed: after.commissionOwed - before.commissionOwed,
    commissionOwedEstimated: after.commissionOwedEstimated - before.commissionOwedEstimated,
    commissionAtRisk: addMoney(atRisk(after), -atRisk(before)),
  };
  const isSame =
    change.memberCount === 0 &&
    change.red === 0 &&
    change.gross === 0 &&
    change.chargebackAmount === 0 &&
    change.commissionOwed === 0n &&
    change.commissionOwedEstimated === 0n &&
    change.commissionAtRisk === 0;
  return isSame ? null : change;
}

function atRisk({ commissionDropped, commissionReduced }: AdjustableFigures): Money {
  return addMoney(commissionDropped, commissionReduced);
}

/** Returns the figures of a month from its rollup and its money without a member. */
export function monthFigures(rollup: Rollup, unassigned: UnassignedTotals): ClosedFigures {
  const { memberCount, red, gross, chargebackAmount, commissionDropped, commissionReduced } = rollup;
  const { commissionOwed, commissionOwedEstimated, yellow, new: newMembers, reappeared } = rollup;
  return {
    memberCount,
    red,
    gross: addMoney(gross, unassigned.gross),
    chargebackAmount: addMoney(chargebackAmount, unassigned.chargebackAmount),
    commissionOwed,
    commissionOwedEstimated,
    commissionDropped,
    commissionReduced,
    yellow,
    new: newMembers,
    reappeared,
  };
}
