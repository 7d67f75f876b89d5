import { CELL_CHARACTERS_MAX, PATTERN_LIMITS } from '../limits/statement-limits.ts';
import { type AmountReading, BLANK } from './amount.ts';
import { type BoundColumns, cellOf, isBlank, type ReadCell, readCells, withSheetName } from './column-binding.ts';
import type { StatementConfig } from './config.ts';
import { legibleText } from './displayed-text.ts';
import type { FieldProblem } from './field-reader.ts';
import { type FooterTotals, ONE_CENT } from './footer-totals.ts';
import type { Header } from './header.ts';
import type { SkippedRows, StatementLine } from './line.ts';
import type { LineReader, RowOutcome } from './line-reader.ts';
import type { LineTexts } from './line-texts.ts';
import { isTooLong } from './long-cell.ts';
import type { MemberIdReading } from './member-key.ts';
import type { PatternTest } from './pattern.ts';
import { headerContradiction, looksOdd, recogniseOddRow, rowText } from './row-kind.ts';
import { type CaptureOf, type RowValues, rowValues } from './row-values.ts';
import { type Cell, type SourceRow, type SourceSheet, UnreadableFile } from './source.ts';
import type { StatementTally } from './statement-tally.ts';
import { hasIdElsewhere } from './totals-row.ts';
import { isBalanceForward, isMoneyText, type UnassignedRowReader, unassignedLine } from './unassigned-line.ts';

/** What all rows of a statement are mapped with, made once. */
export interface MappingTools {
  readonly config: StatementConfig;
  readonly tally: StatementTally;
  readonly footers: FooterTotals;
  readonly lines: LineTexts;
  readonly readMemberId: (cell: Cell) => MemberIdReading;
  readonly readerOf: (values: RowValues) => LineReader;
  /** Null where amounts are totals of the year, which are taken apart by member. */
  readonly readUnassigned: UnassignedRowReader | null;
  /** Null when no skip pattern is configured. */
  readonly isSkippedText: PatternTest | null;
  readonly captureOf: CaptureOf;
  /**
   * In CSV a surplus cell means that the cells before it may have moved. In a workbook every cell has its own address, and
   * a note beside the table harms nothing.
   */
  readonly failsRagged: boolean;
}

/** What all rows of one sheet are mapped with. */
export interface SheetColumns {
  readonly sheet: number;
  /** Empty for CSV. */
  readonly sheetName: string;
  readonly header: Header;
  readonly bound: BoundColumns;
  readonly values: RowValues;
  readonly reader: LineReader;
  /** Cells of a well-formed row. */
  readonly width: number;
  /** The cells that values are taken from. */
  readonly readCells: readonly ReadCell[];
  readonly hasIdElsewhere: boolean;
}

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
  return {
    sheet: place.index,
    sheetName: place.sheet.name,
    header,
    bound,
    values,
    reader: readerOf(values),
    width,
    readCells: readCells(bound),
    hasIdElsewhere: hasIdElsewhere(bound, config),
  };
}

export function isBlankRow(cells: readonly Cell[]): boolean {
  for (const cell of cells) if (!isBlank(cell)) return false;
  return true;
}

/** Gives one row below the header to the tally: skipped by kind, or a line, or a failure. */
export function mapRow(row: SourceRow, columns: SheetColumns, tools: MappingTools): void {
  const { values } = columns;
  values.enter(row.cells);
  const amount = values.amount();
  const isSkipped = skipsText(row.cells, tools);
  const kind = isSkipped === true ? 'pattern' : whyNotData(row.cells, amount, { columns, tools });
  const isData = kind === null || kind === 'odd' || kind === 'doubtful' || kind === 'balance';
  const data = { amount, kind: isData ? kind : null, isTooLong: isSkipped === null };
  const skipped = isData ? mapDataRow(row, data, { columns, tools }) : kind;
  if (skipped === 'repeatedHeader') refuseOtherColumns(row, columns);
  if (skipped !== null) tools.tally.skip(skipped);
}

function refuseOtherColumns({ row, cells }: SourceRow, columns: SheetColumns): void {
  const what = headerContradiction(cells, columns);
  if (what === null) return;
  throw new UnreadableFile(
    `${placeOf(row, columns.sheetName)} repeats the header with other columns: ${what}. Send what is below it as a file of its own.`,
  );
}

/** A row in words; CSV has no sheets. */
export function placeOf(row: number, sheetName: string): string {
  return sheetName === '' ? `Row ${row}` : `Row ${row} of sheet "${sheetName}"`;
}

type Mapper = { readonly columns: SheetColumns; readonly tools: MappingTools };
type Skipped = keyof SkippedRows | null;
/** 'odd': data, although it might have been none; 'doubtful': nobody can know, so it fails; 'balance': carried forward, nobody's. */
type DataKind = 'odd' | 'doubtful' | 'balance' | null;

/** Null: the row is too long to be compared with the patterns. A blank one is skipped as that. */
function skipsText(cells: readonly Cell[], { isSkippedText }: MappingTools): boolean | null {
  return isSkippedText === null || isBlankRow(cells) ? false : isSkippedText(rowText(cells));
}

/** What is no data row is told apart first, so that its texts are neither carried down nor filtered. */
function whyNotData(cells: readonly Cell[], amount: AmountReading, { columns, tools }: Mapper): Skipped | DataKind {
  if (isBlankRow(cells)) return 'blank';
  const ownId = ownIdOf(cells, columns);
  const { config, footers, lines } = tools;
  if (amount.ok && ownId !== '' && !looksOdd(ownId, cells, { bound: columns.bound, lines })) return null;
  const compare = (count: number | null) => footers.compare(amount.ok ? amount.amount : null, count);
  const odd = recogniseOddRow(cells, columns, { config, lines, compare });
  // Without an amount it is nobody's pay.
  const kind = odd === 'doubtful' && amount === BLANK ? 'totals' : odd;
  if (kind === 'totals' && amount.ok && isOwnBalance(ownId, cells, { columns, tools })) {
    const isSum = compare(null).isSum || footers.sums().some((sum) => Math.abs(sum - amount.amount) <= ONE_CENT);
    if (amount.amount !== 0 && !isSum) return 'balance';
  }
  if (kind === 'totals' && amount.ok) footers.addTotal(amount.amount);
  if (kind !== null) return kind;
  const { values } = columns;
  return amount === BLANK && (values.enterGroup(cells) || values.enterBlock(cells)) ? 'groupRow' : 'odd';
}

/** A balance carried forward reads like a total, and is money of an earlier statement. */
function isOwnBalance(ownId: string, cells: readonly Cell[], { columns, tools }: Mapper): boolean {
  if (tools.readUnassigned === null || (ownId !== '' && !isMoneyText(ownId)) || !isBalanceForward(cells)) return false;
  return tools.readUnassigned(cells, columns.bound) !== null;
}

interface DataRowState {
  readonly amount: AmountReading;
  readonly kind: DataKind;
  /** Too long to be compared with the skip patterns. */
  readonly isTooLong: boolean;
}

function mapDataRow(row: SourceRow, { amount, kind, isTooLong }: DataRowState, { columns, tools }: Mapper): Skipped {
  const { tally, footers } = tools;
  const { values, reader } = columns;
  const hasNoMember = kind === 'balance' || saysMoneyForId(row.cells, { columns, tools });
  if (!hasNoMember) values.carryDown();
  const tooLong = tooLongProblem(row.cells, columns);
  // Before the filters and types, because the row could otherwise be set aside for a text that is not all of its text.
  if (tooLong !== null) return failRow(row, { amount, problems: [tooLong] }, { columns, tools });
  if (!passesFilters(row.cells, columns.bound)) return setAside('filtered', amount, footers);
  const type = reader.judgeType();
  if (type.isIgnored) return setAside('ignoredType', amount, footers);
  const member = hasNoMember ? NO_MEMBER : tools.readMemberId(values.cell('member_external_id'));
  const problem =
    kind === 'doubtful'
      ? doubtfulId(row.cells, columns)
      : (raggedProblem(row.cells, columns, tools) ?? unmatchedProblem(isTooLong, type.isUnknown));
  const read = reader.read({ sheet: columns.sheet, row: row.row, member, amount, problem });
  const outcome = tools.failsRagged ? unlessShifted(read, row.cells, columns) : read;
  if (outcome.kind === 'outside-period') return setAside('outsidePeriod', amount, footers);
  if (outcome.kind === 'no-member' && addUnassigned(row.cells, { amount, line: outcome.line }, { columns, tools }))
    return null;
  if (outcome.kind !== 'line') return failRow(row, { amount, problems: outcome.problems }, { columns, tools });
  tally.addLine(outcome.line, outcome.warnings);
  tools.lines.add(outcome.line.memberExternalId, row.cells, kind === 'odd' || columns.hasIdElsewhere);
  if (amount.ok) footers.addRow(amount.amount, outcome.line.amount);
  if (type.isChargeback && outcome.line.amount > 0) tally.countAmbiguous();
  return null;
}

const NO_MEMBER = { ok: false, problem: 'says what is paid, and is no id' } as const;

/** Whether the row says what its money is in the place where ids stand. */
function saysMoneyForId(cells: readonly Cell[], { columns, tools }: Mapper): boolean {
  const { readUnassigned } = tools;
  if (readUnassigned === null || !isMoneyText(ownIdOf(cells, columns))) return false;
  return readUnassigned(cells, columns.bound) !== null;
}

const ownIdOf = (cells: readonly Cell[], { bound }: SheetColumns) =>
  legibleText(cellOf(bound.columns.member_external_id, cells));

/** Keeps money of no member, where its row says what it is; tells whether it did. */
function addUnassigned(
  cells: readonly Cell[],
  { amount, line }: { readonly amount: AmountReading; readonly line: StatementLine },
  { columns, tools }: Mapper,
): boolean {
  const ownId = ownIdOf(cells, columns);
  // Another id that can not be read is somebody's.
  if (tools.readUnassigned === null || !amount.ok || (ownId !== '' && !isMoneyText(ownId))) return false;
  const found = tools.readUnassigned(cells, columns.bound);
  if (found === null) return false;
  tools.tally.addUnassigned(unassignedLine(line, found));
  if (found.kind === 'balance_forward') tools.footers.addBalance(amount.amount, line.amount);
  else tools.footers.addRow(amount.amount, line.amount);
  return true;
}

function failRow(
  row: SourceRow,
  { amount, problems }: { readonly amount: AmountReading; readonly problems: readonly FieldProblem[] },
  { columns, tools }: Mapper,
): null {
  tools.tally.addFailure(columns.sheet, row, problems);
  tools.footers.addFailed(amount.ok ? amount.amount : null);
  return null;
}

const TOO_LONG = `is longer than ${CELL_CHARACTERS_MAX.toLocaleString('en-US')} characters`;

function tooLongProblem(cells: readonly Cell[], { readCells }: SheetColumns): FieldProblem | null {
  for (const { field, index } of readCells) {
    if (isTooLong(cells[index] ?? '')) return { field, problem: TOO_LONG, cell: '' };
  }
  return null;
}

/** What is printed on a row counts for the totals below it, also when the row is none of ours. */
function setAside(why: keyof SkippedRows, amount: AmountReading, footers: FooterTotals): Skipped {
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

/** A row that may be none, or of a type that nobody knows, is no line: its money might count the other way. */
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
 * Of a row with too few cells the last ones may have been blank and left out; or one in the middle is missing and what follows
 * stands one place to the left, also the money. Then, as a rule, something stands where it can't be.
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

/** An amount, a date or a count: digits, and no letters. */
const isNumber = (cell: Cell) => typeof cell === 'string' && /\d/.test(cell) && !/\p{L}/u.test(cell);
