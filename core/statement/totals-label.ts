/**
 * What a text where totals have their labels says of its row.
 * - sure: nothing else than a total's: "Total", "Sub-total Agent 77", "Agent Totals (25)", "Total for HILL", "Total Amount Paid".
 * - end: what a statement ends in: "Net Commission Due", "Prior Balance".
 * - kind: that too, or a kind of line: "Commission Payment", "Current Period".
 * - doubtful: what is paid, or to whom: "Total Care", "Total Quality Logistics".
 */
export type TotalsLabel = 'sure' | 'end' | 'kind' | 'doubtful';

const TOTAL = /total/i;
const TOTALS_ONLY = /^(?:(?:sub|grand|net|overall)[\s-]*)?totals?$/i;
/** "Total, Anna" is somebody. */
const PERSON = /^totals?\s*,\s*\p{L}/iu;
const SURE = [
  /(?:^|\s)(?:(?:sub|grand|net|overall)[\s-]*)?totals?(?:$|\s+(?:for|of|by)\b|\s*[:;(#$=]|\s+-(?:\s|$))/i,
  /^(?:sub|grand|overall)[\s-]*totals?(?![\p{L}\p{N}])/iu,
  /\stotals?\s+(?:usd|\d[\d,.]*)$/i,
];
const STATEMENT_WORDS =
  'net|gross|amounts?|balance|current|prior|previous|ending|beginning|starting|opening|closing|statement|commissions?|payments?|payable|pay|paid|due|earned|unearned|earnings|compensation|checks?|eft|deposits?|debits?|credits?|carry|carried|brought|forward|fwd|this|for|to|date|period|month|year|ytd';
/** "Total Policies", "Total Payee Amount", "Agency Total Due", "Total Chargebacks". */
const TOTAL_OF = new RegExp(
  `^(?:(?:totals?|${STATEMENT_WORDS}|payee|all|agents?|agency|brokers?|producers?|members?|polic(?:y|ies)|lives|premiums?|charge[ -]?backs?|recover(?:y|ies)|adjustments?|advances?|renewals?|overrides?|bonus(?:es)?|fees?|new|business|first|base|page|usd)(?:\\s+|$)){2,}$`,
  'i',
);
const WORD = /(?<![\p{L}\p{N}])(?:sub)?totals?(?![\p{L}\p{N}])/iu;
/** Two words or more, all of what a statement ends in: "Prior Balance", "Commission Paid This Period". */
const SUMMARY = new RegExp(`^\\W*(?:(?:${STATEMENT_WORDS})(?:\\s+|\\W*$)){2,}$`, 'i');
/** In words that are nobody's id, and hardly a line's kind. */
const STATEMENT_END = /\b(?:balance|due|payable|forward|fwd)\b|^\W*net\b.*\b(?:paid|payment|pay|earned|earnings)\b/i;
const COUNT =
  /^\(?(?:count\s*:?\s*)?(\d{1,3}(?:,\d{3})+|\d{1,6})\)?(?:\s+(?:members?|polic(?:y|ies)|lives|life|clients?|rows?))?$/i;

const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const FIGURE = /[^\p{L}\p{N}]+\d[\d,.]*$/u;

/** Null for what is no label. */
export function totalsLabel(text: string): TotalsLabel | null {
  // Ids and dates, which nearly all of these texts are, end here; prose does too.
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
  // With a colon it is called so, and does not say what kind of line it is.
  if (!SUMMARY.test(text)) return countOf(text) === null ? null : 'kind';
  if (/:\W*$/.test(text)) return 'sure';
  return STATEMENT_END.test(text) ? 'end' : 'kind';
}

/** Of "Total Hill" what it is the total of, in lower case; null for other texts. */
export function wholeOf(text: string): string | null {
  const [, whole] = /^(?:sub[\s-]*)?totals?\s+(.+)$/i.exec(words(text)) ?? [];
  return whole === undefined ? null : whole.toLowerCase();
}

/** Without what is around and between them. */
function words(text: string): string {
  return text.replace(EDGES, '').replace(/[_\s]+/g, ' ');
}

/** Nothing but a totals word: "Total", "*** Grand Total ***". */
export function isTotalsWord(text: string): boolean {
  return totalsLabel(text) === 'sure' && TOTALS_ONLY.test(words(text));
}

/** Of such a word, whether it is more than "Total", which may stand for a whole beside "Partial". */
export function isGrand(word: string): boolean {
  return !/^totals?$/i.test(words(word));
}

/** How many a totals row says that are above it: "2", "1,234", "(25)", "2 members"; null for other texts. */
export function countOf(text: string): number | null {
  const [, digits] = COUNT.exec(text) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}
