import type { Money } from '../money.ts';
import { addMonths, monthIndex, type Period, periodOfDate } from '../period.ts';
import type { MemberProfile } from '../scoring/member-month.ts';
import { normaliseId } from '../statement/member-key.ts';

/** The fields of a scored row, or of a member's lines, that show whether two ids are one member. */
export interface Person {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly memberName: string | null;
  readonly effectiveDate: string | null;
  /** Normalised by `normaliseId`. */
  readonly policyNumber: string | null;
  readonly planName: string | null;
  readonly premium: Money | null;
  /** The commission of the latest month with pay. */
  readonly amount: Money;
}

/** The evidence for one member with two ids. `id`: the ids differ only in punctuation or leading zeros. */
export type JoinReason = 'policy_number' | 'effective_date' | 'id' | 'plan_and_premium' | 'amount';

/** The fields of a scored row that make a person. */
export interface PersonRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly profile: Pick<MemberProfile, 'memberName' | 'effectiveDate' | 'policyNumber' | 'planName' | 'premium'>;
  readonly lastPresentAmount: Money;
}

/** Returns the person whom a row is about. */
export function personOf({ memberRefId, memberExternalId, profile, lastPresentAmount }: PersonRow): Person {
  const { memberName, effectiveDate, policyNumber, planName, premium } = profile;
  return {
    memberRefId,
    memberExternalId,
    memberName,
    effectiveDate,
    policyNumber: policyNumber === null ? null : normaliseId(policyNumber),
    planName,
    premium,
    amount: lastPresentAmount,
  };
}

/**
 * Returns a key that is equal for two spellings of a person's name. It ignores case, white space, punctuation and the order of words,
 * because one layout prints "Doe, Jane" and the next "Jane Doe". Null without a name.
 */
export function personKey(name: string | null): string | null {
  if (name === null) return null;
  const words = name
    .normalize('NFKC')
    .toUpperCase()
    .split(/[\s,.;]+/)
    .filter((word) => word !== '');
  return words.length === 0 ? null : words.sort().join(' ');
}

/** Returns whether a name has two words or more. */
export const isFullName = (name: string | null): boolean => personKey(name)?.includes(' ') === true;

/** Returns whether all words of the first set are in the second. */
const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((word) => all.has(word));

/** Returns whether one name contains every word of the other. A missing name contradicts nothing. */
export function namesAgree(a: string | null, b: string | null): boolean {
  const [one, other] = [personKey(a), personKey(b)];
  if (one === null || other === null) return true;
  const [words, otherWords] = [new Set(one.split(' ')), new Set(other.split(' '))];
  return isWithin(words, otherWords) || isWithin(otherWords, words);
}

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
