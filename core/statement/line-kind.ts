import { compilePatterns } from './pattern.ts';

/**
 * Kind of a line. `commission` and `override` recur every month. `bonus` and `true_up` are paid once, and so are `fee` and `adjustment`
 * beside other pay, so a month without them is no cut. `advance` pays several months at once.
 */
export const LINE_KINDS = ['commission', 'override', 'bonus', 'fee', 'advance', 'adjustment', 'true_up'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Texts of a line that show its kind. */
export interface LineWords {
  readonly transactionType: string | null;
  readonly description: string | null;
}

/** The part of a configuration that decides kinds. */
export interface ConfiguredKinds {
  readonly lineKinds: readonly { readonly kind: LineKind; readonly patterns: readonly string[] }[];
}
/** Returns the kind of a line. */
export type LineKindOf = (line: LineWords) => LineKind;

/** Usual words of carriers for each kind, for lines that no configured pattern matches. The first match wins. */
const USUAL_WORDS: readonly (readonly [LineKind, RegExp])[] = [
  ['true_up', /true[\s_-]*up/i],
  ['override', /overr?ide|\bovr\b|^ow\b/i],
  [
    'bonus',
    /bonus|incentive|\bhra\b|referral|marketing|contest|reward|\bsingle[\s_-]*prem(?:ium)?\b|\bexcess\b|\bunscheduled\b|\bdump[\s_-]?in\b|\b1035\b/i,
  ],
  ['fee', /\bfees?\b|\badmin/i],
  ['advance', /\badv(?:ance[ds]?)?\b/i],
  ['adjustment', /\badj(?:ustments?)?\b|correction|\baudit\b|\bendorse/i],
];

/**
 * Returns a function from a line to its kind, memoized by text. Configured `lineKinds` come first, then the usual
 * words, then `commission`.
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
  const kindOfTexts = ({ transactionType, description }: LineWords): LineKind => {
    const byDescription = known.get(transactionType) ?? new Map<string | null, LineKind>();
    const before = byDescription.get(description);
    if (before !== undefined) return before;
    const kind = judge([transactionType, description].filter((text) => text !== null));
    if (known.size < KNOWN_TYPES_MAX && byDescription.size < KNOWN_TYPES_MAX) {
      known.set(transactionType, byDescription.set(description, kind));
    }
    return kind;
  };
  let last: LineWords & { readonly kind: LineKind } = { transactionType: null, description: null, kind: 'commission' };
  return (line) => {
    // Scoring asks for the kind of a line many times in a row.
    if (line.transactionType !== last.transactionType || line.description !== last.description) {
      last = { transactionType: line.transactionType, description: line.description, kind: kindOfTexts(line) };
    }
    return last.kind;
  };
}

/** Largest number of memoized types, and of descriptions for each. A hostile column may differ in every row. */
const KNOWN_TYPES_MAX = 1_000;
