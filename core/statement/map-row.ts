import { CELL_CHARACTERS_MAX, PATTERN_LIMITS } from '../limits/statement-limits.ts';
import type { Period } from '../period.ts';
import { type AmountReading, BLANK, hidesMinus } from './amount.ts';
import {
  type BoundCell,
  type BoundColumns,
  boundCells,
  boundIndexes,
  cellOf,
  isBlank,
  withSheetName,
} from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { isTooLong, legibleText } from './displayed-text.ts';
import { type FieldProblem, withPlausibleDates } from './field-reader.ts';
import { type FooterTotals, ONE_CENT } from './footer-totals.ts';
import type { Header } from './header.ts';
import { type UnnamedMarks, unnamedMarks } from './header-words.ts';
import type { SkippedRows, StatementLine } from './line.ts';
import { directionOf, isDefaultChargebacks } from './line-kind.ts';
import type { LineReader, RowOutcome } from './line-reader.ts';
import type { LineTexts } from './line-texts.ts';
import type { MemberIdReading } from './member-key.ts';
import type { PatternTest } from './pattern.ts';
import {
  type BlockHeadings,
  blockHeadings,
  headerContradiction,
  looksOdd,
  recogniseOddRow,
  rowText,
} from './row-kind.ts';
import { type CaptureOf, type RowValues, rowValues } from './row-values.ts';
import { type Cell, type SourceRow, type SourceSheet, UnreadableFile } from './source.ts';
import type { StatementTally } from './statement-tally.ts';
import { hasIdElsewhere } from './totals-row.ts';
import { isBalanceForward, isMoneyText, type UnassignedRowReader, unassignedLine } from './unassigned-line.ts';

/** Tools for all rows of a statement, made once. */
export interface MappingTools {
  readonly config: StatementConfig;
  /** Month of the upload; empty when it is not known. */
  readonly period: Period;
  readonly tally: StatementTally;
  readonly footers: FooterTotals;
  readonly lines: LineTexts;
  readonly readMemberId: (cell: Cell) => MemberIdReading;
  readonly readerOf: (values: RowValues) => LineReader;
  /** Null when amounts are totals of the year, whose differences are computed by member. */
  readonly readUnassigned: UnassignedRowReader | null;
  /** Null when no skip pattern is configured. */
  readonly isSkippedText: PatternTest | null;
  readonly captureOf: CaptureOf;
  /**
   * True for CSV: a row with surplus cells fails, because its earlier cells may have moved. In a workbook every cell has
   * its address, so a note beside the table is harmless.
   */
  readonly failsRagged: boolean;
}

/** The columns of one sheet, prepared for all its rows. */
export interface SheetColumns {
  /** 0-based number among the read sheets. */
  readonly sheet: number;
  /** Empty for CSV. */
  readonly sheetName: string;
  readonly header: Header;
  readonly bound: BoundColumns;
  readonly values: RowValues;
  readonly reader: LineReader;
  /** Follows the headings of chargebacks. */
  readonly headings: BlockHeadings;
  readonly marks: UnnamedMarks;
  /** Number of cells of a well-formed row. */
  readonly width: number;
  /** Cells that supply values. */
  readonly boundCells: readonly BoundCell[];
  /** True when ids may come from other rows. */
  readonly hasIdElsewhere: boolean;
}

/** Prepares the columns of one sheet for mapRow. */
export function sheetColumns(
  place: { readonly sheet: Pick<SourceSheet, 'name'>; readonly index: number },
  found: { readonly headerRow: number | null; readonly header: Header; readonly bound: BoundColumns },
  { config, readerOf, captureOf }: Pick<MappingTools, 'config' | 'readerOf' | 'captureOf'>,
): SheetColumns {
  const { header } = found;
  const bound = withSheetName(found.bound, place.sheet.name);
  const values = rowValues(config, bound, captureOf);
  const positions = Object.values(bound.columns).map((column) => (column.kind === 'cell' ? column.index + 1 : 0));
  const width = found.headerRow === null ? Number.POSITIVE_INFINITY : Math.max(header.names.length, ...positions);
  const isBound = boundIndexes(bound);
  return {
    sheet: place.index,
    sheetName: place.sheet.name,
    header,
    bound,
    values,
    reader: readerOf(values),
    headings: blockHeadings(place.sheet.name),
    marks: unnamedMarks((index) => (header.names[index] ?? '') === '' && !isBound.has(index)),
    width,
    boundCells: boundCells(bound),
    hasIdElsewhere: hasIdElsewhere(bound, config),
  };
}

/** Tells whether all cells of a row are blank. */
export function isBlankRow(cells: readonly Cell[]): boolean {
  for (const cell of cells) if (!isBlank(cell)) return false;
  return true;
}

/** Maps one row below the header and adds it to the tally: a skipped row with its reason, a line, unassigned money, or a failure. */
export function mapRow(row: SourceRow, columns: SheetColumns, tools: MappingTools): void {
  const { values } = columns;
  values.enter(row.cells);
  const amount = values.amount();
  const matchesSkip = matchesSkipPattern(row.cells, tools);
  const kind = matchesSkip === true ? 'pattern' : kindOfRow(row, amount, { columns, tools });
  const isTooLong = matchesSkip === null;
  if (!amount.ok || kind === 'totals') columns.headings.seeRow(row.cells);
  const skipped = isDataKind(kind) ? mapDataRow(row, { amount, kind, isTooLong }, { columns, tools }) : kind;
  if (skipped === 'repeatedHeader') refuseOtherColumns(row, columns);
  if (skipped !== null) tools.tally.skip(skipped);
}

/** Throws UnreadableFile for a repeated header with other columns, because later rows would be misread. */
function refuseOtherColumns(row: SourceRow, columns: SheetColumns): void {
  const what = headerContradiction(row.cells, columns);
  if (what === null) return;
  throw new UnreadableFile(
    `${placeOf(row, columns.sheetName)} repeats the header with other columns: ${what}. Send what is below it as a file of its own.`,
  );
}

/** Names a row in words. CSV has no sheets, and a PDF has lines of pages. */
export function placeOf({ row, printed }: SourceRow, sheetName: string): string {
  if (printed !== undefined) return `Line ${printed.line} of page ${printed.page}`;
  return sheetName === '' ? `Row ${row}` : `Row ${row} of sheet "${sheetName}"`;
}

/** Returns the place that is stored for a row. The pages of a PDF take the place of sheets. */
function storedPlace({ row, printed }: SourceRow, sheet: number): { readonly sheet: number; readonly row: number } {
  return printed === undefined ? { sheet, row } : { sheet: printed.page - 1, row: printed.line };
}

type Mapper = { readonly columns: SheetColumns; readonly tools: MappingTools };
/** The reason for which a row is skipped; null for a row that was mapped. */
type Skipped = keyof SkippedRows | null;
/**
 * Kind of a data row: null for an ordinary row. An `odd` row resembles a non-data row. A `doubtful` row can't be decided,
 * and fails. A `balance` is carried forward from an earlier statement and belongs to no member.
 */
type DataKind = 'odd' | 'doubtful' | 'balance' | null;

function isDataKind(kind: Skipped | DataKind): kind is DataKind {
  return kind === null || kind === 'odd' || kind === 'doubtful' || kind === 'balance';
}

/** Tells whether a row matches a skip pattern; null when it is too long to match. A blank row matches none. */
function matchesSkipPattern(cells: readonly Cell[], { isSkippedText }: MappingTools): boolean | null {
  return isSkippedText === null || isBlankRow(cells) ? false : isSkippedText(rowText(cells));
}

/**
 * Returns the reason to skip a row, or the kind of its data. The caller carries values down and filters rows only afterwards, so that texts
 * of non-data rows are neither carried down nor filtered.
 */
function kindOfRow(row: SourceRow, amount: AmountReading, { columns, tools }: Mapper): Skipped | DataKind {
  const { cells } = row;
  if (isBlankRow(cells)) return 'blank';
  const ownId = ownIdOf(cells, columns);
  const { config, footers, lines } = tools;
  if (amount.ok && ownId !== '' && !looksOdd(ownId, cells, { bound: columns.bound, lines })) return null;
  const compare = (count: number | null) => footers.compare(amount.ok ? amount.amount : null, count);
  const odd = recogniseOddRow(cells, columns, { config, lines, compare });
  // A row without an amount pays nobody.
  const kind = odd === 'doubtful' && amount === BLANK ? 'totals' : odd;
  if (kind === 'totals' && amount.ok && isCarriedBalance(ownId, cells, { columns, tools })) {
    const isSum = compare(null).isSum || footers.sums().some((sum) => Math.abs(sum - amount.amount) <= ONE_CENT);
    if (amount.amount !== 0 && !isSum) return 'balance';
  }
  if (kind === 'totals' && amount.ok) footers.addTotal(amount.amount);
  if (kind !== null) return kind;
  const { values } = columns;
  if (amount !== BLANK) return 'odd';
  const isGroup = values.enterGroup(cells) || values.enterBlock(cells) || row.printed?.isHeading === true;
  return isGroup ? 'groupRow' : 'odd';
}

/** Tells whether a row is a balance carried forward. It reads like a total, but is money of an earlier statement. */
function isCarriedBalance(ownId: string, cells: readonly Cell[], { columns, tools }: Mapper): boolean {
  if (tools.readUnassigned === null || (ownId !== '' && !isMoneyText(ownId)) || !isBalanceForward(cells)) return false;
  return tools.readUnassigned(cells, columns.bound) !== null;
}

interface DataRowState {
  readonly amount: AmountReading;
  readonly kind: DataKind;
  /** True when the row is too long for the skip patterns. */
  readonly isTooLong: boolean;
}

function mapDataRow(row: SourceRow, { amount, kind, isTooLong }: DataRowState, { columns, tools }: Mapper): Skipped {
  const { tally, footers } = tools;
  const { values, reader } = columns;
  const hasNoMember = kind === 'balance' || hasMoneyTextAsId(row.cells, { columns, tools });
  if (!hasNoMember) values.carryDown();
  const tooLong = tooLongProblem(row.cells, columns);
  // Truncated texts fail before filters and types would judge them.
  if (tooLong !== null) return failRow(row, { amount, problems: [tooLong] }, { columns, tools });
  if (!passesFilters(row.cells, columns.bound)) return skipWithAmount('filtered', amount, footers);
  const type = reader.judgeType();
  if (type.isIgnored) return skipWithAmount('ignoredType', amount, footers);
  const member = hasNoMember ? NO_MEMBER : tools.readMemberId(values.cell('member_external_id'));
  const problem =
    kind === 'doubtful'
      ? doubtfulId(row.cells, columns)
      : (raggedProblem(row.cells, columns, tools) ?? unmatchedProblem(isTooLong, type.isUnknown));
  const read = reader.read({ ...storedPlace(row, columns.sheet), member, amount, problem });
  const outcome = tools.failsRagged ? unlessShifted(read, row.cells, columns) : read;
  if (outcome.kind === 'outside-period') return skipWithAmount('outsidePeriod', amount, footers);
  if (outcome.kind === 'no-member' && addUnassigned(row.cells, { amount, line: outcome.line }, { columns, tools }))
    return null;
  if (outcome.kind !== 'line') return failRow(row, { amount, problems: outcome.problems }, { columns, tools });
  const { line, problems } = withPlausibleDates(outcome.line, { period: tools.period, cell: values.cell });
  tally.addLine(line, [...outcome.warnings, ...problems, ...hiddenSign(values.cell('commission_amount'))]);
  tally.addDoubt(line, row);
  tools.lines.add(outcome.line.memberExternalId, row.cells, kind === 'odd' || columns.hasIdElsewhere);
  if (amount.ok) footers.addRow(amount.amount, outcome.line.amount);
  columns.marks.see(row.cells, outcome.line.amount);
  const heading = columns.headings.current();
  if (type.takenBackText !== null) tally.takenBack.add(type.takenBackText, outcome.line.amount);
  else if (heading !== null && isDefaultChargebacks(tools.config.transactionTypes.chargeback))
    tally.takenBack.addInBlock(heading, outcome.line.amount);
  return null;
}

/** Warns about a negative amount that the sheet shows like a payment. */
function hiddenSign(cell: Cell): readonly FieldProblem[] {
  if (typeof cell === 'string' || !hidesMinus(cell)) return NO_PROBLEMS;
  return [{ field: 'commission_amount', problem: 'is below zero, and its number format shows no minus', cell }];
}
const NO_PROBLEMS: readonly FieldProblem[] = [];

const NO_MEMBER = { ok: false, problem: 'says what is paid, and is no id' } as const;

/** Tells whether a description of money is in place of the id, and the row names no member. */
function hasMoneyTextAsId(cells: readonly Cell[], { columns, tools }: Mapper): boolean {
  const { readUnassigned } = tools;
  if (readUnassigned === null || !isMoneyText(ownIdOf(cells, columns))) return false;
  return readUnassigned(cells, columns.bound) !== null;
}

const ownIdOf = (cells: readonly Cell[], { bound }: SheetColumns) =>
  legibleText(cellOf(bound.columns.member_external_id, cells));

/** Adds money without a member to the tally when its row describes the money. Returns whether it was added. */
function addUnassigned(
  cells: readonly Cell[],
  { amount, line }: { readonly amount: AmountReading; readonly line: StatementLine },
  { columns, tools }: Mapper,
): boolean {
  const ownId = ownIdOf(cells, columns);
  // An unreadable id that describes no money belongs to a member, whose row must fail.
  if (tools.readUnassigned === null || !amount.ok || (ownId !== '' && !isMoneyText(ownId))) return false;
  const found = tools.readUnassigned(cells, columns.bound);
  if (found === null) return false;
  tools.tally.addUnassigned(unassignedLine(line, found));
  const readsWords = isDefaultChargebacks(tools.config.transactionTypes.chargeback);
  if (readsWords && directionOf(found.text, 'description') !== null) tools.tally.takenBack.add(found.text, line.amount);
  if (found.kind === 'balance_forward') tools.footers.addBalance(amount.amount, line.amount);
  else tools.footers.addRow(amount.amount, line.amount);
  return true;
}

function failRow(
  row: SourceRow,
  { amount, problems }: { readonly amount: AmountReading; readonly problems: readonly FieldProblem[] },
  { columns, tools }: Mapper,
): null {
  tools.tally.addFailure(storedPlace(row, columns.sheet), row, problems);
  tools.footers.addFailed(amount.ok ? amount.amount : null);
  return null;
}

const TOO_LONG = `is longer than ${CELL_CHARACTERS_MAX.toLocaleString('en-US')} characters`;

function tooLongProblem(cells: readonly Cell[], { boundCells }: SheetColumns): FieldProblem | null {
  for (const { field, index } of boundCells) {
    if (isTooLong(cells[index] ?? '')) return { field, problem: TOO_LONG, cell: '' };
  }
  return null;
}

/** Skips a row, but adds its printed amount to the sums that totals are compared with. */
function skipWithAmount(why: keyof SkippedRows, amount: AmountReading, footers: FooterTotals): Skipped {
  if (amount.ok) footers.addRow(amount.amount, null);
  return why;
}

function passesFilters(cells: readonly Cell[], { filters }: BoundColumns): boolean {
  for (const { index, equals } of filters) {
    if (legibleText(cells[index] ?? '').toLowerCase() !== equals) return false;
  }
  return true;
}

function doubtfulId(cells: readonly Cell[], { bound }: SheetColumns): FieldProblem {
  const problem = 'may belong to a total, and nothing on the row says whether it does';
  return { field: 'member_external_id', problem, cell: cellOf(bound.columns.member_external_id, cells) };
}

function raggedProblem(cells: readonly Cell[], { width }: SheetColumns, tools: MappingTools): FieldProblem | null {
  if (!tools.failsRagged || cells.length <= width) return null;
  const filled = cells.findLastIndex((cell) => !isBlank(cell)) + 1;
  return filled <= width ? null : otherWidth(filled, width);
}

/** Returns the problem of a row that is too long for patterns, whose money might count with the wrong sign; null for other rows. */
function unmatchedProblem(isRowTooLong: boolean, isTypeTooLong: boolean): FieldProblem | null {
  if (!isRowTooLong && !isTypeTooLong) return null;
  const [field, option] = isTypeTooLong
    ? (['transaction_type', 'transactionTypes'] as const)
    : (['the row', 'skipRows'] as const);
  const most = PATTERN_LIMITS.textCharacters.toLocaleString('en-US');
  return {
    field,
    problem: `has more than ${most} characters, too many to compare with the patterns of ${option}`,
    cell: '',
  };
}

const otherWidth = (cells: number, width: number): FieldProblem => ({
  field: 'the row',
  problem: `has ${cells} cells, the header has ${width}`,
  cell: '',
});

/**
 * Accepts a row with too few cells when only trailing blanks are missing. When a cell in the middle is missing, later
 * cells are shifted, and usually one of them holds an impossible value.
 */
function unlessShifted(outcome: RowOutcome, cells: readonly Cell[], { header, bound }: SheetColumns): RowOutcome {
  const width = header.names.findLastIndex((name) => name !== '') + 1;
  if (outcome.kind === 'failure' || outcome.kind === 'outside-period' || cells.length >= width) return outcome;
  const numbered = NAMES.map((name) => cellOf(bound.columns[name], cells)).filter(isNumber);
  if (outcome.warnings.length === 0 && numbered.length === 0) return outcome;
  const names = numbered.map((cell) => ({ field: 'member_name', problem: 'is a number or a date', cell }));
  return { kind: 'failure', problems: [otherWidth(cells.length, width), ...outcome.warnings, ...names] };
}

const NAMES = ['member_name', 'first_name', 'last_name'] as const;

/** Matches amounts, dates and counts: digits without letters. */
const isNumber = (cell: Cell) => typeof cell === 'string' && /\d/.test(cell) && !/\p{L}/u.test(cell);
