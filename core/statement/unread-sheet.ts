import { STATEMENT_ROWS_MAX } from '../limits/statement-limits.ts';
import { type Money, moneyToDollars } from '../money.ts';
import { dollars } from '../wording.ts';
import { readAmount } from './amount.ts';
import { headerNamesOf, isBlank } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText } from './displayed-text.ts';
import { ONE_CENT } from './footer-totals.ts';
import { headerKey } from './header.ts';
import type { StatementWarning, UnreadSheet } from './line.ts';
import { looksLikeMoney } from './passed-over-sheet.ts';
import { beginsWithLabel } from './row-kind.ts';
import { type Cell, type SourceSheet, UnreadableFile } from './source.ts';
import { totalsLabel } from './totals-label.ts';

/** Amounts of an unread sheet. */
interface SheetFacts {
  readonly name: string;
  /** The column of its pay; null without a header above amounts. */
  readonly pay: Pick<UnreadSheet, 'rows' | 'sum' | 'column'> | null;
  readonly hasMembers: boolean;
  /** All amounts, and the sums of all columns. */
  readonly amounts: readonly Money[];
  /** The amount that the sheet states as its net or total; null without one. */
  readonly net: Money | null;
}

/** The money on sheets that are not read. */
export interface UnreadMoney {
  readonly sheets: readonly UnreadSheet[];
  /** The net of a summary sheet; null without one. */
  readonly statedNet: Money | null;
  /** True when the net is the sum of the lines, so that the other sheets are not part of the payment. */
  readonly isProven: boolean;
  /** A warning when the stated net is not the sum of the lines. */
  readonly warnings: readonly StatementWarning[];
}

/** Names of sheets with amounts that are not paid now, or that repeat other sheets. */
const UNPAID =
  /\b(?:held|hold|pending|unpaid|balances?|ytd|year to date|history|instructions?|glossary|definitions?)\b/i;
/** Names of sheets that add up other sheets. */
const SUMMARY = /\b(?:totals?|summary|recap|cover)\b/i;
/** Matches captions of a member or policy. A plural, "Members", is a count. */
const MEMBER =
  /\b(?:member|policy|subscriber|insured|client|customer|contract|certificate|enrollee|applicant|patient)\b/i;
const PAY =
  /commission|\bcomm?\b|\bpaid\b|\bpay(?:ment|able|out)?\b|\bamount\b|\bamt\b|\bnet\b|override|bonus|\bearn(?:ed|ings)\b|\bdue\b|adjust|charge ?back|compensation/i;
const NOT_PAY = /premium|\brate\b|%|percent|balance|\bytd\b|year to date|\bprior\b|\bdate\b|number|\bid\b/i;
/** Matches what is paid in the end, after all kinds of pay. */
const NET =
  /\bnet\b|\bgrand\b|\b(?:amount|total|payment|check|eft|deposit|commissions?)\b.*\b(?:due|payable|check|eft|deposit)\b|\b(?:check|eft|deposit)\b.*\bamount\b/i;
/** Matches a sum that may be one of several kinds of pay. */
const SUM = /\b(?:amount|total|payment|commissions?)\b.*\b(?:paid|payment|amount|earned)\b/i;
/** Matches sums that are not the pay of this statement. */
const OTHER_SUM =
  /\bytd\b|year[\s-]to[\s-]date|\bprior\b|\bprevious\b|balance|premium|count|number|\bheld\b|pending|unpaid/i;

/**
 * Examines the sheets that are not read. `excluded` sheets were left out by a person, so only their part in the stated net is judged.
 * `sums` are those of the lines read.
 */
export function unreadMoney(
  { unread, excluded }: { readonly unread: readonly SourceSheet[]; readonly excluded: readonly SourceSheet[] },
  sums: readonly Money[],
  config: StatementConfig,
): UnreadMoney {
  const facts = unread.flatMap((sheet) => {
    const found = factsOf(sheet, config);
    // Hidden sheets without members are lists and sums for the carrier's own use.
    return found === null || (sheet.hidden && !found.hasMembers) ? [] : [found];
  });
  const others = excluded.flatMap((sheet) => factsOf(sheet, config) ?? []);
  const isSum = (amount: Money) => sums.some((sum) => Math.abs(Math.abs(amount) - Math.abs(sum)) <= ONE_CENT);
  const summaries = [...facts, ...others].filter(({ net, hasMembers }) => net !== null && !hasMembers);
  const stating = summaries.find(({ net }) => net !== null && isSum(net)) ?? summaries.at(-1);
  const statedNet = stating?.net ?? null;
  const isProven = statedNet !== null && isSum(statedNet);
  const mayBePaid = ({ name, pay, hasMembers, amounts }: SheetFacts) =>
    pay !== null &&
    pay.sum !== 0 &&
    !isProven &&
    !isUnpaid(name) &&
    (hasMembers || !SUMMARY.test(name)) &&
    !amounts.some(isSum);
  const sheets = facts.flatMap((sheet) =>
    sheet.pay === null ? [] : [{ name: sheet.name, ...sheet.pay, isDoubtful: mayBePaid(sheet) }],
  );
  // A summary may deduct fees from the sum that it shows too. Unread pay beside it explains the difference otherwise.
  const isMissing =
    stating !== undefined && !isProven && (!stating.amounts.some(isSum) || [...facts, ...others].some(mayBePaid));
  const [, accepted = 0] = sums;
  return {
    sheets,
    statedNet,
    isProven,
    warnings: isMissing && statedNet !== null ? [netVariance(statedNet, accepted)] : [],
  };
}

function netVariance(net: Money, sum: Money): StatementWarning {
  const detail = `A sheet that is not read states a net of ${dollars(net)}; the rows accepted come to ${dollars(sum)}.`;
  return { code: 'footer_variance', detail };
}

/** Tells whether the name of a sheet says that its amounts are not paid with this statement. */
export function isUnpaid(name: string): boolean {
  return UNPAID.test(name);
}

/** Describes the rows and the sum of an unread sheet, "12 rows with 340.00 in "Paid"". */
export function rowsAndSum({ rows, sum, column }: Pick<UnreadSheet, 'rows' | 'sum' | 'column'>): string {
  return `${rows} ${rows === 1 ? 'row' : 'rows'} with ${moneyToDollars(sum).toFixed(2)} in "${column}"`;
}

interface Column {
  readonly name: string;
  rows: number;
  sum: Money;
  hasMoney: boolean;
}

/** The last net and the last other sum of a sheet. */
interface Nets {
  strong: Money | null;
  weak: Money | null;
}

/** Reads the amounts of a sheet; null for a sheet that can't be read, because excluded sheets may have any content. */
function factsOf(sheet: SourceSheet, config: StatementConfig): SheetFacts | null {
  const amounts: Money[] = [];
  const nets: Nets = { strong: null, weak: null };
  let columns: Map<number, Column> = new Map();
  let hasData = false;
  try {
    for (const { row, cells } of sheet.rows()) {
      if (row > STATEMENT_ROWS_MAX) break;
      const read = cells.map((cell) => amountOf(cell, config));
      const found = read.filter((amount) => amount !== null);
      amounts.push(...found);
      if (found.length === 0) {
        if (!hasData) columns = captionsOf(cells) ?? columns;
        continue;
      }
      const [only] = found;
      if (found.length === 1 && only !== undefined) noteNet(cells, only, nets);
      if (beginsWithLabel(cells)) continue;
      hasData = true;
      for (const [at, column] of columns) addCell(column, cells[at] ?? '', read[at] ?? null, config);
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
  const pay = payColumn([...columns.values()], config);
  const sums = [...columns.values()].map(({ sum }) => sum);
  return {
    name: sheet.name,
    pay: pay === null ? null : { rows: pay.rows, sum: pay.sum, column: pay.name },
    hasMembers: [...columns.values()].some(({ name }) => MEMBER.test(name)) && hasData,
    amounts: [...amounts, ...sums],
    net: nets.strong ?? nets.weak,
  };
}

function amountOf(cell: Cell, config: StatementConfig): Money | null {
  if (isBlank(cell)) return null;
  const reading = readAmount(cell, config.amounts);
  return reading.ok ? reading.amount : null;
}

/** Reads a row of words as a header; null for a row with less than two cells. */
function captionsOf(cells: readonly Cell[]): Map<number, Column> | null {
  const filled = [...cells.entries()].filter(([, cell]) => !isBlank(cell));
  if (filled.length < 2) return null;
  return new Map(filled.map(([at, cell]) => [at, { name: legibleText(cell), rows: 0, sum: 0, hasMoney: false }]));
}

function addCell(column: Column, cell: Cell, amount: Money | null, config: StatementConfig): void {
  if (amount === null) return;
  column.rows += 1;
  column.sum += amount;
  column.hasMoney ||= looksLikeMoney(cell, config);
}

/** Returns the column of pay: the configured one, else the last that is named like pay, else the last with money. */
function payColumn(columns: readonly Column[], config: StatementConfig): Column | null {
  const source = config.columns.commission_amount;
  const configured = new Set((source === undefined ? [] : headerNamesOf(source)).map(headerKey));
  const filled = columns.filter(({ rows, name }) => rows > 0 && !NOT_PAY.test(name));
  return (
    filled.find(({ name }) => configured.has(headerKey(name))) ??
    filled.findLast(({ name }) => PAY.test(name)) ??
    filled.findLast(({ hasMoney }) => hasMoney) ??
    null
  );
}

/** Keeps the amount of a row that states the sum of a statement: "Net Commission Due", else "Total". */
function noteNet(cells: readonly Cell[], amount: Money, nets: Nets): void {
  const texts = cells.filter((cell) => typeof cell === 'string').map(legibleText);
  if (texts.some((text) => OTHER_SUM.test(text))) return;
  if (texts.some((text) => NET.test(text))) nets.strong = amount;
  else if (texts.some((text) => SUM.test(text) || totalsLabel(text) === 'sure')) nets.weak = amount;
}
