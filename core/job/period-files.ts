import {
  agreedMonths,
  type DatedRow,
  monthFinding,
  monthsOfRows,
  type NamedMonth,
  otherMonth,
} from '../infer/named-months.ts';
import { contradictingRows } from '../infer/statement-month.ts';
import { monthIndex, type Period } from '../period.ts';
import type { StatementConfig } from '../statement/config.ts';
import type { StatementLine, StatementWarning } from '../statement/line.ts';
import { monthName } from '../wording.ts';

/**
 * Decides which files make up a period (docs/reference/uploads-and-jobs.md#a-period-that-has-a-file). Operations are
 * ordered by acceptance, so that the result does not depend on the order in which jobs ran.
 */

export const JOB_MODES = ['ingest', 'append', 'replace', 'retract', 'rescore'] as const;
export type JobMode = (typeof JOB_MODES)[number];
/** State of a file within its period. */
export type FileStatus = 'pending' | 'active' | 'failed' | 'canceled' | 'replaced' | 'retracted';

/** An accepted job on a period. Rescoring changes no files, so its jobs are left out. */
export interface PeriodOperation {
  readonly fileId: string;
  readonly mode: Exclude<JobMode, 'rescore'>;
  /** The only file that a replacement or retraction supersedes; null when it supersedes all files of the period. */
  readonly onlyFileId: string | null;
  /** The ZIP archive of the file; null or absent without one. Files of one archive do not replace each other. */
  readonly archiveId?: string | null;
  /** Position in the order of acceptance. */
  readonly position: number;
  /** True when the job ended with success, and for the job that is being finished. */
  readonly succeeded: boolean;
}

/** The files of a period by state. */
export interface PeriodFiles {
  /** Ids in order of acceptance. */
  readonly active: readonly string[];
  readonly replaced: readonly string[];
  readonly retracted: readonly string[];
}

export interface DecidedPeriodFiles extends PeriodFiles {
  /** Ids of the superseded files, by the id of the uploaded file. */
  readonly supersededBy: ReadonlyMap<string, readonly string[]>;
}

/**
 * Applies the successful operations of a period in order of acceptance. A retraction counts only if its file is active,
 * so retracting an unreadable file changes nothing.
 */
export function decidePeriodFiles(operations: readonly PeriodOperation[]): DecidedPeriodFiles {
  /** The archive of each active file. */
  const active = new Map<string, string | null>();
  const replaced: string[] = [];
  const retracted: string[] = [];
  const supersededBy = new Map<string, readonly string[]>();
  const inOrder = operations.filter((operation) => operation.succeeded).sort((a, b) => a.position - b.position);
  for (const operation of inOrder) {
    const { mode, fileId } = operation;
    if (mode === 'retract' && !active.has(fileId)) continue;
    const superseded = supersededFiles(operation, active);
    for (const old of superseded) active.delete(old);
    (mode === 'retract' ? retracted : replaced).push(...superseded);
    if (mode === 'retract') continue;
    active.set(fileId, operation.archiveId ?? null);
    supersededBy.set(fileId, superseded);
  }
  return { active: [...active.keys()], replaced, retracted, supersededBy };
}

/** Returns the active files that an operation replaces or retracts. */
function supersededFiles(
  { mode, onlyFileId, archiveId = null }: PeriodOperation,
  active: ReadonlyMap<string, string | null>,
): readonly string[] {
  if (mode === 'append') return [];
  if (onlyFileId !== null) return active.has(onlyFileId) ? [onlyFileId] : [];
  const isOfSameArchive = (archive: string | null) => mode !== 'retract' && archive !== null && archive === archiveId;
  return [...active].filter(([, archive]) => !isOfSameArchive(archive)).map(([fileId]) => fileId);
}

/** Warns when a retraction removes several files although its request named one. */
export function severalRetractedWarning(
  fileNames: readonly string[],
): { code: 'several_files_retracted'; detail: string }[] {
  if (fileNames.length < 2) return [];
  const named = fileNames.map((name) => `"${name}"`).join(', ');
  const detail = `This takes back all ${fileNames.length} files of the month: ${named}. To take back only one of several files, send only=true.`;
  return [{ code: 'several_files_retracted', detail }];
}

/** Warns when an upload replaced several files. File names are in double quotes, by which a purge finds them. */
export function severalReplacedWarning(
  fileNames: readonly string[],
): { code: 'several_files_replaced'; detail: string }[] {
  if (fileNames.length < 2) return [];
  const named = fileNames.map((name) => `"${name}"`).join(', ');
  const detail = `This upload replaces ${fileNames.length} files of the month: ${named}. To replace only one of several files, send its id as replaceFileId.`;
  return [{ code: 'several_files_replaced', detail }];
}

/**
 * A statement that the book already has (warning `duplicate_content` of docs/reference/uploads-and-jobs.md#warnings).
 * Usually last month's statement was sent again, or this month's was appended twice and would count twice.
 */
export interface RepeatedStatement {
  /** True when the bytes are equal. False when only the lines are. */
  readonly sameBytes: boolean;
  readonly period: Period;
  readonly fileName: string;
}

/** Minimum number of equal lines in another month that suggest a copy. Shorter statements often repeat from month to month. */
export const REPEATED_LINES_MIN = 20;
/** Minimum number of equal lines within one month that suggest a copy. A few adjustments may be repeated on purpose. */
export const REPEATED_IN_PERIOD_LINES_MIN = 5;

/**
 * Writes the warning, or returns none. The upload is not refused, because a small book of flat commissions may really be
 * paid the same twice.
 */
export function repeatedWarnings(repeated: RepeatedStatement | null): StatementWarning[] {
  if (repeated === null) return [];
  const { sameBytes, period, fileName } = repeated;
  const finding = sameBytes
    ? `The file is the same, byte for byte, as "${fileName}" of ${monthName(period)}.`
    : `The lines have the same members, policies, amounts and dates as those of ${monthName(period)} ("${fileName}"), although the file differs.`;
  return [{ code: 'duplicate_content', detail: `${finding} Has it been sent again by mistake?` }];
}

/** Warns about a statement that names another month than its upload (`other_month` in docs/reference/uploads-and-jobs.md#warnings). */

/** Another statement of the book, with the months of some of its rows. */
export interface EarlierStatement {
  readonly period: Period;
  readonly rows: readonly Pick<StatementLine, 'coverageMonth' | 'paidDate'>[];
}

/** Number of rows of an earlier statement that suffice to tell how far its months are from its period. */
export const EARLIER_ROWS_MAX = 200;
/** Largest distance of a named month, in months. A more distant one is a number that looks like a month. */
const DISTANCE_MONTHS_MAX = 60;

/**
 * Returns the month other than `period` that the file names. Rows count only for an ordinary statement, because a rolling or yearly
 * statement has rows of many months. Rows that agree weigh more than a name.
 */
export function otherMonthOf(
  file: {
    readonly namedMonths: readonly NamedMonth[];
    readonly lines: readonly DatedRow[];
    readonly statementMode: StatementConfig['statementMode'];
  },
  period: Period,
): NamedMonth | null {
  const ofRows = file.statementMode === 'period' ? monthsOfRows(file.lines) : [];
  const agreed = agreedMonths(file.lines, file.statementMode);
  const areRowsOfPeriod = agreed.some((month) => month.kind === 'coverage' && month.period === period);
  const named = file.namedMonths.filter(({ foundIn }) => foundIn === 'title' || !areRowsOfPeriod);
  return otherMonth([...named, ...ofRows], period) ?? contradictingRows(agreed, period, null);
}

/** Writes the warning. Returns none when the named month is usual for payments, or as far away as in the carrier's earlier statement. */
export function otherMonthWarnings(
  period: Period,
  named: NamedMonth,
  earlier: EarlierStatement | null,
): StatementWarning[] {
  const distance = distanceOf(period, named);
  if (Math.abs(distance) > DISTANCE_MONTHS_MAX) return [];
  if (isUsual(named, distance) || isUsualOfCarrier(named, distance, earlier)) return [];
  return [{ code: 'other_month', detail: `${monthFinding(named)} ${adviceText(period, named)}` }];
}

const distanceOf = (period: Period, named: NamedMonth) => monthIndex(named.period) - monthIndex(period);

/** Returns whether the distance is usual. A month is often paid in the month after, and a title may name the paid coverage. */
function isUsual({ kind, foundIn }: NamedMonth, distance: number): boolean {
  return (kind === 'payment' && distance === 1) || (kind === 'coverage' && foundIn === 'title' && distance === -1);
}

/** Returns whether the earlier statement had the same distance. A carrier that pays for earlier months does so every month. */
function isUsualOfCarrier({ foundIn, kind }: NamedMonth, distance: number, earlier: EarlierStatement | null): boolean {
  if (foundIn !== 'rows' || earlier === null) return false;
  return monthsOfRows(earlier.rows).some(
    (month) => month.kind === kind && distanceOf(earlier.period, month) === distance,
  );
}

/** Writes the advice. It does not repeat the text of a title or a name, which may hold personal data. */
function adviceText(period: Period, named: NamedMonth): string {
  const uploaded = `The statement was uploaded for ${monthName(period)}.`;
  const correction = `If that is the wrong month, retract the file and upload it for ${monthName(named.period)}.`;
  const unlessUsual =
    named.foundIn === 'rows' ? [' If the carrier always has this distance, its next statements get no warning.'] : [];
  return [uploaded, ` ${correction}`, ...unlessUsual].join('');
}
