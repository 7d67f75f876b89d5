import { addMoney, type Money } from '../money.ts';
import type { Period } from '../period.ts';
import { type BoundColumn, type BoundColumns, cellOf, isBlank } from './column-binding.ts';
import type { ColumnName } from './config.ts';
import { legibleText } from './displayed-text.ts';
import { type ConfiguredKinds, lineKindOf, namesChargebacks } from './line-kind.ts';
import type { Cell } from './source.ts';

/** Kinds of money without a member: the kinds of lines and some that a member's line never has. */
export const UNASSIGNED_KINDS = [
  'commission',
  'override',
  'bonus',
  'fee',
  'advance',
  'adjustment',
  'true_up',
  'chargeback',
  'interest',
  'balance_forward',
] as const;
export type UnassignedKind = (typeof UNASSIGNED_KINDS)[number];

/** Money of a statement without a member. It counts in the paid sums but in no finding. */
export interface UnassignedLine {
  /** 0-based number of the sheet among the read sheets. */
  readonly sheet: number;
  /** 1-based row of the sheet. */
  readonly row: number;
  /** Amount after the sign rule. A negative amount was taken back. */
  readonly amount: Money;
  readonly kind: UnassignedKind;
  /** Texts that show the kind, as the carrier wrote them. */
  readonly text: string;
  /** False for a balance carried forward that the statement's total leaves out. */
  readonly isCounted: boolean;
  readonly agentId: string | null;
  readonly agentName: string | null;
  readonly coverageMonth: Period | null;
}

const TEXT_CHARACTERS_MAX = 200;

/** Matches a balance carried forward from an earlier statement. An ending balance is a total of this statement. */
const BALANCE_FORWARD =
  /\b(?:balance|bal\.?|amount|negative|debit|credit)\s+(?:brought\s+|carried\s+|carry\s+)?(?:forward|fwd)\b|\b(?:brought|carried|carry)\s+(?:forward|fwd|over)\b|\b(?:prior|previous|opening|beginning|starting)\s+(?:\w+\s+)?balance\b/i;

/**
 * Words for the kinds of money without a member. The first match wins, and the words for kinds of lines (line-kind.ts)
 * come next.
 */
const UNASSIGNED_WORDS: readonly (readonly [UnassignedKind, Pick<RegExp, 'test'>])[] = [
  ['balance_forward', BALANCE_FORWARD],
  ['chargeback', { test: namesChargebacks }],
  ['interest', /\binterest\b/i],
  ['advance', /\badvances?\b|\bre-?payments?\b/i],
  [
    'bonus',
    /\bbonus(?:es)?\b|\bincentives?\b|\bmarketing\b|\bhra\b|\bha payments?\b|\bassessments?\b|\breferrals?\b|\bcontest\b|\brewards?\b|\bawards?\b|\bguarantees?\b|\bcontingen(?:cy|cies|t)\b|\bprofit[\s-]*shar(?:e|ing)\b/i,
  ],
  ['override', /\boverr?ides?\b|\bovr\b/i],
  ['fee', /\bfees?\b|(?:^|[^\p{L}\p{N}])e\s?(?:&|and)\s?o(?![\p{L}\p{N}])/iu],
  ['true_up', /\btrue[\s_-]*up\b/i],
  [
    'adjustment',
    /\badj(?:ustments?)?\b|\bcorrections?\b|\bgarnish\w*\b|\btransfers?\b|\bwith-?hold\w*\b|\bholds?\b|\bwrite-?\s?offs?\b|\bleads?\b/i,
  ],
];

/** Columns in which a word for a kind of money is part of a name: "Senior Marketing Group", "Advantage Plus". */
const NAME_COLUMNS: readonly ColumnName[] = [
  'agent_id',
  'agent_name',
  'plan_name',
  'plan_code',
  'product_type',
  'email',
  'state',
  'county',
  'carrier_status',
  'term_reason',
];
/** Columns in which carriers describe the payment. */
const TYPE_COLUMNS: readonly ColumnName[] = ['transaction_type', 'description'];

/** Words of payments. A text of such words only, "Q1 Production Bonus", is no name and no id; "Fee, Anna" is a name. */
const VOCABULARY = new Set(
  `a of for the to and on in no new q1 q2 q3 q4 ytd mtd c b cb e o eo hra hr ha ma aep oep balance bal amount negative debit credit
  forward fwd brought carried carry over prior previous opening beginning starting bonus bonuses production incentive incentives override
  overrides overide ovr marketing referral referrals contest reward rewards assessment assessments health risk chargeback chargebacks charge
  back backs clawback clawbacks interest advance advances advanced repayment repayments re payment payments recovery adjustment adjustments
  adj correction corrections manual fee fees admin administration administrative service agency agent broker producer commission commissions
  true up quarterly monthly weekly annual yearly quarter month week year retention persistency volume growth renewal renewals business
  award awards guarantee guarantees garnishment garnishments transfer transfers withholding withheld hold write off writeoff lead leads
  cost costs co op coop allowance insurance premium errors omissions contingency contingencies contingent profit
  share sharing statement misc miscellaneous other one time`.split(/\s+/),
);

/** Matches names of agencies such as "Senior Marketing Group", which say nothing about the money. */
const COMPANY =
  /\b(?:inc|llc|llp|ltd|corp|corporation|company|group|partners|associates|services|solutions|advisors|financial|consultants)\b/i;

/** Kind and description of money without a member. */
export interface UnassignedRow {
  readonly kind: UnassignedKind;
  readonly text: string;
}

/** Reads a row as money without a member; null for a row of a member or without a description. */
export type UnassignedRowReader = (cells: readonly Cell[], bound: BoundColumns) => UnassignedRow | null;

/**
 * Returns a reader for rows with money but without a member id. A row with a name or policy belongs to a member whose id
 * is missing, and gives null.
 */
export function unassignedRowReader(config: ConfiguredKinds): UnassignedRowReader {
  const kindOf = lineKindOf(config);
  return (cells, bound) => {
    if (namesMember(cells, bound)) return null;
    const transactionType = textOf(bound.columns.transaction_type, cells);
    const description = textOf(bound.columns.description, cells);
    const typed = [transactionType, description].filter((text) => text !== '');
    const texts = [...typed, ...otherTexts(cells, bound)];
    const configured = kindOf({ transactionType: transactionType || null, description: description || null });
    const own = kindOfTexts(texts);
    const isOwn = own === 'balance_forward' || own === 'chargeback' || own === 'interest';
    // The kind `commission` describes nothing, because every member's line has it.
    const kind = isOwn || configured === 'commission' ? own : configured;
    if (kind === null) return null;
    return { kind, text: [...new Set(texts)].join(' · ').slice(0, TEXT_CHARACTERS_MAX).toWellFormed() };
  };
}

/** Placeholders for a missing id: "0000000", "N/A", "--". */
const NO_ID = /^(?:[0\s-]+|n\/?a|none)$/i;

/** Matches more digits than a year has. No word of payments has them, and nearly every id does. */
const LONG_NUMBER = /\d{5}/;

/** Tells whether a text only describes money: "Balance Forward", "C/B", "Production Bonus". Such a text is no id. */
export function isMoneyText(text: string): boolean {
  if (NO_ID.test(text)) return true;
  if (text === '' || text.length > TEXT_CHARACTERS_MAX || LONG_NUMBER.test(text)) return false;
  // The vocabulary is compared first, because it is faster than the patterns for kinds.
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const describesMoney = words.every((word) => word === '' || VOCABULARY.has(word) || /^(?:19|20)\d\d$/.test(word));
  return describesMoney && kindOfTexts([text]) !== null;
}

/** Tells whether a row carries an earlier balance forward. A total of balances does not. */
export function isBalanceForward(cells: readonly Cell[]): boolean {
  const texts = cells.filter((cell) => typeof cell === 'string').map(legibleText);
  return texts.some((text) => BALANCE_FORWARD.test(text)) && !texts.some((text) => /total/i.test(text));
}

function kindOfTexts(texts: readonly string[]): UnassignedKind | null {
  return UNASSIGNED_WORDS.find(([, words]) => texts.some((text) => words.test(text)))?.[0] ?? null;
}

/** Columns that identify a member beside the member id. */
const MEMBER_COLUMNS: readonly ColumnName[] = [
  'member_name',
  'first_name',
  'last_name',
  'policy_number',
  'alternate_member_id',
];

function namesMember(cells: readonly Cell[], { columns }: BoundColumns): boolean {
  const id = columns.member_external_id;
  return MEMBER_COLUMNS.some((name) => {
    const column = columns[name];
    if (column === undefined || (column.kind === 'cell' && id?.kind === 'cell' && column.index === id.index))
      return false;
    const text = textOf(column, cells);
    return text !== '' && !isMoneyText(text);
  });
}

/**
 * Returns texts of other columns that describe the money. Names of agents, products and companies count only if all their words describe
 * money.
 */
function otherTexts(cells: readonly Cell[], { columns }: BoundColumns): readonly string[] {
  const typed = new Set(TYPE_COLUMNS.flatMap((name) => indexesOf(columns[name])));
  const named = new Set(NAME_COLUMNS.flatMap((name) => indexesOf(columns[name])));
  return cells.flatMap((cell, index) => {
    if (typeof cell !== 'string' || isBlank(cell) || typed.has(index)) return [];
    const text = legibleText(cell);
    const describesMoney = named.has(index) || COMPANY.test(text) ? isMoneyText(text) : kindOfTexts([text]) !== null;
    return describesMoney ? [text] : [];
  });
}

function indexesOf(column: BoundColumn | undefined): readonly number[] {
  return column?.kind === 'cell' ? [column.index] : [];
}

/** Returns the row's own text, not a fixed value. */
function textOf(column: BoundColumn | undefined, cells: readonly Cell[]): string {
  return column === undefined || column.kind === 'constant' ? '' : legibleText(cellOf(column, cells));
}

/** Builds the unassigned line of a row that was read without a member. */
export function unassignedLine(
  { sheet, row, amount, agentId, agentName, coverageMonth }: Omit<UnassignedLine, 'kind' | 'text' | 'isCounted'>,
  { kind, text }: UnassignedRow,
): UnassignedLine {
  return { sheet, row, amount, kind, text, isCounted: true, agentId, agentName, coverageMonth };
}

/** Number of all unassigned lines, and sums of the counted ones: payments, and chargebacks as a positive amount. */
export interface UnassignedTotals {
  readonly count: number;
  readonly gross: Money;
  readonly chargebackAmount: Money;
}

/** Counts all unassigned lines, and adds up the counted ones. */
export function unassignedTotals(lines: Iterable<Pick<UnassignedLine, 'amount' | 'isCounted'>>): UnassignedTotals {
  let [count, gross, chargebackAmount] = [0, 0, 0];
  for (const { amount, isCounted } of lines) {
    count += 1;
    if (isCounted && amount > 0) gross = addMoney(gross, amount);
    if (isCounted && amount < 0) chargebackAmount = addMoney(chargebackAmount, -amount);
  }
  return { count, gross, chargebackAmount };
}
