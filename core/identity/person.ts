import type { Money } from '../money.ts';
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
  readonly productType: string | null;
  readonly premium: Money | null;
  /** The commission of the latest month with pay. */
  readonly amount: Money;
}

/**
 * The evidence for one member with two ids. `id`: the ids differ only in punctuation or leading zeros. `next_term`: the new policy begins
 * half a year, a year or further such terms after the one before.
 */
export type JoinReason = 'policy_number' | 'effective_date' | 'id' | 'plan_and_premium' | 'amount' | 'next_term';

/** The fields of a scored row that make a person. */
export interface PersonRow {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  readonly profile: Pick<
    MemberProfile,
    'memberName' | 'effectiveDate' | 'policyNumber' | 'planName' | 'productType' | 'premium'
  >;
  readonly lastPresentAmount: Money;
}

/** Returns the person whom a row is about. */
export function personOf({ memberRefId, memberExternalId, profile, lastPresentAmount }: PersonRow): Person {
  const { memberName, effectiveDate, policyNumber, planName, productType, premium } = profile;
  return {
    memberRefId,
    memberExternalId,
    memberName,
    effectiveDate,
    policyNumber: policyNumber === null ? null : normaliseId(policyNumber),
    planName,
    productType,
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
