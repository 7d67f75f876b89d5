import { compilePatterns } from './pattern.ts';

/**
 * What a line pays for. `commission` and `override` come every month; a `bonus`, `fee`, `adjustment` or `true_up` is paid once, so
 * the month after it is not a cut; an `advance` pays several months at once.
 */
export const LINE_KINDS = ['commission', 'override', 'bonus', 'fee', 'advance', 'adjustment', 'true_up'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** The texts of a line that tell its kind. */
export interface LineWords {
  readonly transactionType: string | null;
  readonly description: string | null;
}
/** The part of a carrier's configuration that tells kinds. */
export interface ConfiguredKinds {
  readonly lineKinds: readonly { readonly kind: LineKind; readonly patterns: readonly string[] }[];
}
export type LineKindOf = (line: LineWords) => LineKind;

/** How carriers word each kind, for lines that the configuration does not decide. The first that fits wins. */
const USUAL_WORDS: readonly (readonly [LineKind, RegExp])[] = [
  ['true_up', /true[\s_-]*up/i],
  ['override', /overr?ide|\bovr\b|^ow\b/i],
  ['bonus', /bonus|incentive|\bhra\b|referral|marketing|contest|reward/i],
  ['fee', /\bfees?\b|\badmin/i],
  ['advance', /\badv(?:ance[ds]?)?\b/i],
  ['adjustment', /\badj(?:ustments?)?\b|correction|\baudit\b|\bendorse/i],
];

/**
 * Tells the kind of each line of a carrier: the first entry of `lineKinds` of which a pattern fits the transaction type or the
 * description, else the usual words, else commission. Equal texts are judged once.
 */
export function lineKindOf({ lineKinds }: ConfiguredKinds): LineKindOf {
  const configured = lineKinds.map(({ kind, patterns }) => ({ kind, fits: compilePatterns(patterns) }));
  const judge = (texts: readonly string[]): LineKind => {
    const own = configured.find(({ fits }) => texts.some(fits));
    if (own !== undefined) return own.kind;
    const usual = USUAL_WORDS.find(([, words]) => texts.some((text) => words.test(text)));
    return usual === undefined ? 'commission' : usual[0];
  };
  const known = new Map<string | null, Map<string | null, LineKind>>();
  return ({ transactionType, description }) => {
    if (transactionType === null && description === null) return 'commission';
    const byDescription = known.get(transactionType) ?? new Map<string | null, LineKind>();
    const before = byDescription.get(description);
    if (before !== undefined) return before;
    const kind = judge([transactionType, description].filter((text) => text !== null));
    if (known.size < KNOWN_TYPES_MAX && byDescription.size < KNOWN_TYPES_MAX) {
      known.set(transactionType, byDescription.set(description, kind));
    }
    return kind;
  };
}

/** A column of texts that differ on every row must not fill the memory. */
const KNOWN_TYPES_MAX = 1_000;
