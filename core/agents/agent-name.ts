import { foldName } from '../folded-text.ts';

/** Reads the names of agents as statements write them, and compares two (docs/reference/agents.md#proposals). */

/** The words of a name, folded. */
export interface AgentName {
  readonly text: string;
  /** Names with the same key have the same words: in any order, or in this order for a company. */
  readonly key: string;
  readonly isCompany: boolean;
  /** Full words and initials of a person, without the suffix. */
  readonly words: readonly string[];
  /** The word that stands first in "First Last", or after the comma in "Last, First". */
  readonly first: string;
  /** JR, SR, II and so on; empty for a name without one. */
  readonly suffix: string;
}

const SUFFIXES: ReadonlySet<string> = new Set(['JR', 'SR', 'II', 'III', 'IV']);

/** Words that no person has in a name. */
const COMPANY_WORDS: ReadonlySet<string> = new Set(
  `ACCOUNT ADVISORS ADVISORY AGENCIES AGENCY AGENTS ASSOCIATES ASSOC BENEFITS BROKERAGE BROKERS CO COMPANIES COMPANY CONSULTANTS
  CONSULTING CORP CORPORATION ENTERPRISE ENTERPRISES FINANCIAL GROUP HOLDINGS HOUSE INC INCORPORATED INS INSURANCE LIMITED LLC LLP LP LTD
  MARKETING NETWORK OFFICE PARTNERS PC PLANNING PLLC SERVICES SOLUTIONS`.split(/\s+/),
);

/** Reads a name. Returns null for a text without a word. */
export function readAgentName(text: string): AgentName | null {
  const folded = foldName(text).replace(/['’.]/g, '');
  const all = wordsOf(folded);
  if (!all.some((word) => /\p{L}/u.test(word))) return null;
  if (all.some((word) => COMPANY_WORDS.has(word)) || folded.includes('&')) {
    return { text, key: `company ${all.join(' ')}`, isCompany: true, words: all, first: '', suffix: '' };
  }
  const words = all.filter((word) => !SUFFIXES.has(word));
  const suffix = all.find((word) => SUFFIXES.has(word)) ?? '';
  const [, given = ''] = folded.split(',');
  const first = wordsOf(given).find((word) => !SUFFIXES.has(word)) ?? words[0] ?? '';
  return { text, key: `${words.toSorted().join(' ')}/${suffix}`, isCompany: false, words, first, suffix };
}

const wordsOf = (folded: string) => folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/**
 * How two names of different words relate. `fits`: they differ by initials only. `further`: one has a full word more. `suffix`: they differ
 * by Jr or Sr. `first`: same first name and other words. `last`: another first name with a word in common. `other`: nothing in common.
 */
export type NameRelation = 'fits' | 'further' | 'suffix' | 'first' | 'last' | 'other';

/** Compares two names. A company fits nothing. */
export function compareAgentNames(one: AgentName, other: AgentName): NameRelation {
  if (one.isCompany || other.isCompany) return 'other';
  const rest = unmatched(one.words, other.words);
  const common = rest.common.filter((word) => word.length > 1).length;
  if (common === 0) return 'other';
  const [mine, yours] = withoutMatchingInitials(rest.one, rest.other);
  const full = (words: readonly string[]) => words.filter((word) => word.length > 1).length;
  if (full(mine) > 0 && full(yours) > 0) return one.first === other.first ? 'first' : 'last';
  if (mine.length > 0 && yours.length > 0) return 'last';
  // A name of one word says too little: "Whitfield" is any Whitfield.
  if (Math.min(one.words.length, other.words.length) < 2) return 'last';
  if (one.suffix !== other.suffix) return 'suffix';
  return full(mine) + full(yours) > 0 ? 'further' : 'fits';
}

/** Takes the words that both names have out of them. */
function unmatched(one: readonly string[], other: readonly string[]) {
  const left = [...other];
  const common: string[] = [];
  const rest: string[] = [];
  for (const word of one) {
    const at = left.indexOf(word);
    if (at < 0) rest.push(word);
    else common.push(...left.splice(at, 1));
  }
  return { one: rest, other: left, common };
}

/** Takes initials out that begin a full word of the other name, together with this word. */
function withoutMatchingInitials(
  one: readonly string[],
  other: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const mine = [...one];
  const yours = [...other];
  const match = (initials: string[], words: string[]) => {
    for (const initial of initials.filter((word) => word.length === 1)) {
      const at = words.findIndex((word) => word.length > 1 && word.startsWith(initial));
      if (at < 0) continue;
      words.splice(at, 1);
      initials.splice(initials.indexOf(initial), 1);
    }
  };
  match(mine, yours);
  match(yours, mine);
  return [mine, yours];
}

/** Returns the name of a new agent from its spellings: the fullest, as "First Last" with capitals at the beginning of words. */
export function nameFromSpellings(texts: readonly string[]): string {
  const [best = ''] = texts
    .map((text) => ({ text, name: readAgentName(text) }))
    .toSorted((a, b) => score(b.name) - score(a.name) || (a.text < b.text ? -1 : 1))
    .map(({ text, name }) => (name === null || name.isCompany ? text : ordered(text)));
  return best.trim();
}

const score = (name: AgentName | null) =>
  name === null
    ? 0
    : name.words.join('').length * 4 + (name.text.includes(',') ? 0 : 2) + (isCapitals(name.text) ? 0 : 1);

const isCapitals = (text: string) => text === text.toUpperCase() || text === text.toLowerCase();

function ordered(text: string): string {
  const [last = '', given, ...more] = text.split(',').map((part) => part.trim());
  const name =
    given === undefined || more.length > 0 || SUFFIXES.has(foldName(given).replace('.', ''))
      ? text
      : `${given} ${last}`;
  if (!isCapitals(name)) return name;
  return name
    .toLowerCase()
    .replace(/(^|[^\p{L}'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
