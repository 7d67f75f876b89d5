import type { Money } from '../money.ts';
import { readAmount } from './amount.ts';
import { type BoundColumns, bindColumns, boundIndexes, cellOf, isBlank, namesOf } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText, readId } from './displayed-text.ts';
import { ONE_CENT } from './footer-totals.ts';
import { type Header, readHeader } from './header.ts';
import type { Cell, SourceRow } from './source.ts';
import { totalsLabel } from './totals-label.ts';

/**
 * Where all sheets of a workbook are read, covers and summaries have not the columns of lines, and are passed over. A sheet of
 * lines of which a required column has another name now, or whose header stands where none is looked for, has money on it:
 * passed over, its members would have dropped.
 */
export interface PassedOverSheet {
  readonly name: string;
  /** What its header has not, in words. */
  readonly detail: string;
  /** The columns of the row most like a header; null where no row has any of them. */
  readonly nearest: BoundColumns | null;
  /** A row further down that has all that is required. */
  readonly lateHeaderRow: number | null;
  /** Of more than one cell. */
  readonly firstRows: readonly (readonly Cell[])[];
  /** Amounts in a column that nothing is read from. */
  readonly hasUnreadMoney: boolean;
  readonly amounts: SheetAmounts;
}

/** Of the first rows. */
interface SheetAmounts {
  /** That look like money. */
  readonly values: ReadonlySet<Money>;
  /** By column. */
  readonly sums: ReadonlyMap<number, Money>;
}

const MEMBER_COLUMNS = ['member_external_id', 'member_name', 'first_name', 'last_name'] as const;

type FoundSheet = { readonly header: Header; readonly bound: BoundColumns };

/** Further down nothing is looked for: a sheet that begins so late is passed over. */
export const WATCHED_ROWS = 500;
/** Titles come first. */
const FIRST_ROWS = 5;
const WAY_OUT = 'If no lines of the statement are on it, name those with lines in the configuration ("sheets").';

type Seen = Pick<PassedOverSheet, 'lateHeaderRow' | 'firstRows' | 'hasUnreadMoney' | 'amounts'>;

/** Watches the rows of a sheet that is passed over. */
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
  /** What their lines come to, as printed and as accepted. */
  readonly totals: readonly Money[];
}

/** `needed`: why the file can't be read without these sheets; `doubtful`: what somebody should look at. */
export function judgePassedOver(
  sheets: readonly PassedOverSheet[],
  read: SummedSheets,
): { readonly needed: readonly string[]; readonly doubtful: readonly string[] } {
  const all = (why: typeof whyDoubtful) => sheets.map((sheet) => why(sheet, read)).filter((words) => words !== null);
  return { needed: all(whyNeeded), doubtful: all(whyDoubtful) };
}

/** Whether a sheet that nobody asked for looks like those that are read. */
export function hasLines(sheet: PassedOverSheet, read: ReadSheets): boolean {
  return whyNeeded(sheet, read) !== null || firstOf(sheet, read) === 'line';
}

/** Null for a sheet that may be passed over. */
function whyNeeded(sheet: PassedOverSheet, { found, config }: ReadSheets): string | null {
  if (sheet.lateHeaderRow !== null)
    return `Sheet "${sheet.name}": its header is row ${sheet.lateHeaderRow}, where none is looked for. ${WAY_OUT}`;
  const { nearest } = sheet;
  if (nearest === null || !hasMembers(nearest, config)) return null;
  const most = Math.max(...found.map(({ bound }) => bound.matches));
  const hasMoney = nearest.columns.commission_amount !== undefined || sheet.hasUnreadMoney;
  return hasMoney && nearest.matches * 2 >= most ? `Sheet "${sheet.name}": ${sheet.detail} ${WAY_OUT}` : null;
}

/** Null for covers and summaries, which say again what the lines come to. */
function whyDoubtful(sheet: PassedOverSheet, read: SummedSheets): string | null {
  const { config, totals } = read;
  if (sheet.nearest !== null && hasMembers(sheet.nearest, config))
    return `Sheet "${sheet.name}" was passed over: ${sheet.detail}`;
  if (firstOf(sheet, read) === 'line')
    return `Sheet "${sheet.name}" was passed over: it has no header, but begins like the lines of the others.`;
  if (sheet.amounts.values.size > 0 && !totals.some((total) => isSaid(total, sheet.amounts)))
    return `Sheet "${sheet.name}" was passed over: it has amounts, but no members, and the total of the lines is not among them.`;
  return null;
}

/** What comes first: a line of the sheets that were read, or a row of names, which is a header, of a summary then. */
function firstOf({ firstRows }: PassedOverSheet, { found, config }: ReadSheets): 'line' | 'header' | null {
  for (const cells of firstRows) {
    if (isLineOfAny(cells, found, config)) return 'line';
    if (bindColumns(config, readHeader(cells)).matches > 0) return 'header';
  }
  return null;
}

/** In one cell, as the sum of a column, or of one that ends in its sum. */
function isSaid(total: Money, { values, sums }: SheetAmounts): boolean {
  const isNear = (amount: Money) => Math.abs(amount - total) <= ONE_CENT;
  return [...values, ...[...sums.values()].flatMap((sum) => [sum, sum / 2])].some(isNear);
}

function isLineOfAny(cells: readonly Cell[], found: readonly FoundSheet[], config: StatementConfig): boolean {
  return found.some((sheet) => isLineOf(cells, sheet, config));
}

/** By id or by name: a summary has neither. */
function hasMembers({ columns }: BoundColumns, config: StatementConfig): boolean {
  return MEMBER_COLUMNS.some((name) => {
    const source = config.columns[name];
    return source !== undefined && namesOf(source).length > 0 && columns[name] !== undefined;
  });
}

/** A member, an amount, and most of the other cells in the places of another sheet's columns. */
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

/** What a number format says of languages, and literally. */
const NO_FORMAT = /\[\$-[^\]]*\]|"[^"]*"/g;

/** With cents or a currency; years, counts and numbers of agents are none. */
function looksLikeMoney(cell: Cell, config: StatementConfig): boolean {
  if (isBlank(cell)) return false;
  if (typeof cell === 'string') return /[.,$]\d/.test(cell) && readAmount(cell, config.amounts).ok;
  const code = cell.format.code.replace(NO_FORMAT, '');
  return !cell.format.isDate && !code.includes('%') && (!Number.isInteger(cell.value) || /[$.]/.test(code));
}

function filledCells(cells: readonly Cell[]): number {
  return cells.filter((cell) => !isBlank(cell)).length;
}
