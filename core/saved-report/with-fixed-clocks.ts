import { NotAllowed } from './not-allowed.ts';
import type { Clock } from './reading.ts';

/** The analyst's text and the place of the statement in it. */
export interface SourceText {
  readonly text: string;
  /** Start and end of the statement, without its semicolon. */
  readonly start: number;
  readonly end: number;
  readonly indexAtByte: (byteOffset: number) => number;
}

/**
 * Replacements of clocks. Each is a subquery whose column has the clock's own name, so that unnamed columns keep
 * theirs.
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
 * Replaces now(), CURRENT_TIMESTAMP and LOCALTIMESTAMP by the beginning of the run's date. A report then gives the same answer all day.
 * Throws NotAllowed for a clock that is written with a comment or quotes.
 */
export function withFixedClocks({ text, start, end, indexAtByte }: SourceText, clocks: readonly Clock[]): string {
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
