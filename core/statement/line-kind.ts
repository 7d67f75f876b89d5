import { PATTERN_LIMITS } from '../limits/statement-limits.ts';
import { compilePatterns } from './pattern.ts';

/**
 * The words by which carriers say that money goes back (docs/reference/carriers-and-formats.md#words-for-money-that-goes-back).
 * Formats, inference and unassigned money all read them here, so that one word has one meaning.
 */

/**
 * Direction of the money of a text: `back` when it is taken back, `unclear` when two words contradict each other
 * ("Cancellation reversal"), null when the text says neither or says that money taken back is paid again.
 */
export type SaidDirection = 'back' | 'unclear' | null;

/** Column of a text. A description is prose, so that a word such as "lapsed" in a long one is no statement about its money. */
export type TextPlace = 'type' | 'description';

/**
 * Default of `transactionTypes.chargeback`. It stands for all words of this file. Stored formats have it, so it must not
 * change.
 */
export const DEFAULT_CHARGEBACKS: readonly string[] = ['/chargeback|chgbck|clawback|recoup/i'];

/** Words that have no other meaning. Carriers also write the first of them without a space beside other words. */
const CHARGED =
  '\\w*(?:charge ?back|chgbck|cl[ae]w ?back|recoup)\\w*|charged back|(?:chg|chrg|charg|chge|ch) ?(?:backs?|bk|bck)|cbk|clawed back|take ?backs?|taken back|recaptur(?:ed?|es)';
/** Words about the money itself. They count anywhere in a description too. */
const RETURNED = [
  'reversals?|reversed?|rvsl|rvrsl|revsl|refund(?:s|ed)?|rfnd|unearned|over ?paid|over ?payments?|repayments?|repaid|pay ?backs?|paid back',
  'return(?:ed)? (?:of )?(?:unearned )?(?:commissions?|comms?)|(?:commissions?|comm) return(?:s|ed)?',
  'return(?:ed)? prem(?:ium)?s?|prem(?:ium)? return(?:s|ed)?|(?:ret|rtn|rtrn|retn) (?:prem|comm)\\w*',
  'return(?:ed)? (?:checks?|items?|ach|eft|drafts?|payments?|deposits?)|debit (?:balances?|memos?|notes?|adj\\w*|entry|entries)|credit (?:memos?|notes?)',
  'neg(?:ative)? (?:commissions?|comm|adj\\w*|payments?|entry)|money back|reclaim(?:ed)?|owe[ds]? to (?:the )?(?:carrier|company|insurer)|due (?:to )?(?:the )?(?:carrier|company|insurer)|insufficient funds|non sufficient funds',
].join('|');
/** Events after which money goes back, and shorter words. In a description they count in short texts only. */
const LOOSE = [
  'c ?b|cancel(?:s|led|ed|lations?|ations?)?|canc|cancl|cncl|canx|cxld?|void(?:s|ed)?|nsf|lapse[sd]?|terminat(?:ed|ions?)|termed|rescind(?:ed)?|resciss?ions?|recissions?',
  'recover(?:y|ies|ed)|dis ?enrol\\w*(?! (?:initial|renewal))|not taken|ntu|nto|free ?look|withdrawn|withdrawals?|surrender(?:s|ed)?|declined|rejected|annull?(?:ed|ment)',
  'deduct(?:s|ed|ions?)?|write ?offs?|written off|forfeit(?:s|ed|ures?)?|penalt(?:y|ies)|levy|liens?|offsets?|garnish\\w*|withheld|withholding|retract(?:ed|ions?)|roll(?:ed)? ?backs?|back(?:ed)? ?outs?|de ?commission(?:ed)?|contra',
  'retro(?:active)? term|dropped|non ?pay(?:ments?)?|disallowed|denied|nullified|invalidated|negated|reverted|unwound|decreased?|downgraded?',
  'bounced|dishonou?red|stop(?:ped)? payments?|returned',
].join('|');
const EVENT = 'cancell?ations?|lapses?|terminations?|voids?|nsf|refunds?|resciss?ions?|returns?';

const words = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'u');

const SAYS_CHARGED = words(CHARGED);
const SAYS_RETURNED = words(RETURNED);
const SAYS_LOOSE = words(LOOSE);
const HEADS_TAKEN_BACK = words('recover(?:y|ies|ed)|c ?b');
/** Matches texts that say nothing else. As parts of longer texts, they have other meanings, such as the plan "Return of Premium". */
const WHOLE = /^(?:returns?|debits?|dr|give ?backs?|return of prem(?:ium)?s?)$/;
/** Matches names of products and benefits. */
const PRODUCT =
  /\b(?:returns?|rtn|ret) (?:of )?prem(?:ium)?s? (?:term|life|whole|ul|rider|benefit|option|plan|policy|product|\d+)|\brecovery (?:care|benefit|plan|rider)\b|\bnon (?:cancel|refund)\w*/g;
/** Matches money that was taken back and is paid again. */
const PAID_AGAIN = words(
  [
    `(?:revers\\w+|refund\\w*|recover\\w*|return\\w*|repa\\w+|void\\w*|cancel\\w*|credit\\w*|corrections?|removal|waivers?|releases?) (?:of|for) (?:\\w+ ){0,2}(?:${CHARGED})`,
    `(?:reversed|refunded|returned|repaid|voided|cancell?ed|credited|corrected|removed|waived|released) (?:${CHARGED})`,
    `(?:${CHARGED}) (?:revers(?:al|ed)s?|refund(?:s|ed)?|returned|repaid|voided|cancell?ed|credit(?:s|ed)?|correct(?:ed|ion)|remov(?:ed|al)|waive[dr]?|released?|forgiven)`,
    `(?:revers\\w+|void\\w*) of (?:\\w+ ){0,2}(?:${EVENT}|recover(?:y|ies)|reversals?)`,
  ].join('|'),
);
/** Matches an event beside the word that undoes it or says what followed. */
const CONTRADICTION = words(`(?:${EVENT}) revers(?:als?|ed)|revers(?:als?|ed) (?:${EVENT})`);
/** Matches a reinstatement that is itself undone. */
const REINSTATEMENT_UNDONE = words(`re ?instat\\w* (?:${CHARGED}|revers\\w+|refund\\w*|void\\w*|cancel\\w*)`);
/** Matches extra pay that is named for an event: "Lapse recovery bonus". */
const EXTRA_PAY = words('bonus(?:es)?|incentives?|awards?|rewards?|contest');
const DESCRIPTION_WORDS_MAX = 4;

/** Returns whether a text is short enough to be compared with words, as with patterns. */
export function isReadableLength(text: string): boolean {
  return text.length <= PATTERN_LIMITS.textCharacters;
}

/** Returns what a text says about its money; see SaidDirection. `unclear` also for a text that is too long to read. */
export function directionOf(text: string, place: TextPlace): SaidDirection {
  if (text === '') return null;
  if (!isReadableLength(text)) return place === 'type' ? 'unclear' : null;
  const plain = plainWords(text);
  if (REINSTATEMENT_UNDONE.test(plain)) return 'back';
  if (saysReinstated(plain) || PAID_AGAIN.test(plain)) return null;
  if (SAYS_CHARGED.test(plain)) return 'back';
  if (CONTRADICTION.test(plain)) return 'unclear';
  if (SAYS_RETURNED.test(plain)) return 'back';
  if (place === 'description' && plain.split(' ').length > DESCRIPTION_WORDS_MAX) return null;
  if (EXTRA_PAY.test(plain)) return null;
  const isWhole = WHOLE.test(plain) && (place === 'type' || !plain.startsWith('return of'));
  return SAYS_LOOSE.test(plain) || isWhole ? 'back' : null;
}

/** Returns whether a text names chargebacks by a word that has no other meaning. They may be taken back or paid again. */
export function namesChargebacks(text: string): boolean {
  return isReadableLength(text) && SAYS_CHARGED.test(plainWords(text));
}

/**
 * Returns whether a text names only an event after which money may go back or be corrected upwards, such as a
 * cancellation. Where a statement prints such a text with a minus too, its amounts carry their sign.
 */
export function namesEvent(text: string): boolean {
  if (!isReadableLength(text)) return false;
  const plain = plainWords(text);
  return !SAYS_CHARGED.test(plain) && !SAYS_RETURNED.test(plain);
}

/** Returns whether normalised words of a header, a column of marks or a sheet are about money that goes back, and not about an event. */
export function headsTakenBack(header: string): boolean {
  if (!isReadableLength(header)) return false;
  const plain = plainWords(header);
  return SAYS_CHARGED.test(plain) || SAYS_RETURNED.test(plain) || HEADS_TAKEN_BACK.test(plain);
}

/** Returns whether a format's list of chargeback types is the default, which stands for the words of this file. */
export function isDefaultChargebacks(patterns: readonly string[]): boolean {
  return patterns.length === DEFAULT_CHARGEBACKS.length && patterns.every((one, at) => one === DEFAULT_CHARGEBACKS[at]);
}

/** Returns a text in lower case, with single spaces. Slashes and commas separate phrases; other marks separate words. */
function plainWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<![\p{L}\p{N}])c\s?[/\\]\s?b(?![\p{L}\p{N}])/gu, 'chargeback')
    .replace(/[/\\&,;+|]+/g, ' | ')
    .replace(/[^\p{L}\p{N}|]+/gu, ' ')
    .trim()
    .replace(PRODUCT, ' ');
}

/** Matches a line's text for a reinstatement: a word in it, or a code at its beginning ("REI", "RNS"). */
const REINSTATED = /re-?instat|^\s*(?:rei|rein|rns)\b/i;

/** Returns whether a transaction type or description says that a policy was reinstated. */
function saysReinstated(text: string | null): boolean {
  return text !== null && REINSTATED.test(text);
}

/**
 * Kind of a line. `commission` and `override` recur every month. `bonus` and `true_up` are paid once, and so are `fee` and `adjustment`
 * beside other pay, so a month without them is no cut. `advance` pays several months at once.
 */
export const LINE_KINDS = ['commission', 'override', 'bonus', 'fee', 'advance', 'adjustment', 'true_up'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** Texts of a line that show its kind. */
interface LineWords {
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
  ['adjustment', /\badj(?:ustments?)?\b|correction|\baudit\b|\bendorse|\brevision\b|\bpremium (?:credit|refund)\b/i],
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
