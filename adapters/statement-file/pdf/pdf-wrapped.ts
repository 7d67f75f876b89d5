import { headerMeanings } from '../../../core/infer/header-meanings.ts';
import { divideLine, type PdfColumn } from './pdf-columns.ts';
import type { PdfLine } from './pdf-lines.ts';
import { overlap } from './pdf-words.ts';

/** A row of the table: the line with its values, and the lines of wrapped texts above and below it. */
export interface TableRow {
  readonly line: PdfLine;
  readonly kind: 'data' | 'header' | 'whole';
  readonly columns: readonly PdfColumn[];
  readonly wrapped: PdfLine[];
  /** The reasons why the row may have text of another row. */
  readonly doubts: Set<string>;
}

/** A line between rows: wrapped text of one of them, or a heading. */
export interface LooseLine {
  readonly line: PdfLine;
  readonly columns: readonly PdfColumn[];
}

/** The largest distance between lines of one cell, in heights of their font. */
const WRAPPED_SPACING = 1.7;
/**
 * The distance, in heights of the font, below which lines are one row whatever their text. The text of a cell is in the middle of its row.
 */
const SAME_ROW_SPACING = 0.75;
/** The share of the distance of rows within which a line of the first column is wrapped text. */
const PITCH_SHARE = 0.85;
/** The share of the font's height below which two spaces between lines are equal. */
const EQUAL_SHARE = 0.03;

/** The share of rows with further lines from which a table has records of several lines. */
const RECORDS_SHARE = 0.9;
const RECORDS_MIN = 3;
/** The least score with which the name of a column means ids. */
const MEANING_MIN = 0.5;

const OTHER_ROW = 'may have a line of text of the row beside it';
const OTHER_PAGE = 'may have a line of text on the other page';

/** The edge of its row at which a cell of one line is, beside cells of several lines. Null for the middle, or if it is unknown. */
type Alignment = 'top' | 'bottom' | null;

/** The lines between two rows that follow each other; null at the ends of the table. */
interface Gap {
  readonly above: TableRow | null;
  readonly below: TableRow | null;
  readonly lines: readonly LooseLine[];
}

/** Adds lines of wrapped texts to their rows. Returns the other lines, which are headings of groups. */
export function attachWrapped(rows: readonly TableRow[], loose: readonly LooseLine[]): readonly TableRow[] {
  const data = rows.filter(({ kind }) => kind === 'data');
  const pitch = pitchOf(data);
  const divided = gapsOf(data, loose).map((gap) => divide(gap, pitch));
  const alignment = alignmentOf(divided);
  // A gap that contains a page break is judged by the other lines of its rows.
  const [within, overPage] = [divided.filter((one) => !isOverPage(one)), divided.filter(isOverPage)];
  const headings = [...within, ...overPage].flatMap((one) => settle(one, alignment));
  if (alignment === null) for (const row of data) doubtUneven(row);
  doubtRecords(data);
  return headings;
}

/**
 * Doubts a row that has, in one of its columns, different numbers of wrapped lines above and below. Texts in the middle of their row have
 * equal numbers.
 */
function doubtUneven({ line, columns, wrapped, doubts }: TableRow): void {
  for (const column of wrapped.length === 0 ? [] : columns) {
    const own = wrapped.filter((one) => one.runs.some((run) => overlap(run, column) > 0));
    const above = own.filter((one) => isBefore(one, line)).length;
    if (2 * above !== own.length) doubts.add(OTHER_ROW);
  }
}

/** Doubts rows of a table whose records have several lines, each with its own columns, because these lines look like wrapped text. */
function doubtRecords(rows: readonly TableRow[]): void {
  const wrapped = rows.filter((row) => row.wrapped.length > 0);
  const isEach = wrapped.length >= RECORDS_MIN && wrapped.length >= RECORDS_SHARE * rows.length;
  const idColumns = new Map<TableRow['columns'], readonly PdfColumn[]>();
  for (const row of wrapped) {
    const ids = idColumns.get(row.columns) ?? row.columns.filter(({ name }) => meansId(name));
    idColumns.set(row.columns, ids);
    const runs = row.wrapped.flatMap((line) => line.runs);
    if (ids.some((column) => runs.some((run) => overlap(run, column) > 0)))
      row.doubts.add('has an id of several lines');
    else if (isEach) row.doubts.add('has several lines, like nearly all rows, and may be a record of two lines');
  }
}

function meansId(name: string): boolean {
  const meanings = headerMeanings(name);
  return Math.max(meanings.get('member_external_id') ?? 0, meanings.get('policy_number') ?? 0) >= MEANING_MIN;
}

/** The smallest usual distance between two rows of a page. */
function pitchOf(rows: readonly TableRow[]): number {
  const distances = rows
    .flatMap(({ line }, at) => {
      const before = rows[at - 1]?.line;
      return before?.page === line.page ? [line.y - before.y] : [];
    })
    .filter((distance) => distance > 0)
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 10)] ?? 0;
}

function gapsOf(rows: readonly TableRow[], loose: readonly LooseLine[]): readonly Gap[] {
  const gaps: Gap[] = [];
  let at = 0;
  for (let index = 0; index <= rows.length; index += 1) {
    const [above, below] = [rows[index - 1] ?? null, rows[index] ?? null];
    const lines: LooseLine[] = [];
    for (let next = loose[at]; next !== undefined; next = loose[at]) {
      if (below !== null && !isBefore(next.line, below.line)) break;
      lines.push(next);
      at += 1;
    }
    if (lines.length > 0) gaps.push({ above, below, lines });
  }
  return gaps;
}

const isBefore = (a: PdfLine, b: PdfLine) => a.page < b.page || (a.page === b.page && a.line < b.line);

/** A gap with the numbers of lines that may belong to the row above and to the row below. */
interface DividedGap extends Gap {
  readonly ofAbove: number;
  readonly ofBelow: number;
  /** Number of lines before the place where the gap divides best. */
  readonly cut: number;
  /** True when another place divides the gap about as well. */
  readonly isOpen: boolean;
}

function divide(gap: Gap, pitch: number): DividedGap {
  const { above, below, lines } = gap;
  const ofAbove = above === null ? 0 : chainLength(above, lines, pitch);
  const ofBelow = below === null ? 0 : chainLength(below, lines.toReversed(), pitch);
  const free = lines.length - ofBelow;
  // The lines between belong to neither row.
  if (ofAbove <= free) return { ...gap, ofAbove, ofBelow, cut: ofAbove, isOpen: false };
  const places = Array.from({ length: ofAbove - free + 1 }, (_, at) => free + at);
  const spaces = places.map((at) => ({ at, space: spaceAt(gap, at) })).sort((a, b) => b.space - a.space);
  const [best, second] = spaces;
  const size = lines[0]?.line.size ?? 0;
  const isOpen = best !== undefined && second !== undefined && best.space - second.space < EQUAL_SHARE * size;
  return { ...gap, ofAbove, ofBelow, cut: best?.at ?? free, isOpen };
}

/** Returns the space above the line with this index. The end of a page counts as an unlimited space. */
function spaceAt({ above, below, lines }: Gap, at: number): number {
  const [before, after] = [lines[at - 1]?.line ?? above?.line, lines[at]?.line ?? below?.line];
  if (before === undefined || after === undefined || before.page !== after.page) return Number.POSITIVE_INFINITY;
  return after.y - before.y;
}

/** Counts the lines that may belong to a row: each is close enough to the line before it, beginning at the row. */
function chainLength(row: TableRow, lines: readonly LooseLine[], pitch: number): number {
  let last = row.line;
  let count = 0;
  for (const one of lines) {
    if (!hangsOn(one, { row, last, pitch, isFirst: count === 0 })) break;
    last = one.line;
    count += 1;
  }
  return count;
}

function hangsOn(
  { line, columns }: LooseLine,
  {
    row,
    last,
    pitch,
    isFirst,
  }: { readonly row: TableRow; readonly last: PdfLine; readonly pitch: number; readonly isFirst: boolean },
): boolean {
  const isOverPage = line.page !== row.line.page;
  const distance = isOverPage ? Number.POSITIVE_INFINITY : Math.abs(line.y - row.line.y);
  if (distance <= SAME_ROW_SPACING * line.size) return true;
  if (line.page === last.page && Math.abs(line.y - last.y) > WRAPPED_SPACING * line.size) return false;
  const { cells } = divideLine(row.line, row.columns);
  return line.runs.every((run) => {
    const over = columns.flatMap((column, at) => (overlap(run, column) > 0 ? [at] : []));
    const [at] = over;
    if (over.length !== 1 || at === undefined) return false;
    if (at === 0 && distance > PITCH_SHARE * pitch) return false;
    return (cells[at]?.length ?? 0) > 0 || !isFirst;
  });
}

/** Finds the alignment of cells from the gaps that can divide at one place only. */
function alignmentOf(gaps: readonly DividedGap[]): Alignment {
  const sure = gaps.filter((gap) => !gap.isOpen && !isOverPage(gap));
  const isBelowRows = sure.some(({ cut }) => cut > 0);
  const isAboveRows = sure.some((gap) => gap.lines.length - firstOfBelow(gap) > 0);
  if (isBelowRows === isAboveRows) return null;
  return isBelowRows ? 'top' : 'bottom';
}

/** The index of the first line that goes to the row below. */
function firstOfBelow({ lines, ofBelow, cut }: DividedGap): number {
  return Math.max(cut, lines.length - ofBelow);
}

/** Returns whether lines may belong to a row of the page before. */
function isOverPage({ above, lines, ofAbove }: DividedGap): boolean {
  return above !== null && lines.slice(0, ofAbove).some(({ line }) => line.page !== above.line.page);
}

/** Assigns the lines of a gap to the rows. Returns the lines that belong to neither row. */
function settle(gap: DividedGap, alignment: Alignment): readonly TableRow[] {
  const { above, below, lines, ofAbove, ofBelow } = gap;
  let cut = gap.cut;
  if ((gap.isOpen || isOverPage(gap)) && alignment === 'top') cut = ofAbove;
  if (gap.isOpen && alignment === 'bottom') cut = lines.length - ofBelow;
  let doubt = gap.isOpen && alignment === null ? OTHER_ROW : null;
  if (isOverPage(gap) && alignment !== 'bottom') {
    if (alignment === null && above !== null && isInMiddle(above, lines, 'below')) cut = ofAbove;
    const isSure = cut === 0 && below !== null && isInMiddle(below, lines, 'above');
    doubt = isSure ? null : OTHER_PAGE;
  }
  const from = firstOfBelow({ ...gap, cut });
  above?.wrapped.push(...lines.slice(0, cut).map(({ line }) => line));
  below?.wrapped.push(...lines.slice(from).map(({ line }) => line));
  if (doubt !== null) for (const row of [above, below]) row?.doubts.add(doubt);
  return lines.slice(cut, from).map((one) => ({ ...one, kind: 'whole', wrapped: [], doubts: new Set<string>() }));
}

/** Returns whether a row has as many lines of text above as below, if `added` lines are on one side. */
function isInMiddle({ line, wrapped }: TableRow, added: readonly LooseLine[], side: 'above' | 'below'): boolean {
  const above = wrapped.filter((one) => isBefore(one, line)).length;
  const below = wrapped.length - above;
  return side === 'above' ? above + added.length === below : below + added.length === above;
}
