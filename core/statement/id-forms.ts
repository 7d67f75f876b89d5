import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import { normaliseId } from './member-key.ts';

/**
 * Matches a number whose leading zeros a spreadsheet would lose. At least four digits must be left, because a shorter number may be another
 * member's id.
 */
const PADDED = /^0+([1-9]\d{3,})$/;

/** Matches an id with the number of a policy term at its end. */
const WITH_TERM = /^(.*\w{5})([-/])(\d\d)$/;

/** Number of earlier terms whose ids are looked up, because the last terms may be on no statement. */
const TERMS_BACK = 3;

/** Possible lengths of a policy's term, in months. */
const TERM_MONTHS: readonly number[] = [6, 12];

/**
 * Returns the forms that an id may have had earlier, likeliest first: without leading zeros, without the number of a policy term, or with
 * the number of an earlier term. Such a number may also distinguish people of a household, so its forms need `hasName`, which promises that
 * the caller compares names. `key` is a normalised id.
 */
export function earlierForms(key: string, hasName: boolean): readonly string[] {
  const bare = PADDED.exec(key)?.[1];
  if (bare !== undefined) return [bare];
  const [, stem, separator, digits] = WITH_TERM.exec(key) ?? [];
  if (!hasName || stem === undefined || separator === undefined) return [];
  const before: string[] = [];
  for (let term = Number(digits) - 1; term >= 1 && before.length < TERMS_BACK; term--)
    before.push(`${stem}${separator}${String(term).padStart(2, '0')}`);
  return [stem, ...before];
}

/** Returns the form of a policy number that all terms of the policy share. It is unique only within one member's records. */
export function policyOfTerm(number: string): string {
  const key = normaliseId(number);
  return earlierForms(key, true)[0] ?? key;
}

/** Returns whether the first days of two terms are one term apart. Each list has the first days of one term's lines, all equal. */
export function followsTerm(firstDays: readonly string[], firstDaysBefore: readonly string[]): boolean {
  const [begins, ...others] = [...new Set(firstDays)];
  const [began, ...othersBefore] = [...new Set(firstDaysBefore)];
  if (begins === undefined || began === undefined || others.length + othersBefore.length > 0) return false;
  return TERM_MONTHS.includes(monthIndex(periodOfDate(begins)) - monthIndex(periodOfDate(began)));
}

/** Returns whether the paid months of a term begin right after the paid months of the term before it. False when a month is unknown. */
export function followsMonths(months: readonly (Period | null)[], monthsBefore: readonly (Period | null)[]): boolean {
  const [first = null] = months.toSorted();
  const last = monthsBefore.toSorted().at(-1) ?? null;
  return first !== null && last !== null && !months.concat(monthsBefore).includes(null) && addMonths(last, 1) === first;
}
