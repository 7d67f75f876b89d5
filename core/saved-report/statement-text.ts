import { listOf, locationOf, type NodeFields, wholeNumberOf } from './node-fields.ts';
import { NotAllowed } from './not-allowed.ts';
import type { Clock } from './reading.ts';

/** The text that is run: the analyst's own, with clocks made to stand for the run's date and a LIMIT that can be set aside. */
export interface SourceText {
  readonly text: string;
  /** Of the one statement, without its semicolon. */
  readonly start: number;
  readonly end: number;
  readonly indexAtByte: (byteOffset: number) => number;
}

/**
 * Each is a subquery whose column has the name that PostgreSQL gives to the clock, so that columns nobody named keep theirs.
 */
const FIXED_CLOCKS: Readonly<Record<Clock['name'], { readonly written: RegExp; readonly instead: string }>> = {
  now: { written: /^(?:pg_catalog\.)?now\s*\(\s*\)/i, instead: "(select date_trunc('day', now()) as now)" },
  current_timestamp: {
    written: /^current_timestamp/i,
    instead: '(select date_trunc(\'day\', now()) as "current_timestamp")',
  },
  localtimestamp: { written: /^localtimestamp/i, instead: '(select current_date::timestamp as "localtimestamp")' },
};
const CLOCK_CHARACTERS_MAX = 100;

/**
 * The statement up to `end`, in which now(), CURRENT_TIMESTAMP and LOCALTIMESTAMP give the beginning of the run's date:
 * a report gives the same answer all day.
 */
export function withFixedClocks(
  { text, start, indexAtByte }: SourceText,
  end: number,
  clocks: readonly Clock[],
): string {
  let fixed = '';
  let copied = start;
  for (const { name, location } of clocks.toSorted((one, other) => (one.location ?? 0) - (other.location ?? 0))) {
    const { written, instead } = FIXED_CLOCKS[name];
    const index = indexAtByte(location ?? 0);
    const found = written.exec(text.slice(index, index + CLOCK_CHARACTERS_MAX));
    if (found === null || index < copied) throw new NotAllowed(`Write ${name} without comments or quotes`, location);
    fixed += `${text.slice(copied, index)}${instead}`;
    copied = index + found[0].length;
  }
  return fixed + text.slice(copied, end);
}

/** A LIMIT and OFFSET at the end of a query that has no ORDER BY. */
export interface PlainLimit {
  /** Where they begin in the text. */
  readonly index: number;
  /** Null is all. */
  readonly rows: number | null;
  readonly skip: number;
}

const KEYWORD_BEFORE = /\b(?:limit|offset|fetch\s+(?:first|next))\s+$/i;
const ROWS = String.raw`(?:limit\s+(?:\d+|all|null)|fetch\s+(?:first|next)\s+\d+\s+rows?\s+only)`;
const SKIP = String.raw`offset\s+\d+(?:\s+rows?)?`;
const LIMIT_TO_THE_END = new RegExp(
  String.raw`^(?:${ROWS}(?:\s+${SKIP})?|${SKIP}(?:\s+${ROWS})?)(?:\s|--[^\r\n]*|/\*[^*/]*\*/)*$`,
  'i',
);

/**
 * Which rows a LIMIT takes is left to chance without an ORDER BY, so the rows must be sorted before it is applied. Null where
 * there is nothing to set aside. The parser says where the numbers are, and the word before a number is the clause's
 * own: a string or block comment would have to end between the two, and a line comment would have begun on the word's line.
 */
export function limitToSetAside({ text, start, end, indexAtByte }: SourceText, select: NodeFields): PlainLimit | null {
  const { sortClause, limitCount, limitOffset } = select;
  const numbers = [limitCount, limitOffset].filter((value) => value !== undefined);
  if (listOf(sortClause).length > 0 || numbers.length === 0) return null;
  const first = Math.min(...numbers.map((number) => locationOf(number) ?? Number.POSITIVE_INFINITY));
  const before = text.slice(start, indexAtByte(first));
  const index = KEYWORD_BEFORE.exec(before)?.index;
  const isPlain =
    index !== undefined &&
    !(
      before
        .slice(0, index)
        .split(/[\r\n]/)
        .at(-1) ?? ''
    ).includes('--') &&
    LIMIT_TO_THE_END.test(text.slice(start + index, end));
  if (!isPlain) throw new NotAllowed(ORDER_BY_NEEDED, Number.isFinite(first) ? first : null);
  return { index: start + index, rows: wholeNumberOf(limitCount), skip: wholeNumberOf(limitOffset) ?? 0 };
}

const ORDER_BY_NEEDED =
  'Without ORDER BY a LIMIT gives different rows every time: add ORDER BY, or end the query with LIMIT and a number';
