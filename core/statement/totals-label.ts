/**
 * Strength of a label that may mark a total:
 * - sure: always a total: "Total", "Sub-total Agent 77", "Agent Totals (25)", "Total for HILL", "Total Amount Paid".
 * - end: the end of a statement: "Net Commission Due", "Prior Balance".
 * - kind: the end of a statement or a kind of line: "Commission Payment", "Current Period".
 * - doubtful: a product or a payee: "Total Care", "Total Quality Logistics".
 */
export type TotalsLabel = 'sure' | 'end' | 'kind' | 'doubtful';

const TOTAL = /total/i;
const TOTALS_ONLY = /^(?:(?:sub|grand|net|overall)[\s-]*)?totals?$/i;
/** Matches a person whose last name is Total: "Total, Anna". */
const PERSON = /^totals?\s*,\s*\p{L}/iu;
const SURE = [
  /(?:^|\s)(?:(?:sub|grand|net|overall)[\s-]*)?totals?(?:$|\s+(?:for|of|by)\b|\s*[:;(#$=]|\s+-(?:\s|$))/i,
  /^(?:sub|grand|overall)[\s-]*totals?(?![\p{L}\p{N}])/iu,
  /\stotals?\s+(?:usd|\d[\d,.]*)$/i,
];
const STATEMENT_WORDS =
  'net|gross|amounts?|balance|current|prior|previous|ending|beginning|starting|opening|closing|statement|commissions?|payments?|payable|pay|paid|due|earned|unearned|earnings|compensation|checks?|eft|deposits?|debits?|credits?|carry|carried|brought|forward|fwd|this|for|to|date|period|month|year|ytd';
/** Matches "Total Policies", "Total Payee Amount", "Agency Total Due", "Total Chargebacks". */
const TOTAL_OF = new RegExp(
  `^(?:(?:totals?|${STATEMENT_WORDS}|payee|all|agents?|agency|brokers?|producers?|members?|polic(?:y|ies)|lives|premiums?|charge[ -]?backs?|recover(?:y|ies)|adjustments?|advances?|renewals?|overrides?|bonus(?:es)?|fees?|new|business|first|base|page|usd)(?:\\s+|$)){2,}$`,
  'i',
);
const WORD = /(?<![\p{L}\p{N}])(?:sub)?totals?(?![\p{L}\p{N}])/iu;
/** Matches two or more words of a statement's end: "Prior Balance", "Commission Paid This Period". */
const SUMMARY = new RegExp(`^\\W*(?:(?:${STATEMENT_WORDS})(?:\\s+|\\W*$)){2,}$`, 'i');
/** Matches words that are no id and hardly a kind of line. */
const STATEMENT_END = /\b(?:balance|due|payable|forward|fwd)\b|^\W*net\b.*\b(?:paid|payment|pay|earned|earnings)\b/i;
const COUNT =
  /^\(?(?:count\s*:?\s*)?(\d{1,3}(?:,\d{3})+|\d{1,6})\)?(?:\s+(?:members?|polic(?:y|ies)|lives|life|clients?|rows?))?$/i;

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const FIGURE = /[^\p{L}\p{N}]+\d[\d,.]*$/u;

/** Returns the strength of a label; null when the text is no label. */
export function totalsLabel(text: string): TotalsLabel | null {
  // Nearly all texts are ids, dates or prose, and return here.
  if (text.length > LABEL_CHARACTERS_MAX || !LETTERS.test(text)) return null;
  if (!TOTAL.test(text)) return summaryLabel(text);
  if (PERSON.test(text)) return null;
  const label = words(text);
  if (SURE.some((pattern) => pattern.test(label)) || TOTAL_OF.test(label.replace(FIGURE, ''))) return 'sure';
  return WORD.test(label) ? 'doubtful' : null;
}
const LABEL_CHARACTERS_MAX = 200;
const LETTERS = /[a-z]{3}/i;

function summaryLabel(text: string): TotalsLabel | null {
  // With a colon the text is a label rather than a kind of line.
  if (!SUMMARY.test(text)) return countOf(text) === null ? null : 'kind';
  if (/:\W*$/.test(text)) return 'sure';
  return STATEMENT_END.test(text) ? 'end' : 'kind';
}

/** Returns the subject of a total ("hill" for "Total Hill") in lower case; null for other texts. */
export function subjectOfTotal(text: string): string | null {
  const [, subject] = /^(?:sub[\s-]*)?totals?\s+(.+)$/i.exec(words(text)) ?? [];
  return subject === undefined ? null : subject.toLowerCase();
}

/** Normalises a label: trims punctuation and joins the words. */
function words(text: string): string {
  return text.replace(EDGES, '').replace(/[_\s]+/g, ' ');
}

/** Recognises a bare word for a total: "Total", "*** Grand Total ***". */
export function isTotalsWord(text: string): boolean {
  return totalsLabel(text) === 'sure' && TOTALS_ONLY.test(words(text));
}

/** Tells whether a word for a total is stronger than "Total", such as "Grand Total". A bare "Total" may contrast with "Partial". */
export function isMoreThanTotal(word: string): boolean {
  return !/^totals?$/i.test(words(word));
}

/** Reads the row count of a total: "2", "1,234", "(25)", "2 members"; null for other texts. */
export function countOf(text: string): number | null {
  const [, digits] = COUNT.exec(text) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}
