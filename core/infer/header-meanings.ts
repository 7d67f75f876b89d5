import { headerWords } from '../statement/header-words.ts';
import { CHOICES, type HeaderMeaning, PHRASES, VETOES } from './header-phrases.ts';

/** Finds the meanings of a header by its words, without the values below it. */

const MEMBER_WORDS = new Set(
  'member sub subscriber insured enrollee beneficiary policyholder participant client customer applicant'.split(' '),
);
const AGENT_WORDS = new Set(
  (
    'agent broker producer rep seller selling advisor salesperson writing npn agency earner payee mga fmo imo upline aor ' +
    'servicing ga payor associate'
  ).split(' '),
);
/** Words that hardly change the meaning of a header. */
const NEUTRAL = new Set(
  (
    'of the and or a in for policy plan member coverage health medicare carrier current full primary insurance cms field ' +
    'subscriber insured marketplace individual contract certificate product the line life item transaction'
  ).split(' '),
);
/** Words that make a header name another id, person or plan: "Prior Policy", "Spouse Name". */
const OTHER_SUBJECT = new Set(
  'prior old legacy alternate spouse dependent secondary new next replaced replacement repl parent'.split(' '),
);

/** Meanings whose headers may mention agents. Any other header with such a word is about an agent and not a member. */
const MAY_NAME_AGENTS = new Set<HeaderMeaning>([
  'agent_id',
  'agent_name',
  'agent_first_name',
  'agent_last_name',
  'commission_amount',
  'override_amount',
  'rate',
  'debit',
  'credit',
  'transaction_type',
  'paid_date',
]);

interface Phrase {
  readonly meaning: HeaderMeaning;
  readonly weight: number;
  readonly words: readonly string[];
}

const MEANINGS = Object.keys(PHRASES).filter((name): name is HeaderMeaning => name in PHRASES);
const VETO_WORDS = new Map(MEANINGS.map((meaning) => [meaning, new Set((VETOES[meaning] ?? '').split(' '))]));

/** Indexes phrases by their first word, so that a header is compared with few phrases. Computed on demand, because few processes use it. */
const phrasesByWord = lazy(
  (): ReadonlyMap<string, readonly Phrase[]> =>
    Map.groupBy(MEANINGS.flatMap(phrasesOf), ({ words: [first = ''] }) => first),
);

/** Returns the phrases of a meaning, with all braces replaced. */
function phrasesOf(meaning: HeaderMeaning): readonly Phrase[] {
  return PHRASES[meaning].flatMap(([weight, texts]) =>
    texts
      .split('|')
      .flatMap(expanded)
      .map((phrase) => ({ meaning, weight, words: headerWords(phrase) })),
  );
}

/** Replaces the braces of a phrase by each of their words. */
function expanded(phrase: string): readonly string[] {
  const choice = /\{(\w+)\}/.exec(phrase);
  if (choice === null) return [phrase];
  const words = (CHOICES[choice[1] ?? ''] ?? '').split('|');
  return words.flatMap((word) => expanded(phrase.replace(choice[0], word)));
}

/** Returns the possible meanings of a header, each with its weight from 0 to 1. */
export function headerMeanings(header: string): ReadonlyMap<HeaderMeaning, number> {
  const words = headerWords(header);
  const scores = new Map<HeaderMeaning, number>();
  for (const word of new Set(words)) {
    for (const phrase of phrasesByWord().get(word) ?? []) {
      const score = phraseScore(phrase, words);
      if (score > (scores.get(phrase.meaning) ?? 0)) scores.set(phrase.meaning, score);
    }
  }
  // "Months Paid" counts months, "Month Paid" names one.
  if (!/mo?n?ths|mos\b|modes|\bmo\.? ?adv|number|count|#|\bno\b|nbr/i.test(header)) scores.delete('months_paid');
  // "Term (Months)" counts the months of a policy's term, "Term Month" names the month in which a member left.
  if (/\bterm/i.test(header) && !/mo?n?ths|mos\b/i.test(header)) scores.delete('premium_mode');
  return scores;
}

/** Returns the weight of the phrase, less for each further word of the header; 0 when the header does not have this meaning. */
function phraseScore({ meaning, weight, words }: Phrase, header: readonly string[]): number {
  // "Number of Members" counts them, "Member Number" names one.
  if (meaning === 'lives' && words[0] === 'number' && header[0] !== 'number') return 0;
  // "Months" alone counts paid months; with another word it may count months in force, advanced or remaining.
  if (meaning === 'months_paid' && words.length === 1 && header.length > 1) return 0;
  const rest = [...header];
  for (const word of words) {
    const at = rest.indexOf(word);
    if (at === -1) return 0;
    rest.splice(at, 1);
  }
  let score = weight;
  for (const word of rest) {
    if (VETO_WORDS.get(meaning)?.has(word)) return 0;
    if (AGENT_WORDS.has(word) && !MAY_NAME_AGENTS.has(meaning)) return 0;
    if (MEMBER_WORDS.has(word) && meaning.startsWith('agent')) return 0;
    if (words.includes(word)) continue;
    score *= OTHER_SUBJECT.has(word) ? 0.4 : NEUTRAL.has(word) || MEMBER_WORDS.has(word) ? 0.97 : 0.82;
  }
  return score;
}

/** Returns whether a header names one of the people who earn commissions. */
export function namesPayee(header: string): boolean {
  return headerWords(header).some((word) => AGENT_WORDS.has(word));
}

/** Returns whether a header is about commissions or the people who earn them. */
export function isCommissionHeader(header: string): boolean {
  return headerWords(header).some((word) => AGENT_WORDS.has(word) || COMMISSION_WORDS.has(word));
}
const COMMISSION_WORDS = new Set(
  'commission compensation override chargeback renewal commissionable residual cms advance trail'.split(' '),
);

/** Returns whether a header belongs to another kind of document: claims, bank accounts, payrolls, sales. */
export function isForeignHeader(header: string): boolean {
  const words = headerWords(header);
  const joined = ` ${words.join(' ')} `;
  return FOREIGN_PHRASES.some((phrase) => joined.includes(` ${phrase} `));
}
const FOREIGN_PHRASES = [
  ...[
    'claim',
    'claims',
    'diagnosis',
    'cpt',
    'copay',
    'deductible',
    'coinsurance',
    'provider',
    'procedure',
    'allowed amount',
  ],
  ...[
    'balance',
    'debit card',
    'iban',
    'routing number',
    'check number',
    'cheque',
    'memo',
    'merchant',
    'sku',
    'tracking',
  ],
  ...[
    'gross payment',
    'hours',
    'overtime',
    'salary',
    'wages',
    'withholding',
    'quantity',
    'unit price',
    'ship',
    'shipping',
    'vat',
  ],
];

/** Returns a function that computes a constant when it is first called. It serves tables that few processes need. */
function lazy<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
