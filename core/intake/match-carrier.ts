import type { Period } from '../period.ts';
import { periodsOfName } from './file-pattern.ts';

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
