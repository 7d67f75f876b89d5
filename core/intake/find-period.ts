import { DROP_MONTHS_BACK } from '../limits/request-limits.ts';
import { addMonths, type Period, periodOf, periodOfDate } from '../period.ts';
import { monthName } from '../wording.ts';
import { periodsOfName } from './match-carrier.ts';

/**
 * Returns the reason why a drop for this period is held for a person, or null. The window runs from DROP_MONTHS_BACK
 * months ago to next month (docs/reference/drop-offs.md#common-rules).
 */
export function periodOutOfWindow(period: Period, today: string): string | null {
  const month = periodOfDate(today);
  const first = addMonths(month, -DROP_MONTHS_BACK);
  const last = addMonths(month, 1);
  if (period >= first && period <= last) return null;
  return `${monthName(period)} is not among the months taken without asking, ${monthName(first)} to ${monthName(last)}. If it is meant, upload the file yourself.`;
}

/**
 * Finds the month of a mailed statement (docs/reference/drop-offs.md#the-month). No month or several months give
 * `unclear`.
 */

/** A month that was found, or the reason in words why it is unclear. */
export type PeriodFinding =
  | { readonly kind: 'found'; readonly period: Period }
  | { readonly kind: 'unclear'; readonly reason: string };

/** Longest searched text, in characters. A file name is no longer. */
const CHARACTERS_MAX = 255;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const YEAR = '(20\\d\\d)';
const MONTH = '(0[1-9]|1[0-2])';
/** Exclude full dates, because a message or a payment is often dated in another month than the statement. */
const DAY_BEFORE = '(?<!(?<!\\d)\\d{1,2}[-./])';
const DAY_AFTER = '(?![-./]\\d{1,2}(?!\\d))';

const YEAR_FIRST = [
  new RegExp(`(?<!\\d)${YEAR}-${MONTH}(?!\\d)${DAY_AFTER}`, 'g'),
  new RegExp(`(?<!\\d)${YEAR}${MONTH}(?!\\d)`, 'g'),
];
const MONTH_FIRST = new RegExp(`${DAY_BEFORE}(?<!\\d)${MONTH}[-.]${YEAR}(?!\\d)`, 'g');
const MONTH_NAME =
  /(?<!\p{L})(?<!(?<!\d)\d{1,2}(?:st|nd|rd|th)?[\s._-]{1,3})(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[\s._,'-]{0,3}(20\d\d)(?!\d)/giu;

/**
 * Finds the month in a file name or subject. The carrier's patterns come first; without a match, YYYY-MM, YYYYMM,
 * MM.YYYY, MM-YYYY or a month's name with the year.
 */
export function findPeriod(text: string, patterns: readonly string[]): PeriodFinding {
  const searched = text.trim();
  if (searched.length > CHARACTERS_MAX) return { kind: 'unclear', reason: 'is too long to be searched for a month' };
  const byPattern = new Set(patterns.flatMap((pattern) => periodsOfName(pattern, searched)));
  return theOnly(byPattern.size > 0 ? byPattern : monthsWritten(searched));
}

/** Returns the months that a text names without a day. */
export function monthsWritten(text: string): ReadonlySet<Period> {
  const found = new Set<Period>();
  const add = (year: number, month: number) => {
    const period = periodOf(year, month);
    if (period !== null) found.add(period);
  };
  for (const form of YEAR_FIRST) for (const [, year, month] of text.matchAll(form)) add(Number(year), Number(month));
  for (const [, month, year] of text.matchAll(MONTH_FIRST)) add(Number(year), Number(month));
  for (const [, name = '', year] of text.matchAll(MONTH_NAME)) {
    add(Number(year), MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  }
  return found;
}

/** Returns the only month; `unclear` for none or several. */
function theOnly(periods: ReadonlySet<Period>): PeriodFinding {
  const [period, ...others] = [...periods].sort();
  if (period === undefined) return { kind: 'unclear', reason: 'has no month in it' };
  if (others.length > 0)
    return { kind: 'unclear', reason: `has several months in it: ${[period, ...others].join(', ')}` };
  return { kind: 'found', period };
}

/** Returns the commonest coverage month of the rows; `unclear` for a tie, or when no row has a coverage month. */
export function commonestMonth(lines: Iterable<{ readonly coverageMonth: Period | null }>): PeriodFinding {
  const counts = new Map<Period, number>();
  for (const { coverageMonth } of lines) {
    if (coverageMonth !== null) counts.set(coverageMonth, (counts.get(coverageMonth) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  const periods = [...counts].filter(([, count]) => count === most).map(([period]) => period);
  if (periods.length === 0) return { kind: 'unclear', reason: 'has no row with a coverage month' };
  return theOnly(new Set(periods));
}

/** Names of dropped files: checks them, recognises unfinished uploads, and derives names that can be stored. */

/** Longest name, in bytes, of common file systems and of stored names. */
const NAME_BYTES_MAX = 255;

/** Matches invisible characters, and U+FFFD, which stands for undecodable bytes. Names that differ only there would collide. */
const UNSHOWABLE = /[\p{Cc}\p{Cf}\u2028\u2029\uFFFD]/u;

/** Returns the problem of a file name in words, or null. A path into another folder is a problem too. */
export function fileNameProblem(name: string): string | null {
  if (/[/\\]/.test(name)) return 'Files in folders of their own are not read. Put the file into /incoming itself.';
  if (name === '' || name === '.' || name === '..' || name.trim() !== name) {
    return 'The name is blank, or begins or ends with a space.';
  }
  if (!name.isWellFormed() || UNSHOWABLE.test(name)) {
    return 'The name holds characters that can not be shown.';
  }
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) return `The name is longer than ${NAME_BYTES_MAX} bytes.`;
  return null;
}

/** Recognises the temporary names of uploads in progress and hidden files of operating systems. */
export function isUnfinishedName(name: string): boolean {
  return name.startsWith('.') || /\.(?:filepart|part|tmp)$/i.test(name);
}

/**
 * Derives a name that can be stored and shown: at most 255 bytes, no path, no control characters. Falls back to
 * "unnamed".
 */
export function storableName(name: string): string {
  const base = name.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? '';
  const clean = base.toWellFormed().replaceAll(new RegExp(UNSHOWABLE, 'gu'), '');
  const short = cut(clean.trim(), NAME_BYTES_MAX).trim();
  return short === '' || short === '.' || short === '..' ? 'unnamed' : short;
}

/** Appends an ending and shortens the name before it, to at most 255 bytes in all. */
export function withEnding(name: string, ending: string): string {
  return cut(name, NAME_BYTES_MAX - Buffer.byteLength(ending)) + ending;
}

/** Matches endings of statement files. Any other ending is part of the name and may contain personal data. */
const KNOWN_ENDING = /\.(?:csv|txt|tsv|xlsx|xlsm|xls)$/i;

/**
 * Returns the neutral name of a file whose own name was purged. It keeps the ending, which tells how the statement was
 * read.
 */
export function purgedName(name: string): string {
  return `purged${KNOWN_ENDING.exec(name)?.[0].toLowerCase() ?? ''}`;
}

/** Cuts a text to `bytesMax` bytes of UTF-8, at whole characters only. */
function cut(text: string, bytesMax: number): string {
  let kept = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > bytesMax) break;
    kept += character;
  }
  return kept;
}
