import type { Period } from '../period.ts';
import { displayedText } from '../statement/displayed-text.ts';
import type { SourceRow, StatementSource } from '../statement/source.ts';
import type { ProcessorClock } from '../statement/work-budget.ts';
import { sampleRows } from './find-table.ts';
import {
  type CarrierCandidate,
  chooseBest,
  columnFit,
  type FormatMatch,
  matchFormat,
  productLineOf,
  type RankedCarrier,
  rankMatch,
} from './rank-carriers.ts';

/** A carrier that the account sees, with the facts that distinguish it from carriers with the same layout. */
export interface IdentifiableCarrier extends CarrierCandidate {
  readonly brandName: string | null;
  /** True for a carrier of the shared catalogue. */
  readonly shared: boolean;
  readonly configVersion: number | null;
  /** The latest month that the account has a statement for; null when it has none. */
  readonly latestPeriod: Period | null;
  /** The month and the commonest coverage of the newest stored statement; null without one that names its coverage. */
  readonly newest: { readonly period: Period; readonly coverageMonth: Period } | null;
}

/** A carrier that the file may be of, with its confidence and the reasons. */
export interface IdentifiedCarrier extends Omit<RankedCarrier, 'reason'> {
  readonly shared: boolean;
  readonly configVersion: number | null;
  readonly latestPeriod: Period | null;
  readonly reasons: readonly string[];
}

/** The carriers that a file may be of (docs/reference/carriers-and-formats.md#identify). */
export interface CarrierIdentification {
  /** True when the best carrier is not clearly better than the next, or fits too poorly. */
  readonly ambiguous: boolean;
  /** Null when it is ambiguous or none fits. */
  readonly best: IdentifiedCarrier | null;
  /** Best first, without carriers whose format can't read the file. */
  readonly ranked: readonly IdentifiedCarrier[];
}

/**
 * Weights of the confidence: `fit` for how well the format fits, `named` for the carrier's name in the file, and `known` for a carrier of
 * the account's own or with statements of the account.
 */
const WEIGHTS = { fit: 0.85, named: 0.1, known: 0.05 } as const;
/** Below `confident` the best carrier fits too poorly. Two carriers closer than `margin` can't be distinguished. */
const CHOICE = { confident: 0.55, margin: 0.04 } as const;
/** Number of candidates whose rows are read. They are the ones whose columns fit best. */
const TRIED_MAX = 25;
/** Minimum number of characters of a name that is searched. A shorter name may be part of another word. */
const NAME_CHARACTERS_MIN = 4;

/**
 * Ranks all carriers that an account sees by how well their formats read the first rows of a file. The carrier's name in `texts` (names
 * of the file and its sheets, titles) and earlier statements of the account distinguish carriers of one layout.
 */
export function identifyCarrier(
  file: { readonly source: StatementSource; readonly texts: readonly string[] },
  candidates: readonly IdentifiableCarrier[],
  clock?: ProcessorClock,
): CarrierIdentification {
  const source = sampled(file.source);
  const matches = candidates
    .flatMap((candidate) => {
      const match = matchFormat(source, candidate);
      return 'reason' in match ? [] : [match];
    })
    // The first layout of a carrier that can read the file counts, as in a job.
    .filter(
      ({ candidate }, at, all) => all.findIndex((match) => match.candidate.carrierId === candidate.carrierId) === at,
    )
    .sort((a, b) => columnFit(b) - columnFit(a) || (a.candidate.slug < b.candidate.slug ? -1 : 1))
    .slice(0, TRIED_MAX);
  const rankedFile = { source, clock, productLine: productLineOf(source) };
  const searched = file.texts.map(words).join(' | ');
  const identified = matches
    .map((match) => identify(match, rankMatch(rankedFile, match), searched))
    .filter(({ confidence }) => confidence > 0)
    .sort((a, b) => b.confidence - a.confidence || (a.slug < b.slug ? -1 : 1));
  return { ...chooseBest(identified, CHOICE), ranked: identified };
}

function identify(
  { candidate, found: columns, wanted }: FormatMatch<IdentifiableCarrier>,
  { confidence, reason }: Pick<RankedCarrier, 'confidence' | 'reason'>,
  searched: string,
): IdentifiedCarrier {
  const { carrierId, name, slug, productLine, shared, configVersion, latestPeriod } = candidate;
  const found = searchedNames(candidate).find((known) => ` ${searched} `.includes(` ${known} `));
  const isKnown = latestPeriod !== null || !shared;
  // Headers that many carriers use fit some format of the catalogue in part, which says nothing about the carrier.
  const most = !isKnown && found === undefined && columns < wanted ? CHOICE.confident - 0.01 : 1;
  const weighed = WEIGHTS.fit * confidence + (found === undefined ? 0 : WEIGHTS.named) + (isKnown ? WEIGHTS.known : 0);
  const reasons = [
    reason,
    ...(found === undefined ? [] : [`The file names "${found}".`]),
    ...(latestPeriod === null ? [] : [`The latest statement of this carrier on file is for ${latestPeriod}.`]),
  ];
  return {
    ...{ carrierId, name, slug, productLine, shared, configVersion, latestPeriod },
    confidence: confidence === 0 ? 0 : Math.round(100 * Math.min(weighed, most)) / 100,
    reasons,
  };
}

/** Returns the names that a file may use for a carrier, without text in parentheses. */
function searchedNames({ name, brandName }: IdentifiableCarrier): readonly string[] {
  const names = [name.replace(/\([^)]*\)/g, ' '), brandName ?? ''].map(words);
  return [...new Set(names)].filter((known) => known.length >= NAME_CHARACTERS_MIN);
}

/** Returns the words of a text in lower case, separated by single spaces. Digits are words of their own. */
function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')
    .trim();
}

/** Keeps the first rows of each sheet in memory, because every candidate's format reads them. */
function sampled(source: StatementSource): StatementSource {
  return {
    fileType: source.fileType,
    sheets: source.sheets.map((sheet) => {
      let kept: ReturnType<typeof sampleRows> | null = null;
      return { name: sheet.name, hidden: sheet.hidden, rows: () => (kept ??= sampleRows(sheet)) };
    }),
  };
}

/** Suggests the name of the carrier of an unknown file (docs/reference/carriers-and-formats.md#preview). */

/** The longest suggested name. A longer text is a sentence. */
const CHARACTERS_MAX = 60;
/** The least letters of a suggested name. */
const LETTERS_MIN = 3;

/** Words that carriers have in their names, and agencies seldom. */
const OF_CARRIERS =
  /\b(?:insurance|assurance|health|healthcare|life|mutual|medicare|dental|vision|casualty|advantage|hmo|plans?)\b/i;
/** Words of a title that is about somebody or something else. */
const OF_OTHERS = /\b(?:agency|agencies|agents?|brokers?|brokerage|producers?|payee|prepared|members?|subscribers?)\b/i;
/** The words of a title or of a file name that end the name before them, or do not belong to it. */
const NO_NAME =
  /^(?:commissions?|comm|statements?|stmts?|reports?|details?|summary|payments?|paid|pay|download|exports?|final|copy|revised|corrected|files?|data|monthly|weekly|month|agency|agents?|brokers?|carrier|page|part|of|for|the|and|january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|[\d()#]+)$/i;

/**
 * Suggests a name from the rows above the header, such as "Cedar Mutual Commission Statement", else from the name of the file, such as
 * "Cedar_Mutual_2026-04.csv". Null where neither seems to have one. A person corrects it.
 */
export function suggestCarrierName(titles: readonly SourceRow[], fileName: string): string | null {
  const texts = titles.flatMap(({ cells }) => cells.map(displayedText));
  const ofTitle = texts.find((text) => OF_CARRIERS.test(text) && !OF_OTHERS.test(text));
  return (ofTitle === undefined ? null : nameBefore(ofTitle)) ?? nameOfFile(fileName);
}

/** Returns the words before the first that is no part of a name: all of "Harbor Life" in "Harbor Life - Commission Statement". */
function nameBefore(title: string): string | null {
  const words = title.trim().split(/\s+/);
  const end = words.findIndex(
    (word) => NO_NAME.test(word.replace(/[^\p{L}\p{N}]/gu, '')) && !/^(?:of|the|and|for)$/i.test(word),
  );
  return wholeName(words.slice(0, end === -1 ? undefined : end));
}

function nameOfFile(fileName: string): string | null {
  const words = fileName
    .replace(/\.[a-z]{2,4}$/i, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}&'’]+/u);
  const first = words.findIndex((word) => word !== '' && !NO_NAME.test(word));
  if (first === -1) return null;
  const length = words.slice(first).findIndex((word) => NO_NAME.test(word) && !/^(?:of|the|and)$/i.test(word));
  return wholeName(words.slice(first, length === -1 ? undefined : first + length));
}

function wholeName(words: readonly string[]): string | null {
  const name = words.join(' ').replace(/[\s:,;–-]+$/u, '');
  const letters = name.replace(/[^\p{L}]/gu, '').length;
  return letters < LETTERS_MIN || name.length > CHARACTERS_MAX ? null : name;
}
