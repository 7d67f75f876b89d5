/**
 * What a text in the place of an id, of a name or before them says of its row. A sure label is nothing else than a total's: "Total",
 * "Sub-total Agent 77", "Agent Totals (25)", "Total for HILL", "Total Amount Paid", "Net Commission Due". A doubtful one may be what is
 * paid, or to whom: "Total Care", "Commission Payment", "Total Quality Logistics".
 */
export type TotalsLabel = 'sure' | 'doubtful';

const TOTAL = /total/i;
const TOTALS_ONLY = /^(?:(?:sub|grand|net|overall)[\s-]*)?totals?$/i;
/** "Total, Anna" is somebody. */
const PERSON = /^totals?\s*,\s*\p{L}/iu;
const SURE = [
  /(?:^|\s)(?:(?:sub|grand|net|overall)[\s-]*)?totals?(?:$|\s+(?:for|of|by)\b|\s*[:;(#$=]|\s+-(?:\s|$))/i,
  /^(?:sub|grand|overall)[\s-]*totals?(?![\p{L}\p{N}])/iu,
  /\stotals?\s+(?:usd|\d[\d,.]*)$/i,
];
/** "Total Policies", "Total Payee Amount", "Agency Total Due". */
const TOTAL_OF =
  /^(?:(?:totals?|net|gross|amounts?|balance|current|prior|previous|ending|beginning|opening|closing|statement|commissions?|payments?|payable|paid|due|earned|this|for|to|date|period|payee|agents?|agency|brokers?|producers?|checks?|deposits?|members?|polic(?:y|ies)|lives|premiums?|usd|ytd)(?:\s+|$)){2,}$/i;
const WORD = /(?<![\p{L}\p{N}])(?:sub)?totals?(?![\p{L}\p{N}])/iu;
/** Two words or more, all of what a statement ends in: "Prior Balance", "Commission Paid This Period". */
const SUMMARY =
  /^\W*(?:(?:net|gross|amount|balance|current|prior|previous|ending|beginning|opening|closing|statement|commissions?|payments?|payable|paid|due|earned|carried|brought|forward|this|for|to|date|period)(?:\s+|\W*$)){2,}$/i;
/** In words that no line is called by, or with a colon. */
const IN_THE_END = /\b(?:balance|due|payable|forward)\b|^\W*net\b.*\b(?:paid|payment|earned)\b|:\W*$/i;
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
  if (SUMMARY.test(text)) return IN_THE_END.test(text) ? 'sure' : 'doubtful';
  return countOf(text) === null ? null : 'doubtful';
}

/** Without what is around and between them. */
function words(text: string): string {
  return text.replace(EDGES, '').replace(/[_\s]+/g, ' ');
}

/** Nothing but a totals word: "Total", "*** Grand Total ***". */
export function isTotalsWord(text: string): boolean {
  return totalsLabel(text) === 'sure' && TOTALS_ONLY.test(words(text));
}

/** Not one that may stand for a whole, as "Total" does beside "Partial". */
export function isSumOfSums(text: string): boolean {
  return isTotalsWord(text) && !/^totals?$/i.test(words(text));
}

/** "Hill Total": whose it is, and the word. */
export function endsInTotal(text: string): boolean {
  return totalsLabel(text) === 'sure' && /\s(?:sub[\s-]*)?totals?$/i.test(words(text));
}

/** How many a totals row says that are above it: "2", "1,234", "(25)", "2 members"; null for other texts. */
export function countOf(text: string): number | null {
  const [, digits] = COUNT.exec(text) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}
