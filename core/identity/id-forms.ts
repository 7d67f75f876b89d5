import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import { normaliseId } from '../statement/member-key.ts';

/** Matches a number whose leading zeros a spreadsheet would lose. Shorter ones may be other members' ids. */
const PADDED = /^0+([1-9]\d{3,})$/;
/** Matches an id with the number of a policy term at its end. */
const WITH_TERM = /^(.*\w{5})([-/])(\d\d)$/;

/** Earlier terms that an id is looked up under, because a term or two may be on no statement. */
const TERMS_BACK = 3;
/** Months of a policy's term. */
const TERM_MONTHS: readonly number[] = [6, 12];

/**
 * Returns the earlier forms of a normalised id: the number without its leading zeros, the id without the number of a policy term, and those
 * of the terms before, the latest first. A term's number may also tell people of a household apart, so it is left out only with `hasName`:
 * the caller compares names.
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

/** Returns the form of a policy number that all terms of the policy share, in the member's own records. */
export function policyOfTerm(number: string): string {
  const key = normaliseId(number);
  return earlierForms(key, true)[0] ?? key;
}

/** Returns whether a policy's term begins when the term before it ends, by the first days that the lines of each show. */
export function followsTerm(firstDays: readonly string[], firstDaysBefore: readonly string[]): boolean {
  const [begins, ...others] = [...new Set(firstDays)];
  const [began, ...othersBefore] = [...new Set(firstDaysBefore)];
  if (begins === undefined || began === undefined || others.length + othersBefore.length > 0) return false;
  return TERM_MONTHS.includes(monthIndex(periodOfDate(begins)) - monthIndex(periodOfDate(began)));
}

/** Returns whether the months that the lines of a policy's term pay for begin right after those of the term before it. */
export function followsMonths(months: readonly (Period | null)[], monthsBefore: readonly (Period | null)[]): boolean {
  const [first = null] = months.toSorted();
  const last = monthsBefore.toSorted().at(-1) ?? null;
  return first !== null && last !== null && !months.concat(monthsBefore).includes(null) && addMonths(last, 1) === first;
}
