import { PATTERN_LIMITS } from '../limits/statement-limits.ts';
import { type Period, periodOf } from '../period.ts';

/**
 * Patterns for a carrier's file names (docs/reference/drop-offs.md#names-of-files): literal text, `*`, {YYYY} or {YY},
 * {MM} or {MON}. A pattern matches the whole name, ignoring case. All possible matches are followed, so that a name
 * that reads as two months is reported as ambiguous.
 */

/** Returns the problem of a pattern, or null. A pattern must name a year and a month once each. */
export function filePatternProblem(pattern: string): string | null {
  const tokens = tokensOf(pattern);
  return typeof tokens === 'string' ? tokens : null;
}

/**
 * Returns the months that a name can mean under a pattern, sorted. Two entries mean that the name is ambiguous; a
 * malformed pattern matches nothing.
 */
export function periodsOfName(pattern: string, fileName: string): readonly Period[] {
  const tokens = tokensOf(pattern);
  if (typeof tokens === 'string') return [];
  const periods = new Set<Period>();
  for (const { year, month } of readings(tokens, normal(fileName))) {
    const period = periodOf(year ?? 0, month ?? 0);
    if (period !== null) periods.add(period);
  }
  return [...periods].sort();
}

interface Placeholder {
  readonly part: 'year' | 'month';
  /** Number of characters that the placeholder consumes. */
  readonly length: number;
  /** Returns the value of the characters; null when they are no year or month. */
  readonly read: (text: string) => number | null;
}

type Token = '*' | { readonly literal: string } | Placeholder;

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Placeholders by name. {YYYY} requires the century 19 or 20, because "2610" in 20261001 would be a year too. */
const PLACEHOLDERS: ReadonlyMap<string, Placeholder> = new Map([
  ['yyyy', { part: 'year', length: 4, read: (text) => (/^(?:19|20)\d\d$/.test(text) ? Number(text) : null) }],
  ['yy', { part: 'year', length: 2, read: (text) => (/^\d\d$/.test(text) ? 2000 + Number(text) : null) }],
  ['mm', { part: 'month', length: 2, read: (text) => (/^(?:0[1-9]|1[0-2])$/.test(text) ? Number(text) : null) }],
  [
    'mon',
    { part: 'month', length: 3, read: (text) => (MONTH_NAMES.includes(text) ? MONTH_NAMES.indexOf(text) + 1 : null) },
  ],
]);

/** Returns the form in which names and patterns are compared. */
const normal = (text: string) => text.normalize('NFC').toLowerCase();

/** Splits the pattern into tokens, or returns its problem. */
function tokensOf(pattern: string): readonly Token[] | string {
  const tokens: Token[] = [];
  const parts: string[] = [];
  for (const [text, name] of normal(pattern).matchAll(/\{([^{}]*)\}|\*+|[^*]/gu)) {
    const placeholder = PLACEHOLDERS.get(name ?? '');
    if (text.startsWith('*')) tokens.push('*');
    else if (placeholder !== undefined) {
      tokens.push(placeholder);
      parts.push(placeholder.part);
    } else if (text.length > 1 && text.startsWith('{')) return `does not know ${text.toUpperCase()}`;
    else addLiteral(tokens, text);
  }
  const wildcards = tokens.filter((token) => token === '*').length;
  if (wildcards > PATTERN_LIMITS.fileNameWildcards)
    return `has ${wildcards} times *, at most ${PATTERN_LIMITS.fileNameWildcards} are allowed`;
  if (/[/\\]/.test(pattern)) return 'names a file, not a folder: leave out the slash';
  if (parts.toSorted().join(' ') !== 'month year') return 'needs {YYYY} or {YY} once and {MM} or {MON} once';
  return tokens;
}

/** Joins neighbouring literal characters into one token, so that a long pattern takes few steps. */
function addLiteral(tokens: Token[], text: string): void {
  const last = tokens.at(-1);
  if (typeof last === 'object' && 'literal' in last) tokens[tokens.length - 1] = { literal: last.literal + text };
  else tokens.push({ literal: text });
}

/** A year and a month that part of a name gives; null until a placeholder has read it. */
interface Reading {
  readonly year: number | null;
  readonly month: number | null;
}

/**
 * Matches name and pattern by dynamic programming, in time proportional to the length of the name times the length of the pattern. Each
 * state keeps at most two readings, because two already make the name ambiguous.
 */
function readings(tokens: readonly Token[], name: string): readonly Reading[] {
  const reached = Array.from({ length: name.length + 1 }, () => new Map<number, readonly Reading[]>());
  const reach = (place: number, token: number, found: readonly Reading[]) => {
    const at = reached[place];
    if (at !== undefined) at.set(token, twoOf([...(at.get(token) ?? []), ...found]));
  };
  reach(0, 0, [{ year: null, month: null }]);
  for (let place = 0; place <= name.length; place++) {
    for (const [index, token] of tokens.entries()) {
      const found = reached[place]?.get(index);
      if (found === undefined) continue;
      if (token === '*') {
        reach(place, index + 1, found);
        reach(place + 1, index, found);
      } else if ('literal' in token) {
        if (name.startsWith(token.literal, place)) reach(place + token.literal.length, index + 1, found);
      } else {
        const value = token.read(name.slice(place, place + token.length));
        if (value !== null) {
          const read = found.map((reading) => ({ ...reading, [token.part]: value }));
          reach(place + token.length, index + 1, read);
        }
      }
    }
  }
  return reached[name.length]?.get(tokens.length) ?? [];
}

/** Returns at most two different readings. */
function twoOf(found: readonly Reading[]): readonly Reading[] {
  const [first] = found;
  const other = found.find(({ year, month }) => year !== first?.year || month !== first.month);
  return first === undefined ? [] : other === undefined ? [first] : [first, other];
}

/** A carrier's name and its file name patterns. */
export interface NamedPatterns {
  readonly carrierName: string;
  readonly patterns: readonly string[];
}

/** Carrier and month of a dropped file by its name, or the reason why they are unclear. */
export type CarrierMatch<Carrier> =
  | { readonly kind: 'matched'; readonly carrier: Carrier; readonly period: Period }
  | { readonly kind: 'unclear'; readonly reason: string };

/**
 * Matches a file name to one carrier and one month, without guessing. Several carriers or months give `unclear`
 * (docs/reference/drop-offs.md#names-of-files).
 */
export function matchCarrier<Carrier extends NamedPatterns>(
  fileName: string,
  carriers: readonly Carrier[],
): CarrierMatch<Carrier> {
  const matches = carriers.flatMap((carrier) => {
    const periods = new Set(carrier.patterns.flatMap((pattern) => periodsOfName(pattern, fileName)));
    return [...periods].map((period) => ({ carrier, period }));
  });
  const [match] = matches;
  if (match === undefined) return { kind: 'unclear', reason: noMatch(carriers) };
  const names = new Set(matches.map(({ carrier }) => carrier.carrierName));
  const periods = new Set(matches.map(({ period }) => period));
  if (matches.length === 1) return { kind: 'matched', ...match };
  if (new Set(matches.map(({ carrier }) => carrier)).size > 1) {
    return {
      kind: 'unclear',
      reason: `The name fits the patterns of several carriers: ${[...names].join(', ')}. Change the carriers' patterns or the name so that one fits.`,
    };
  }
  return {
    kind: 'unclear',
    reason: `The name can be read as several months: ${[...periods].sort().join(', ')}. Rename the file, or make the pattern of ${match.carrier.carrierName} say where the month is.`,
  };
}

function noMatch(carriers: readonly NamedPatterns[]): string {
  const known = carriers.flatMap(({ patterns }) => patterns);
  if (known.length === 0) {
    return 'No carrier of this user has file name patterns yet. Add some for the carrier.';
  }
  const shown = known.slice(0, 5).join(', ');
  return `The name fits no pattern of the user's carriers (${shown}${known.length > 5 ? ', …' : ''}). Rename the file, or add a pattern for the carrier.`;
}
