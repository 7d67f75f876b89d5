/** The fields of a statement or a scored row that show whether two ids are one member. */
export interface Person {
  readonly memberRefId: string;
  readonly memberExternalId: string;
  /** Null when the statement has no name, or several for this member. */
  readonly memberName: string | null;
  readonly effectiveDates: readonly string[];
  /** Normalised by `normaliseId`. */
  readonly policyNumbers: readonly string[];
}

/** The evidence for one member with two ids. `id`: the ids differ only in punctuation or leading zeros. */
export type JoinReason = 'effective_date' | 'policy_number' | 'id';

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

/** Returns whether all words of the first set are in the second. */
const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((word) => all.has(word));

/** Returns whether one name contains every word of the other. A missing name contradicts nothing. */
export function namesAgree(a: string | null, b: string | null): boolean {
  const [one, other] = [personKey(a), personKey(b)];
  if (one === null || other === null) return true;
  const [words, otherWords] = [new Set(one.split(' ')), new Set(other.split(' '))];
  return isWithin(words, otherWords) || isWithin(otherWords, words);
}
