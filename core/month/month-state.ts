import type { Period } from '../period.ts';
import { monthName } from '../scoring/wording.ts';

/**
 * Whether a month of a book still waits for files. Carriers that send weekly, or one file for each agent, fill a month with several
 * files; until the last has come, a member who is missing may be in a file that has not (docs/howto/close-a-month.md).
 */

export const MONTH_STATES = ['open', 'complete', 'closed'] as const;
export type MonthState = (typeof MONTH_STATES)[number];

/** The account set the number, or it was learned from the months before. */
export const FILES_KNOWN = ['set', 'learned'] as const;
export type FilesKnown = (typeof FILES_KNOWN)[number];

export interface ExpectedFiles {
  readonly files: number;
  readonly known: FilesKnown;
}

/** A month that is known to have a number of files, as it is stored. */
export interface StoredMonth {
  /** Files that count. */
  readonly received: number;
  readonly expected: ExpectedFiles;
  readonly isOpen: boolean;
  /** The job whose file was the last that the month needed. Null while it is open, and where no file completed it. */
  readonly completedJobId: string | null;
}

/** The same number this many months in a row is a rule. */
const STEADY_MONTHS = 3;
/** Earlier months that learning looks at: the latest may still wait for files of its own. */
export const LEARNED_FROM_MONTHS = STEADY_MONTHS + 1;
/** One file a month is no reason to wait. */
const SEVERAL = 2;

/**
 * Learns how many files a month has from those before it, newest first: the same number, at least two, in three months in a row. The
 * newest month may have fewer, because its own files may be late; with two such months in a row the rule is given up.
 */
export function learnedFiles(counts: readonly number[]): number | null {
  const [newest = 0, ...older] = counts.slice(0, LEARNED_FROM_MONTHS);
  const latest = steadyNumber(counts.slice(0, STEADY_MONTHS));
  if (latest !== null) return latest;
  const before = steadyNumber(older);
  return before !== null && newest < before ? before : null;
}

function steadyNumber(counts: readonly number[]): number | null {
  const [first = 0] = counts;
  return counts.length === STEADY_MONTHS && first >= SEVERAL && counts.every((count) => count === first) ? first : null;
}

/** What the account set goes before what was learned. */
function expectedFiles(set: number | null, earlierCounts: readonly number[]): ExpectedFiles | null {
  if (set !== null) return { files: set, known: 'set' };
  const learned = learnedFiles(earlierCounts);
  return learned === null ? null : { files: learned, known: 'learned' };
}

/**
 * How many files the carrier's next month should have. `countsByBook`: for each workspace with statements of the carrier, files of its
 * latest months, newest first. Workspaces that would learn different numbers learn none.
 */
export function expectedFilesOfCarrier(set: number | null, countsByBook: readonly (readonly number[])[]) {
  const learned = new Set(countsByBook.filter((counts) => counts.length > 0).map(learnedFiles));
  const [only = null] = learned;
  const files = set ?? (learned.size === 1 ? only : null);
  return { files, known: files === null ? null : knownAs(set) };
}

const knownAs = (set: number | null): FilesKnown => (set === null ? 'learned' : 'set');

export interface MonthSituation {
  /** Files that count now. */
  readonly received: number;
  readonly stored: StoredMonth | null;
  /** The month has its first file just now: how many it has is decided now, and stays. */
  readonly isFirst: boolean;
  readonly set: number | null;
  /** Files of the months before, newest first. */
  readonly earlierCounts: readonly number[];
  readonly isClosed: boolean;
}

/** The month after a job changed its files. Null: nothing says how many files it has. */
export function monthAfterJob(situation: MonthSituation, jobId: string): StoredMonth | null {
  const { received, stored, isFirst, set, earlierCounts } = situation;
  if (received === 0) return null;
  const expected = stored?.expected ?? (isFirst ? expectedFiles(set, earlierCounts) : null);
  if (expected === null) return null;
  const isOpen = waits(situation, expected);
  const wasComplete = stored?.isOpen === false;
  const completedJobId = isOpen ? null : wasComplete ? stored.completedJobId : jobId;
  return { received, expected, isOpen, completedJobId };
}

/** The month after the account said how many files the carrier's months have. No job completes it then. */
export function monthAfterSetting(situation: Omit<MonthSituation, 'isFirst'>): StoredMonth | null {
  const { received, stored, set, earlierCounts } = situation;
  const expected = received === 0 ? null : expectedFiles(set, earlierCounts);
  if (expected === null) return null;
  const isOpen = waits(situation, expected);
  return { received, expected, isOpen, completedJobId: isOpen ? null : (stored?.completedJobId ?? null) };
}

/** The month after it was closed or reopened: a closed month waits for nothing. */
export function monthAfterClosing(stored: StoredMonth, isClosed: boolean): StoredMonth {
  const isOpen = waits({ received: stored.received, isClosed }, stored.expected);
  return { ...stored, isOpen, completedJobId: isOpen ? null : stored.completedJobId };
}

function waits(
  { received, isClosed }: Pick<MonthSituation, 'received' | 'isClosed'>,
  expected: ExpectedFiles,
): boolean {
  return !isClosed && received < expected.files;
}

export function monthState({ isOpen, isClosed }: { readonly isOpen: boolean; readonly isClosed: boolean }): MonthState {
  if (isClosed) return 'closed';
  return isOpen ? 'open' : 'complete';
}

/** "2 of 4 files" */
const filesOf = (received: number, expected: number) => `${received} of ${expected} files`;

/** Appended to the reason of a member who is missing; null unless the month is open. */
export function openMonthNote({ isOpen, received, expected }: StoredMonth): string | null {
  return isOpen ? `Provisional: the month has ${filesOf(received, expected.files)}.` : null;
}

interface MonthWarning {
  readonly code: 'month_open' | 'month_closed';
  readonly detail: string;
}

interface JobsMonth {
  readonly isClosed: boolean;
  /** Members who are missing from it. */
  readonly red: number;
  /** Closed months after it that the job has changed, oldest first. */
  readonly laterClosed: readonly Period[];
}

/** Warns of a job whose month still waits for files, or was closed before, and of one that changes later months that are closed. */
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

/** A month's state in a sentence. */
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
