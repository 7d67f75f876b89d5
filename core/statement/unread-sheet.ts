import { STATEMENT_ROWS_MAX } from '../limits/statement-limits.ts';
import { type Money, moneyToDollars } from '../money.ts';
import { dollars } from '../wording.ts';
import { readAmount } from './amount.ts';
import { type BoundColumns, bindColumns, boundIndexes, cellOf, headerNamesOf, isBlank } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText, readId } from './displayed-text.ts';
import { ONE_CENT } from './footer-totals.ts';
import { type Header, headerKey, readHeader } from './header.ts';
import type { StatementWarning, UnreadSheet } from './line.ts';
import { beginsWithLabel } from './row-kind.ts';
import { type Cell, type SourceRow, type SourceSheet, UnreadableFile } from './source.ts';
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

/**
 * Facts about a sheet without the required columns. When all sheets are read, covers and summaries are passed over. A
 * sheet of lines with a renamed column or a late header rejects the file, because its members would count as dropped.
 */
export interface PassedOverSheet {
  readonly name: string;
  /** Missing required columns, in words. */
  readonly detail: string;
  /** Columns of the row most like a header; null when no row matches any. */
  readonly nearest: BoundColumns | null;
  /** A row with all required columns below the rows in which the header is searched; null without one. */
  readonly lateHeaderRow: number | null;
  /** First rows with more than one cell. */
  readonly firstRows: readonly (readonly Cell[])[];
  /** True when money was seen in an unused column. */
  readonly hasUnreadMoney: boolean;
  readonly amounts: SheetAmounts;
}

/** Amounts in the first rows of a sheet. */
interface SheetAmounts {
  /** Values that look like money. */
  readonly values: ReadonlySet<Money>;
  /** Sums by column. */
  readonly sums: ReadonlyMap<number, Money>;
}

const MEMBER_COLUMNS = ['member_external_id', 'member_name', 'first_name', 'last_name'] as const;

type FoundSheet = { readonly header: Header; readonly bound: BoundColumns };

/** Last row that is examined. A sheet whose table begins later is passed over. */
export const WATCHED_ROWS = 500;
/** Number of first rows that are kept. Titles may come before the first line. */
const FIRST_ROWS = 5;
const WAY_OUT = 'If no lines of the statement are on it, name those with lines in the configuration ("sheets").';

type Seen = Pick<PassedOverSheet, 'lateHeaderRow' | 'firstRows' | 'hasUnreadMoney' | 'amounts'>;

/** Collects the facts of a sheet while its rows pass by. */
export function passedOverWatch(
  config: StatementConfig,
  nearest: BoundColumns | null,
): { see(row: SourceRow): void; seen(): Seen } {
  let lateHeaderRow: number | null = null;
  let hasUnreadMoney = false;
  const firstRows: (readonly Cell[])[] = [];
  const read = nearest === null ? null : boundIndexes(nearest);
  const values = new Set<Money>();
  const sums = new Map<number, Money>();
  const addAmount = (cell: Cell, at: number) => {
    const reading = isBlank(cell) ? null : readAmount(cell, config.amounts);
    if (reading?.ok !== true) return;
    if (looksLikeMoney(cell, config)) values.add(reading.amount);
    sums.set(at, (sums.get(at) ?? 0) + reading.amount);
  };
  return {
    see({ row, cells }) {
      if (row > WATCHED_ROWS) return;
      if (firstRows.length < FIRST_ROWS && filledCells(cells) > 1) firstRows.push(cells);
      cells.forEach(addAmount);
      hasUnreadMoney ||= read !== null && cells.some((cell, at) => !read.has(at) && looksLikeMoney(cell, config));
      if (lateHeaderRow !== null) return;
      const { missing, matches } = bindColumns(config, readHeader(cells));
      if (missing.length === 0 && matches > 0) lateHeaderRow = row;
    },
    seen: () => ({ lateHeaderRow, firstRows, hasUnreadMoney, amounts: { values, sums } }),
  };
}

/** The sheets that were read. */
interface ReadSheets {
  readonly config: StatementConfig;
  readonly found: readonly FoundSheet[];
}

interface SummedSheets extends ReadSheets {
  /** Sums of the lines on these sheets, as printed and as accepted. */
  readonly totals: readonly Money[];
}

/** Judges the passed-over sheets. `needed` has the reasons to reject the file, `doubtful` the warnings for a person. */
export function judgePassedOver(
  sheets: readonly PassedOverSheet[],
  read: SummedSheets,
): { readonly needed: readonly string[]; readonly doubtful: readonly string[] } {
  const reasons = (why: typeof whyDoubtful) =>
    sheets.map((sheet) => why(sheet, read)).filter((reason) => reason !== null);
  return { needed: reasons(whyNeeded), doubtful: reasons(whyDoubtful) };
}

/** Tells whether an unrequested sheet resembles the sheets that were read. */
export function hasLines(sheet: PassedOverSheet, read: ReadSheets): boolean {
  return whyNeeded(sheet, read) !== null || firstOf(sheet, read) === 'line';
}

/** Returns the reason why a sheet must be read; null when it may be passed over. */
function whyNeeded(sheet: PassedOverSheet, { found, config }: ReadSheets): string | null {
  if (sheet.lateHeaderRow !== null)
    return `Sheet "${sheet.name}": its header is row ${sheet.lateHeaderRow}, where none is looked for. ${WAY_OUT}`;
  const { nearest } = sheet;
  if (nearest === null || !hasMembers(nearest, config)) return null;
  const most = Math.max(...found.map(({ bound }) => bound.matches));
  const hasMoney = nearest.columns.commission_amount !== undefined || sheet.hasUnreadMoney;
  return hasMoney && nearest.matches * 2 >= most ? `Sheet "${sheet.name}": ${sheet.detail} ${WAY_OUT}` : null;
}

/** Returns the reason to warn about a sheet; null for covers and summaries, which repeat the sum of the lines. */
function whyDoubtful(sheet: PassedOverSheet, read: SummedSheets): string | null {
  const { config, totals } = read;
  if (sheet.nearest !== null && hasMembers(sheet.nearest, config))
    return `Sheet "${sheet.name}" was passed over: ${sheet.detail}`;
  if (firstOf(sheet, read) === 'line')
    return `Sheet "${sheet.name}" was passed over: it has no header, but begins like the lines of the others.`;
  if (sheet.amounts.values.size > 0 && !totals.some((total) => showsTotal(sheet.amounts, total)))
    return `Sheet "${sheet.name}" was passed over: it has amounts, but no members, and the total of the lines is not among them.`;
  return null;
}

/** Returns whether a line or a header, such as a summary's, comes first on a sheet; null for neither. */
function firstOf({ firstRows }: PassedOverSheet, { found, config }: ReadSheets): 'line' | 'header' | null {
  for (const cells of firstRows) {
    if (isLineOfAny(cells, found, config)) return 'line';
    if (bindColumns(config, readHeader(cells)).matches > 0) return 'header';
  }
  return null;
}

/** Tells whether a total occurs on a sheet, in a cell or as the sum of a column with or without its own total. */
function showsTotal({ values, sums }: SheetAmounts, total: Money): boolean {
  const isNear = (amount: Money) => Math.abs(amount - total) <= ONE_CENT;
  return [...values, ...[...sums.values()].flatMap((sum) => [sum, sum / 2])].some(isNear);
}

function isLineOfAny(cells: readonly Cell[], found: readonly FoundSheet[], config: StatementConfig): boolean {
  return found.some((sheet) => isLineOf(cells, sheet, config));
}

/** Tells whether a header has the member's id or name. A summary has neither. */
function hasMembers({ columns }: BoundColumns, config: StatementConfig): boolean {
  return MEMBER_COLUMNS.some((name) => {
    const source = config.columns[name];
    return source !== undefined && headerNamesOf(source).length > 0 && columns[name] !== undefined;
  });
}

/** Tells whether a row fits a sheet's columns: it has an id, an amount, and more than half as many cells as the header. */
export function isLineOf(cells: readonly Cell[], { header, bound }: FoundSheet, config: StatementConfig): boolean {
  const idCell = cellOf(bound.columns.member_external_id, cells);
  const id = readId(idCell);
  const amountCell = cellOf(bound.columns.commission_amount, cells);
  return (
    filledCells(cells) * 2 > header.names.filter((name) => name !== '').length &&
    id.ok &&
    id.id !== '' &&
    totalsLabel(legibleText(idCell)) === null &&
    !isBlank(amountCell) &&
    readAmount(amountCell, config.amounts).ok
  );
}

/** Matches parts of a number format that say nothing about money: the language and literal texts. */
const NO_FORMAT = /\[\$-[^\]]*\]|"[^"]*"/g;

/** Tells whether a cell shows cents or a currency. Years, counts and agent numbers do not. */
export function looksLikeMoney(cell: Cell, config: StatementConfig): boolean {
  if (isBlank(cell)) return false;
  if (typeof cell === 'string') return /[.,$]\d/.test(cell) && readAmount(cell, config.amounts).ok;
  const code = cell.format.code.replace(NO_FORMAT, '');
  return !cell.format.isDate && !code.includes('%') && (!Number.isInteger(cell.value) || /[$.]/.test(code));
}

function filledCells(cells: readonly Cell[]): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}
