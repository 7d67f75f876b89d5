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
