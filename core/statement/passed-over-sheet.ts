import type { Money } from '../money.ts';
import { readAmount } from './amount.ts';
import { type BoundColumns, bindColumns, boundIndexes, cellOf, headerNamesOf, isBlank } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText, readId } from './displayed-text.ts';
import { ONE_CENT } from './footer-totals.ts';
import { type Header, readHeader } from './header.ts';
import type { Cell, SourceRow } from './source.ts';
import { totalsLabel } from './totals-label.ts';

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
